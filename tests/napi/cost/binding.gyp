# SPDX-License-Identifier: MIT
{
  'targets': [{'target_name': 'cost', 'sources': ['cost.c']}],
}
