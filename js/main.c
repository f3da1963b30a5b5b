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

enum { BAD_OPTION = 9 }; /* the exit code, as in Node */

/* Options that have a file, and come alone. */
static const struct {
  const char *option;
  int (*run)(const char *path);
} with_file[] = {
    {"--write-bytecode", gj_builtin_write_bytecode},
    {"--write-engine", gj_engine_prepare},
    {"--try-engine", gj_engine_try},
};

static int run_with_file(int (*run)(const char *path), int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "%s: %s requires one argument, a file\n", argv[0], argv[1]);
    return BAD_OPTION;
  }
  return run(argv[2]);
}

int main(int argc, char **argv) {
  if (asks_version(argc, argv)) {
    puts(GJ_NODE_VERSION); /* as Node, it does not matter whether anybody reads it */
    return 0;
  }
  for (size_t i = 0; argc > 1 && i < sizeof(with_file) / sizeof(*with_file); i++) {
    if (strcmp(argv[1], with_file[i].option) == 0) {
      return run_with_file(with_file[i].run, argc, argv);
    }
  }
  return gj_runtime_main(argc, argv);
}
