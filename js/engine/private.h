/* SPDX-License-Identifier: MIT */
/* The door to what JavaScriptCore has and does not promise. private.def lists it, in parts, which
 * are on or off one by one: GYRE_ENGINE=plain has no short cuts, =bare no reaches either, and
 * =without:NAME,NAME all but those. A part is asked for when it is first used: its symbols are
 * looked up by name in the engine that runs, which need not be the one that gyre was built with,
 * and its sample has to pass. `if (gy_private_has(GY_PART_strings))` costs a load and a branch
 * then. While its sample runs a part is off. What a sample needs of another part it has proven
 * itself, by calling that one's sample: each part can be off alone.
 *
 * Below are the layouts that the samples prove, as on 64-bit machines; elsewhere none fits. */
#ifndef GY_JS_PRIVATE_H
#define GY_JS_PRIVATE_H

#include <JavaScriptCore/JavaScript.h>
#include <stdatomic.h>

#include "engine/engine.h"

/* What every object and string begins with. */
typedef struct {
  uint32_t structure; /* its shape: the names of its properties, and its prototype */
  uint8_t indexing, type, flags, state;
} gy_cell;

/* A Uint8Array. */
typedef struct {
  gy_cell cell;
  void *properties;
  uint8_t *data;
  size_t length;
  size_t offset;
  uint8_t mode; /* how the bytes are kept; resizable buffers have modes of their own */
} gy_cell_array;

typedef struct {
  uint32_t references, length;
  const void *data;
  uint32_t flags;
} gy_text_body;

typedef struct {
  gy_cell cell;
  uintptr_t body; /* the low bits are 0 if it is in one piece */
} gy_cell_string;

/* A string that was put together and not read yet: up to three others, which may be such, too. */
typedef struct {
  gy_cell cell;
  uintptr_t first; /* with low bits that say what it is */
  uint32_t length, second_low;
  uint16_t second_high, third_low;
  uint32_t third_high;
} gy_cell_rope;

/* What the engine keeps for an object of a class of C, and such an object. */
typedef struct {
  void *memory;
  JSClassRef class;
} gy_kept;

typedef struct {
  gy_cell cell;
  void *properties;
  const gy_kept *kept;
} gy_cell_owner;

typedef bool (*gy_time_over)(JSContextRef js, void *arg);

enum gy_part {
#define GY_PART(part, kind, sample, without) GY_PART_##part,
#define GY_SYMBOL(part, name, symbol, returns, parameters)
#define GY_PLACE(part, name, value)
#include "engine/private.def"
#undef GY_PART
#undef GY_SYMBOL
#undef GY_PLACE
  GY_PARTS
};

/* The functions, and the places as constants: GY_AT_KIND. */
#define GY_PART(part, kind, sample, without)
#define GY_SYMBOL(part, name, symbol, returns, parameters) returns(*name) parameters;
#define GY_PLACE(part, name, value)
struct gy_private_symbols {
#include "engine/private.def"
};
extern struct gy_private_symbols gy_jsc;
#undef GY_SYMBOL
#undef GY_PLACE

#define GY_SYMBOL(part, name, symbol, returns, parameters)
#define GY_PLACE(part, name, value) static const uint64_t GY_UNUSED GY_AT_##name = value;
#include "engine/private.def"
#undef GY_PART
#undef GY_SYMBOL
#undef GY_PLACE

enum gy_private_state { GY_PRIVATE_UNASKED, GY_PRIVATE_ON, GY_PRIVATE_OFF };
extern _Atomic uint8_t gy_private_states[GY_PARTS];

bool gy_private_ask(enum gy_part part);

static inline bool gy_private_has(enum gy_part part) {
  uint8_t state = atomic_load_explicit(&gy_private_states[part], memory_order_acquire);
  return __builtin_expect(state == GY_PRIVATE_ON, 1) ||
         (state == GY_PRIVATE_UNASKED && gy_private_ask(part));
}

/* The samples, each in the file that uses the part. */
bool gy_bytes_sample_moves(gy_context js);
bool gy_class_sample_owners(gy_context js);
bool gy_context_sample_handled(gy_context js);
bool gy_context_sample_heap(gy_context js);
bool gy_direct_sample_functions(gy_context js);
bool gy_direct_sample_microtasks(gy_context js);
bool gy_host_sample_imports(gy_context js);
bool gy_inside_sample_fields(gy_context js);
bool gy_inside_sample_kinds(gy_context js);
bool gy_inside_sample_shapes(gy_context js);
bool gy_look_sample_bytes(gy_context js);
bool gy_look_sample_making(gy_context js);
bool gy_look_sample_ropes(gy_context js);
bool gy_look_sample_strings(gy_context js);
bool gy_look_sample_values(gy_context js);

/* look.c: a text of the engine's, where the part `strings` is on. */
void gy_look_text(const gy_text_body *body, gy_chars *chars);

static inline const gy_cell *gy_private_cell(gy_value value) {
  return ((uintptr_t)value & GY_AT_NOT_A_CELL) == 0 ? (const gy_cell *)value : NULL;
}

/* For samples: reads memory, false if there is none; the value of an expression, or NULL. */
bool gy_private_fetch(const void *from, void *to, size_t size);
JSObjectRef gy_private_evaluate(gy_context js, const char *expression);

/* Whether GYRE_ENGINE leaves it on; for what is found before a sample can be taken. */
bool gy_private_wants(enum gy_part part);
/* Reads GYRE_ENGINE; what is wrong there ends the process, with a word. */
void gy_private_start(void);
/* The context that samples are taken in, on this thread. */
void gy_private_context(gy_context js);

#endif
