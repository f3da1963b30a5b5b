/* SPDX-License-Identifier: MIT */
/* The JavaScript engine, as the rest of js/ sees it: values, calls, bytes, errors. Only the files
 * in js/engine include JavaScriptCore; the types below are its own under our names, so the engine
 * calls a native function directly.
 *
 * A value lives as long as the engine finds it on the stack, in a register or from another value.
 * Values in C memory must be pinned (gj_pin). All calls are made on the thread of the context. */
#ifndef GJ_JS_ENGINE_H
#define GJ_JS_ENGINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <pthread.h>
#include <string.h>

typedef const struct OpaqueJSContext *gj_context;
typedef const struct OpaqueJSValue *gj_value;
typedef struct OpaqueJSValue *gj_object;
typedef struct gj_class_data *gj_class;

/* stop.c: terminating a script (see below) is delayed while C code works for JavaScript, because C
 * needs the results of its calls. Functions in C hold it back; calls from C to the program release
 * it meanwhile. The engine does the counting, on a thread where scripts can be terminated. */
extern _Thread_local uint32_t *gj_stop_held;    /* NULL: they cannot */
extern _Thread_local uint32_t gj_stop_held_own; /* used for counting then */
void gj_stop_resume(void);
static inline uint32_t *gj_stop_count(void) {
  return __builtin_expect(gj_stop_held != NULL, 0) ? gj_stop_held : &gj_stop_held_own;
}
static inline void gj_stop_hold(void) { ++*gj_stop_count(); }
static inline void gj_stop_let(void) {
  if (--*gj_stop_count() == 0 && __builtin_expect(gj_stop_held != NULL, 0)) {
    gj_stop_resume();
  }
}
static inline uint32_t gj_stop_let_all(void) {
  uint32_t count = *gj_stop_count();
  *gj_stop_count() = 0;
  if (count != 0 && __builtin_expect(gj_stop_held != NULL, 0)) {
    gj_stop_resume();
  }
  return count;
}
static inline void gj_stop_hold_all(uint32_t count) { *gj_stop_count() = count; }
void gj_stop_prepare(gj_context js); /* on a thread, before one of its scripts may be terminated */
/* Finding out whether the engine can do that takes some milliseconds, once. True if a thread does
 * so, which the caller has to join; gj_stop_prepare waits for it. */
bool gj_stop_find_out(pthread_t *thread);

/* A function that the engine calls. Returns a value. To throw, it sets *exception (gj_throw), and
 * the returned value is ignored. */
typedef gj_value (*gj_function)(gj_context, gj_object function, gj_object self, size_t argc,
                                const gj_value argv[], gj_value *exception);

#define GJ_UNUSED __attribute__((unused))
#define GJ_PARAMETERS                                                              \
  GJ_UNUSED gj_context js, GJ_UNUSED gj_object function, GJ_UNUSED gj_object self, \
      GJ_UNUSED size_t argc, GJ_UNUSED const gj_value argv[], GJ_UNUSED gj_value *exception
#ifndef GJ_DEBUG
#define GJ_CHECKED(body) body(js, function, self, argc, argv, exception)
#else
/* With a copy of its arguments that ends where they end, so that sanitizers find reads beyond. */
gj_value gj_checked(gj_function body, gj_context js, gj_object function, gj_object self,
                    size_t argc, const gj_value argv[], gj_value *exception);
#define GJ_CHECKED(body) gj_checked(body, js, function, self, argc, argv, exception)
#endif
/* It is not terminated half-way: gj_stop_hold. */
#define GJ_FUNCTION(name)                     \
  static gj_value name##_body(GJ_PARAMETERS); \
  static gj_value name(GJ_PARAMETERS) {       \
    gj_stop_hold();                           \
    gj_value value = GJ_CHECKED(name##_body); \
    gj_stop_let();                            \
    return value;                             \
  }                                           \
  static gj_value name##_body(GJ_PARAMETERS)

/* A function that the engine calls as its own: see GJ_DIRECT. */
typedef int64_t (*gj_direct)(gj_context js, const gj_value frame[]);

/* A function and its name, for tables that end with an entry without a name. The direct form is
 * used if there is one and the engine can call it. */
typedef struct {
  const char *name;
  gj_function function;
  gj_direct direct;
} gj_export;

/* A number and its name, for tables that end with an entry without a name. */
typedef struct {
  const char *name;
  double value;
} gj_constant;

/* context.c: the life of a context. A thread has at most one. */
gj_context gj_context_new(void);
void gj_context_free(gj_context js);
/* rest.c: the program has started: the memory of the engine's code may go, once. */
void gj_engine_rest(void);
gj_object gj_global(gj_context js);
/* While C holds the lock, microtasks run only when it says so (gj_direct_microtasks). */
void gj_context_lock(gj_context js);
void gj_context_unlock(gj_context js);
void gj_collect(gj_context js); /* all garbage, now */
/* The function is called after microtasks have run, with each rejected promise that has no handler,
 * and the reason. */
void gj_context_on_rejection(gj_context js, gj_object callback);
/* Whether a promise has a handler: 1, 0, or -1 if the engine does not say. */
int gj_promise_handled(gj_context js, gj_object promise);
typedef struct {
  size_t heap_size, heap_capacity, extra_memory, object_count;
} gj_heap;
gj_heap gj_context_heap(gj_context js);
/* When a collection leaves more than that, fn(arg) is called, on any thread, during the collection;
 * false: the engine cannot do that. */
bool gj_context_limit_heap(gj_context js, size_t limit, void (*fn)(void *arg), void *arg);
void gj_context_no_limit(void);     /* on the same thread: fn is not called any more */
void gj_context_spare_memory(void); /* gives unused memory of this thread to others */
bool gj_context_has_heap(void);     /* false: these functions return 0 */
#define GJ_ENGINE_FILE "libjavascriptcoregtk-4.1.so.0"
void gj_engine_open(void); /* open.c: once, before anything of the engine is used */
/* Runs a sample on the system's engine, or whichever is open; false: it failed. */
bool gj_engine_sample(char *said, size_t size);
int gj_engine_try(const char *path);     /* on a prepared one (prepare.c): an exit code */
int gj_engine_prepare(const char *path); /* makes one: an exit code */
const char *gj_engine_version(void);     /* of the engine that runs */

/* private.c: internals of the engine that are used, by index. Asking takes samples. */
typedef struct {
  const char *name;
  const char *without; /* what a program loses if it is off */
  bool is_reach, is_on;
} gj_private_part;
size_t gj_private_count(void);
gj_private_part gj_private_tell(size_t index);

/* work.c */
/* The engine's own work on its thread (WebAssembly, finalizers, collections) waits in a GLib
 * context. `done` is called after some of it has run. It does not keep the loop alive, unless held.
 */
struct uv_loop_s;
bool gj_engine_work_prepare(void); /* false: there are no descriptors for it */
void gj_engine_work_open(void);
void gj_engine_work_close(void);
void gj_engine_work_start(gj_context js, struct uv_loop_s *loop, void (*done)(void));
void gj_engine_work_hold(int change);                 /* 1 or -1 */
struct uv_handle_s *gj_engine_work_handle(int index); /* 0 or 1 */
void gj_engine_work_stop(void);

/* value.c */
gj_value gj_undefined(gj_context js);
gj_value gj_null(gj_context js);
gj_value gj_bool(gj_context js, bool value);
gj_value gj_number(gj_context js, double value);
gj_value gj_bigint(gj_context js, int64_t value);
gj_value gj_bigint_u(gj_context js, uint64_t value);
bool gj_is_undefined(gj_context js, gj_value value);
bool gj_is_nullish(gj_context js, gj_value value);
bool gj_is_string(gj_context js, gj_value value);
bool gj_is_number(gj_context js, gj_value value);
bool gj_is_object(gj_context js, gj_value value);
bool gj_is_function(gj_context js, gj_value value);
bool gj_to_bool(gj_context js, gj_value value);
/* Conversions of JavaScript. If one throws, the exception is lost and the result is NaN or 0, so
 * the JavaScript side passes numbers. */
double gj_to_number(gj_context js, gj_value value);
int32_t gj_to_int32(gj_context js, gj_value value);
uint32_t gj_to_uint32(gj_context js, gj_value value);
int64_t gj_to_int64(gj_context js, gj_value value); /* of a number or a BigInt */
uint64_t gj_to_uint64(gj_context js, gj_value value);

gj_object gj_object_new(gj_context js);
gj_object gj_array(gj_context js, size_t count, const gj_value values[]);
gj_object gj_as_object(gj_context js, gj_value value); /* NULL if it is not one */
gj_value gj_get(gj_context js, gj_object object, const char *name);
gj_value gj_get_index(gj_context js, gj_object object, unsigned index);
unsigned gj_length(gj_context js, gj_object array);
void gj_set(gj_context js, gj_object object, const char *name, gj_value value);
void gj_set_number(gj_context js, gj_object object, const char *name, double value);
void gj_set_string(gj_context js, gj_object object, const char *name, const char *text);
void gj_set_index(gj_context js, gj_object object, unsigned index, gj_value value);
void gj_set_function(gj_context js, gj_object object, const char *name, gj_function function);
void gj_set_exports(gj_context js, gj_object object, const gj_export exports[]);
void gj_set_constants(gj_context js, gj_object object, const gj_constant constants[]);

/* string.c */
gj_value gj_string(gj_context js, const char *utf8);
/* Functions from here on return JavaScript's null if the string would be longer than Node allows,
 * or if there is no memory for it. The engine's own limit is four times that. */
#define GJ_STRING_MOST (((size_t)1 << 29) - 24)
gj_value gj_string_utf8(gj_context js, const char *bytes, size_t size); /* bad bytes: U+FFFD */
gj_value gj_string_latin1(gj_context js, const void *bytes, size_t size);
gj_value gj_string_utf16(gj_context js, const uint16_t *units, size_t count);
/* The same if the caller holds the engine's lock, as functions of addons do. */
gj_value gj_string_utf8_held(gj_context js, const char *bytes, size_t size);
gj_value gj_string_latin1_held(gj_context js, const void *bytes, size_t size);
gj_value gj_string_utf16_held(gj_context js, const uint16_t *units, size_t count);
/* The text of a string (or the result of String()) in UTF-8, with a final NUL; lone surrogates
 * become U+FFFD. Short texts are stored in the struct. Always free it. */
typedef struct {
  char *data;
  size_t size;
  char room[232];
} gj_text;
void gj_text_get(gj_context js, gj_value value, gj_text *text);
/* The same for texts of any size; false: there is no memory, or it is larger than 4 GB. */
bool gj_text_try(gj_context js, gj_value value, gj_text *text);
void gj_text_free(gj_text *text);
/* The UTF-16 units of a string; *units is valid until gj_units_free(handle). */
void *gj_units_get(gj_context js, gj_value value, const uint16_t **units, size_t *count);
void gj_units_free(void *handle);

/* bytes.c */
typedef struct {
  uint8_t *data;
  size_t size;
} gj_bytes;
/* The bytes of an ArrayBuffer, typed array or DataView; false, and none, for other values. They
 * stay where they are as long as the value lives, because this locks their buffer. But those of a
 * resizable buffer may be unmapped when JavaScript has run. The kernel then returns EFAULT; code
 * that accesses memory itself, on another thread, must not use them. */
bool gj_bytes_get(gj_context js, gj_value value, gj_bytes *bytes);
/* For the caller that is about to transfer a buffer, with ArrayBuffer.prototype.transfer: was it
 * locked? If so, the new buffer has to be locked, and live as long as the old one. */
bool gj_bytes_unlock(gj_context js, gj_object buffer, gj_object transfer);
/* A Uint8Array (or an ArrayBuffer) over C memory, which `release` frees (on any thread). */
gj_object gj_bytes_array(gj_context js, void *data, size_t size,
                         void (*release)(void *data, void *arg), void *arg);
gj_object gj_bytes_buffer(gj_context js, void *data, size_t size,
                          void (*release)(void *data, void *arg), void *arg);
gj_object gj_bytes_copy(gj_context js, const void *data, size_t size); /* a Uint8Array */
gj_object gj_bytes_room(gj_context js, size_t size); /* an ArrayBuffer, not cleared; or NULL */
/* Typed arrays over memory that C never frees. */
gj_object gj_bytes_int32(gj_context js, int32_t *data, size_t count);
gj_object gj_bytes_float64(gj_context js, double *data, size_t count);

/* reserve.c: called around the choice of the engine's options. Reserves less address space if it is
 * limited; if there is too little, prints one line and exits. */
void gj_reserve_begin(void);
void gj_reserve_end(void);

/* look.c: strings and bytes where the engine stores them, without copies. The results are valid
 * only until JavaScript runs again: an asynchronous operation needs gj_bytes_get. */
bool gj_look_number(gj_value value, double *number); /* false: not a number, or unknown */
/* A string of units of 8 or 16 bits; NULL: use the C interface (string.c does). */
gj_value gj_look_make(gj_context js, const void *units, size_t count, bool narrow, bool held);
/* How a view stores its bytes, a number of the engine's; -1: not a view, or unknown. */
int gj_look_mode(gj_context js, gj_value view);
bool gj_bytes_look(gj_context js, gj_value value, gj_bytes *bytes); /* false, 0: none */
/* The characters of a string (or the result of String()), in 8 bits each or in 16; the other
 * pointer is NULL. Always free it. */
typedef struct {
  const uint8_t *narrow;
  const uint16_t *wide;
  size_t length;
  void *handle;
} gj_chars;
void gj_chars_look(gj_context js, gj_value value, gj_chars *chars);
bool gj_chars_try(gj_value value, gj_chars *chars); /* false: use gj_chars_look */
void gj_chars_free(gj_chars *chars);
/* Copies the characters of an 8-bit string, wherever its pieces are, to the end of a buffer, so
 * that the engine need not join them; false: it has wider ones, or more, or it is unknown. */
bool gj_chars_copy(gj_value value, uint8_t *room, size_t size, gj_bytes *bytes);
bool gj_chars_are_ascii(const gj_bytes *bytes);
/* In UTF-8 (string.c): how many bytes that takes; and writing it, whole characters only, as far as
 * there is room. Lone surrogates become U+FFFD. */
size_t gj_chars_utf8_size(const gj_chars *chars);
size_t gj_chars_utf8(const gj_chars *chars, uint8_t *to, size_t room);

/* call.c: NULL if it threw, with *exception set. */
gj_value gj_call(gj_context js, gj_object function, gj_object self, size_t argc,
                 const gj_value argv[], gj_value *exception);
/* The same for a function of the library that must not be terminated half-way. */
gj_value gj_call_whole(gj_context js, gj_object function, size_t argc, const gj_value argv[],
                       gj_value *exception);
/* Runs a script; `first_line` is the number of its first line in `url`. */
gj_value gj_eval(gj_context js, gj_value source, const char *url, int first_line,
                 gj_value *exception);
/* Runs a script in UTF-8, with `self` as its `this`. */
gj_value gj_eval_text(gj_context js, const char *source, const char *url, gj_object self,
                      gj_value *exception);
gj_object gj_function_new(gj_context js, const char *name, gj_function function);

/* realm.c: more globals, for vm. Made with the object in which names of scripts are looked up. */
bool gj_realm_can(void);       /* whether there can be more */
bool gj_realm_can_limit(void); /* whether a script can have a limit */
gj_object gj_realm_new(gj_context js, gj_object sandbox);
gj_context gj_realm_context(gj_object global);
/* An object that receives what the realm sets in the sandbox of its own variables. */
void gj_realm_note_writes(gj_object global, gj_value written);
/* realm_prototype.c: makes the prototype of a global settable, where the engine allows it. */
void gj_realm_free_prototype(gj_context realm, gj_object global);
/* realm_symbols.c: sets, definitions and deletions go to the sandbox, through a proxy. */
void gj_realm_watch(gj_context js, gj_object global, gj_value view);
/* While on, globals show their own names and not those of the sandbox. */
void gj_realm_bare(bool on);
/* NULL, or the syntax error of a script. */
gj_value gj_realm_check(gj_context js, gj_value source, const char *url, int first_line);
/* As gj_eval, for at most that long; *ended: the time was over. */
gj_value gj_realm_eval_limited(gj_context js, gj_value source, const char *url, int first_line,
                               double limit_s, bool *ended, gj_value *exception);
/* interrupt.c: makes the thread of a context call back while a script runs, at its next loop or
 * call. Only one context can be interrupted. */
typedef void (*gj_interrupt_fn)(gj_context js);
typedef void (*gj_interrupt_text_fn)(const char *stack);
void gj_interrupt_start(gj_context js, gj_interrupt_fn fn, gj_interrupt_text_fn text_fn);
/* In a signal handler on that thread, which was interrupted at this address; false: not now. */
bool gj_interrupt_here(const void *address);
/* On another thread: text_fn is called with the stack in the engine's form, on a third thread,
 * while or as soon as the context is in a C function. */
void gj_interrupt_later(void);
void gj_interrupt_hold(gj_context js, bool held); /* its scripts have a time limit: no interrupts */

/* stop.c: terminates JavaScript on a thread, from any other. Functions that take a gj_stop must be
 * called under a lock of the caller's; gj_stop_close does not wait. */
typedef struct {
  const void *vm;    /* of the engine; NULL: there is none (any more) */
  atomic_bool asked; /* from then on no JavaScript is called on that thread */
} gj_stop;
void gj_stop_open(gj_stop *stop, gj_context js); /* on that thread, when there is a context */
void gj_stop_close(gj_stop *stop);               /* on that thread, before there is none */
void gj_stop_ask(gj_stop *stop);                 /* on any thread */
/* Whether termination was requested on this thread. */
extern _Thread_local gj_stop *gj_stop_own;
static inline bool gj_stop_asked(void) {
  return __builtin_expect(gj_stop_own != NULL, 0) &&
         atomic_load_explicit(&gj_stop_own->asked, memory_order_acquire);
}
bool gj_stop_works(void); /* false: only calls from C end */
/* gj_stop_script terminates the script that runs in a context, from any thread. On its own thread:
 * gj_stop_over withdraws that, for an outer script that continues; gj_stop_go_on terminates the
 * outer one too, and is true, if that was requested or may have been. */
void gj_stop_script(gj_context js);
bool gj_stop_seen(gj_context js); /* the request has taken effect */
void gj_stop_over(gj_context js);
bool gj_stop_go_on(gj_context js);

/* host.c: import() in scripts calls fn(specifier, options, url of the script) from now on, which
 * returns a promise. If the engine cannot do that, nothing happens. */
bool gj_host_find(gj_context js); /* whether it probably can */
bool gj_host_can_import(void);    /* by a sample */
void gj_host_start(gj_context js, gj_object fn);
gj_object gj_host_loader(gj_context js); /* the engine's loader of ES modules; NULL: not found */
/* import.meta of a module calls fn(key of the module, its record) from now on. */
void gj_host_on_meta(gj_context js, gj_object fn);

/* modules.c: ES modules of the engine. */
bool gj_modules_can(void);
/* Makes source code of a text and passes it to the loader's function `provideFetch`. */
bool gj_modules_load(gj_context js, gj_value source, gj_value url, int first_line,
                     int first_column);
/* A promise: 0 pending, 1 fulfilled, 2 rejected. */
unsigned gj_modules_settled(gj_context js, gj_object promise, gj_value *value);
void gj_host_install(gj_context js); /* the same for a realm */

/* texts.c: edits the engine's JavaScript so that its order is Node's; before programs run. */
bool gj_texts_edited(void);

/* first_look.c: fn(error) is called before the program sees an error that the engine has made. The
 * two samples are errors of the engine that nobody has looked at, with a trace and without. */
bool gj_first_look_start(gj_context js, gj_object fn, gj_value with_trace, gj_value without_trace);
void gj_first_look_stop(void);
/* During such a call: a variable that was visible to the function that threw; undefined if there is
 * none of that name, or it is unknown. */
gj_value gj_first_look_variable(gj_context js, gj_value name);

/* awaits.c: the functions that await, as a list of pairs for gj_awaits_words; undefined: none. */
gj_value gj_awaits_now(gj_context js, size_t limit);        /* that await the current job */
gj_value gj_awaits_of_error(gj_context js, gj_value error); /* of that which threw it */
gj_value gj_awaits_of_promise(gj_context js, gj_value promise, size_t limit);
/* A line of a trace in the engine's form; undefined: there is none. */
gj_value gj_awaits_words(gj_context js, gj_value body, int32_t state);
/* The module of this record awaits something; the promise is that of its end. */
void gj_awaits_module(gj_context js, gj_value promise, gj_value record);
void gj_awaits_start(gj_context js);
void gj_awaits_stop(void);
extern _Thread_local uint32_t gj_awaits_jobs; /* not 0: jobs run */

/* thrown.c: where the last thrown value was thrown, as a trace in the engine's form; undefined if
 * that was not this value. */
gj_value gj_thrown_trace(gj_context js, gj_value value);

/* promises.c: whether the running engine is of this release or a later one; and a native finally(),
 * for this realm, that calls the given function. */
bool gj_engine_since(unsigned major, unsigned minor);
gj_object gj_promises_finally(gj_context js, gj_object function);
void gj_promises_stop(void);

/* queue.c: whether microtasks wait. Determined with a function that queues one, on the thread and
 * within a call of the context. */
void gj_queue_find(gj_context js, gj_object queue_one);
bool gj_queue_known(void);
bool gj_queue_empty(void); /* also false if it is not known */

/* jobs.c: jobs of promises run in the asynchronous context in which they were created. */
enum gj_jobs_call {
  GJ_JOBS_ENTER,     /* enter(context), before each job */
  GJ_JOBS_LEAVE,     /* leave(context), after it, while jobs are hooked */
  GJ_JOBS_WRAP_THEN, /* wrapThen(then, context): returns the function to call instead */
  GJ_JOBS_DESCRIBE,  /* describe(context): returns its replacement while jobs are hooked */
  GJ_JOBS_CALLS
};
/* From now on, if the engine can: context.frame is the context. The library has those functions,
 * and some for samples. */
bool gj_jobs_start(gj_context js, gj_object context, gj_object library);
bool gj_jobs_follow_realm(gj_context js, gj_object library); /* also those of another realm */
void gj_jobs_hook(bool on);
void gj_jobs_leave(void); /* all jobs have run */
/* Called around adding a marker (a reaction) to a promise. The marker says in which context the
 * next reaction was created. begin: false if there is no need. */
gj_object gj_jobs_marker(gj_context js, gj_value context);
bool gj_jobs_begin_mark(gj_value promise);
void gj_jobs_end_mark(gj_value promise, gj_value child);

/* direct.c: faster ways, if the engine has them. */
/* Runs microtasks. INSIDE: the engine is already in a call, as it is while the loop runs. */
void gj_direct_microtasks(gj_context js, bool inside);
void gj_direct_drop_microtasks(gj_context js);          /* each is ended as it begins */
bool gj_direct_has_microtasks(void);                    /* whether it can do that */
gj_object gj_direct_microtasks_function(gj_context js); /* the same for JavaScript, or NULL */
/* From now on microtasks are run by fn(run, js), which calls run(js). */
void gj_direct_around_microtasks(void (*fn)(void (*run)(gj_context js), gj_context js));
/* Changes whenever microtasks were run. */
extern _Thread_local volatile int32_t gj_direct_beats;
/* A function that returns the time of the clock. There is one clock. */
gj_object gj_direct_clock_function(gj_context js, double (*clock)(void));

/* For functions that are called often and never throw: GJ_DIRECT(name) makes of GJ_FUNCTION(name)
 * one that the engine calls as its own, under its lock: name_direct, for tables of exports. If it
 * throws nonetheless, the process ends. */

enum { GJ_FRAME_COUNT = 4, GJ_FRAME_SELF = 5, GJ_FRAME_ARGUMENTS = 6 };

/* How many arguments, with `this`. The engine has just written these four bytes: reading eight
 * would wait until its earlier writes have left the processor's store buffer. */
static inline uint32_t gj_frame_count(const gj_value frame[]) {
  uint32_t count;
  memcpy(&count, &frame[GJ_FRAME_COUNT], sizeof(count));
  return count;
}

#define GJ_DIRECT(name)                                                     \
  static int64_t name##_direct(gj_context js, const gj_value frame[]) {     \
    gj_value exception = NULL;                                              \
    uint32_t count = gj_frame_count(frame) - 1;                             \
    gj_value value = name(js, NULL, (gj_object)frame[GJ_FRAME_SELF], count, \
                          frame + GJ_FRAME_ARGUMENTS, &exception);          \
    if (exception != NULL) {                                                \
      value = gj_direct_threw(js, exception);                               \
    }                                                                       \
    return (int64_t)(intptr_t)value;                                        \
  }

/* A function that must not throw did. Fatal, unless the script is terminated: then undefined. */
gj_value gj_direct_threw(gj_context js, gj_value exception);
gj_value gj_direct_function(gj_context js, gj_direct function); /* NULL: the engine cannot */

/* pin.c: keeps a value alive for C. */
typedef struct {
  gj_context js;
  gj_value value;
  struct gj_pin_slot *slot; /* where the engine finds it; NULL: the engine was told */
} gj_pin;
gj_pin gj_pin_new(gj_context js, gj_value value);
/* The same for the time of a request: costs next to nothing within gj_pin_room. */
gj_pin gj_pin_brief(gj_context js, gj_value value);
int gj_pin_room(int (*body)(void *arg), void *arg);
void gj_pin_free(gj_pin *pin);
static inline gj_object gj_pin_object(const gj_pin *pin) { return (gj_object)pin->value; }

/* class.c: objects that own C memory. `finalize` runs on any thread, after the object is gone: it
 * may free, or post; it must not use the engine. gj_class_made is the only way to make a class: the
 * process has one for each `place`, made when it is first asked for. */
gj_class gj_class_made(gj_class *place, const char *name, void (*finalize)(void *memory));
gj_object gj_class_object(gj_context js, gj_class class, void *memory);
void *gj_class_memory(gj_object object); /* NULL for objects of other classes */
bool gj_class_is(gj_context js, gj_value value, gj_class class);
/* The memory of an object of that class; for all other values NULL, and it throws. For objects that
 * a program can replace, or methods that it can call on something else. */
void *gj_class_take(gj_context js, gj_value value, gj_class class, gj_value *exception);

/* inside.c: the engine's number for the kind of an object (0: not an object), and the value at an
 * index inside of one; only for kinds that have it. */
bool gj_inside_has_kinds(void); /* false: the rest must not be used */
bool gj_inside_has_fields(void);
bool gj_inside_has_shapes(void);
unsigned gj_inside_kind(gj_context js, gj_value value);
/* 0 pending, 1 fulfilled, 2 rejected; and the next bit, if it is handled. */
unsigned gj_inside_promise_flags(gj_object promise);
bool gj_inside_promise_handled(gj_object promise);
void gj_inside_promise_unhandle(gj_object promise);
gj_value gj_inside_field(gj_context js, gj_object object, unsigned index);
bool gj_inside_same_shape(gj_object left, gj_object right); /* the same named properties */
/* If there are kinds and shapes: the number of the shape of a plain object that has no elements;
 * for all other objects their kind, below 0. */
double gj_inside_sort(gj_object object);
/* Gives an iterator the position of another of the same kind. */
void gj_inside_copy(gj_object to, gj_object from, unsigned count);

/* property.c: properties as the language has them, also on exotic objects. After an exception a
 * value is NULL and a boolean false. */
typedef enum {
  GJ_UNDEFINED,
  GJ_NULL,
  GJ_BOOLEAN,
  GJ_NUMBER,
  GJ_STRING,
  GJ_SYMBOL_VALUE,
  GJ_BIGINT,
  GJ_OBJECT
} gj_type;
gj_type gj_type_of(gj_context js, gj_value value);
gj_value gj_property_get(gj_context js, gj_object object, gj_value key, gj_value *exception);
void gj_property_set(gj_context js, gj_object object, gj_value key, gj_value value,
                     gj_value *exception);
bool gj_property_has(gj_context js, gj_object object, gj_value key, gj_value *exception);
bool gj_property_delete(gj_context js, gj_object object, gj_value key, gj_value *exception);
gj_value gj_property_at(gj_context js, gj_object object, unsigned index, gj_value *exception);
void gj_property_put(gj_context js, gj_object object, unsigned index, gj_value value,
                     gj_value *exception);
gj_value gj_prototype(gj_context js, gj_object object);
gj_value gj_as_string(gj_context js, gj_value value, gj_value *exception);
gj_value gj_as_number(gj_context js, gj_value value, gj_value *exception);
gj_object gj_to_object(gj_context js, gj_value value, gj_value *exception);
bool gj_same(gj_context js, gj_value left, gj_value right); /* === */
bool gj_instance(gj_context js, gj_value value, gj_object of, gj_value *exception);
gj_value gj_construct(gj_context js, gj_object function, size_t argc, const gj_value argv[],
                      gj_value *exception);
bool gj_is_array(gj_context js, gj_value value);
bool gj_is_date(gj_context js, gj_value value);
gj_object gj_date(gj_context js, double time_ms, gj_value *exception);
double gj_date_value(gj_context js, gj_value date);
gj_object gj_promise(gj_context js, gj_object *resolve, gj_object *reject);
gj_value gj_symbol(gj_context js, gj_value description); /* NULL: it has none */
bool gj_bigint_is_int64(gj_context js, gj_value bigint, int64_t number);
bool gj_bigint_is_uint64(gj_context js, gj_value bigint, uint64_t number);

/* views.c: typed arrays. The number of a type is Node-API's; -1: not a view; GJ_ARRAY_BUFFER. */
enum { GJ_ARRAY_BUFFER = 100 };
int gj_view_type(gj_context js, gj_value value);
gj_object gj_view_new(gj_context js, int type, gj_object buffer, size_t offset, size_t length,
                      gj_value *exception);
gj_object gj_view_buffer(gj_context js, gj_object view);
size_t gj_view_offset(gj_context js, gj_object view);
/* The bytes of any value that has some. They stay where they are while the value lives, or the
 * value that they are transferred to. */
bool gj_view_bytes(gj_context js, gj_value value, gj_bytes *bytes);

/* addons.c: what native addons need and the C interface lacks. Only to be used if it can. */
typedef const struct OpaqueJSWeak *gj_weak;
bool gj_addons_can(void);
/* A function of an addon, with data of C. It gets what it was called on (for constructors a new
 * object, and new.target). */
typedef struct {
  void *owner, *data;
  void (*code)(void);
} gj_addons_words;
typedef struct {
  gj_value self, target; /* target: NULL, or it was called by `new` */
  size_t argc;
  const gj_value *argv;
} gj_addons_call;
gj_value gj_addons_self(gj_context js, const gj_addons_call *call); /* as in a sloppy function */
typedef gj_value (*gj_addons_fn)(gj_context js, const gj_addons_words *words,
                                 const gj_addons_call *call, gj_value *exception);
gj_object gj_addons_function(gj_context js, gj_value name, gj_addons_fn fn,
                             const gj_addons_words *words);
/* create(target): makes the objects for constructors, on this thread. */
void gj_addons_start(gj_context js, gj_object create);
void gj_addons_stop(void);
/* As gj_call, with any value as `this`. */
gj_value gj_addons_call_on(gj_context js, gj_object function, gj_value self, size_t argc,
                           const gj_value argv[], gj_value *exception);
gj_weak gj_weak_new(gj_context js, gj_object object);
gj_object gj_weak_get(gj_weak weak); /* NULL: it is gone */
void gj_weak_free(gj_context js, gj_weak weak);
/* foreign.c: a string over this memory; release(units, arg) is called, on any thread, when it is
 * not used any more. NULL: not possible, and release is not called. */
typedef void (*gj_foreign_release)(void *units, void *arg);
gj_value gj_foreign_string(gj_context js, const void *units, size_t count, bool narrow,
                           gj_foreign_release release, void *arg);
/* The values of a list are kept alive. The list is read while the thread stands still. */
typedef struct {
  gj_value *values; /* NULL: no value */
  size_t count, capacity;
} gj_values;
void gj_addons_keep(gj_context js, const gj_values *values);
/* fn(arg) is called after each collection, on any thread. */
void gj_addons_on_collected(gj_context js, void (*fn)(void *arg), void *arg);
void gj_addons_report(gj_context js, size_t size); /* memory that is kept by a value */

/* error.c */
void gj_throw(gj_context js, gj_value *exception, const char *message);      /* an Error */
void gj_throw_type(gj_context js, gj_value *exception, const char *message); /* a TypeError */

#endif
