/* SPDX-License-Identifier: MIT */
/* Proves that the table of sites has exactly what was added and not removed, at any fill level. */
#include "trace/sites.h"

#include "../check.h"

enum { COUNT = 3000, ROUNDS = 40000 };

static char subjects[COUNT];
static char owners[2];
static bool present[COUNT];

static unsigned random_number(void) {
  static uint64_t state = 7;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33);
}

static int tell_nothing(char *text, size_t room) {
  snprintf(text, room, "here");
  return 1;
}

static void check_all(void) {
  char text[GY_SITE_TEXT];
  gy_site_request requests[COUNT];
  size_t expected[2] = {0, 0};
  for (int i = 0; i < COUNT; i++) {
    CHECK_EQ(gy_sites_tell(&subjects[i], text) != 0, present[i]);
    CHECK_STR(text, present[i] ? "here" : "");
    expected[i % 2] += present[i] && i % 3 != 0;
  }
  for (int owner = 0; owner < 2; owner++) {
    CHECK_EQ(gy_sites_requests(&owners[owner], requests, COUNT), expected[owner]);
    for (size_t i = 0; i < expected[owner]; i++) {
      int at = (int)((const char *)requests[i].subject - subjects);
      CHECK(present[at] && at % 2 == owner && requests[i].kind == at % 3);
    }
  }
}

int main(void) {
  gy_sites_start();
  CHECK(gy_sites_on);
  gy_sites_set_teller(tell_nothing);
  for (int round = 0; round < ROUNDS; round++) {
    int at = (int)(random_number() % COUNT);
    if (random_number() % 4 != 0 && !present[at]) {
      gy_sites_add(&owners[at % 2], &subjects[at], at % 3);
      present[at] = true;
    } else if (random_number() % 2 == 0) {
      gy_sites_remove(&subjects[at]); /* also entries that do not exist */
      present[at] = false;
    }
    if (round % 4000 == 0) {
      check_all();
    }
  }
  check_all();
  for (int i = 0; i < COUNT; i++) {
    gy_sites_remove(&subjects[i]);
    present[i] = false;
  }
  check_all();
  return 0;
}
