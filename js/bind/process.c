/* SPDX-License-Identifier: MIT */
/* The process, for js/lib/internal/process.js. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/runtime.h"

/* exit(code): at once; no callback runs any more. */
GY_FUNCTION(leave) {
  uv_tty_reset_mode();
  fflush(NULL);
  _exit(gy_to_int32(js, argv[0]));
}

GY_FUNCTION(hrtime) { return gy_number(js, (double)uv_hrtime()); }

GY_FUNCTION(hrtime_bigint) { return gy_bigint_u(js, uv_hrtime()); }

GY_FUNCTION(cwd) {
  char room[4096];
  size_t size = sizeof(room);
  int err = uv_cwd(room, &size);
  return err != 0 ? gy_number(js, err) : gy_string_utf8(js, room, size);
}

gy_object gy_bind_process(gy_context js) {
  static const gy_export exports[] = {
      {"exit", leave}, {"hrtime", hrtime}, {"hrtimeBigint", hrtime_bigint},
      {"cwd", cwd},    {NULL, NULL},
  };
  gy_runtime *runtime = gy_runtime_self();
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  gy_object argv = gy_array(js, 0, NULL);
  for (int i = 0; i < runtime->argc; i++) {
    gy_set_index(js, argv, (unsigned)i, gy_string(js, runtime->argv[i]));
  }
  gy_set(js, binding, "argv", argv);
  char path[4096];
  size_t size = sizeof(path);
  if (uv_exepath(path, &size) == 0) {
    gy_set_string(js, binding, "execPath", path);
  }
  gy_set_number(js, binding, "pid", uv_os_getpid());
  return binding;
}
