/* SPDX-License-Identifier: MIT */
/*
 * Proves that uv_os_environ lists exactly the existing variables, in order and as copies; entries
 * without an equals sign are skipped, and an empty environment is no error.
 */
#include <unistd.h>

#include "../check.h"
#include "starve.h"
#include "uv.h"

static int try_it(void) {
  uv_env_item_t *items;
  int count;
  int err = uv_os_environ(&items, &count);
  if (err != 0) {
    CHECK(items == NULL);
    CHECK_EQ(count, 0);
  }
  uv_os_free_environ(items, count);
  return err;
}

int main(void) {
  uv_env_item_t *items;
  int count;
  CHECK_EQ(uv_os_setenv("GYRE_TEST", "a=b=c"), 0);
  CHECK_EQ(uv_os_environ(&items, &count), 0);
  int i = 0;
  for (char **entry = environ; *entry != NULL; entry++, i++) {
    CHECK(i < count);
    char line[65536];
    snprintf(line, sizeof(line), "%s=%s", items[i].name, items[i].value);
    CHECK_STR(line, *entry);
    CHECK(strchr(items[i].name, '=') == NULL);
  }
  CHECK_EQ(i, count);
  uv_os_free_environ(items, count);

  char first[] = "ONE=1";
  char third[] = "=strange";
  char fourth[] = "EMPTY=";
  char *own[] = {"no equals sign", first, "neither", third, fourth, "last", NULL};
  environ = own;
  CHECK_EQ(uv_os_environ(&items, &count), 0);
  CHECK_EQ(count, 3);
  memset(first, '#', strlen(first));
  CHECK_STR(items[0].name, "ONE");
  CHECK_STR(items[0].value, "1");
  CHECK_STR(items[1].name, "");
  CHECK_STR(items[1].value, "strange");
  CHECK_STR(items[2].name, "EMPTY");
  CHECK_STR(items[2].value, "");
  uv_os_free_environ(items, count);

  char *none[] = {"no equals sign", NULL};
  char **nothing[] = {none, none + 1, NULL};
  for (int which = 0; which < 3; which++) {
    environ = nothing[which];
    count = 77;
    CHECK_EQ(uv_os_environ(&items, &count), 0);
    CHECK_EQ(count, 0);
    CHECK(items == NULL);
    uv_os_free_environ(items, count);
  }
  environ = own;
  starve_each(try_it);
  return 0;
}
