/* SPDX-License-Identifier: MIT */
/* Proves that a copy that fails half way removes its target, even one that existed before, but only
 * if it is a regular file. */
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>

#include "fs_scratch.h"

static void *drain(void *found) {
  int file = open("pipe", O_RDONLY | O_CLOEXEC);
  CHECK(file >= 0);
  char *to = found;
  ssize_t got;
  while ((got = read(file, to, 8)) > 0) {
    to += got;
  }
  *to = '\0';
  close(file);
  return NULL;
}

static void body(void) {
  int files = open_files();
  CHECK_EQ(FS_ONCE(copyfile, "source", "new", 0), UV_EFBIG);
  CHECK(!exists("new"));
  put_text("old", "x");
  CHECK_EQ(FS_ONCE(copyfile, "source", "old", 0), UV_EFBIG);
  CHECK(!exists("old"));
  put_text("old", "x");
  CHECK_EQ(FS_ONCE(copyfile, "short", "old", 0), 0);
  check_text("old", "short");
  CHECK_EQ(unlink("old"), 0);
  CHECK_EQ(open_files(), files);
}

static void into_pipe(void) {
  static char found[100];
  pthread_t reader;
  CHECK_EQ(pthread_create(&reader, NULL, drain, found), 0);
  CHECK_EQ(FS_ONCE(copyfile, "short", "pipe", 0), 0);
  CHECK_EQ(pthread_join(reader, NULL), 0);
  CHECK_STR(found, "short");
  CHECK_EQ(pthread_create(&reader, NULL, drain, found), 0);
  CHECK(FS_ONCE(copyfile, "short", "pipe", UV_FS_COPYFILE_FICLONE_FORCE) < 0);
  CHECK_EQ(pthread_join(reader, NULL), 0);
  CHECK_STR(found, "");
  CHECK_EQ(facts_of("pipe").st_mode, S_IFIFO | 0600); /* not that of the source */
}

int main(void) {
  scratch_begin();
  put_text("source", "more than ten bytes");
  put_text("short", "short");
  CHECK_EQ(mkfifo("pipe", 0600), 0);
  signal(SIGXFSZ, SIG_IGN);
  fs_both(into_pipe);
  CHECK_EQ(setrlimit(RLIMIT_FSIZE, &(struct rlimit){10, 10}), 0);
  fs_both(body);
  return 0;
}
