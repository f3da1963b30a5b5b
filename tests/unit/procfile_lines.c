/* SPDX-License-Identifier: MIT */
/*
 * Proves that lines come one by one, with and without a final newline, that a line that is too long
 * is truncated and the next one is whole, and that a file that cannot be read is an error.
 */
#include "os/procfile.h"

#include "fake_root.h"
#include "uv.h"

static gy_procfile file;

static void check_lines(const char *text, const char *const *expected) {
  fake_file("/file", text);
  CHECK_EQ(gy_procfile_open(&file, fake_root, "/file"), 0);
  for (; *expected != NULL; expected++) {
    const char *line = gy_procfile_line(&file);
    CHECK(line != NULL);
    CHECK_STR(line, *expected);
  }
  CHECK(gy_procfile_line(&file) == NULL);
  CHECK(gy_procfile_line(&file) == NULL);
  CHECK_EQ(gy_procfile_close(&file), 0);
}

/* A line of LENGTH bytes between two short ones. */
static void check_long(size_t length) {
  char *text = malloc(length + 32);
  CHECK(text != NULL);
  strcpy(text, "before\n");
  memset(text + 7, 'x', length);
  strcpy(text + 7 + length, "\nafter\n");
  fake_file("/file", text);
  free(text);
  CHECK_EQ(gy_procfile_open(&file, fake_root, "/file"), 0);
  CHECK_STR(gy_procfile_line(&file), "before");
  size_t expected = length < GY_PROCFILE_LINE ? length : GY_PROCFILE_LINE;
  const char *line = gy_procfile_line(&file);
  CHECK_EQ(strlen(line), expected);
  CHECK_EQ(strspn(line, "x"), expected);
  CHECK_STR(gy_procfile_line(&file), "after");
  CHECK(gy_procfile_line(&file) == NULL);
  CHECK_EQ(gy_procfile_close(&file), 0);
}

int main(void) {
  fake_root_make();
  check_lines("", (const char *[]){NULL});
  check_lines("one", (const char *[]){"one", NULL});
  check_lines("one\n", (const char *[]){"one", NULL});
  check_lines("\n\none\ntwo three", (const char *[]){"", "", "one", "two three", NULL});
  for (size_t length = GY_PROCFILE_LINE - 9; length < GY_PROCFILE_LINE + 9; length++) {
    check_long(length);
  }
  check_long(3 * GY_PROCFILE_LINE);
  check_long(100000);

  char text[8];
  CHECK_EQ(gy_procfile_open(&file, fake_root, "/missing"), UV_ENOENT);
  CHECK_EQ(gy_procfile_read(fake_root, "/missing", text, sizeof(text)), UV_ENOENT);
  CHECK_EQ(gy_procfile_open(&file, fake_root, ""), 0);
  CHECK(gy_procfile_line(&file) == NULL);
  CHECK_EQ(gy_procfile_close(&file), UV_EISDIR);
  CHECK_EQ(gy_procfile_read(fake_root, "", text, sizeof(text)), UV_EISDIR);
  char path[PATH_MAX + 1];
  memset(path, '/', PATH_MAX);
  path[PATH_MAX] = '\0';
  CHECK_EQ(gy_procfile_open(&file, fake_root, path), UV_ENAMETOOLONG);

  fake_file("/file", "0123456789");
  CHECK_EQ(gy_procfile_read(fake_root, "/file", text, sizeof(text)), 0);
  CHECK_STR(text, "0123456");
  return 0;
}
