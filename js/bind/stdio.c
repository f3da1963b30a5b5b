/* SPDX-License-Identifier: MIT */
/* Plain writes and reads of descriptors, for what must always work: the last message of a failing
 * program, and the loader, which reads files before anything else exists. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/memory.h"
#include "runtime/runtime.h"

static int write_all(int fd, const char *data, size_t size) {
  while (size > 0) {
    ssize_t done = write(fd, data, size);
    if (done < 0 && errno == EAGAIN) {
      struct pollfd wait = {fd, POLLOUT, 0};
      poll(&wait, 1, -1);
    } else if (done < 0 && errno != EINTR) {
      return -errno;
    } else if (done > 0) {
      data += done;
      size -= (size_t)done;
    }
  }
  return 0;
}

/* write(fd, string): 0, or a negative error number. */
GJ_FUNCTION(write_text) {
  gj_text text;
  if (!gj_text_try(js, argv[1], &text)) {
    return gj_number(js, UV_ENOMEM);
  }
  int err = write_all(gj_to_int32(js, argv[0]), text.data, text.size);
  gj_text_free(&text);
  return gj_number(js, err);
}

static gj_value read_all(gj_context js, int fd) {
  struct stat info;
  if (fstat(fd, &info) != 0) {
    return gj_number(js, -errno);
  }
  if (S_ISDIR(info.st_mode)) {
    return gj_number(js, UV_EISDIR);
  }
  size_t room = S_ISREG(info.st_mode) ? (size_t)info.st_size + 1 : 65536;
  size_t size = 0;
  char *data = gj_memory_room(room);
  if (data == NULL) {
    return gj_number(js, UV_ENOMEM);
  }
  for (;;) {
    ssize_t done = read(fd, data + size, room - size);
    if (done < 0 && errno == EINTR) {
      continue;
    }
    size += done > 0 ? (size_t)done : 0;
    if (done <= 0 || (S_ISREG(info.st_mode) && size == (size_t)info.st_size)) {
      gj_value value = done < 0                ? gj_number(js, -errno)
                       : size > GJ_STRING_MOST ? gj_number(js, UV_EFBIG)
                                               : gj_string_utf8(js, data, size);
      free(data);
      return value;
    }
    if (size == room) {
      char *larger = gj_memory_grow(data, room *= 2);
      if (larger == NULL) {
        free(data);
        return gj_number(js, UV_ENOMEM);
      }
      data = larger;
    }
  }
}

/* readText(path or fd): the file as a string, or a negative error number. */
GJ_FUNCTION(read_text) {
  if (gj_is_number(js, argv[0])) {
    return read_all(js, gj_to_int32(js, argv[0]));
  }
  gj_text path;
  gj_text_get(js, argv[0], &path);
  int fd = open(path.data, O_RDONLY | O_CLOEXEC);
  int err = errno;
  gj_text_free(&path);
  if (fd < 0) {
    return gj_number(js, -err);
  }
  gj_value value = read_all(js, fd);
  close(fd);
  return value;
}

/* isTerminal(fd) */
GJ_FUNCTION(is_terminal) { return gj_bool(js, isatty(gj_to_int32(js, argv[0]))); }

gj_object gj_bind_stdio(gj_context js) {
  static const gj_export exports[] = {
      {"write", write_text},
      {"readText", read_text},
      {"isTerminal", is_terminal},
      {NULL, NULL},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}
