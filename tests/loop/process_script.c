/* SPDX-License-Identifier: MIT */
/* A file that is executable but has no format that the kernel knows is run by the shell, with its
 * arguments. */
#include <limits.h>
#include <sys/stat.h>

#include "process_run.h"

int main(void) {
  char path[PATH_MAX];
  const char *text = "[ \"$1\" = one ] && [ \"$2\" = two ] && [ $# = 2 ] && exit 9\nexit 1\n";
  process_temporary(path, sizeof(path));
  int fd = mkstemp(path);
  CHECK(fd >= 0);
  CHECK_EQ(write(fd, text, strlen(text)), strlen(text));
  CHECK_EQ(fchmod(fd, 0755), 0);
  close(fd);
  uv_loop_t *loop = uv_default_loop();
  char *args[] = {"name", "one", "two", NULL};
  uv_process_options_t options = {.file = path, .args = args};
  CHECK_EQ(process_run(loop, &options), 9);
  args[1] = NULL;
  CHECK_EQ(process_run(loop, &options), 1);
  args[0] = NULL;
  CHECK_EQ(process_run(loop, &options), 1);
  CHECK_EQ(uv_loop_close(loop), 0);
  unlink(path);
  return 0;
}
