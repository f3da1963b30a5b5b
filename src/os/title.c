/* SPDX-License-Identifier: MIT */
/*
 * The title of the process, which other programs read where the kernel put the arguments. Programs
 * call it.
 *
 * The arguments are strings one after the other on the stack; a title overwrites them. So they are
 * copied first, and a title can be as long as they were.
 */
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>

#include "base/alloc.h"
#include "os/futex.h"
#include "uv.h"

static struct {
  gy_lock lock;
  char **arguments; /* what main() got */
  char **copy;      /* of it; kept until the process ends */
  char *text;       /* the title, in place of the arguments; NULL: none yet */
  size_t length;
  size_t room; /* with the final NUL */
} title;

/* How many bytes from the first argument on are arguments. A program may pass its own list: only
 * what is contiguous counts. */
static size_t room_of(int argc, char **argv) {
  char *end = argv[0];
  for (int i = 0; i < argc && argv[i] == end; i++) {
    end += strlen(end) + 1;
  }
  return (size_t)(end - argv[0]);
}

/* The list with its end, followed by the texts: one allocation. */
static char **copy_of(int argc, char **argv) {
  size_t size = ((size_t)argc + 1) * sizeof(*argv);
  for (int i = 0; i < argc; i++) {
    size += strlen(argv[i]) + 1;
  }
  char **copy = gy_alloc(size);
  if (copy == NULL) {
    return NULL;
  }
  char *texts = (char *)(copy + argc + 1);
  for (int i = 0; i < argc; i++) {
    copy[i] = texts;
    texts = stpcpy(texts, argv[i]) + 1;
  }
  copy[argc] = NULL;
  return copy;
}

char **uv_setup_args(int argc, char **argv) {
  if (argc <= 0) {
    return argv;
  }
  char **result = argv;
  gy_lock_acquire(&title.lock);
  if (title.copy != NULL) {
    /* A second call. The arguments may be a title by now, and a copy must never become one. */
    result = argv == title.arguments ? title.copy : argv;
  } else {
    char **copy = copy_of(argc, argv);
    /* Without memory the arguments stay as they are, and there will be no title. */
    if (copy != NULL) {
      title.arguments = argv;
      title.copy = result = copy;
      title.text = argv[0];
      title.length = strlen(argv[0]);
      title.room = room_of(argc, argv);
    }
  }
  gy_lock_release(&title.lock);
  return result;
}

int uv_set_process_title(const char *text) {
  if (text == NULL) {
    return UV_EINVAL;
  }
  gy_lock_acquire(&title.lock);
  bool ready = title.text != NULL;
  if (ready) {
    title.length = strnlen(text, title.room - 1);
    /* The new title may be one of the arguments. */
    memmove(title.text, text, title.length);
    memset(title.text + title.length, 0, title.room - title.length);
    /* Cannot fail: the kernel truncates. */
    prctl(PR_SET_NAME, title.text);
  }
  gy_lock_release(&title.lock);
  return ready ? 0 : UV_ENOBUFS;
}

int uv_get_process_title(char *buffer, size_t size) {
  if (buffer == NULL || size == 0) {
    return UV_EINVAL;
  }
  gy_lock_acquire(&title.lock);
  bool fits = title.text != NULL && title.length < size;
  if (fits) {
    memcpy(buffer, title.text, title.length);
    buffer[title.length] = '\0';
  }
  gy_lock_release(&title.lock);
  return fits ? 0 : UV_ENOBUFS;
}
