/* SPDX-License-Identifier: MIT */
/* Terminals, and what the standard streams need to know of descriptors: for js/lib/tty.js and
 * js/lib/internal/stdio_streams.js. Handles of terminals are streams (bind/stream.h). */
#include <errno.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "bind/stream.h"

/* guess(fd): what it is, as a word. */
GJ_FUNCTION(guess) {
  switch (uv_guess_handle(gj_to_int32(js, argv[0]))) {
    case UV_TTY:
      return gj_string(js, "TTY");
    case UV_FILE:
      return gj_string(js, "FILE");
    case UV_NAMED_PIPE:
      return gj_string(js, "PIPE");
    case UV_TCP:
      return gj_string(js, "TCP");
    case UV_UDP:
      return gj_string(js, "UDP");
    default:
      return gj_string(js, "UNKNOWN");
  }
}

/* isatty(fd) */
GJ_FUNCTION(is_tty) { return gj_bool(js, uv_guess_handle(gj_to_int32(js, argv[0])) == UV_TTY); }

/* write(fd, string or bytes): all of it, however long that takes; 0, or a negative error number. */
GJ_FUNCTION(write_all) {
  int fd = gj_to_int32(js, argv[0]);
  gj_text text = {.data = text.room};
  gj_bytes bytes;
  if (gj_is_string(js, argv[1]) || !gj_bytes_get(js, argv[1], &bytes)) {
    gj_text_get(js, argv[1], &text);
    bytes = (gj_bytes){(uint8_t *)text.data, text.size};
  }
  int err = 0;
  while (bytes.size > 0 && err == 0) {
    ssize_t done = write(fd, bytes.data, bytes.size);
    if (done >= 0) {
      bytes.data += done;
      bytes.size -= (size_t)done;
    } else if (errno == EAGAIN) {
      struct pollfd wait = {fd, POLLOUT, 0};
      poll(&wait, 1, -1);
    } else if (errno != EINTR) {
      err = -errno;
    }
  }
  gj_text_free(&text);
  return gj_number(js, err);
}

/* windowSize(fd): [columns, rows], or a negative error number. */
GJ_FUNCTION(window_size) {
  struct winsize size;
  if (ioctl(gj_to_int32(js, argv[0]), TIOCGWINSZ, &size) != 0) {
    return gj_number(js, -errno);
  }
  gj_value both[] = {gj_number(js, size.ws_col), gj_number(js, size.ws_row)};
  return gj_array(js, 2, both);
}

/* newTty(fd): a handle of a stream, or a negative error number. */
GJ_FUNCTION(new_tty) {
  gj_value native;
  gj_stream_wrap *wrap = gj_stream_new(js, &native);
  int err = uv_tty_init(wrap->runtime->loop, &wrap->tty, gj_to_int32(js, argv[0]), 0);
  if (err != 0) {
    gj_stream_discard(wrap);
    return gj_number(js, err);
  }
  return native;
}

/* setMode(native, raw): 0, or a negative error number. */
GJ_FUNCTION(set_mode) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  if (wrap == NULL) {
    return gj_number(js, UV_EBADF);
  }
  uv_tty_mode_t mode = gj_to_bool(js, argv[1]) ? UV_TTY_MODE_RAW : UV_TTY_MODE_NORMAL;
  return gj_number(js, uv_tty_set_mode(&wrap->tty, mode));
}

gj_object gj_bind_tty(gj_context js) {
  static const gj_export exports[] = {
      {"guess", guess},    {"isatty", is_tty},    {"write", write_all}, {"windowSize", window_size},
      {"newTty", new_tty}, {"setMode", set_mode}, {NULL, NULL},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}
