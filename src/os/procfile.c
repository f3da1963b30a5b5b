/* SPDX-License-Identifier: MIT */
/* Reading the kernel's text files: see procfile.h. */
#include "os/procfile.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "uv.h"

static int open_below(const char *root, const char *path) {
  char full[PATH_MAX];
  int length = snprintf(full, sizeof(full), "%s%s", root, path);
  if (length < 0 || (size_t)length >= sizeof(full)) {
    return UV_ENAMETOOLONG;
  }
  int fd;
  do {
    fd = open(full, O_RDONLY | O_CLOEXEC);
  } while (fd < 0 && errno == EINTR);
  return fd < 0 ? -errno : fd;
}

static ssize_t read_some(int fd, char *buffer, size_t size) {
  ssize_t count;
  do {
    count = read(fd, buffer, size);
  } while (count < 0 && errno == EINTR);
  return count < 0 ? -errno : count;
}

int gy_procfile_open(gy_procfile *file, const char *root, const char *path) {
  file->fd = open_below(root, path);
  file->err = 0;
  file->skipping = false;
  file->begin = file->end = 0;
  return file->fd < 0 ? file->fd : 0;
}

/* Everything that is left in the buffer, as a line. */
static char *last_part(gy_procfile *file) {
  file->text[file->end] = '\0';
  file->begin = file->end = 0;
  return file->text;
}

char *gy_procfile_line(gy_procfile *file) {
  for (;;) {
    char *start = file->text + file->begin;
    char *newline = memchr(start, '\n', file->end - file->begin);
    if (newline != NULL) {
      *newline = '\0';
      file->begin = (size_t)(newline + 1 - file->text);
      if (!file->skipping) {
        return start;
      }
      file->skipping = false;
      continue;
    }
    file->end -= file->begin;
    memmove(file->text, start, file->end);
    file->begin = 0;
    if (file->skipping) {
      file->end = 0;
    } else if (file->end == GY_PROCFILE_LINE) {
      file->skipping = true;
      return last_part(file);
    }
    ssize_t count = read_some(file->fd, file->text + file->end, GY_PROCFILE_LINE - file->end);
    if (count < 0) {
      file->err = (int)count;
      return NULL;
    }
    if (count == 0) {
      return file->end == 0 ? NULL : last_part(file);
    }
    file->end += (size_t)count;
  }
}

int gy_procfile_close(gy_procfile *file) {
  close(file->fd);
  return file->err;
}

int gy_procfile_read(const char *root, const char *path, char *buffer, size_t size) {
  int fd = open_below(root, path);
  if (fd < 0) {
    return fd;
  }
  size_t length = 0;
  ssize_t count = 0;
  while (length < size - 1) {
    count = read_some(fd, buffer + length, size - 1 - length);
    if (count <= 0) {
      break;
    }
    length += (size_t)count;
  }
  buffer[length] = '\0';
  close(fd);
  return count < 0 ? (int)count : 0;
}

int gy_procfile_find(const char *root, const char *path, const char *key, uint64_t *value) {
  gy_procfile file;
  int err = gy_procfile_open(&file, root, path);
  if (err != 0) {
    return err;
  }
  size_t length = strlen(key);
  bool found = false;
  const char *line;
  while (!found && (line = gy_procfile_line(&file)) != NULL) {
    if (strncmp(line, key, length) == 0) {
      line += length;
      found = gy_procfile_number(&line, value);
    }
  }
  err = gy_procfile_close(&file);
  return found ? 0 : err != 0 ? err : UV_ENOENT;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool gy_procfile_number(const char **text, uint64_t *value) {
  const char *at = *text + strspn(*text, " \t");
  if (!is_digit(*at)) {
    return false;
  }
  uint64_t number = 0;
  for (; is_digit(*at); at++) {
    if (__builtin_mul_overflow(number, UINT64_C(10), &number) ||
        __builtin_add_overflow(number, (uint64_t)(*at - '0'), &number)) {
      at += strspn(at, "0123456789");
      number = UINT64_MAX;
      break;
    }
  }
  *text = at;
  *value = number;
  return true;
}

bool gy_procfile_decimal(const char **text, double *value) {
  uint64_t whole;
  if (!gy_procfile_number(text, &whole)) {
    return false;
  }
  double fraction = 0;
  double unit = 1;
  if (**text == '.') {
    for (++*text; is_digit(**text); ++*text) {
      unit /= 10;
      fraction += unit * (**text - '0');
    }
  }
  *value = (double)whole + fraction;
  return true;
}
