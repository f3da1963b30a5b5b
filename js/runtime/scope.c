/* SPDX-License-Identifier: MIT */
/* What keeps the program alive, and what blocks its loop: the JavaScript side. */
#include "runtime/scope.h"

#include <gyre.h>
#include <stdio.h>
#include <string.h>

#include "runtime/trace.h"

/* process: the main program is watched */
static struct {
  gj_runtime *runtime;
  gj_pin site, stack, print;
  bool busy; /* in one of those */
} scope;

/* The text that a function of the library returns; false if there is none. */
static bool say(const gj_pin *function, gj_context js, char *text, size_t room) {
  gj_value exception = NULL;
  gj_text said;
  scope.busy = true;
  gj_value value = gj_call(js, gj_pin_object(function), NULL, 0, NULL, &exception);
  scope.busy = false;
  if (exception != NULL || !gj_is_string(js, value)) {
    return false;
  }
  gj_text_get(js, value, &said);
  snprintf(text, room, "%s", said.data);
  gj_text_free(&said);
  return true;
}

/* Handles that the loop makes itself, such as an accepted connection, have no site. */
static int tell_site(char *text, size_t room) {
  if (scope.busy || gj_runtime_self() != scope.runtime) {
    return 0;
  }
  text[0] = 0;
  say(&scope.site, scope.runtime->js, text, room);
  return 1;
}

static void print_alive(uv_loop_t *loop) {
  (void)loop;
  gj_enter_library(scope.runtime, gj_pin_object(&scope.print), 0, NULL);
}

static int interrupt(const void *address) { return gj_interrupt_here(address); }

static void report(gj_context js) {
  char text[4000];
  (void)js; /* of a realm, perhaps */
  if (!scope.busy && say(&scope.stack, scope.runtime->js, text, sizeof(text)) && text[0] != 0) {
    gyre_block_report(scope.runtime->loop, text);
  }
}

/* A line "#3 name() at file:4" as "at name (file:4)", if it has a file; returns its length. */
static size_t put_frame(char *to, size_t room, const char *line, size_t size) {
  const char *name = memchr(line, ' ', size);
  const char *place = NULL;
  for (size_t i = 0; i + 4 < size; i++) {
    if (memcmp(line + i, " at ", 4) == 0) {
      place = line + i + 4;
    }
  }
  if (name == NULL || place == NULL || place < name + 7) {
    return 0;
  }
  int name_size = (int)(place - 4 - (name + 1)) - 2; /* without "()" */
  int place_size = (int)(line + size - place);
  int written = snprintf(to, room, "at %.*s (%.*s)", name_size, name + 1, place_size, place);
  return written < 0 || (size_t)written >= room ? 0 : (size_t)written;
}

/* Another thread. */
static void report_text(const char *stack) {
  char text[4000];
  size_t used = 0;
  size_t program = 0; /* the end of its last frame: what follows is the way from the loop */
  for (const char *line = stack; *line != 0;) {
    size_t size = strcspn(line, "\n");
    const char *between = used == 0 ? "" : " < ";
    size_t gap = strlen(between);
    if (used + gap < sizeof(text)) {
      size_t added = put_frame(text + used + gap, sizeof(text) - used - gap, line, size);
      if (added > 0) {
        memcpy(text + used, between, gap);
        used += gap + added;
        bool is_program = strstr(text + used - added, " (node:") == NULL &&
                          strstr(text + used - added, " ([native code])") == NULL;
        program = is_program ? used : program;
      }
    }
    line += size + (line[size] == '\n');
  }
  text[program] = 0;
  if (program > 0) {
    gyre_block_report(scope.runtime->loop, text);
  }
}

void gj_scope_start(gj_runtime *runtime, gj_object site, gj_object stack, gj_object print) {
  /* process: the same */
  static gyre_runtime_hooks hooks = {.site = tell_site,
                                     .print_alive = print_alive,
                                     .interrupt = interrupt,
                                     .ask = gj_interrupt_later,
                                     .inside = gj_trace_inside};
  gj_trace_show();
  hooks.beats = &gj_direct_beats;
  scope.runtime = runtime;
  scope.site = gj_pin_new(runtime->js, site);
  scope.stack = gj_pin_new(runtime->js, stack);
  scope.print = gj_pin_new(runtime->js, print);
  gj_interrupt_start(runtime->js, report, report_text);
  gyre_set_runtime(runtime->loop, &hooks);
  gyre_block_hold(runtime->loop, 1); /* the main program, until the loop runs */
}
