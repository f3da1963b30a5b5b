/* SPDX-License-Identifier: MIT */
/* Terminals, and what the standard streams need to know of descriptors: for js/lib/tty.js and
 * js/lib/internal/stdio_streams.js. Handles of terminals are streams (bind/stream.h). */
#include <errno.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "bind/stream.h"

/* guess(fd): what it is, as a word. */
GY_FUNCTION(guess) {
  switch (uv_guess_handle(gy_to_int32(js, argv[0]))) {
    case UV_TTY:
      return gy_string(js, "TTY");
    case UV_FILE:
      return gy_string(js, "FILE");
    case UV_NAMED_PIPE:
      return gy_string(js, "PIPE");
    case UV_TCP:
      return gy_string(js, "TCP");
    case UV_UDP:
      return gy_string(js, "UDP");
    default:
      return gy_string(js, "UNKNOWN");
  }
}

/* isatty(fd) */
GY_FUNCTION(is_tty) { return gy_bool(js, uv_guess_handle(gy_to_int32(js, argv[0])) == UV_TTY); }

/* write(fd, string or bytes): all of it, however long that takes; 0, or a negative error number. */
GY_FUNCTION(write_all) {
  int fd = gy_to_int32(js, argv[0]);
  gy_text text = {.data = text.room};
  gy_bytes bytes;
  if (gy_is_string(js, argv[1]) || !gy_bytes_get(js, argv[1], &bytes)) {
    gy_text_get(js, argv[1], &text);
    bytes = (gy_bytes){(uint8_t *)text.data, text.size};
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
  gy_text_free(&text);
  return gy_number(js, err);
}

/* windowSize(fd): [columns, rows], or a negative error number. */
GY_FUNCTION(window_size) {
  struct winsize size;
  if (ioctl(gy_to_int32(js, argv[0]), TIOCGWINSZ, &size) != 0) {
    return gy_number(js, -errno);
  }
  gy_value both[] = {gy_number(js, size.ws_col), gy_number(js, size.ws_row)};
  return gy_array(js, 2, both);
}

/* newTty(fd): a handle of a stream, or a negative error number. */
GY_FUNCTION(new_tty) {
  gy_value native;
  gy_stream_wrap *wrap = gy_stream_new(js, &native);
  int err = uv_tty_init(wrap->runtime->loop, &wrap->tty, gy_to_int32(js, argv[0]), 0);
  if (err != 0) {
    gy_stream_discard(wrap);
    return gy_number(js, err);
  }
  return native;
}

/* setMode(native, raw): 0, or a negative error number. */
GY_FUNCTION(set_mode) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  if (wrap == NULL) {
    return gy_number(js, UV_EBADF);
  }
  uv_tty_mode_t mode = gy_to_bool(js, argv[1]) ? UV_TTY_MODE_RAW : UV_TTY_MODE_NORMAL;
  return gy_number(js, uv_tty_set_mode(&wrap->tty, mode));
}

gy_object gy_bind_tty(gy_context js) {
  static const gy_export exports[] = {
      {"guess", guess},    {"isatty", is_tty},    {"write", write_all}, {"windowSize", window_size},
      {"newTty", new_tty}, {"setMode", set_mode}, {NULL, NULL},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  return binding;
}
