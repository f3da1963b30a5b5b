/* SPDX-License-Identifier: MIT */
/* Which parts of private.def this engine has, and which are switched on. */
#include "engine/private.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { SHORT_CUT, REACH };
enum { BAD_OPTION = 9 }; /* exit code, as of a wrong option */

#define GJ_PLACE(part, name, value)

static const struct {
  const char *name, *without;
  int kind;
  bool (*sample)(gj_context js);
} parts[GJ_PARTS] = {
#define GJ_PART(part, kind, sample, without) [GJ_PART_##part] = {#part, without, kind, sample},
#define GJ_SYMBOL(part, name, symbol, returns, parameters)
#include "engine/private.def"
#undef GJ_PART
#undef GJ_SYMBOL
};

static const struct {
  enum gj_part part;
  const char *symbol;
  size_t offset;
} symbols[] = {
#define GJ_PART(part, kind, sample, without)
#define GJ_SYMBOL(part, name, symbol, returns, parameters) \
  {GJ_PART_##part, symbol, offsetof(struct gj_private_symbols, name)},
#include "engine/private.def"
#undef GJ_PART
#undef GJ_SYMBOL
};

/* process: what a sample has shown holds for all threads; written under its lock. */
struct gj_private_symbols gj_jsc;
_Atomic uint8_t gj_private_states[GJ_PARTS]; /* process: the same */

static bool unwanted[GJ_PARTS]; /* process: read once from GYRE_ENGINE */
static _Thread_local gj_context context;

void gj_private_context(gj_context js) { context = js; }

bool gj_private_wants(enum gj_part part) { return !unwanted[part]; }

static void set(enum gj_part part, enum gj_private_state state) {
  atomic_store_explicit(&gj_private_states[part], (uint8_t)state, memory_order_release);
}

/* A name, or several separated by bars: releases of the engine differ. A bar at the end: it may be
 * missing. */
static void *find_symbol(const char *names) {
  void *found = NULL;
  while (found == NULL && *names != '\0') {
    char name[512];
    size_t size = strcspn(names, "|");
    snprintf(name, sizeof(name), "%.*s", (int)size, names);
    found = dlsym(RTLD_DEFAULT, name);
    names += size + (names[size] == '|');
  }
  return found;
}

static bool find_symbols(enum gj_part part) {
  for (size_t i = 0; i < sizeof(symbols) / sizeof(*symbols); i++) {
    if (symbols[i].part == part) {
      void *found = find_symbol(symbols[i].symbol);
      if (found == NULL && symbols[i].symbol[strlen(symbols[i].symbol) - 1] != '|') {
        return false;
      }
      memcpy((char *)&gj_jsc + symbols[i].offset, &found, sizeof(found));
    }
  }
  return true;
}

static bool find_out(enum gj_part part) {
  return !unwanted[part] && find_symbols(part) &&
         (parts[part].sample == NULL || (context != NULL && parts[part].sample(context)));
}

static pthread_mutex_t asking;

static void make_lock(void) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE); /* samples ask for parts, too */
  pthread_mutex_init(&asking, &kind);
  pthread_mutexattr_destroy(&kind);
}

/* One thread at a time. For other threads the part is still unknown, and they wait; within its own
 * sample it is off. */
bool gj_private_ask(enum gj_part part) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  static _Thread_local bool samples[GJ_PARTS];
  if (samples[part]) {
    return false;
  }
  pthread_once(&once, make_lock);
  pthread_mutex_lock(&asking);
  uint8_t state = atomic_load_explicit(&gj_private_states[part], memory_order_acquire);
  if (state == GJ_PRIVATE_UNASKED) {
    samples[part] = true;
    state = find_out(part) ? GJ_PRIVATE_ON : GJ_PRIVATE_OFF;
    samples[part] = false;
    if (!gj_stop_asked()) { /* which also terminates samples */
      set(part, state);
    }
  }
  pthread_mutex_unlock(&asking);
  return state == GJ_PRIVATE_ON;
}

/* --- the switch */

static _Noreturn void refuse(const char *text) {
  fprintf(stderr,
          "gyre: GYRE_ENGINE=%s: it is plain, bare, or without:NAME,...; gyre --version --verbose "
          "lists the names\n",
          text);
  exit(BAD_OPTION);
}

static bool switch_off(const char *name, size_t size) {
  for (size_t i = 0; i < GJ_PARTS; i++) {
    if (strlen(parts[i].name) == size && memcmp(parts[i].name, name, size) == 0) {
      unwanted[i] = true;
      return true;
    }
  }
  return false;
}

void gj_private_start(void) {
  static const char without[] = "without:";
  const char *text = secure_getenv("GYRE_ENGINE");
  if (text == NULL || *text == '\0') {
    return;
  }
  if (strcmp(text, "plain") == 0 || strcmp(text, "bare") == 0) {
    for (size_t i = 0; i < GJ_PARTS; i++) {
      unwanted[i] = parts[i].kind == SHORT_CUT || *text == 'b';
    }
    return;
  }
  if (strncmp(text, without, sizeof(without) - 1) != 0) {
    refuse(text);
  }
  for (const char *name = text + sizeof(without) - 1;; name++) {
    size_t size = strcspn(name, ",");
    if (!switch_off(name, size)) {
      refuse(text);
    }
    name += size;
    if (*name == '\0') {
      return;
    }
  }
}

size_t gj_private_count(void) { return GJ_PARTS; }

gj_private_part gj_private_tell(size_t index) {
  return (gj_private_part){
      .name = parts[index].name,
      .without = parts[index].without,
      .is_reach = parts[index].kind == REACH,
      .is_on = gj_private_has((enum gj_part)index),
  };
}

/* --- for samples */

bool gj_private_fetch(const void *from, void *to, size_t size) {
  struct iovec there = {(void *)from, size};
  struct iovec here = {to, size};
  return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == (ssize_t)size;
}

/* Page by page: the kernel reads all of a piece or nothing. */
size_t gj_private_read(const void *from, void *to, size_t size) {
  enum { PAGE = 4096, PIECES = 64 };
  size_t done = 0;
  while (done < size) {
    struct iovec there[PIECES];
    struct iovec here = {(char *)to + done, 0};
    unsigned long count = 0;
    for (; count < PIECES && done + here.iov_len < size; count++) {
      uintptr_t at = (uintptr_t)from + done + here.iov_len;
      size_t left = size - done - here.iov_len;
      size_t piece = PAGE - at % PAGE < left ? PAGE - at % PAGE : left;
      there[count] = (struct iovec){(void *)at, piece};
      here.iov_len += piece;
    }
    ssize_t got = process_vm_readv(getpid(), &here, 1, there, count, 0);
    done += got < 0 ? 0 : (size_t)got;
    if (got != (ssize_t)here.iov_len) {
      break;
    }
  }
  return done;
}

JSObjectRef gj_private_evaluate(gj_context js, const char *expression) {
  JSStringRef text = JSStringCreateWithUTF8CString(expression);
  JSValueRef value = JSEvaluateScript(js, text, NULL, NULL, 1, NULL);
  JSStringRelease(text);
  return (JSObjectRef)value;
}
