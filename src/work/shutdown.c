/* SPDX-License-Identifier: MIT */
/* The end of the library: releases what outlives all loops. */
#include <stdatomic.h>
#include <stdbool.h>

#include "work/request.h"

/* Runs automatically when the process ends or the library is unloaded. */
__attribute__((destructor)) void uv_library_shutdown(void) {
  static atomic_bool done;
  if (!atomic_exchange(&done, true)) {
    gy_pool_stop();
  }
}
