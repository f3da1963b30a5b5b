/* SPDX-License-Identifier: MIT */
/*
 * A name without a slash is searched in the child's PATH: that of options.env, the default if
 * options.env has none, ours if there is no options.env. Empty entries are the working directory,
 * which is the child's. A file that may not be executed does not end the search.
 * no qemu: it runs vfork as fork, so the child does not share our memory.
 */
#include <limits.h>
#include <sys/stat.h>

#include "process_run.h"

static uv_loop_t *loop;
static char directory[PATH_MAX / 2];

static void make_script(const char *name, const char *text, mode_t mode) {
  char path[PATH_MAX];
  snprintf(path, sizeof(path), "%s/%s", directory, name);
  int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, mode);
  CHECK(fd >= 0);
  CHECK_EQ(write(fd, text, strlen(text)), strlen(text));
  close(fd);
  CHECK_EQ(chmod(path, mode), 0);
}

static int run(const char *name, const char *path_value, const char *cwd, bool works) {
  char path[3 * PATH_MAX];
  char *env[] = {"A=1", path, NULL};
  char *args[] = {"x", NULL};
  uv_process_options_t options = {.file = name, .args = args, .env = env, .cwd = cwd};
  if (path_value == NULL) {
    env[1] = NULL;
  } else {
    snprintf(path, sizeof(path), "PATH=%s", path_value);
  }
  return works ? process_run(loop, &options) : process_refused(loop, &options);
}

int main(void) {
  char list[2 * PATH_MAX];
  loop = uv_default_loop();
  process_temporary(directory, sizeof(directory));
  CHECK(mkdtemp(directory) != NULL);
  make_script("gyre-five", "#!/bin/sh\nexit 5\n", 0755);
  make_script("gyre-closed", "#!/bin/sh\nexit 6\n", 0644);
  make_script("true", "#!/bin/sh\nexit 6\n", 0644);

  CHECK_EQ(run("gyre-five", directory, NULL, true), 5);
  CHECK_EQ(run("gyre-five", "/no-such:/usr", NULL, false), UV_ENOENT);
  snprintf(list, sizeof(list), "/no-such:/dev/null:%s:/bin", directory);
  CHECK_EQ(run("gyre-five", list, NULL, true), 5);
  CHECK_EQ(run("gyre-closed", list, NULL, false), UV_EACCES);
  CHECK_EQ(run("true", list, NULL, true), 0); /* continues with /bin */
  CHECK_EQ(run("gyre-five", "", directory, true), 5);
  CHECK_EQ(run("gyre-five", "/no-such:", directory, true), 5);
  CHECK_EQ(run("gyre-five", "/no-such::/bin", directory, true), 5);
  CHECK_EQ(run("gyre-five", ".", directory, true), 5);
  CHECK_EQ(run("true", NULL, NULL, true), 0);
  CHECK_EQ(run("gyre-five", NULL, NULL, false), UV_ENOENT);
  /* A slash means a path, relative to the child's directory. */
  CHECK_EQ(run("./gyre-five", "/bin", directory, true), 5);
  CHECK_EQ(run("./gyre-five", directory, "/", false), UV_ENOENT);

  CHECK_EQ(setenv("PATH", directory, 1), 0);
  char *args[] = {"x", NULL};
  uv_process_options_t options = {.file = "gyre-five", .args = args};
  CHECK_EQ(process_run(loop, &options), 5);

  CHECK_EQ(uv_loop_close(loop), 0);
  static const char *const names[] = {"gyre-five", "gyre-closed", "true"};
  for (int i = 0; i < 3; i++) {
    snprintf(list, sizeof(list), "%s/%s", directory, names[i]);
    unlink(list);
  }
  rmdir(directory);
  return 0;
}
