/* SPDX-License-Identifier: MIT */
/* gyre: runs JavaScript written for Node on libgyre. */
#include <string.h>

#include "runtime/runtime.h"

int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[1], "--write-bytecode") == 0) {
    return gj_builtin_write_bytecode(argv[2]);
  }
  return gj_runtime_main(argc, argv);
}
