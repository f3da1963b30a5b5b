/* SPDX-License-Identifier: MIT */
/* HTTP messages, parsed by http_parse.c, for js/lib/internal/http/parser.js.
 *
 * A parser runs over the bytes it was given until there is something to tell, and stops there: at
 * the end of a message, at the end of a head whose reader must decide how to go on (responses, and
 * requests that want an upgrade), or when the bytes are used up. What happened is told in numbers
 * that both sides see (`state`) and in lists of strings; JavaScript then has it go on. So a whole
 * request is one crossing, and no JavaScript runs within the parser.
 *
 * The bytes come from JavaScript (execute), or straight from a stream of the loop (attach). */
#include <stdlib.h>

#include "bind/http_parse.h"
#include "bind/stream.h"
#include "engine/memory.h"

/* What `state` holds. */
enum {
#define HTTP_STATE(name) name,
#include "lists.def"
  STATE_COUNT
};
static _Thread_local int32_t state[STATE_COUNT];
static _Thread_local gy_pin on_event;
static _Thread_local bool leaves; /* see consume */

static void on_gone(void *memory) {
  gy_http_free(memory);
  free(memory);
}

static gy_class parser_class(void) {
  static gy_class place;
  return gy_class_made(&place, "HTTPParser", on_gone);
}

static gy_http_parser *parser_of(gy_value value) { return gy_class_memory((gy_object)value); }

static void note(const gy_http_parser *p) {
  state[EVENTS] = p->events;
  state[USED] = (int32_t)p->at;
  state[SIZE] = (int32_t)p->size;
  if ((p->events & GY_HTTP_HEAD) != 0) {
    state[METHOD] = p->method;
    state[STATUS] = p->status;
    state[MAJOR] = p->major;
    state[MINOR] = p->minor;
    state[KEEP_ALIVE] = p->keep_alive;
    state[UPGRADE] = p->upgrade;
  }
}

#define TOLD 4

/* The texts and bytes that belong to `state`: the first line's, the headers (neither, if they are
 * those of the message before), the body (bytes, or an array of them), the trailers. */
static void tell(gy_context js, gy_http_parser *p, gy_value out[TOLD]) {
  out[0] = out[1] = out[2] = out[3] = gy_undefined(js);
  state[SAME] = (p->events & GY_HTTP_HEAD) != 0 && p->before_count == p->head_count &&
                gy_http_strings_same(&p->head, &p->before, p->head_count);
  if ((p->events & GY_HTTP_HEAD) != 0 && !state[SAME]) {
    out[0] = gy_http_strings_one(js, &p->head, 0);
    out[1] = gy_http_strings_list(js, &p->head, 1, p->head_count);
  }
  if (p->piece_count != 0) {
    gy_value pieces[GY_HTTP_PIECES];
    for (unsigned i = 0; i < p->piece_count; i++) {
      pieces[i] = gy_bytes_copy(js, p->pieces[i].base, p->pieces[i].len);
    }
    out[2] = p->piece_count == 1 ? pieces[0] : gy_array(js, p->piece_count, pieces);
  }
  if ((p->events & GY_HTTP_TRAILERS) != 0) {
    out[3] = gy_http_strings_list(js, &p->head, p->head_count, p->head.count);
  }
}

/* As an array: for those who called, and were not called. */
static gy_value told(gy_context js, gy_http_parser *p) {
  if ((p->events & (GY_HTTP_HEAD | GY_HTTP_BODY | GY_HTTP_TRAILERS)) == 0) {
    return gy_undefined(js);
  }
  gy_value out[TOLD];
  tell(js, p, out);
  return gy_array(js, TOLD, out);
}

/* newParser() */
GY_FUNCTION(new_parser) {
  gy_http_parser *p = gy_memory_new(sizeof(*p), "a parser");
  return gy_class_object(js, parser_class(), p);
}

/* init(parser, isResponse, maxHeaderSize, lenient, takesBlanks): for the first message of a
 * connection. */
GY_FUNCTION(init) {
  parser_of(argv[0])->takes_blanks = argc > 4 && gy_to_bool(js, argv[4]);
  gy_http_init(parser_of(argv[0]), gy_to_bool(js, argv[1]), (size_t)gy_to_number(js, argv[2]),
               gy_to_bool(js, argv[3]));
  return gy_undefined(js);
}

/* execute(parser, bytes): begins with new bytes, which the caller keeps. */
GY_FUNCTION(execute) {
  gy_http_parser *p = parser_of(argv[0]);
  gy_bytes bytes;
  if (!gy_bytes_get(js, argv[1], &bytes)) {
    gy_throw_type(js, exception, "bytes are needed");
    return NULL;
  }
  gy_http_give(p, (const char *)bytes.data, bytes.size);
  note(p);
  return told(js, p);
}

/* next(parser): goes on with the same bytes. */
GY_FUNCTION(next) {
  gy_http_parser *p = parser_of(argv[0]);
  gy_http_run(p);
  note(p);
  return told(js, p);
}
GY_DIRECT(next)

/* verdict(parser, skipBody, upgrade): how to go on after a head. */
GY_FUNCTION(verdict) {
  gy_http_parser *p = parser_of(argv[0]);
  bool upgrade = gy_to_bool(js, argv[2]);
  if (gy_to_bool(js, argv[1]) || upgrade) {
    p->flags |= GY_HTTP_BODILESS;
  }
  p->upgrade = p->upgrade || upgrade;
  return gy_undefined(js);
}

/* finish(parser): the other side has no more to send. */
GY_FUNCTION(finish) {
  gy_http_parser *p = parser_of(argv[0]);
  gy_http_eof(p);
  note(p);
  return told(js, p);
}

/* rest(parser): the bytes that were not parsed; the parser forgets them. */
GY_FUNCTION(rest) {
  gy_http_parser *p = parser_of(argv[0]);
  gy_value bytes = gy_bytes_copy(js, p->data == NULL ? "" : p->data + p->at,
                                 p->data == NULL ? 0 : p->size - p->at);
  p->data = NULL;
  p->size = p->at = 0;
  return bytes;
}

/* whole(parser): all the bytes it was last given. */
GY_FUNCTION(whole) {
  gy_http_parser *p = parser_of(argv[0]);
  return gy_bytes_copy(js, p->data == NULL ? "" : p->data, p->data == NULL ? 0 : p->size);
}

/* error(parser): [code, reason] */
GY_FUNCTION(error) {
  gy_http_parser *p = parser_of(argv[0]);
  gy_value pair[] = {gy_string(js, p->code), gy_string(js, p->reason)};
  return gy_array(js, 2, pair);
}

static void enter(gy_sink *sink, gy_http_parser *p) {
  gy_runtime *runtime = gy_runtime_self();
  note(p);
  gy_value argv[TOLD + 1] = {sink->owner.value};
  tell(runtime->js, p, argv + 1);
  gy_enter(runtime, gy_pin_object(&on_event), TOLD + 1, argv);
}

/* What a stream of the loop has read. Where JavaScript cannot run microtasks itself, it is left and
 * entered again after each piece of a body. */
static void consume(gy_sink *sink, const char *data, size_t size) {
  gy_http_parser *p = sink->taker;
  p->one_by_one = leaves;
  gy_http_give(p, data, size);
  enter(sink, p);
  while (state[AGAIN] != 0) {
    state[AGAIN] = 0;
    if (sink->take == consume && sink->taker == p) {
      gy_http_run(p);
      enter(sink, p);
    }
  }
  p->one_by_one = false;
}

/* attach(stream, parser, owner): what the stream reads goes to the parser, and its events to the
 * function of setup, with the owner, who keeps the parser. */
GY_FUNCTION(attach) {
  gy_sink *sink = gy_stream_sink(js, argv[0]);
  if (sink == NULL) {
    return gy_bool(js, false);
  }
  sink->take = consume;
  sink->taker = parser_of(argv[1]);
  gy_pin_free(&sink->owner);
  sink->owner = gy_pin_new(js, argv[2]);
  return gy_bool(js, true);
}

/* detach(stream) */
GY_FUNCTION(detach) {
  gy_sink *sink = gy_stream_sink(js, argv[0]);
  if (sink != NULL && sink->take == consume) {
    sink->take = NULL;
    gy_pin_free(&sink->owner);
  }
  return gy_undefined(js);
}

/* setup(leaves, onEvent): called with (owner, first, headers, body, trailers); whether it has to be
 * left after each piece of a body, see consume. */
GY_FUNCTION(setup) {
  leaves = gy_to_bool(js, argv[0]);
  on_event = gy_pin_new(js, argv[1]);
  return gy_undefined(js);
}

GY_DIRECT(gy_http_send)

/* The names of methods: all by number, or those of HTTP. */
static gy_object methods(gy_context js, bool all) {
  gy_object list = gy_array(js, 0, NULL);
  unsigned count = 0;
  for (unsigned i = 0; i < GY_HTTP_METHOD_COUNT; i++) {
    if (all || gy_http_method_common(i)) {
      gy_set_index(js, list, count++, gy_string(js, gy_http_methods[i]));
    }
  }
  return list;
}

gy_object gy_bind_http(gy_context js) {
  static const gy_export exports[] = {
      {"attach", attach}, {"detach", detach},     {"error", error}, {"execute", execute},
      {"finish", finish}, {"init", init},         {"next", next},   {"newParser", new_parser},
      {"rest", rest},     {"send", gy_http_send}, {"setup", setup}, {"verdict", verdict},
      {"whole", whole},   {NULL, NULL},
  };
  static const gy_direct_export direct[] = {
      {"next", next_direct}, {"send", gy_http_send_direct}, {NULL, NULL}};
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  gy_direct_set(js, binding, direct);
  gy_set(js, binding, "state", gy_bytes_int32(js, state, STATE_COUNT));
  gy_set(js, binding, "allMethods", methods(js, true));
  gy_set(js, binding, "methods", methods(js, false));
  return binding;
}
