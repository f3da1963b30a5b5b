/* SPDX-License-Identifier: MIT */
/* The JavaScript engine, as the rest of js/ sees it: values, calls, bytes, errors. Only the files
 * in js/engine include JavaScriptCore; the types below are its own under our names, so a native
 * function is called by the engine directly.
 *
 * A value lives as long as the engine finds it on the stack, in a register or from another value.
 * What C memory holds must be pinned (gy_pin). All calls are made on the thread of the context. */
#ifndef GY_JS_ENGINE_H
#define GY_JS_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef const struct OpaqueJSContext *gy_context;
typedef const struct OpaqueJSValue *gy_value;
typedef struct OpaqueJSValue *gy_object;
typedef struct gy_class_data *gy_class;

/* What the engine calls. Returns a value; to throw, sets *exception (gy_throw) and returns what it
 * likes. */
typedef gy_value (*gy_function)(gy_context, gy_object function, gy_object self, size_t argc,
                                const gy_value argv[], gy_value *exception);

#define GY_UNUSED __attribute__((unused))
#define GY_FUNCTION(name)                                                     \
  static gy_value name(GY_UNUSED gy_context js, GY_UNUSED gy_object function, \
                       GY_UNUSED gy_object self, GY_UNUSED size_t argc,       \
                       GY_UNUSED const gy_value argv[], GY_UNUSED gy_value *exception)

/* A function and its name, for tables that end with an entry without name. */
typedef struct {
  const char *name;
  gy_function function;
} gy_export;

/* A number and its name, for tables that end with an entry without name. */
typedef struct {
  const char *name;
  double value;
} gy_constant;

/* context.c: the life of a context. Its thread may have one at a time. */
gy_context gy_context_new(void);
void gy_context_free(gy_context js);
gy_object gy_global(gy_context js);
/* While C holds the lock, microtasks run only when it says so (gy_direct_microtasks). */
void gy_context_lock(gy_context js);
void gy_context_unlock(gy_context js);
void gy_collect(gy_context js); /* all garbage, now */
/* The function is called, when microtasks have run, with each promise that was rejected and has
 * no handler, and the reason. */
void gy_context_on_rejection(gy_context js, gy_object callback);
/* Whether a promise has a handler: 1, 0, or -1 where the engine does not tell. */
int gy_promise_handled(gy_context js, gy_object promise);
typedef struct {
  size_t heap_size, heap_capacity, extra_memory, object_count;
} gy_heap;
gy_heap gy_context_heap(gy_context js);
bool gy_context_has_heap(void);      /* false: they are 0 */
const char *gy_engine_version(void); /* of the engine that runs */

/* private.c: what is used of the engine that it does not promise, by index. Asking runs samples. */
typedef struct {
  const char *name;
  const char *without; /* what a program sees if it is off */
  bool is_reach, is_on;
} gy_private_part;
size_t gy_private_count(void);
gy_private_part gy_private_tell(size_t index);

/* work.c */
/* The engine's own work on its thread (WebAssembly, finalizers, collections) waits in a GLib
 * context. `done` is called after some of it has run. It does not keep the loop alive, unless held.
 */
struct uv_loop_s;
void gy_engine_work_open(void);
void gy_engine_work_close(void);
void gy_engine_work_start(gy_context js, struct uv_loop_s *loop, void (*done)(void));
void gy_engine_work_hold(int change);                 /* 1 or -1 */
struct uv_handle_s *gy_engine_work_handle(int index); /* 0 or 1 */
void gy_engine_work_stop(void);

/* value.c */
gy_value gy_undefined(gy_context js);
gy_value gy_null(gy_context js);
gy_value gy_bool(gy_context js, bool value);
gy_value gy_number(gy_context js, double value);
gy_value gy_bigint(gy_context js, int64_t value);
gy_value gy_bigint_u(gy_context js, uint64_t value);
bool gy_is_undefined(gy_context js, gy_value value);
bool gy_is_nullish(gy_context js, gy_value value);
bool gy_is_string(gy_context js, gy_value value);
bool gy_is_number(gy_context js, gy_value value);
bool gy_is_object(gy_context js, gy_value value);
bool gy_is_function(gy_context js, gy_value value);
bool gy_to_bool(gy_context js, gy_value value);
/* Conversions of JavaScript; an exception of theirs is lost and gives NaN or 0, so the JavaScript
 * side passes numbers. */
double gy_to_number(gy_context js, gy_value value);
int32_t gy_to_int32(gy_context js, gy_value value);
uint32_t gy_to_uint32(gy_context js, gy_value value);
int64_t gy_to_int64(gy_context js, gy_value value); /* of a number or a BigInt */
uint64_t gy_to_uint64(gy_context js, gy_value value);

gy_object gy_object_new(gy_context js);
gy_object gy_array(gy_context js, size_t count, const gy_value values[]);
gy_object gy_as_object(gy_context js, gy_value value); /* NULL if it is none */
gy_value gy_get(gy_context js, gy_object object, const char *name);
gy_value gy_get_index(gy_context js, gy_object object, unsigned index);
unsigned gy_length(gy_context js, gy_object array);
void gy_set(gy_context js, gy_object object, const char *name, gy_value value);
void gy_set_number(gy_context js, gy_object object, const char *name, double value);
void gy_set_string(gy_context js, gy_object object, const char *name, const char *text);
void gy_set_index(gy_context js, gy_object object, unsigned index, gy_value value);
void gy_set_function(gy_context js, gy_object object, const char *name, gy_function function);
void gy_set_exports(gy_context js, gy_object object, const gy_export exports[]);
void gy_set_constants(gy_context js, gy_object object, const gy_constant constants[]);

/* string.c */
gy_value gy_string(gy_context js, const char *utf8);
/* From here on null (JavaScript's) if the string would be longer than Node's can be, or if there is
 * no memory for it. The engine's own limit is four times that. */
#define GY_STRING_MOST (((size_t)1 << 29) - 24)
gy_value gy_string_utf8(gy_context js, const char *bytes, size_t size); /* bad bytes: U+FFFD */
gy_value gy_string_latin1(gy_context js, const void *bytes, size_t size);
gy_value gy_string_utf16(gy_context js, const uint16_t *units, size_t count);
/* The text of a string (or what String() makes of it) in UTF-8, with a NUL behind it; lone
 * surrogates become U+FFFD. Short ones stay in the struct. Always free it. */
typedef struct {
  char *data;
  size_t size;
  char room[232];
} gy_text;
void gy_text_get(gy_context js, gy_value value, gy_text *text);
/* The same for what may be of any size; false: there is no memory for it, or it is beyond 4 GB. */
bool gy_text_try(gy_context js, gy_value value, gy_text *text);
void gy_text_free(gy_text *text);
/* The UTF-16 units of a string; *units is valid until gy_units_free(handle). */
void *gy_units_get(gy_context js, gy_value value, const uint16_t **units, size_t *count);
void gy_units_free(void *handle);

/* bytes.c */
typedef struct {
  uint8_t *data;
  size_t size;
} gy_bytes;
/* The bytes of an ArrayBuffer, typed array or DataView; false, and none, if the value is neither.
 * They stay where they are as long as the value lives, since that locks their buffer. But those of
 * a resizable buffer may be gone when JavaScript has run. The kernel says so then (EFAULT); what
 * touches memory itself, on another thread, must not be given them. */
bool gy_bytes_get(gy_context js, gy_value value, gy_bytes *bytes);
/* For who is about to transfer a buffer, with ArrayBuffer.prototype.transfer: whether it was
 * locked. If so, the new buffer has to be locked, and live as long as the old one. */
bool gy_bytes_unlock(gy_context js, gy_object buffer, gy_object transfer);
/* A Uint8Array (or an ArrayBuffer) over foreign memory, which is freed by `release` (any thread).
 */
gy_object gy_bytes_array(gy_context js, void *data, size_t size,
                         void (*release)(void *data, void *arg), void *arg);
gy_object gy_bytes_buffer(gy_context js, void *data, size_t size,
                          void (*release)(void *data, void *arg), void *arg);
gy_object gy_bytes_copy(gy_context js, const void *data, size_t size); /* a Uint8Array */
gy_object gy_bytes_room(gy_context js, size_t size); /* an ArrayBuffer, not cleared; or NULL */
/* Typed arrays over memory that C keeps for ever. */
gy_object gy_bytes_int32(gy_context js, int32_t *data, size_t count);
gy_object gy_bytes_float64(gy_context js, double *data, size_t count);

/* reserve.c: around the choice of the engine's options: less address space where it is limited, or
 * one line and the end where there is too little. */
void gy_reserve_begin(void);
void gy_reserve_end(void);

/* look.c: strings and bytes where the engine keeps them, without copies. What these give is valid
 * only until JavaScript runs again: an operation that goes on needs gy_bytes_get. */
bool gy_look_number(gy_value value, double *number); /* false: it is none, or nobody knows */
/* A string of units of 8 or 16 bits; NULL: by the C interface, please (string.c does). */
gy_value gy_look_make(gy_context js, const void *units, size_t count, bool narrow);
/* How a view keeps its bytes, a number of the engine's; -1: it is none, or nobody knows. */
int gy_look_mode(gy_context js, gy_value view);
bool gy_bytes_look(gy_context js, gy_value value, gy_bytes *bytes); /* false, 0: none */
/* The characters of a string (or what String() makes of it), in 8 bits each or in 16; the other
 * pointer is NULL. Always free it. */
typedef struct {
  const uint8_t *narrow;
  const uint16_t *wide;
  size_t length;
  void *handle;
} gy_chars;
void gy_chars_look(gy_context js, gy_value value, gy_chars *chars);
void gy_chars_free(gy_chars *chars);
/* The characters of a string of 8 bits each, from wherever its pieces are to the end of a room, so
 * that the engine need not join them; false: it has wider ones, or more, or nobody knows. */
bool gy_chars_copy(gy_value value, uint8_t *room, size_t size, gy_bytes *bytes);
bool gy_chars_are_ascii(const gy_bytes *bytes);
/* In UTF-8 (string.c): how many bytes that takes; and writing it, whole characters only, as far as
 * there is room. Lone surrogates become U+FFFD. */
size_t gy_chars_utf8_size(const gy_chars *chars);
size_t gy_chars_utf8(const gy_chars *chars, uint8_t *to, size_t room);

/* call.c: NULL if it threw, with *exception set. */
gy_value gy_call(gy_context js, gy_object function, gy_object self, size_t argc,
                 const gy_value argv[], gy_value *exception);
/* Runs a script; `first_line` is the number of its first line in `url`. */
gy_value gy_eval(gy_context js, gy_value source, const char *url, int first_line,
                 gy_value *exception);
/* Runs a script in UTF-8, with `self` as its `this`. */
gy_value gy_eval_text(gy_context js, const char *source, const char *url, gy_object self,
                      gy_value *exception);
gy_object gy_function_new(gy_context js, const char *name, gy_function function);

/* realm.c: more globals, for vm. Made with the object in which a script's names are looked for. */
bool gy_realm_can(void);       /* whether there can be more */
bool gy_realm_can_limit(void); /* whether a script can have a limit */
gy_object gy_realm_new(gy_context js, gy_object sandbox);
gy_context gy_realm_context(gy_object global);
/* While on, globals show their own names and not what the sandbox has. */
void gy_realm_bare(bool on);
/* NULL, or the syntax error of a script. */
gy_value gy_realm_check(gy_context js, gy_value source, const char *url, int first_line);
/* As gy_eval, for at most that long; *ended tells whether the time was over. */
gy_value gy_realm_eval_limited(gy_context js, gy_value source, const char *url, int first_line,
                               double limit_s, bool *ended, gy_value *exception);
/* interrupt.c: has the thread of a context call back while a script runs, at its next loop or call.
 * There is one context to be interrupted. */
typedef void (*gy_interrupt_fn)(gy_context js);
typedef void (*gy_interrupt_text_fn)(const char *stack);
void gy_interrupt_start(gy_context js, gy_interrupt_fn fn, gy_interrupt_text_fn text_fn);
/* In a signal handler on that thread, which was interrupted at this address; false: not now. */
bool gy_interrupt_here(const void *address);
/* On another thread: text_fn is called with the stack, in the engine's words, while or as soon as
 * the context is in a function of C; on yet another thread. */
void gy_interrupt_later(void);
void gy_interrupt_hold(bool held); /* scripts have a limit of their own: no interrupts */

/* host.c: import() in scripts calls fn(specifier, options, url of the script) from now on, which
 * returns a promise; where the engine cannot, nothing happens. */
bool gy_host_find(gy_context js); /* whether it probably can */
bool gy_host_can_import(void);    /* by a sample */
void gy_host_start(gy_context js, gy_object fn);
void gy_host_install(gy_context js); /* the same for a realm */

/* promises.c: whether the engine that runs is of this release or a later one; and a native
 * finally(), for this realm, that calls the given function. */
bool gy_engine_since(unsigned major, unsigned minor);
gy_object gy_promises_finally(gy_context js, gy_object function);
void gy_promises_stop(void);

/* queue.c: whether microtasks wait. Found out with a function that queues one, on the thread and
 * within a call of the context. */
void gy_queue_find(gy_context js, gy_object queue_one);
bool gy_queue_known(void);
bool gy_queue_empty(void); /* false if it is not known */

/* direct.c: shorter ways, where the engine has them. */
/* Runs microtasks; within a call from JavaScript only if the engine can do that. */
void gy_direct_microtasks(gy_context js);
bool gy_direct_has_microtasks(void);                    /* whether it can do that */
gy_object gy_direct_microtasks_function(gy_context js); /* the same for JavaScript, or NULL */
/* From now on fn(run, js) is called to do that, which calls run(js). */
void gy_direct_around_microtasks(void (*fn)(void (*run)(gy_context js), gy_context js));
extern volatile int32_t gy_direct_beats; /* changes whenever that was done */
/* A function that returns what the clock says. There is one clock. */
gy_object gy_direct_clock_function(gy_context js, double (*clock)(void));

/* Functions that are called often and throw nothing: GY_DIRECT(name) makes of GY_FUNCTION(name) one
 * that the engine calls as its own, under its lock; gy_direct_set puts those of a table in the
 * place of their slower forms, if the engine can. One that throws nonetheless ends the process. */
typedef int64_t (*gy_direct)(gy_context js, const gy_value frame[]);
typedef struct {
  const char *name;
  gy_direct function;
} gy_direct_export;

enum { GY_FRAME_COUNT = 4, GY_FRAME_SELF = 5, GY_FRAME_ARGUMENTS = 6 };

/* How many arguments, with `this`. The engine has just written these four bytes: to read eight
 * there would wait until all that it wrote before has left the processor. */
static inline uint32_t gy_frame_count(const gy_value frame[]) {
  uint32_t count;
  memcpy(&count, &frame[GY_FRAME_COUNT], sizeof(count));
  return count;
}

#define GY_DIRECT(name)                                                     \
  static int64_t name##_direct(gy_context js, const gy_value frame[]) {     \
    gy_value exception = NULL;                                              \
    uint32_t count = gy_frame_count(frame) - 1;                             \
    gy_value value = name(js, NULL, (gy_object)frame[GY_FRAME_SELF], count, \
                          frame + GY_FRAME_ARGUMENTS, &exception);          \
    if (exception != NULL) {                                                \
      gy_direct_threw(js, exception);                                       \
    }                                                                       \
    return (int64_t)(intptr_t)value;                                        \
  }

_Noreturn void gy_direct_threw(gy_context js, gy_value exception);
void gy_direct_set(gy_context js, gy_object object, const gy_direct_export exports[]);

/* pin.c: keeps a value alive for C. */
typedef struct {
  gy_context js;
  gy_value value;
  struct gy_pin_slot *slot; /* where the engine finds it; NULL: it was told */
} gy_pin;
gy_pin gy_pin_new(gy_context js, gy_value value);
/* The same for the time of a call that is under way: costs next to nothing within gy_pin_room. */
gy_pin gy_pin_brief(gy_context js, gy_value value);
int gy_pin_room(int (*body)(void *arg), void *arg);
void gy_pin_free(gy_pin *pin);
static inline gy_object gy_pin_object(const gy_pin *pin) { return (gy_object)pin->value; }

/* class.c: objects that own C memory. `finalize` runs on any thread, after the object is gone: it
 * may free, or post; it must not use the engine. */
gy_class gy_class_new(const char *name, void (*finalize)(void *memory));
gy_object gy_class_object(gy_context js, gy_class class, void *memory);
void *gy_class_memory(gy_object object); /* NULL for objects of no class of ours */
bool gy_class_is(gy_context js, gy_value value, gy_class class);

/* inside.c: the engine's number for the kind of an object (0: no object), and the value at an index
 * inside one; only for kinds that have it. */
bool gy_inside_has_kinds(void); /* false: nothing of it may be used */
bool gy_inside_has_fields(void);
bool gy_inside_has_shapes(void);
unsigned gy_inside_kind(gy_context js, gy_value value);
/* 0 pending, 1 fulfilled, 2 rejected; and the next bit, if it is handled. */
unsigned gy_inside_promise_flags(gy_object promise);
gy_value gy_inside_field(gy_context js, gy_object object, unsigned index);
bool gy_inside_same_shape(gy_object left, gy_object right); /* the same named properties */
/* Makes one be as far as the other of the same kind; it may be used while the other lives. */
void gy_inside_copy(gy_object to, gy_object from, unsigned count);

/* error.c */
void gy_throw(gy_context js, gy_value *exception, const char *message);      /* an Error */
void gy_throw_type(gy_context js, gy_value *exception, const char *message); /* a TypeError */

#endif
