/* SPDX-License-Identifier: MIT */
/* Access to internals that JavaScriptCore does not promise. private.def lists them, in parts, which
 * are on or off one by one: GYRE_ENGINE=plain has no short cuts, =bare no reaches either, and
 * =without:NAME,NAME all but those. A part is checked when it is first used: its symbols are looked
 * up by name in the running engine, which need not be the one that gyre was built with, and its
 * sample has to pass. After that `if (gj_private_has(GJ_PART_strings))` costs a load and a branch.
 * While its sample runs, a part is off. A sample proves itself what it needs of another part, by
 * calling that one's sample: so each part can be off alone.
 *
 * Below are the layouts that the samples prove, for 64-bit machines; elsewhere none fits. */
#ifndef GJ_JS_PRIVATE_H
#define GJ_JS_PRIVATE_H

#include <stdatomic.h>

#include "engine/api.h"
#include "engine/build.h"
#include "engine/engine.h"

/* What every object and string begins with. */
typedef struct {
  uint32_t structure; /* its shape: the names of its properties, and its prototype */
  uint8_t indexing, type, flags, state;
} gj_cell;

/* A Uint8Array. */
typedef struct {
  gj_cell cell;
  void *properties;
  uint8_t *data;
  size_t length;
  size_t offset;
  uint8_t mode; /* how the bytes are stored; resizable buffers have other modes */
} gj_cell_array;

typedef struct {
  uint32_t references, length;
  const void *data;
  uint32_t flags;
} gj_text_body;

typedef struct {
  gj_cell cell;
  uintptr_t body; /* the low bits are 0 if it is in one piece */
} gj_cell_string;

/* A concatenated string that was not read yet: up to three others, which may be the same. */
typedef struct {
  gj_cell cell;
  uintptr_t first; /* with low bits that say what it is */
  uint32_t length, second_low;
  uint16_t second_high, third_low;
  uint32_t third_high;
} gj_cell_rope;

/* What the engine stores for an object of a C class, and such an object. */
typedef struct {
  void *memory;
  JSClassRef class;
} gj_kept;

typedef struct {
  gj_cell cell;
  void *properties;
  const gj_kept *kept;
} gj_cell_owner;

/* The memory of a buffer, as the engine passes it from one to another. All 0 is nothing. */
typedef struct {
  void *data, *destructor;
  uint32_t *shared, *handle; /* objects that begin with a count of references */
  size_t size, most;
  bool has_most;
} gj_buffer_contents;

/* Arguments of a call, JSC::ArgList. */
typedef struct {
  const gj_value *values;
  int count;
} gj_arguments;

/* A function with what it is about, WTF::ScopedLambda<void()>. */
typedef struct {
  void (*call)(void *arg);
  void *arg;
} gj_scoped_lambda;

typedef void (*gj_on_collected)(JSContextGroupRef group, void *arg);
typedef bool (*gj_time_over)(JSContextRef js, void *arg);
/* What the collector passes to code that has values to mark. */
typedef struct gj_marker {
  bool (*is_marked)(struct gj_marker *marker, JSObjectRef object);
  void (*mark)(struct gj_marker *marker, JSObjectRef object);
} gj_marker;
typedef void (*gj_on_marking)(gj_marker *marker, void *arg);

enum gj_part {
#define GJ_PART(part, kind, sample, without) GJ_PART_##part,
#define GJ_SYMBOL(part, name, symbol, returns, parameters)
#define GJ_PLACE(part, name, value)
#include "engine/private.def"
#undef GJ_PART
#undef GJ_SYMBOL
#undef GJ_PLACE
  GJ_PARTS
};

/* The functions, and the places as constants: GJ_AT_KIND. */
#define GJ_PART(part, kind, sample, without)
#define GJ_SYMBOL(part, name, symbol, returns, parameters) returns(*name) parameters;
#define GJ_PLACE(part, name, value)
struct gj_private_symbols {
#include "engine/private.def"
};
extern struct gj_private_symbols gj_jsc;
#undef GJ_SYMBOL
#undef GJ_PLACE

#define GJ_SYMBOL(part, name, symbol, returns, parameters)
#define GJ_PLACE(part, name, value) static const uint64_t GJ_UNUSED GJ_AT_##name = value;
#include "engine/private.def"
#undef GJ_PART
#undef GJ_SYMBOL
#undef GJ_PLACE

enum gj_private_state { GJ_PRIVATE_UNASKED, GJ_PRIVATE_ON, GJ_PRIVATE_OFF };
extern _Atomic uint8_t gj_private_states[GJ_PARTS];

bool gj_private_ask(enum gj_part part);

static inline bool gj_private_has(enum gj_part part) {
  uint8_t state = atomic_load_explicit(&gj_private_states[part], memory_order_acquire);
  return __builtin_expect(state == GJ_PRIVATE_ON, 1) ||
         (state == GJ_PRIVATE_UNASKED && gj_private_ask(part));
}

/* The samples, each in the file that uses the part. */
bool gj_addons_sample(gj_context js);
bool gj_awaits_sample(gj_context js);
bool gj_bytes_sample_moves(gj_context js);
bool gj_class_sample_owners(gj_context js);
bool gj_context_sample_handled(gj_context js);
bool gj_context_sample_heap(gj_context js);
bool gj_context_sample_limit(gj_context js);
bool gj_direct_sample_functions(gj_context js);
bool gj_direct_sample_microtasks(gj_context js);
bool gj_first_look_sample(gj_context js);
bool gj_foreign_sample(gj_context js);
bool gj_host_sample_imports(gj_context js);
bool gj_inside_sample_fields(gj_context js);
bool gj_inside_sample_kinds(gj_context js);
bool gj_inside_sample_shapes(gj_context js);
bool gj_jobs_sample(gj_context js);
bool gj_jobs_sample_calls(gj_context js);
bool gj_look_sample_bytes(gj_context js);
bool gj_look_sample_making(gj_context js);
bool gj_look_sample_ropes(gj_context js);
bool gj_look_sample_strings(gj_context js);
bool gj_look_sample_values(gj_context js);
bool gj_scopes_sample(gj_context js);
bool gj_texts_sample_texts(gj_context js);
bool gj_thrown_sample(gj_context js);

/* first_look.c, if the part `errors` is on: where an error of the engine stores its trace, and its
 * stack in the engine's form. */
bool gj_first_look_is_first(gj_value value); /* an error of the engine that nobody has seen */
void **gj_first_look_trace(gj_object error);
gj_value gj_first_look_stack(gj_object error);

/* scopes.c: data about the calls of an error, while it has them. */
enum { GJ_SCOPES_WORDS = 16 };
typedef struct {
  uintptr_t words[GJ_SCOPES_WORDS]; /* of its frames, as far as there are */
  size_t count;                     /* frames */
} gj_scopes_calls;
void gj_scopes_note(const void *trace, gj_scopes_calls *calls);
/* The variable of that name that was visible to the function that threw; NULL: unknown. */
gj_value gj_scopes_find(gj_context js, const gj_scopes_calls *calls, gj_value name);

/* host.c: whether the address is in the code of the engine's library. */
bool gj_host_is_code(uintptr_t address);
bool gj_modules_sample(gj_context js);
/* Calls the text's function with the loader, and with what the sample has; NULL: it threw. */
gj_value gj_modules_try(gj_context js, const char *text);
bool gj_bytecode_sample(gj_context js);
bool gj_open_sample_prepared(gj_context js);
bool gj_fences_sample(gj_context js);

/* What samples that take long have found with this build of the engine and of gyre when the
 * bytecode was made, which is stored with it: they need not be taken again at each start. */
typedef struct {
  uint8_t program[GJ_BUILD]; /* gyre's build-id */
  uint32_t has_fields, state_shift;
  uint32_t has_modules, module_text, module_sort;
  uint32_t unused;
} gj_learned;
const gj_learned *gj_bytecode_learned(void); /* NULL: nothing */
void gj_inside_learned(gj_learned *learned); /* take the samples for it */
void gj_modules_learned(gj_context js, gj_learned *learned);
bool gj_realm_sample_prototype(gj_context js);
bool gj_realm_sample_symbols(gj_context js);

/* realm.c: the sandbox of a global; NULL: it has none, or it must not be asked. */
JSObjectRef gj_realm_sandbox(JSObjectRef global);
/* The realm itself has the name: a variable of one of its scripts, or a built-in. */
bool gj_realm_has_own(JSContextRef js, JSObjectRef global, JSStringRef name);
/* realm_symbols.c, where the part `sandboxes` is on: the proxy of its sandbox. */
void gj_realm_set_view(gj_object global, gj_value view);

/* host.c: the engine's module loader of a realm; NULL: not found. */
JSObjectRef gj_host_loader(gj_context js);
bool gj_share_sample(gj_context js);
bool gj_share_sample_memory(gj_context js);
bool gj_stop_sample_endings(gj_context js);
bool gj_stop_sample_stops(gj_context js);
bool gj_stop_sample_holds(gj_context js);

/* stop_find.c: offsets in a VM, and which bit. */
enum { GJ_STOP_FLAGS = 4 };
typedef struct {
  size_t flags[GJ_STOP_FLAGS], flag_count, traps, bits;
  uint32_t trap;
} gj_stop_places;

#define GJ_STOP_LOOP "for (let i = 0; i < 1e8; i++);"
bool gj_stop_find(gj_stop_places *at);
JSGlobalContextRef gj_stop_find_engine(void);              /* one that nobody else uses */
bool gj_stop_find_runs(gj_context js, const char *script); /* to its end, without an exception */

/* look.c: a text of the engine, if the part `strings` is on. */
void gj_look_text(const gj_text_body *body, gj_chars *chars);

/* image.c: the engine's library in memory; false if it is not there. */
typedef struct {
  uintptr_t begin, end;
} gj_range;

enum { GJ_IMAGE_DATA = 4 }; /* some linkers make several data segments */
typedef struct {
  gj_range code, constants, data[GJ_IMAGE_DATA];
} gj_image;

bool gj_image_find(gj_image *image);
bool gj_image_within(const gj_range *range, uintptr_t address, size_t size);
/* host.c: from now on the engine queues jobs of this realm with fn(realm, job); *own is the
 * previous function, or NULL. Returns the argument for gj_host_restore, or NULL. */
const void *gj_host_on_jobs(gj_context js, const void *fn, const void **own);
void gj_host_restore(gj_context js, const void *table);
/* queue.c: beginning and end of the queue of jobs; NULL: not found. */
const volatile size_t *gj_queue_look(gj_context js, gj_object queue_one);

static inline const gj_cell *gj_private_cell(gj_value value) {
  return ((uintptr_t)value & GJ_AT_NOT_A_CELL) == 0 ? (const gj_cell *)value : NULL;
}

/* zones.c: WTF::listenForTimeZoneChangeNotifications(), which the engine calls for its first VM. */
#define GJ_WATCH_SYMBOL "_ZN3WTF36listenForTimeZoneChangeNotificationsEv"
/* Around the making of that. */
void gj_zones_put_off(void);
void gj_zones_put_back(void);

/* growth.c, for the context of this thread. */
void gj_growth_begin(gj_context js);
void gj_growth_end(void);

/* awaits.c: the function that the engine calls to throw, and what it throws: JSC::Exception, whose
 * value is the first word after those of a cell. */
#define GJ_THROW_SYMBOL "_ZN3JSC2VM14throwExceptionEPNS_14JSGlobalObjectEPNS_9ExceptionE"
typedef struct {
  gj_cell cell;
  gj_value value;
} gj_thrown;
typedef void *gj_throw_fn(const void *vm, gj_context js, const gj_thrown *exception);

/* For samples: reads memory, false if there is none; reads as much as there is; returns the value
 * of an expression, or NULL. */
bool gj_private_fetch(const void *from, void *to, size_t size);
size_t gj_private_read(const void *from, void *to, size_t size);
JSObjectRef gj_private_evaluate(gj_context js, const char *expression);

/* Whether GYRE_ENGINE leaves it on; for what is found before a sample can be taken. */
bool gj_private_wants(enum gj_part part);
/* Reads GYRE_ENGINE; an invalid value ends the process with a message. */
void gj_private_start(void);
/* The context in which samples are taken, on this thread. */
void gj_private_context(gj_context js);

#endif
