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

/* The memory of a buffer, as the engine hands it from one to another. All 0 is nothing. */
typedef struct {
  void *data, *destructor;
  uint32_t *shared, *handle; /* objects that begin with a count of references */
  size_t size, most;
  bool has_most;
} gy_buffer_contents;

/* Arguments of a call, JSC::ArgList. */
typedef struct {
  const gy_value *values;
  int count;
} gy_arguments;

typedef void (*gy_on_collected)(JSContextGroupRef group, void *arg);
typedef bool (*gy_time_over)(JSContextRef js, void *arg);
/* What the collector gives to who has values to be marked. */
typedef struct gy_marker {
  bool (*is_marked)(struct gy_marker *marker, JSObjectRef object);
  void (*mark)(struct gy_marker *marker, JSObjectRef object);
} gy_marker;
typedef void (*gy_on_marking)(gy_marker *marker, void *arg);

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
bool gy_addons_sample(gy_context js);
bool gy_awaits_sample(gy_context js);
bool gy_bytes_sample_moves(gy_context js);
bool gy_class_sample_owners(gy_context js);
bool gy_context_sample_handled(gy_context js);
bool gy_context_sample_heap(gy_context js);
bool gy_context_sample_limit(gy_context js);
bool gy_direct_sample_functions(gy_context js);
bool gy_direct_sample_microtasks(gy_context js);
bool gy_first_look_sample(gy_context js);
bool gy_foreign_sample(gy_context js);
bool gy_host_sample_imports(gy_context js);
bool gy_inside_sample_fields(gy_context js);
bool gy_inside_sample_kinds(gy_context js);
bool gy_inside_sample_shapes(gy_context js);
bool gy_jobs_sample(gy_context js);
bool gy_jobs_sample_calls(gy_context js);
bool gy_look_sample_bytes(gy_context js);
bool gy_look_sample_making(gy_context js);
bool gy_look_sample_ropes(gy_context js);
bool gy_look_sample_strings(gy_context js);
bool gy_look_sample_values(gy_context js);
bool gy_scopes_sample(gy_context js);
bool gy_texts_sample_texts(gy_context js);
bool gy_thrown_sample(gy_context js);

/* first_look.c, where the part `errors` is on: where an error of the engine's has its trace, and
 * its stack in the engine's words. */
bool gy_first_look_is_first(gy_value value); /* an error of the engine's that nobody has seen */
void **gy_first_look_trace(gy_object error);
gy_value gy_first_look_stack(gy_object error);

/* scopes.c: what is noted of the calls of an error while it has them. */
enum { GY_SCOPES_WORDS = 16 };
typedef struct {
  uintptr_t words[GY_SCOPES_WORDS]; /* of its frames, as far as there are */
  size_t count;                     /* frames */
} gy_scopes_calls;
void gy_scopes_note(const void *trace, gy_scopes_calls *calls);
/* The variable of that name that the function which threw could see, NULL: none is known. */
gy_value gy_scopes_find(gy_context js, const gy_scopes_calls *calls, gy_value name);

/* host.c: whether it is in the code of the engine's library. */
bool gy_host_is_code(uintptr_t address);
bool gy_modules_sample(gy_context js);
bool gy_realm_sample_prototype(gy_context js);
bool gy_realm_sample_symbols(gy_context js);

/* realm.c: the sandbox of a global; NULL: it has none, or it is not to be asked. */
JSObjectRef gy_realm_sandbox(JSObjectRef global);
/* The realm has the name by itself: a variable of one of its scripts, or a built-in. */
bool gy_realm_has_own(JSContextRef js, JSObjectRef global, JSStringRef name);
/* realm_symbols.c, where the part `sandboxes` is on: the proxy of its sandbox. */
void gy_realm_set_view(gy_object global, gy_value view);

/* host.c: the engine's module loader of a realm, NULL: it did not come. */
JSObjectRef gy_host_loader(gy_context js);
bool gy_share_sample(gy_context js);
bool gy_stop_sample_endings(gy_context js);
bool gy_stop_sample_stops(gy_context js);
bool gy_stop_sample_holds(gy_context js);

/* stop_find.c: offsets in a VM, and which bit. */
enum { GY_STOP_FLAGS = 4 };
typedef struct {
  size_t flags[GY_STOP_FLAGS], flag_count, traps, bits;
  uint32_t trap;
} gy_stop_places;

#define GY_STOP_LOOP "for (let i = 0; i < 1e8; i++);"
bool gy_stop_find(gy_stop_places *at);
JSGlobalContextRef gy_stop_find_engine(void);              /* one that nobody else uses */
bool gy_stop_find_runs(gy_context js, const char *script); /* to its end, without an exception */

/* look.c: a text of the engine's, where the part `strings` is on. */
void gy_look_text(const gy_text_body *body, gy_chars *chars);

/* image.c: the engine's library in memory; false if it is not there. */
typedef struct {
  uintptr_t begin, end;
} gy_range;

enum { GY_IMAGE_DATA = 4 }; /* some linkers make several segments of data */
typedef struct {
  gy_range code, constants, data[GY_IMAGE_DATA];
} gy_image;

bool gy_image_find(gy_image *image);
bool gy_image_within(const gy_range *range, uintptr_t address, size_t size);
/* host.c: the engine queues jobs of this realm by fn(realm, job) from now on; *own is the function
 * that did it before, or NULL. Returns what gy_host_restore takes, or NULL. */
const void *gy_host_on_jobs(gy_context js, const void *fn, const void **own);
void gy_host_restore(gy_context js, const void *table);
/* queue.c: beginning and end of the queue of jobs; NULL: not found. */
const volatile size_t *gy_queue_look(gy_context js, gy_object queue_one);

static inline const gy_cell *gy_private_cell(gy_value value) {
  return ((uintptr_t)value & GY_AT_NOT_A_CELL) == 0 ? (const gy_cell *)value : NULL;
}

/* awaits.c: what the engine calls to throw, and what it throws: JSC::Exception, whose value is
 * the first of its words after those of a cell. */
#define GY_THROW_SYMBOL "_ZN3JSC2VM14throwExceptionEPNS_14JSGlobalObjectEPNS_9ExceptionE"
typedef struct {
  gy_cell cell;
  gy_value value;
} gy_thrown;
typedef void *gy_throw_fn(const void *vm, gy_context js, const gy_thrown *exception);

/* For samples: reads memory, false if there is none; as much as there is; the value of an
 * expression, or NULL. */
bool gy_private_fetch(const void *from, void *to, size_t size);
size_t gy_private_read(const void *from, void *to, size_t size);
JSObjectRef gy_private_evaluate(gy_context js, const char *expression);

/* Whether GYRE_ENGINE leaves it on; for what is found before a sample can be taken. */
bool gy_private_wants(enum gy_part part);
/* Reads GYRE_ENGINE; what is wrong there ends the process, with a word. */
void gy_private_start(void);
/* The context that samples are taken in, on this thread. */
void gy_private_context(gy_context js);

#endif
