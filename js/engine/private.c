/* SPDX-License-Identifier: MIT */
/* Which parts of private.def this engine has, and which are wanted. */
#include "engine/private.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { SHORT_CUT, REACH };
enum { BAD_OPTION = 9 }; /* exit code, as of a wrong option */

#define GY_PLACE(part, name, value)

static const struct {
  const char *name, *without;
  int kind;
  bool (*sample)(gy_context js);
} parts[GY_PARTS] = {
#define GY_PART(part, kind, sample, without) [GY_PART_##part] = {#part, without, kind, sample},
#define GY_SYMBOL(part, name, symbol, returns, parameters)
#include "engine/private.def"
#undef GY_PART
#undef GY_SYMBOL
};

static const struct {
  enum gy_part part;
  const char *symbol;
  size_t offset;
} symbols[] = {
#define GY_PART(part, kind, sample, without)
#define GY_SYMBOL(part, name, symbol, returns, parameters) \
  {GY_PART_##part, symbol, offsetof(struct gy_private_symbols, name)},
#include "engine/private.def"
#undef GY_PART
#undef GY_SYMBOL
};

struct gy_private_symbols gy_jsc;
_Atomic uint8_t gy_private_states[GY_PARTS];

static bool unwanted[GY_PARTS]; /* by GYRE_ENGINE */
static _Thread_local gy_context context;

void gy_private_context(gy_context js) { context = js; }

bool gy_private_wants(enum gy_part part) { return !unwanted[part]; }

static void set(enum gy_part part, enum gy_private_state state) {
  atomic_store_explicit(&gy_private_states[part], (uint8_t)state, memory_order_release);
}

static bool find_symbols(enum gy_part part) {
  for (size_t i = 0; i < sizeof(symbols) / sizeof(*symbols); i++) {
    if (symbols[i].part == part) {
      void *found = dlsym(RTLD_DEFAULT, symbols[i].symbol);
      if (found == NULL) {
        return false;
      }
      memcpy((char *)&gy_jsc + symbols[i].offset, &found, sizeof(found));
    }
  }
  return true;
}

/* Two threads may do this at once: both come to the same. */
bool gy_private_ask(enum gy_part part) {
  set(part, GY_PRIVATE_OFF);
  bool on = !unwanted[part] && find_symbols(part) &&
            (parts[part].sample == NULL || (context != NULL && parts[part].sample(context)));
  if (on) {
    set(part, GY_PRIVATE_ON);
  }
  return on;
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
  for (size_t i = 0; i < GY_PARTS; i++) {
    if (strlen(parts[i].name) == size && memcmp(parts[i].name, name, size) == 0) {
      unwanted[i] = true;
      return true;
    }
  }
  return false;
}

void gy_private_start(void) {
  static const char without[] = "without:";
  const char *text = secure_getenv("GYRE_ENGINE");
  if (text == NULL || *text == '\0') {
    return;
  }
  if (strcmp(text, "plain") == 0 || strcmp(text, "bare") == 0) {
    for (size_t i = 0; i < GY_PARTS; i++) {
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

size_t gy_private_count(void) { return GY_PARTS; }

gy_private_part gy_private_tell(size_t index) {
  return (gy_private_part){
      .name = parts[index].name,
      .without = parts[index].without,
      .is_reach = parts[index].kind == REACH,
      .is_on = gy_private_has((enum gy_part)index),
  };
}

/* --- for samples */

bool gy_private_fetch(const void *from, void *to, size_t size) {
  struct iovec there = {(void *)from, size};
  struct iovec here = {to, size};
  return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == (ssize_t)size;
}

JSObjectRef gy_private_evaluate(gy_context js, const char *expression) {
  JSStringRef text = JSStringCreateWithUTF8CString(expression);
  JSValueRef value = JSEvaluateScript(js, text, NULL, NULL, 1, NULL);
  JSStringRelease(text);
  return (JSObjectRef)value;
}
