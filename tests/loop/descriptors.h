/* SPDX-License-Identifier: MIT */
/* Detects leaked descriptors. */
#ifndef GY_TEST_DESCRIPTORS_H
#define GY_TEST_DESCRIPTORS_H

#include <dirent.h>

#include "check.h"

/* The number of open descriptors, plus a few that are always the same. Only for comparing two
 * counts. */
__attribute__((unused)) static int count_descriptors(void) {
  int count = 0;
  DIR *directory = opendir("/proc/self/fd");
  CHECK(directory != NULL);
  while (readdir(directory) != NULL) {
    count++;
  }
  closedir(directory);
  return count;
}

#endif
