/* SPDX-License-Identifier: MIT */
/* gyre: runs JavaScript written for Node on libgyre. */
#include <stdio.h>
#include <string.h>

#include "runtime/runtime.h"

/* Only the question for the version, which takes no engine. NODE_OPTIONS may have an error. */
static bool asks_version(int argc, char **argv) {
  return argc == 2 && (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-v") == 0) &&
         gj_variable("NODE_OPTIONS") == NULL;
}

int main(int argc, char **argv) {
  if (asks_version(argc, argv)) {
    puts(GJ_NODE_VERSION); /* as Node, it does not matter whether anybody reads it */
    return 0;
  }
  if (argc == 3 && strcmp(argv[1], "--write-bytecode") == 0) {
    return gj_builtin_write_bytecode(argv[2]);
  }
  if (argc == 3 && strcmp(argv[1], "--write-engine") == 0) {
    return gj_engine_prepare(argv[2]);
  }
  if (argc == 3 && strcmp(argv[1], "--try-engine") == 0) {
    return gj_engine_try(argv[2]);
  }
  return gj_runtime_main(argc, argv);
}
