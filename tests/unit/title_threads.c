/* SPDX-License-Identifier: MIT */
/* Proves that titles that several threads set at once are never mixed when read.
 * no qemu: the test executes itself. */
#include <stdatomic.h>
#include <unistd.h>

#include "../check.h"
#include "uv.h"

enum { SETTERS = 3, LENGTH = 40, ROUNDS = 4000 };

static atomic_int running = SETTERS;

static void set(void *arg) {
  char title[LENGTH + 1];
  for (int i = 0; i < ROUNDS; i++) {
    memset(title, 'a' + (i + *(int *)arg) % 26, LENGTH);
    title[LENGTH - i % 7] = '\0';
    title[LENGTH] = '\0';
    CHECK_EQ(uv_set_process_title(title), 0);
  }
  atomic_fetch_sub(&running, 1);
}

static void get(void *unused) {
  (void)unused;
  while (atomic_load(&running) > 0) {
    char title[LENGTH + 1];
    CHECK_EQ(uv_get_process_title(title, sizeof(title)), 0);
    size_t length = strlen(title);
    CHECK(length > LENGTH - 7 && length <= LENGTH);
    CHECK_EQ(strspn(title, (char[]){title[0], '\0'}), length);
  }
}

int main(int argc, char **argv) {
  if (argc == 1) {
    char name[LENGTH + 1];
    memset(name, 'a', LENGTH);
    name[LENGTH] = '\0';
    execl("/proc/self/exe", name, "again", NULL);
    CHECK(!"execl came back");
  }
  CHECK(uv_setup_args(argc, argv) != argv);
  int which[SETTERS];
  uv_thread_t setters[SETTERS];
  uv_thread_t getters[2];
  for (int i = 0; i < 2; i++) {
    CHECK_EQ(uv_thread_create(&getters[i], get, NULL), 0);
  }
  for (int i = 0; i < SETTERS; i++) {
    which[i] = i;
    CHECK_EQ(uv_thread_create(&setters[i], set, &which[i]), 0);
  }
  for (int i = 0; i < SETTERS; i++) {
    CHECK_EQ(uv_thread_join(&setters[i]), 0);
  }
  for (int i = 0; i < 2; i++) {
    CHECK_EQ(uv_thread_join(&getters[i]), 0);
  }
  return 0;
}
