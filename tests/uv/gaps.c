/* SPDX-License-Identifier: MIT */
/*
 * Stands in for what the library does not have yet, so that the tests which need none of it can be
 * linked and run. Calling a stand-in ends the process with 77 and leaves the name of the function
 * in the file `needs` beside the program: tests/uv/run reads it there, also when the caller was a
 * child whose output the test keeps to itself. gaps.def is written by tests/uv/build.py; it says
 * which functions are missing, and which tests are (their file did not compile).
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { NEEDS_FUNCTION = 77, NOT_COMPILED = 126 };

__attribute__((noreturn, unused)) static void need(const char *name) {
  char path[4096 + 8];
  ssize_t length = readlink("/proc/self/exe", path, 4096);
  path[length > 0 ? length : 0] = 0;
  char *slash = strrchr(path, '/');
  if (slash != NULL) {
    strcpy(slash + 1, "needs");
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd >= 0) {
      dprintf(fd, "%s\n", name);
      close(fd);
    }
  }
  dprintf(STDERR_FILENO, "needs %s\n", name);
  _exit(NEEDS_FUNCTION);
}

#define MISSING(name) \
  void name(void);    \
  void name(void) { need(#name); }

/* Every test program calls this one first. Without it only the process title cannot be set. */
#define MISSING_SETUP_ARGS                      \
  char **uv_setup_args(int argc, char **argv);  \
  char **uv_setup_args(int argc, char **argv) { \
    (void)argc;                                 \
    return argv;                                \
  }

#define UNCOMPILED(name)                                               \
  int name(void);                                                      \
  int name(void) {                                                     \
    dprintf(STDERR_FILENO, "the file of %s did not compile\n", #name); \
    _exit(NOT_COMPILED);                                               \
  }

#include "gaps.def"
