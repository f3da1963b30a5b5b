/* SPDX-License-Identifier: MIT */
/*
 * Names and texts of error codes, and the translation of errno into them. Programs call it; the
 * library itself only passes codes on. The only list of codes is UV_ERRNO_MAP in uv.h.
 */
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "uv.h"

/* Long enough for "Unknown system error " and any int. */
#define UNKNOWN_TEXT_SIZE 40

/*
 * The text of a code that is not in the map. uv_err_name and uv_strerror promise a text that nobody
 * frees, so each text is made once and kept for the life of the process, on this list, which only
 * grows at its head. An allocation per call would leak without bound if a program logs the same
 * unknown code again and again.
 */
typedef struct unknown_text {
  struct unknown_text *next;
  int code;
  char text[UNKNOWN_TEXT_SIZE];
} unknown_text;

static unknown_text *_Atomic unknown_texts;

static const char *name_of(int err) {
  switch (err) {
#define NAME_CASE(name, text) \
  case UV_##name:             \
    return #name;
    UV_ERRNO_MAP(NAME_CASE)
#undef NAME_CASE
  }
  return NULL;
}

static const char *text_of(int err) {
  switch (err) {
#define TEXT_CASE(name, text) \
  case UV_##name:             \
    return text;
    UV_ERRNO_MAP(TEXT_CASE)
#undef TEXT_CASE
  }
  return NULL;
}

static void format_unknown(int err, char *buf, size_t size) {
  snprintf(buf, size, "Unknown system error %d", err);
}

static const unknown_text *find_unknown(const unknown_text *from, int err) {
  while (from != NULL && from->code != err) {
    from = from->next;
  }
  return from;
}

static const char *keep_unknown(int err) {
  unknown_text *head = atomic_load_explicit(&unknown_texts, memory_order_acquire);
  const unknown_text *known = find_unknown(head, err);
  if (known != NULL) {
    return known->text;
  }
  unknown_text *made = gy_alloc(sizeof(*made));
  if (made == NULL) {
    return "Unknown system error";
  }
  made->code = err;
  format_unknown(err, made->text, sizeof(made->text));
  do {
    /* Another thread may have added the same code meanwhile. Two entries would be harmless, but a
     * second look is cheap and keeps one text per code. */
    known = find_unknown(head, err);
    if (known != NULL) {
      gy_free(made);
      return known->text;
    }
    made->next = head;
  } while (!atomic_compare_exchange_weak_explicit(&unknown_texts, &head, made, memory_order_release,
                                                  memory_order_acquire));
  return made->text;
}

/* Copies to the caller's buffer, truncated to fit, always terminated unless the size is 0. */
static char *copy_text(const char *known, int err, char *buf, size_t size) {
  if (known == NULL) {
    format_unknown(err, buf, size);
  } else if (size > 0) {
    size_t length = strnlen(known, size - 1);
    memcpy(buf, known, length);
    buf[length] = '\0';
  }
  return buf;
}

const char *uv_err_name(int err) {
  const char *name = name_of(err);
  return name != NULL ? name : keep_unknown(err);
}

char *uv_err_name_r(int err, char *buf, size_t buflen) {
  return copy_text(name_of(err), err, buf, buflen);
}

const char *uv_strerror(int err) {
  const char *text = text_of(err);
  return text != NULL ? text : keep_unknown(err);
}

char *uv_strerror_r(int err, char *buf, size_t buflen) {
  return copy_text(text_of(err), err, buf, buflen);
}

int uv_translate_sys_error(int sys_errno) { return sys_errno <= 0 ? sys_errno : -sys_errno; }
