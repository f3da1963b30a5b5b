/* SPDX-License-Identifier: MIT */
/* Finds the places in the engine's VM that terminate a script (stop.c), which differ from release
 * to release, by watching a separate VM while the engine's watchdog does it:
 *   flags   bytes that are 0, are 1 when the watchdog has terminated a script, and 0 again when the
 *           outermost one has ended; other ends of scripts do not change them
 *   bits    of the traps: a word in which the watchdog sets one bit, from its thread, which is gone
 *           when the script has looked
 *   traps   the object that has them: its offset, and which bit terminates scripts, are in the code
 *           of the function that sets it (undoDeferTerminationSlow) */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/memory.h"
#include "engine/private.h"

enum { SIZE = 1 << 18, NEAR = 4096 }; /* of a VM: everything that matters, and its beginning */
enum { WAIT_US = 500, WAITS = 4000, SCRIPTS = 100, TRIES = 3 };

/* One engine that is watched. */
typedef struct {
  const char *vm;
  uint8_t *before, *quiet, *ended, *after;
  size_t size; /* what can be read of it, and of what follows it */
  gj_stop_places *at;
  bool works;
} gj_watched;

static _Thread_local gj_watched *watched;

bool gj_stop_find_runs(gj_context js, const char *script) {
  JSStringRef text = JSStringCreateWithUTF8CString(script);
  JSValueRef exception = NULL;
  JSEvaluateScript(js, text, NULL, NULL, 1, &exception);
  JSStringRelease(text);
  return exception == NULL;
}

JSGlobalContextRef gj_stop_find_engine(void) {
  JSContextGroupRef group = JSContextGroupCreate();
  JSGlobalContextRef js = JSGlobalContextCreateInGroup(group, NULL);
  gj_jsc.set_time_limit(group, 3600, NULL, NULL); /* the watchdog counts entries after that */
  gj_jsc.clear_time_limit(group);
  JSContextGroupRelease(group);
  return js;
}

static bool look(gj_watched *self, uint8_t *to) {
  size_t size = gj_private_read(self->vm, to, SIZE);
  self->size = size < self->size ? size : self->size;
  return self->size >= NEAR;
}

static bool go_on(JSContextRef js, void *arg) {
  (void)js, (void)arg;
  return false;
}

static bool end(JSContextRef js, void *arg) {
  (void)js, (void)arg;
  return true;
}

/* lock orl $BIT, DISTANCE(%rdi) */
static bool read_code(gj_stop_places *at, size_t *distance) {
  enum { CODE = 96, LOCK = 0xf0, OR = 0x83, HERE = 0x0f, NEARBY = 0x4f };
  uint8_t code[CODE];
  if (!gj_private_fetch((const void *)(uintptr_t)gj_jsc.undo_defer, code, sizeof(code))) {
    return false;
  }
  for (size_t i = 0; i + 5 <= CODE; i++) {
    bool is_nearby = code[i + 2] == NEARBY;
    if (code[i] == LOCK && code[i + 1] == OR && (is_nearby || code[i + 2] == HERE)) {
      *distance = is_nearby ? code[i + 3] : 0;
      at->trap = code[i + 3 + is_nearby];
      if (at->trap != 0x10) { /* an exception is pending */
        return true;
      }
    }
  }
  return false;
}

static bool one_bit_came(const uint8_t *before, const uint8_t *now) {
  static const uint8_t nothing[4];
  return memcmp(before, nothing, 4) == 0 && now[0] != 0 && (now[0] & (now[0] - 1)) == 0 &&
         memcmp(now + 1, nothing, 3) == 0;
}

/* How many words had a bit that is gone now. */
static size_t count_gone(gj_watched *self) {
  size_t found = 0;
  for (size_t i = 0; i < NEAR; i += 4) {
    if (one_bit_came(self->before + i, self->ended + i) && self->after[i] == 0) {
      self->at->bits = i;
      found++;
    }
  }
  return found;
}

/* A word is set by the watchdog's thread while this one waits, and cleared by the next script, or
 * by the one after it, because the watchdog may come a second time. */
static bool find_bits(gj_context js, gj_watched *self, size_t distance) {
  size_t found = 0;
  JSContextGroupRef group = JSContextGetGroup(js);
  bool ok = gj_private_fetch(self->vm, self->before, NEAR);
  gj_jsc.set_time_limit(group, 0, go_on, NULL);
  for (int wait = 0; ok && found == 0 && wait < WAITS; wait++) {
    usleep(WAIT_US);
    ok = gj_private_fetch(self->vm, self->ended, NEAR);
    for (size_t i = 0; i < NEAR; i += 4) {
      found += one_bit_came(self->before + i, self->ended + i);
    }
  }
  usleep(WAIT_US); /* for what follows immediately */
  ok = ok && gj_private_fetch(self->vm, self->ended, NEAR);
  gj_jsc.set_time_limit(group, 3600, go_on, NULL);
  found = 0;
  for (int i = 0; ok && found == 0 && i < SCRIPTS; i++) {
    ok = gj_stop_find_runs(js, "1") && gj_private_fetch(self->vm, self->after, NEAR);
    found = ok ? count_gone(self) : 0;
  }
  gj_jsc.clear_time_limit(group);
  self->at->traps = self->at->bits - distance;
  return ok && found == 1 && self->at->bits > distance;
}

/* Bytes that the watchdog sets and that other ends of scripts do not change. */
static bool watch_end(gj_context js, gj_watched *self) {
  static const char THROW[] = "for (let i = 0; i < 1e4; i++); throw 1";
  bool ok = !gj_stop_find_runs(js, THROW) && look(self, self->before) &&
            !gj_stop_find_runs(js, THROW) && look(self, self->quiet);
  gj_jsc.set_time_limit(JSContextGetGroup(js), 0, end, NULL);
  ok = ok && !gj_stop_find_runs(js, GJ_STOP_LOOP) && look(self, self->ended);
  gj_jsc.clear_time_limit(JSContextGetGroup(js));
  return ok && !gj_stop_find_runs(js, "1");
}

static JSValueRef inside(JSContextRef js, JSObjectRef function, JSObjectRef this, size_t argc,
                         const JSValueRef argv[], JSValueRef *exception) {
  (void)function, (void)this, (void)argc, (void)argv, (void)exception;
  size_t distance = 0;
  gj_jsc.lock(js);
  gj_jsc.ensure_termination((void *)watched->vm);
  watched->works = read_code(watched->at, &distance) && find_bits(js, watched, distance) &&
                   watch_end(js, watched);
  gj_jsc.unlock(js);
  return JSValueMakeUndefined(js);
}

static bool find_flags(gj_watched *self) {
  bool ok = look(self, self->after);
  size_t count = 0;
  for (size_t i = 0; ok && i < self->size; i++) {
    if (self->ended[i] == 1 && self->before[i] + self->quiet[i] + self->after[i] == 0) {
      if (count < GJ_STOP_FLAGS) {
        self->at->flags[count] = i;
      }
      count++;
    }
  }
  self->at->flag_count = count;
  return ok && count > 0 && count <= GJ_STOP_FLAGS;
}

static bool find_once(gj_stop_places *at) {
  JSGlobalContextRef js = gj_stop_find_engine();
  uint8_t *room = gj_memory_new(4 * SIZE, "a look at the engine");
  gj_watched self = {
      .vm = (const char *)JSContextGetGroup(js),
      .before = room,
      .quiet = room + SIZE,
      .ended = room + 2 * SIZE,
      .after = room + 3 * SIZE,
      .size = SIZE,
      .at = at,
  };
  watched = &self;
  JSObjectCallAsFunction(js, gj_function_new(js, "", inside), NULL, 0, NULL, NULL);
  bool works = self.works && find_flags(&self) && gj_stop_find_runs(js, "1");
  JSGlobalContextRelease(js);
  free(room);
  return works;
}

/* The same result twice, because other things change in memory at the same time. */
bool gj_stop_find(gj_stop_places *at) {
  bool found = false;
  for (int i = 0; i < TRIES && !found; i++) {
    gj_stop_places again;
    memset(at, 0, sizeof(*at));
    memset(&again, 0, sizeof(again));
    found = find_once(at) && find_once(&again) && memcmp(at, &again, sizeof(again)) == 0;
  }
  if (!found) {
    memset(at, 0, sizeof(*at));
  }
  return found;
}
