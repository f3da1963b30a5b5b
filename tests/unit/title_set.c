/* SPDX-License-Identifier: MIT */
/*
 * Proves that a title replaces the arguments where other programs see them, is truncated to their
 * room, names the thread too, and leaves the copied arguments and the environment alone.
 * no qemu: the test executes itself.
 */
#include <sys/prctl.h>
#include <unistd.h>

#include "../check.h"
#include "uv.h"

/* "title-test" + "one" + "" + "three" with their terminating bytes. */
enum { ROOM = 11 + 4 + 1 + 6 };

static void check_title(const char *expected) {
  char title[64];
  CHECK_EQ(uv_get_process_title(title, sizeof(title)), 0);
  CHECK_STR(title, expected);

  char seen[256];
  FILE *file = fopen("/proc/self/cmdline", "re");
  CHECK(file != NULL);
  size_t length = fread(seen, 1, sizeof(seen), file);
  fclose(file);
  CHECK_EQ(length, ROOM);
  CHECK_STR(seen, expected);
  for (size_t i = strlen(expected); i < length; i++) {
    CHECK_EQ(seen[i], '\0');
  }
  char name[17] = "";
  CHECK_EQ(prctl(PR_GET_NAME, name), 0);
  char cut[16];
  snprintf(cut, sizeof(cut), "%s", expected);
  CHECK_STR(name, cut);
}

int main(int argc, char **argv) {
  if (argc == 1) {
    char *again[] = {"title-test", "one", "", "three", NULL};
    char *surroundings[] = {"FIRST=variable", NULL};
    execve("/proc/self/exe", again, surroundings);
    CHECK(!"execve came back");
  }
  char title[64];
  char **copy = uv_setup_args(argc, argv);
  CHECK(copy != argv);
  CHECK_EQ(uv_get_process_title(title, sizeof(title)), 0);
  CHECK_STR(title, "title-test");

  CHECK_EQ(uv_set_process_title("%s new"), 0);
  check_title("%s new");
  CHECK_EQ(uv_set_process_title(""), 0);
  check_title("");
  CHECK_EQ(uv_set_process_title("exactly as long as it"), 0);
  check_title("exactly as long as it");
  CHECK_EQ(uv_set_process_title("far longer than all that can be put there"), 0);
  check_title("far longer than all t");
  CHECK_EQ(uv_set_process_title(argv[0] + 4), 0); /* overlaps the old one */
  check_title("longer than all t");
  CHECK_EQ(uv_set_process_title(NULL), UV_EINVAL);

  CHECK_EQ(uv_get_process_title(title, 17), UV_ENOBUFS);
  CHECK_EQ(uv_get_process_title(title, 18), 0);
  CHECK_EQ(uv_get_process_title(title, 0), UV_EINVAL);
  CHECK_EQ(uv_get_process_title(NULL, 9), UV_EINVAL);

  CHECK_STR(copy[0], "title-test");
  CHECK_STR(copy[1], "one");
  CHECK_STR(copy[2], "");
  CHECK_STR(copy[3], "three");
  CHECK(copy[4] == NULL);
  CHECK_STR(getenv("FIRST"), "variable");
  return 0;
}
