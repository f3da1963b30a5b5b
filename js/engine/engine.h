/* SPDX-License-Identifier: MIT */
/* The JavaScript engine, as the rest of js/ sees it: values, calls, bytes, errors. Only the files
 * in js/engine include JavaScriptCore; the types below are its own under our names, so a native
 * function is called by the engine directly.
 *
 * A value lives as long as the engine finds it on the stack, in a register or from another value.
 * What C memory holds must be pinned (gy_pin). All calls are made on the thread of the context. */
#ifndef GY_JS_ENGINE_H
#define GY_JS_ENGINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <pthread.h>
#include <string.h>

typedef const struct OpaqueJSContext *gy_context;
typedef const struct OpaqueJSValue *gy_value;
typedef struct OpaqueJSValue *gy_object;
typedef struct gy_class_data *gy_class;

/* stop.c: what ends scripts, see below, waits while C works for JavaScript, since C needs what it
 * asks of the engine. Functions of C hold it; calls from C to the program let it go meanwhile. It
 * is the engine that counts, on a thread where scripts can be ended. */
extern _Thread_local uint32_t *gy_stop_held;    /* NULL: they cannot */
extern _Thread_local uint32_t gy_stop_held_own; /* is counted then */
void gy_stop_resume(void);
static inline uint32_t *gy_stop_count(void) {
  return __builtin_expect(gy_stop_held != NULL, 0) ? gy_stop_held : &gy_stop_held_own;
}
static inline void gy_stop_hold(void) { ++*gy_stop_count(); }
static inline void gy_stop_let(void) {
  if (--*gy_stop_count() == 0 && __builtin_expect(gy_stop_held != NULL, 0)) {
    gy_stop_resume();
  }
}
static inline uint32_t gy_stop_let_all(void) {
  uint32_t count = *gy_stop_count();
  *gy_stop_count() = 0;
  if (count != 0 && __builtin_expect(gy_stop_held != NULL, 0)) {
    gy_stop_resume();
  }
  return count;
}
static inline void gy_stop_hold_all(uint32_t count) { *gy_stop_count() = count; }
void gy_stop_prepare(gy_context js); /* on a thread, before a script of it may be ended */
/* Whether the engine can do that takes some milliseconds to find out, once: true if a thread does
 * so, which the caller has to join; gy_stop_prepare waits for it. */
bool gy_stop_find_out(pthread_t *thread);

/* What the engine calls. Returns a value; to throw, sets *exception (gy_throw) and returns what it
 * likes. */
typedef gy_value (*gy_function)(gy_context, gy_object function, gy_object self, size_t argc,
                                const gy_value argv[], gy_value *exception);

#define GY_UNUSED __attribute__((unused))
#define GY_PARAMETERS                                                              \
  GY_UNUSED gy_context js, GY_UNUSED gy_object function, GY_UNUSED gy_object self, \
      GY_UNUSED size_t argc, GY_UNUSED const gy_value argv[], GY_UNUSED gy_value *exception
#ifndef GY_DEBUG
#define GY_CHECKED(body) body(js, function, self, argc, argv, exception)
#else
/* With a copy of its arguments that ends where they end: who reads on is found. */
gy_value gy_checked(gy_function body, gy_context js, gy_object function, gy_object self,
                    size_t argc, const gy_value argv[], gy_value *exception);
#define GY_CHECKED(body) gy_checked(body, js, function, self, argc, argv, exception)
#endif
/* Nothing ends it half-way: gy_stop_hold. */
#define GY_FUNCTION(name)                     \
  static gy_value name##_body(GY_PARAMETERS); \
  static gy_value name(GY_PARAMETERS) {       \
    gy_stop_hold();                           \
    gy_value value = GY_CHECKED(name##_body); \
    gy_stop_let();                            \
    return value;                             \
  }                                           \
  static gy_value name##_body(GY_PARAMETERS)

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
/* When a collection leaves more than that, fn(arg) is called, on any thread, in the middle of it;
 * false: the engine cannot. */
bool gy_context_limit_heap(gy_context js, size_t limit, void (*fn)(void *arg), void *arg);
void gy_context_no_limit(void);      /* on the same thread: fn is called no more */
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
bool gy_engine_work_prepare(void); /* false: there are no descriptors for it */
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
/* The same for who holds the engine's lock, which a function of an addon is called with. */
gy_value gy_string_utf8_held(gy_context js, const char *bytes, size_t size);
gy_value gy_string_latin1_held(gy_context js, const void *bytes, size_t size);
gy_value gy_string_utf16_held(gy_context js, const uint16_t *units, size_t count);
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
gy_value gy_look_make(gy_context js, const void *units, size_t count, bool narrow, bool held);
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
bool gy_chars_try(gy_value value, gy_chars *chars); /* false: ask gy_chars_look */
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
/* The same for a function of the library that nothing may end half-way. */
gy_value gy_call_whole(gy_context js, gy_object function, size_t argc, const gy_value argv[],
                       gy_value *exception);
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
/* An object that gets what the realm sets in the sandbox of variables of its own. */
void gy_realm_note_writes(gy_object global, gy_value written);
/* realm_prototype.c: the prototype of a global can be set from now on, where the engine lets us. */
void gy_realm_free_prototype(gy_context realm, gy_object global);
/* realm_symbols.c: what is set, defined and deleted goes to the sandbox, by a proxy of it. */
void gy_realm_watch(gy_context js, gy_object global, gy_value view);
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
void gy_interrupt_hold(gy_context js, bool held); /* its scripts have a limit: no interrupts */

/* stop.c: ends what JavaScript runs on a thread, from any other. What is called with a gy_stop must
 * be so under a lock of the caller's; gy_stop_close waits for nobody. */
typedef struct {
  const void *vm;    /* of the engine; NULL: there is none (any more) */
  atomic_bool asked; /* from then on no JavaScript is called on that thread */
} gy_stop;
void gy_stop_open(gy_stop *stop, gy_context js); /* on that thread, when there is a context */
void gy_stop_close(gy_stop *stop);               /* on that thread, before there is none */
void gy_stop_ask(gy_stop *stop);                 /* on any */
/* Whether it was asked for on this thread. */
extern _Thread_local gy_stop *gy_stop_own;
static inline bool gy_stop_asked(void) {
  return __builtin_expect(gy_stop_own != NULL, 0) &&
         atomic_load_explicit(&gy_stop_own->asked, memory_order_acquire);
}
bool gy_stop_works(void); /* false: only calls from C end */
/* Ends the script that runs in a context, on any thread; on its own, one that another one waits for
 * was ended, and that goes on; or it is not known whether it was, and then that one ends, too, and
 * it is true. */
void gy_stop_script(gy_context js);
void gy_stop_over(gy_context js);
bool gy_stop_go_on(gy_context js);

/* share.c: the memory of buffers on their way from one context to another. */
typedef struct gy_carried gy_carried;
/* Of an ArrayBuffer, which is detached then, or of a SharedArrayBuffer; NULL: it cannot be. */
gy_carried *gy_share_take(gy_context js, gy_object buffer);
/* A buffer of this context over it, which is the end of what was carried; for an ArrayBuffer the
 * function is its transfer, for a SharedArrayBuffer its constructor. */
gy_object gy_share_give(gy_context js, gy_carried *carried, gy_object function);
bool gy_share_is_shared(const gy_carried *carried);

/* host.c: import() in scripts calls fn(specifier, options, url of the script) from now on, which
 * returns a promise; where the engine cannot, nothing happens. */
bool gy_host_find(gy_context js); /* whether it probably can */
bool gy_host_can_import(void);    /* by a sample */
void gy_host_start(gy_context js, gy_object fn);
gy_object gy_host_loader(gy_context js); /* the engine's loader of ES modules; NULL: not found */
/* import.meta of a module calls fn(key of the module, its record) from now on. */
void gy_host_on_meta(gy_context js, gy_object fn);

/* modules.c: ES modules of the engine. */
bool gy_modules_can(void);
/* Makes source code of a text and hands it to the loader's function `provideFetch`. */
bool gy_modules_load(gy_context js, gy_value source, gy_value url, int first_line,
                     int first_column);
/* A promise: 0 pending, 1 fulfilled, 2 rejected. */
unsigned gy_modules_settled(gy_context js, gy_object promise, gy_value *value);
void gy_host_install(gy_context js); /* the same for a realm */

/* texts.c: puts the engine's own JavaScript in Node's order; before any program runs. */
bool gy_texts_edited(void);

/* first_look.c: fn(error) is called before anybody sees an error that the engine has made. The two
 * samples are errors of the engine's, which nobody has looked at, with a trace and without. */
bool gy_first_look_start(gy_context js, gy_object fn, gy_value with_trace, gy_value without_trace);
void gy_first_look_stop(void);
/* During such a call: a variable that the function could see which threw; undefined if there is
 * none of that name, or nobody knows. */
gy_value gy_first_look_variable(gy_context js, gy_value name);

/* awaits.c: who awaits, as a list of pairs, each for gy_awaits_words; undefined: nobody. */
gy_value gy_awaits_now(gy_context js, size_t limit);        /* the end of the job that runs */
gy_value gy_awaits_of_error(gy_context js, gy_value error); /* of that which threw it */
gy_value gy_awaits_of_promise(gy_context js, gy_value promise, size_t limit);
/* A line of a trace in the engine's words; undefined: there is none. */
gy_value gy_awaits_words(gy_context js, gy_value body, int32_t state);
/* The module of this record awaits something, and the promise is that of its end. */
void gy_awaits_module(gy_context js, gy_value promise, gy_value record);
void gy_awaits_start(gy_context js);
void gy_awaits_stop(void);
extern _Thread_local uint32_t gy_awaits_jobs; /* not 0: jobs run */

/* thrown.c: where the value that was thrown last was thrown, as a trace in the engine's words;
 * undefined if that was not this one. */
gy_value gy_thrown_trace(gy_context js, gy_value value);

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

/* jobs.c: jobs of promises run in the asynchronous context in which they were made. */
enum gy_jobs_call {
  GY_JOBS_ENTER,     /* enter(context), before each job */
  GY_JOBS_LEAVE,     /* leave(context), after it, while jobs are hooked */
  GY_JOBS_WRAP_THEN, /* wrapThen(then, context): what is called in its place */
  GY_JOBS_DESCRIBE,  /* describe(context): what takes its place while jobs are hooked */
  GY_JOBS_CALLS
};
/* From now on, if the engine can: context.frame is the context. The library has those functions,
 * and some to learn from. */
bool gy_jobs_start(gy_context js, gy_object context, gy_object library);
bool gy_jobs_follow_realm(gy_context js, gy_object library); /* also those of another realm */
void gy_jobs_hook(bool on);
void gy_jobs_leave(void); /* all jobs have run */
/* Around the adding of a marker (a reaction) to a promise, which says in what context the reaction
 * that is added next was made. begin: false if there is no need. */
gy_object gy_jobs_marker(gy_context js, gy_value context);
bool gy_jobs_begin_mark(gy_value promise);
void gy_jobs_end_mark(gy_value promise, gy_value child);

/* direct.c: shorter ways, where the engine has them. */
/* Runs microtasks; within a call from JavaScript only if the engine can do that. */
void gy_direct_microtasks(gy_context js);
bool gy_direct_has_microtasks(void);                    /* whether it can do that */
gy_object gy_direct_microtasks_function(gy_context js); /* the same for JavaScript, or NULL */
/* From now on fn(run, js) is called to do that, which calls run(js). */
void gy_direct_around_microtasks(void (*fn)(void (*run)(gy_context js), gy_context js));
/* Changes whenever that was done. */
extern _Thread_local volatile int32_t gy_direct_beats;
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
      value = gy_direct_threw(js, exception);                               \
    }                                                                       \
    return (int64_t)(intptr_t)value;                                        \
  }

/* What must not throw did: fatal, unless it is the end of the script, which is undefined. */
gy_value gy_direct_threw(gy_context js, gy_value exception);
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
/* The one at this place, which the process has once: made when a thread first asks for it. */
gy_class gy_class_made(gy_class *place, const char *name, void (*finalize)(void *memory));
gy_object gy_class_object(gy_context js, gy_class class, void *memory);
void *gy_class_memory(gy_object object); /* NULL for objects of no class of ours */
bool gy_class_is(gy_context js, gy_value value, gy_class class);
/* The memory of an object of that class; of all else NULL, and throws. What a program can put in
 * the place of an object of ours, or call a method without, is asked for by this. */
void *gy_class_take(gy_context js, gy_value value, gy_class class, gy_value *exception);

/* inside.c: the engine's number for the kind of an object (0: no object), and the value at an index
 * inside one; only for kinds that have it. */
bool gy_inside_has_kinds(void); /* false: nothing of it may be used */
bool gy_inside_has_fields(void);
bool gy_inside_has_shapes(void);
unsigned gy_inside_kind(gy_context js, gy_value value);
/* 0 pending, 1 fulfilled, 2 rejected; and the next bit, if it is handled. */
unsigned gy_inside_promise_flags(gy_object promise);
bool gy_inside_promise_handled(gy_object promise);
void gy_inside_promise_unhandle(gy_object promise);
gy_value gy_inside_field(gy_context js, gy_object object, unsigned index);
bool gy_inside_same_shape(gy_object left, gy_object right); /* the same named properties */
/* With kinds and shapes: the number of the shape of a plain object that has no elements; of all
 * other objects their kind, below 0. */
double gy_inside_sort(gy_object object);
/* Makes one be as far as the other of the same kind; it may be used while the other lives. */
void gy_inside_copy(gy_object to, gy_object from, unsigned count);

/* property.c: as the language has it, also on what is no plain object. An exception makes a value
 * NULL and a boolean false. */
typedef enum {
  GY_UNDEFINED,
  GY_NULL,
  GY_BOOLEAN,
  GY_NUMBER,
  GY_STRING,
  GY_SYMBOL_VALUE,
  GY_BIGINT,
  GY_OBJECT
} gy_type;
gy_type gy_type_of(gy_context js, gy_value value);
gy_value gy_property_get(gy_context js, gy_object object, gy_value key, gy_value *exception);
void gy_property_set(gy_context js, gy_object object, gy_value key, gy_value value,
                     gy_value *exception);
bool gy_property_has(gy_context js, gy_object object, gy_value key, gy_value *exception);
bool gy_property_delete(gy_context js, gy_object object, gy_value key, gy_value *exception);
gy_value gy_property_at(gy_context js, gy_object object, unsigned index, gy_value *exception);
void gy_property_put(gy_context js, gy_object object, unsigned index, gy_value value,
                     gy_value *exception);
gy_value gy_prototype(gy_context js, gy_object object);
gy_value gy_as_string(gy_context js, gy_value value, gy_value *exception);
gy_value gy_as_number(gy_context js, gy_value value, gy_value *exception);
gy_object gy_to_object(gy_context js, gy_value value, gy_value *exception);
bool gy_same(gy_context js, gy_value left, gy_value right); /* === */
bool gy_instance(gy_context js, gy_value value, gy_object of, gy_value *exception);
gy_value gy_construct(gy_context js, gy_object function, size_t argc, const gy_value argv[],
                      gy_value *exception);
bool gy_is_array(gy_context js, gy_value value);
bool gy_is_date(gy_context js, gy_value value);
gy_object gy_date(gy_context js, double time_ms, gy_value *exception);
double gy_date_value(gy_context js, gy_value date);
gy_object gy_promise(gy_context js, gy_object *resolve, gy_object *reject);
gy_value gy_symbol(gy_context js, gy_value description); /* NULL: it has none */
bool gy_bigint_is_int64(gy_context js, gy_value bigint, int64_t number);
bool gy_bigint_is_uint64(gy_context js, gy_value bigint, uint64_t number);

/* views.c: typed arrays. The number of a type is Node-API's; -1: it is none; GY_ARRAY_BUFFER. */
enum { GY_ARRAY_BUFFER = 100 };
int gy_view_type(gy_context js, gy_value value);
gy_object gy_view_new(gy_context js, int type, gy_object buffer, size_t offset, size_t length,
                      gy_value *exception);
gy_object gy_view_buffer(gy_context js, gy_object view);
size_t gy_view_offset(gy_context js, gy_object view);
/* The bytes of anything that has some. They stay where they are while the value lives, or whoever
 * they are transferred to. */
bool gy_view_bytes(gy_context js, gy_value value, gy_bytes *bytes);

/* addons.c: what native addons need, and the C interface has not. All of it only if it can. */
typedef const struct OpaqueJSWeak *gy_weak;
bool gy_addons_can(void);
/* A function of an addon, with words of C's. It is told what it was called on (for constructors, a
 * new object, and new.target). */
typedef struct {
  void *owner, *data;
  void (*code)(void);
} gy_addons_words;
typedef struct {
  gy_value self, target; /* target: NULL, or it was called by `new` */
  size_t argc;
  const gy_value *argv;
} gy_addons_call;
gy_value gy_addons_self(gy_context js, const gy_addons_call *call); /* as if it were not strict */
typedef gy_value (*gy_addons_fn)(gy_context js, const gy_addons_words *words,
                                 const gy_addons_call *call, gy_value *exception);
gy_object gy_addons_function(gy_context js, gy_value name, gy_addons_fn fn,
                             const gy_addons_words *words);
/* create(target): by which objects for constructors are made, on this thread. */
void gy_addons_start(gy_context js, gy_object create);
void gy_addons_stop(void);
/* As gy_call, with any value as `this`. */
gy_value gy_addons_call_on(gy_context js, gy_object function, gy_value self, size_t argc,
                           const gy_value argv[], gy_value *exception);
gy_weak gy_weak_new(gy_context js, gy_object object);
gy_object gy_weak_get(gy_weak weak); /* NULL: it is gone */
void gy_weak_free(gy_context js, gy_weak weak);
/* foreign.c: a string over this memory, which release(units, arg) is called for when it is used no
 * more, on any thread. NULL: it cannot be had, and nothing is called. */
typedef void (*gy_foreign_release)(void *units, void *arg);
gy_value gy_foreign_string(gy_context js, const void *units, size_t count, bool narrow,
                           gy_foreign_release release, void *arg);
/* The values of a list live on. The list is looked at while the thread stands still. */
typedef struct {
  gy_value *values; /* NULL: no value */
  size_t count, capacity;
} gy_values;
void gy_addons_keep(gy_context js, const gy_values *values);
/* fn(arg) is called after each collection, on any thread. */
void gy_addons_on_collected(gy_context js, void (*fn)(void *arg), void *arg);
void gy_addons_report(gy_context js, size_t size); /* memory that a value of it keeps */

/* error.c */
void gy_throw(gy_context js, gy_value *exception, const char *message);      /* an Error */
void gy_throw_type(gy_context js, gy_value *exception, const char *message); /* a TypeError */

#endif
