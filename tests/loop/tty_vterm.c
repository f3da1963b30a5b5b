/* SPDX-License-Identifier: MIT */
/* The calls that only matter on other platforms: one does nothing, the other returns an error. */
#include "tty_pty.h"

int main(void) {
  uv_tty_vtermstate_t state = UV_TTY_UNSUPPORTED;
  uv_tty_set_vterm_state(UV_TTY_SUPPORTED);
  CHECK_EQ(uv_tty_get_vterm_state(&state), UV_ENOTSUP);
  CHECK_EQ(state, UV_TTY_UNSUPPORTED);
  return 0;
}
