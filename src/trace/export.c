/* SPDX-License-Identifier: MIT */
/* Writing a trace to a file, in the form that its name tells. */
#include "trace/export.h"

#include <string.h>

#define BUFFER_BYTES ((size_t)1 << 16)

static bool ends_in(const char *path, const char *ending) {
  size_t length = strlen(path);
  size_t wanted = strlen(ending);
  return length >= wanted && strcmp(path + length - wanted, ending) == 0;
}

gy_export_form *gy_export_format(const char *path) {
  if (strcmp(path, "-") == 0 || ends_in(path, ".txt")) {
    return gy_text_write;
  }
  return ends_in(path, ".html") ? gy_page_write : ends_in(path, ".json") ? gy_chrome_write : NULL;
}

int gy_export_write(int file, gy_export_form *form) {
  gy_trace_story story;
  gy_array buffer = {0};
  gy_output output = {.file = file, .size = BUFFER_BYTES};
  output.bytes = gy_array_add(&buffer, BUFFER_BYTES);
  if (output.bytes == NULL) {
    return UV_ENOMEM;
  }
  gy_story_tell(&story);
  form(&output, &story);
  gy_story_free(&story);
  int err = gy_output_flush(&output);
  gy_array_free(&buffer);
  return err;
}
