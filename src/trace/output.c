/* SPDX-License-Identifier: MIT */
/* Writing files of a trace: see output.h. */
#include "trace/output.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int gy_output_flush(gy_output *output) {
  size_t done = 0;
  while (done < output->used && output->error == 0) {
    ssize_t written = write(output->file, output->bytes + done, output->used - done);
    if (written >= 0) {
      done += (size_t)written;
    } else if (errno != EINTR && errno != EAGAIN) {
      output->error = -errno;
    }
  }
  output->used = 0;
  return output->error;
}

void gy_output_put(gy_output *output, const void *bytes, size_t size) {
  while (size > 0) {
    if (output->used == output->size) {
      gy_output_flush(output);
    }
    size_t room = output->size - output->used;
    size_t part = size < room ? size : room;
    memcpy(output->bytes + output->used, bytes, part);
    output->used += part;
    bytes = (const char *)bytes + part;
    size -= part;
  }
}

void gy_output_text(gy_output *output, const char *text) {
  gy_output_put(output, text, strlen(text));
}

void gy_output_format(gy_output *output, const char *format, ...) {
  char text[512];
  va_list rest;
  va_start(rest, format);
  int size = vsnprintf(text, sizeof(text), format, rest);
  va_end(rest);
  gy_output_put(output, text, (size_t)size < sizeof(text) ? (size_t)size : sizeof(text) - 1);
}

/* How many bytes of UTF-8 begin at TEXT; 0: invalid. */
static size_t utf8_length(const unsigned char *text) {
  size_t length = text[0] < 0x80 ? 1 : text[0] < 0xc2 ? 0 : text[0] < 0xe0 ? 2 : 3;
  length += text[0] >= 0xf0;
  if (text[0] > 0xf4) {
    return 0;
  }
  for (size_t i = 1; i < length; i++) {
    if ((text[i] & 0xc0) != 0x80) {
      return 0;
    }
  }
  bool surrogate = text[0] == 0xed && text[1] > 0x9f;
  bool overlong = (text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xf0 && text[1] < 0x90);
  bool beyond = text[0] == 0xf4 && text[1] > 0x8f;
  return surrogate || overlong || beyond ? 0 : length;
}

/* `<` is written as an escape, so that no end of a script can be read into a page. */
void gy_output_json(gy_output *output, const char *text) {
  const unsigned char *at = (const unsigned char *)text;
  gy_output_put(output, "\"", 1);
  while (*at != '\0') {
    size_t length = utf8_length(at);
    if (length == 0) {
      gy_output_text(output, "\\ufffd");
      at++;
    } else if (*at == '"' || *at == '\\') {
      gy_output_format(output, "\\%c", *at++);
    } else if (*at == '\n') {
      gy_output_text(output, "\\n");
      at++;
    } else if (*at < 0x20 || *at == '<' || *at == 0x7f) {
      gy_output_format(output, "\\u%04x", *at++);
    } else {
      gy_output_put(output, at, length);
      at += length;
    }
  }
  gy_output_put(output, "\"", 1);
}

void gy_output_base64(gy_output *output, const void *bytes, size_t size) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const unsigned char *at = bytes;
  for (; size >= 3; at += 3, size -= 3) {
    uint32_t three = (uint32_t)at[0] << 16 | (uint32_t)at[1] << 8 | at[2];
    char four[4] = {digits[three >> 18], digits[three >> 12 & 63], digits[three >> 6 & 63],
                    digits[three & 63]};
    gy_output_put(output, four, 4);
  }
  if (size > 0) {
    uint32_t three = (uint32_t)at[0] << 16 | (size > 1 ? (uint32_t)at[1] << 8 : 0);
    char four[4] = {digits[three >> 18], digits[three >> 12 & 63],
                    size > 1 ? digits[three >> 6 & 63] : '=', '='};
    gy_output_put(output, four, 4);
  }
}
