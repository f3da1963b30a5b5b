# SPDX-License-Identifier: MIT
{
  'targets': [{'target_name': 'model', 'sources': ['model.c']}],
}
