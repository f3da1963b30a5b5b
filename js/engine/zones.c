/* SPDX-License-Identifier: MIT */
/* What an engine from 2.54 on does about time zones before it runs anything, and what gyre spares a
 * program of it.
 *
 * - It watches the machine's time zone: a file, and a service on the system's bus, with three
 *   threads of its own. The kernel takes 20 ms to end that. Programs under Node do not notice a new
 *   zone either, nor do those on older engines.
 * - It lists all zones, for which it opens ICU. The list is made once, when the number of UTC in it
 *   is first asked for. The first VM does not ask if there seems to be a number; afterwards there
 *   is none again, and what needs the list makes it. prepare.c shows that this works. */
#include <dlfcn.h>
#include <string.h>

#include "engine/prepared.h"
#include "engine/private.h"

#define NO_ZONE UINT32_MAX

typedef void gj_watch_fn(void);

/* The engine calls this instead of its own, because its functions are looked up in the program
 * first. */
gj_watch_fn gj_zones_watch __asm__(GJ_WATCH_SYMBOL);

void gj_zones_watch(void) {
  if (!gj_private_has(GJ_PART_zones)) {
    void *found = dlsym(RTLD_NEXT, GJ_WATCH_SYMBOL);
    gj_watch_fn *own;
    memcpy(&own, &found, sizeof(own));
    own();
  }
}

static uint32_t *utc; /* process: NULL, or the number while the first VM is made */

void gj_zones_put_off(void) {
  if (gj_open_is_prepared() && gj_private_has(GJ_PART_zones)) {
    memcpy(&utc, &gj_jsc.utc_zone, sizeof(utc));
  }
  if (utc != NULL && *utc == NO_ZONE) {
    *utc = 0;
  } else {
    utc = NULL;
  }
}

void gj_zones_put_back(void) {
  if (utc != NULL && *utc == 0) {
    *utc = NO_ZONE;
  }
}
