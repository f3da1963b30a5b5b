# SPDX-License-Identifier: MIT
{
  'targets': [{'target_name': 'loop', 'sources': ['loop.c']}],
}
