/* SPDX-License-Identifier: MIT */
/*
 * The child gets the given descriptors, in any order: swapped, rotated, repeated, or at their own
 * number although they are close-on-exec in our process. The first three are in blocking mode. Ours
 * stay where they were.
 */
#include <sys/mman.h>

#include "process_run.h"

#define FILES 6

static int files[FILES]; /* file i holds the letter 'a' + i */

static void make_files(void) {
  for (int i = 0; i < FILES; i++) {
    files[i] = memfd_create("letter", MFD_CLOEXEC);
    CHECK(files[i] >= 0);
    char letter = (char)('a' + i);
    CHECK_EQ(write(files[i], &letter, 1), 1);
  }
}

/* LETTERS are those that the child must find from descriptor 0 on. Its exit status says which is
 * wrong. */
static int run(uv_loop_t *loop, const int *fds, int count, const char *letters) {
  uv_stdio_container_t stdio[16];
  char script[1024] = "";
  for (int i = 0; i < count; i++) {
    stdio[i].flags = UV_INHERIT_FD;
    stdio[i].data.fd = fds[i];
    size_t used = strlen(script);
    snprintf(script + used, sizeof(script) - used, "[ $(cat /proc/$$/fd/%d) = %c ] || exit %d\n", i,
             letters[i], 10 + i);
  }
  uv_process_options_t options = {.stdio = stdio, .stdio_count = count};
  process_shell(&options, script);
  int open_before = process_open_files();
  int status = process_run(loop, &options);
  CHECK_EQ(process_open_files(), open_before);
  return status;
}

/* Moves file i to descriptor 3 + i, close-on-exec, so that sources and targets overlap. */
static void move_low(void) {
  for (int i = 0; i < FILES; i++) {
    files[i] = fcntl(files[i], F_DUPFD_CLOEXEC, 40);
  }
  for (int i = 0; i < FILES; i++) {
    CHECK_EQ(dup3(files[i], 3 + i, O_CLOEXEC), 3 + i);
    files[i] = 3 + i;
  }
}

static void check_blocking(uv_loop_t *loop) {
  int ends[2];
  uv_stdio_container_t stdio[4] = {{.flags = UV_INHERIT_FD}};
  uv_process_options_t options = {.stdio = stdio, .stdio_count = 1};
  process_shell(&options, "! grep -q 'flags:.*[4567]...$' /proc/$$/fdinfo/0");
  CHECK_EQ(pipe2(ends, O_NONBLOCK | O_CLOEXEC), 0);
  stdio[0].data.fd = ends[0];
  CHECK_EQ(process_run(loop, &options), 0);

  CHECK_EQ(fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
  stdio[0].flags = UV_IGNORE;
  stdio[3].flags = UV_INHERIT_FD;
  stdio[3].data.fd = ends[0];
  options.stdio_count = 4;
  process_shell(&options, "grep -q 'flags:.*[4567]...$' /proc/$$/fdinfo/3");
  CHECK_EQ(process_run(loop, &options), 0);
  close(ends[0]);
  close(ends[1]);
}

int main(void) {
  uv_loop_t loop;
  make_files();
  move_low(); /* before the loop has descriptors with these numbers */
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(run(&loop, (int[]){3, 4, 5}, 3, "abc"), 0);
  CHECK_EQ(run(&loop, (int[]){5, 5, 3}, 3, "cca"), 0);
  CHECK_EQ(run(&loop, (int[]){3, 4, 5, 3, 4, 5, 6, 7, 8}, 9, "abcabcdef"), 0);
  CHECK_EQ(run(&loop, (int[]){3, 4, 5, 8, 3, 4, 5, 6, 7}, 9, "abcfabcde"), 0);
  CHECK_EQ(run(&loop, (int[]){3, 4, 5, 4, 5, 6, 7, 8, 3}, 9, "abcbcdefa"), 0);
  CHECK_EQ(run(&loop, (int[]){3, 4, 5, 8, 7, 6, 5, 4, 3}, 9, "abcfedcba"), 0);
  CHECK_EQ(run(&loop, (int[]){3, 4, 5, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3}, 13, "abcaaaaaaaaaa"), 0);
  check_blocking(&loop);

  /* The standard ones exchanged among each other. */
  int saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 60);
  for (int i = 0; i < 3; i++) {
    CHECK_EQ(dup2(files[i], i), i);
  }
  int swapped = run(&loop, (int[]){2, 0, 1}, 3, "cab");
  int as_they_are = run(&loop, (int[]){0, 1, 2}, 3, "abc");
  CHECK_EQ(dup2(saved, STDERR_FILENO), STDERR_FILENO);
  CHECK_EQ(swapped, 0);
  CHECK_EQ(as_they_are, 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
