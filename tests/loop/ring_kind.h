/* SPDX-License-Identifier: MIT */
/*
 * Distinguishes the ring with which a loop watches epoll (io/glance.h) from other descriptors. It
 * is opened when a loop has turned for a while without sleeping, so tests that count descriptors
 * ignore it; the glance tests count only it.
 */
#ifndef GY_TEST_RING_KIND_H
#define GY_TEST_RING_KIND_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* NAME is an entry of /proc/self/fd. Rings for files have more than 4 entries. */
static inline bool ring_watches_epoll(const char *name) {
  char path[300];
  char line[80];
  bool found = false;
  snprintf(path, sizeof(path), "/proc/self/fdinfo/%s", name);
  FILE *file = fopen(path, "re");
  while (file != NULL && !found && fgets(line, sizeof(line), file) != NULL) {
    found = strcmp(line, "SqMask:\t0x3\n") == 0;
  }
  if (file != NULL) {
    fclose(file);
  }
  return found;
}

#endif
