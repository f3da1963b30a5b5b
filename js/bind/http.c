/* SPDX-License-Identifier: MIT */
/* HTTP messages, parsed by llhttp, for js/lib/internal/http/parser.js.
 *
 * A parser runs over the bytes it was given until there is something to tell, and stops there: at
 * the end of a message, at the end of a head whose reader must decide how to go on (responses, and
 * requests that want an upgrade), or when the bytes are used up. What happened is told in numbers
 * that both sides see (`state`) and in lists of strings; JavaScript then has it go on. So a whole
 * request is one crossing, and no JavaScript runs within the parser.
 *
 * The bytes come from JavaScript (execute), or straight from a stream of the loop (attach). */
#include <llhttp.h>
#include <stdlib.h>
#include <string.h>

#include "bind/http.h"
#include "bind/stream.h"

#define PIECES_MAX 32        /* pieces of a body told at once */
#define EXTENSIONS_MAX 16384 /* bytes of chunk extensions in one message, as Node */

enum { HEAD = 1, BODY = 2, COMPLETE = 4, FAILED = 8, MORE = 16, TRAILERS = 32, OPEN = 64 };

/* What `state` holds. */
enum { EVENTS, METHOD, STATUS, MAJOR, MINOR, KEEP_ALIVE, UPGRADE, USED, SIZE, SAME, STATE_COUNT };
static _Thread_local int32_t state[STATE_COUNT];
static _Thread_local gy_pin on_event;

/* What the text that is being collected is. */
typedef enum { NOTHING, FIRST_LINE, NAME, NAME_DONE, VALUE } text_kind;

typedef struct {
  llhttp_t parser; /* comes first: llhttp's callbacks get this alone */
  const char *data;
  size_t size, at;
  size_t head_size, head_max, extensions;
  gy_http_strings head;
  unsigned head_count;    /* strings that belong to the head; what follows are trailers */
  gy_http_strings before; /* of the last message: most on a connection have the same head */
  unsigned before_count;
  text_kind kind;
  int events;
  char last_byte; /* of the bytes before these */
  bool open;      /* within a message */
  uv_buf_t pieces[PIECES_MAX];
  unsigned piece_count;
  const char *code, *reason; /* of an error that llhttp does not know */
} http_parser;

static int fail(http_parser *p, const char *code, const char *reason) {
  p->code = code;
  p->reason = reason;
  return HPE_USER;
}

static int count_head(http_parser *p, size_t size) {
  p->head_size += size;
  return p->head_size >= p->head_max ? fail(p, "HPE_HEADER_OVERFLOW", "Header overflow") : 0;
}

static int on_message_begin(llhttp_t *parser) {
  http_parser *p = (http_parser *)parser;
  gy_http_strings last = p->head;
  p->head = p->before;
  p->before = last;
  p->before_count = p->head_count;
  p->head_size = p->extensions = 0;
  p->head.count = p->head_count = 0;
  p->head.size = 0;
  p->kind = NOTHING;
  p->open = true;
  return 0;
}

/* A request's target, or the text behind a response's status. */
static int on_first_line(llhttp_t *parser, const char *at, size_t size) {
  http_parser *p = (http_parser *)parser;
  if (p->kind != FIRST_LINE) {
    gy_http_strings_begin(&p->head);
    p->kind = FIRST_LINE;
  }
  gy_http_strings_add(&p->head, at, size);
  return count_head(p, size);
}

/* The list has a first line, even an empty one, before any name. */
static void need_first_line(http_parser *p) {
  if (p->head.count == 0 && p->head_count == 0) {
    gy_http_strings_begin(&p->head);
  }
}

static int on_name(llhttp_t *parser, const char *at, size_t size) {
  http_parser *p = (http_parser *)parser;
  need_first_line(p);
  if (p->kind == NAME_DONE) {
    gy_http_strings_begin(&p->head); /* the value before was empty */
  }
  if (p->kind != NAME) {
    gy_http_strings_begin(&p->head);
    p->kind = NAME;
  }
  gy_http_strings_add(&p->head, at, size);
  return count_head(p, size);
}

static int on_name_complete(llhttp_t *parser) {
  http_parser *p = (http_parser *)parser;
  bool empty = p->kind != NAME || gy_http_strings_last_size(&p->head) == 0;
  p->kind = NAME_DONE;
  return empty ? fail(p, "HPE_INVALID_HEADER_TOKEN", "Invalid header token") : 0;
}

/* A value that goes on in another line, as was once allowed. */
static bool is_folded(const http_parser *p, const char *at) {
  char before = at > p->data ? at[-1] : p->last_byte;
  return before == '\n' && (p->parser.lenient_flags & LENIENT_HEADERS) == 0;
}

static int on_value(llhttp_t *parser, const char *at, size_t size) {
  http_parser *p = (http_parser *)parser;
  if (p->kind != VALUE) {
    gy_http_strings_begin(&p->head);
    p->kind = VALUE;
  } else if (size != 0 && is_folded(p, at)) {
    return fail(p, "HPE_INVALID_HEADER_TOKEN", "Unexpected whitespace after header value");
  }
  gy_http_strings_add(&p->head, at, size);
  return count_head(p, size);
}

static int on_value_complete(llhttp_t *parser) {
  http_parser *p = (http_parser *)parser;
  if (p->kind == NAME_DONE) {
    gy_http_strings_begin(&p->head);
  }
  gy_http_strings_trim(&p->head);
  p->kind = NOTHING;
  return 0;
}

static int on_headers_complete(llhttp_t *parser) {
  http_parser *p = (http_parser *)parser;
  need_first_line(p);
  if (p->kind == NAME_DONE) {
    gy_http_strings_begin(&p->head);
  }
  p->kind = NOTHING;
  p->head_count = p->head.count;
  p->head_size = 0;
  p->events |= HEAD;
  state[METHOD] = parser->method;
  state[STATUS] = parser->status_code;
  state[MAJOR] = parser->http_major;
  state[MINOR] = parser->http_minor;
  state[KEEP_ALIVE] = llhttp_should_keep_alive(parser);
  state[UPGRADE] = parser->upgrade;
  return parser->type == HTTP_RESPONSE || parser->upgrade ? HPE_PAUSED : 0;
}

static int on_body(llhttp_t *parser, const char *at, size_t size) {
  http_parser *p = (http_parser *)parser;
  if (size == 0) {
    return 0;
  }
  p->pieces[p->piece_count++] = uv_buf_init((char *)at, (unsigned)size);
  p->events |= BODY;
  return p->piece_count == PIECES_MAX ? HPE_PAUSED : 0;
}

static int on_chunk_extension(llhttp_t *parser, const char *at, size_t size) {
  http_parser *p = (http_parser *)parser;
  (void)at;
  p->extensions += size;
  return p->extensions > EXTENSIONS_MAX
             ? fail(p, "HPE_CHUNK_EXTENSIONS_OVERFLOW", "Chunk extensions overflow")
             : 0;
}

static int on_chunk_header(llhttp_t *parser) {
  http_parser *p = (http_parser *)parser;
  p->head_size = p->extensions = 0;
  return 0;
}

static int on_message_complete(llhttp_t *parser) {
  http_parser *p = (http_parser *)parser;
  p->open = false;
  p->events |= COMPLETE | (p->head.count > p->head_count ? TRAILERS : 0);
  return HPE_PAUSED;
}

static const llhttp_settings_t *settings(void) {
  static const llhttp_settings_t all = {
      .on_message_begin = on_message_begin,
      .on_url = on_first_line,
      .on_status = on_first_line,
      .on_header_field = on_name,
      .on_header_field_complete = on_name_complete,
      .on_header_value = on_value,
      .on_header_value_complete = on_value_complete,
      .on_headers_complete = on_headers_complete,
      .on_body = on_body,
      .on_chunk_extension_name = on_chunk_extension,
      .on_chunk_extension_value = on_chunk_extension,
      .on_chunk_header = on_chunk_header,
      .on_message_complete = on_message_complete,
  };
  return &all;
}

static void on_gone(void *memory) {
  http_parser *p = memory;
  gy_http_strings_free(&p->head);
  gy_http_strings_free(&p->before);
  free(p);
}

static gy_class parser_class(void) {
  static gy_class class;
  if (class == NULL) {
    class = gy_class_new("HTTPParser", on_gone);
  }
  return class;
}

static http_parser *parser_of(gy_value value) { return gy_class_memory((gy_object)value); }

static void note(http_parser *p, llhttp_errno_t err) {
  if (err == HPE_OK) {
    p->at = p->size;
    p->last_byte = p->size == 0 ? p->last_byte : p->data[p->size - 1];
  } else {
    const char *where = llhttp_get_error_pos(&p->parser);
    if (p->data != NULL && where >= p->data && where <= p->data + p->size) {
      p->at = (size_t)(where - p->data);
    }
    if (err != HPE_PAUSED && err != HPE_PAUSED_UPGRADE) {
      p->events |= FAILED;
    }
  }
  if (p->at < p->size && (p->events & FAILED) == 0) {
    p->events |= MORE;
  }
  state[EVENTS] = p->events | (p->open ? OPEN : 0);
  state[USED] = (int32_t)p->at;
  state[SIZE] = (int32_t)p->size;
}

/* Runs to the next thing to tell. */
static void run(http_parser *p) {
  p->events = 0;
  p->piece_count = 0;
  llhttp_errno_t before = llhttp_get_errno(&p->parser);
  if (before == HPE_PAUSED) {
    llhttp_resume(&p->parser);
  } else if (before == HPE_PAUSED_UPGRADE) {
    llhttp_resume_after_upgrade(&p->parser);
  }
  note(p, llhttp_execute(&p->parser, p->data + p->at, p->size - p->at));
}

#define TOLD 4

/* The texts and bytes that belong to `state`: the first line's, the headers (neither, if they are
 * those of the message before), the body (bytes, or an array of them), the trailers. */
static void tell(gy_context js, http_parser *p, gy_value out[TOLD]) {
  out[0] = out[1] = out[2] = out[3] = gy_undefined(js);
  state[SAME] = (p->events & HEAD) != 0 && p->before_count == p->head_count &&
                gy_http_strings_same(&p->head, &p->before, p->head_count);
  if ((p->events & HEAD) != 0 && !state[SAME]) {
    out[0] = gy_http_strings_one(js, &p->head, 0);
    out[1] = gy_http_strings_list(js, &p->head, 1, p->head_count);
  }
  if (p->piece_count != 0) {
    gy_value pieces[PIECES_MAX];
    for (unsigned i = 0; i < p->piece_count; i++) {
      pieces[i] = gy_bytes_copy(js, p->pieces[i].base, p->pieces[i].len);
    }
    out[2] = p->piece_count == 1 ? pieces[0] : gy_array(js, p->piece_count, pieces);
  }
  if ((p->events & TRAILERS) != 0) {
    out[3] = gy_http_strings_list(js, &p->head, p->head_count, p->head.count);
  }
}

/* As an array: for those who called, and were not called. */
static gy_value told(gy_context js, http_parser *p) {
  if ((p->events & (HEAD | BODY | TRAILERS)) == 0) {
    return gy_undefined(js);
  }
  gy_value out[TOLD];
  tell(js, p, out);
  return gy_array(js, TOLD, out);
}

/* newParser() */
GY_FUNCTION(new_parser) {
  http_parser *p = calloc(1, sizeof(*p));
  if (p == NULL) {
    abort();
  }
  return gy_class_object(js, parser_class(), p);
}

/* init(parser, isResponse, maxHeaderSize, lenient): for the first message of a connection. */
GY_FUNCTION(init) {
  http_parser *p = parser_of(argv[0]);
  llhttp_init(&p->parser, gy_to_bool(js, argv[1]) ? HTTP_RESPONSE : HTTP_REQUEST, settings());
  p->head_max = (size_t)gy_to_number(js, argv[2]);
  if (gy_to_bool(js, argv[3])) {
    llhttp_set_lenient_headers(&p->parser, 1);
    llhttp_set_lenient_chunked_length(&p->parser, 1);
    llhttp_set_lenient_keep_alive(&p->parser, 1);
    llhttp_set_lenient_transfer_encoding(&p->parser, 1);
  }
  p->head.count = p->head_count = 0;
  p->before.count = p->before_count = 0;
  p->open = false;
  p->code = NULL;
  p->data = NULL;
  p->at = p->size = 0;
  return gy_undefined(js);
}

/* execute(parser, bytes): begins with new bytes, which the caller keeps. */
GY_FUNCTION(execute) {
  http_parser *p = parser_of(argv[0]);
  gy_bytes bytes;
  if (!gy_bytes_get(js, argv[1], &bytes)) {
    gy_throw_type(js, exception, "bytes are needed");
    return NULL;
  }
  p->data = (const char *)bytes.data;
  p->size = bytes.size;
  p->at = 0;
  run(p);
  return told(js, p);
}

/* next(parser): goes on with the same bytes. */
GY_FUNCTION(next) {
  http_parser *p = parser_of(argv[0]);
  run(p);
  return told(js, p);
}
GY_DIRECT(next)

/* verdict(parser, skipBody, upgrade): how to go on after a head. */
GY_FUNCTION(verdict) {
  http_parser *p = parser_of(argv[0]);
  bool upgrade = gy_to_bool(js, argv[2]);
  if (gy_to_bool(js, argv[1]) || upgrade) {
    p->parser.flags |= F_SKIPBODY;
  }
  p->parser.upgrade = upgrade;
  return gy_undefined(js);
}

/* finish(parser): the other side has no more to send. */
GY_FUNCTION(finish) {
  http_parser *p = parser_of(argv[0]);
  p->events = 0;
  p->piece_count = 0;
  p->data = NULL;
  p->size = p->at = 0;
  if (!p->open) { /* between messages */
    note(p, HPE_OK);
    return gy_undefined(js);
  }
  if (llhttp_get_errno(&p->parser) == HPE_PAUSED) {
    llhttp_resume(&p->parser);
  }
  llhttp_errno_t err = llhttp_finish(&p->parser);
  if (err == HPE_INVALID_EOF_STATE) { /* which llhttp returns, but does not note */
    fail(p, llhttp_errno_name(err), llhttp_get_error_reason(&p->parser));
  }
  note(p, err);
  return told(js, p);
}

/* rest(parser): the bytes that were not parsed; the parser forgets them. */
GY_FUNCTION(rest) {
  http_parser *p = parser_of(argv[0]);
  gy_value bytes = gy_bytes_copy(js, p->data == NULL ? "" : p->data + p->at,
                                 p->data == NULL ? 0 : p->size - p->at);
  p->data = NULL;
  p->size = p->at = 0;
  return bytes;
}

/* whole(parser): all the bytes it was last given. */
GY_FUNCTION(whole) {
  http_parser *p = parser_of(argv[0]);
  return gy_bytes_copy(js, p->data == NULL ? "" : p->data, p->data == NULL ? 0 : p->size);
}

/* error(parser): [code, reason] */
GY_FUNCTION(error) {
  http_parser *p = parser_of(argv[0]);
  llhttp_errno_t err = llhttp_get_errno(&p->parser);
  const char *reason = p->code != NULL ? p->reason : llhttp_get_error_reason(&p->parser);
  gy_value pair[] = {
      gy_string(js, p->code != NULL ? p->code : llhttp_errno_name(err)),
      gy_string(js, reason == NULL ? "" : reason),
  };
  return gy_array(js, 2, pair);
}

/* What a stream of the loop has read. */
static void consume(gy_stream_wrap *wrap, const char *data, size_t size) {
  http_parser *p = wrap->consumer;
  p->data = data;
  p->size = size;
  p->at = 0;
  run(p);
  gy_value argv[TOLD + 1] = {wrap->consumer_owner.value};
  tell(wrap->runtime->js, p, argv + 1);
  gy_enter(wrap->runtime, gy_pin_object(&on_event), TOLD + 1, argv);
}

/* attach(stream, parser, owner): what the stream reads goes to the parser, and its events to the
 * function of setup, with the owner, who keeps the parser. */
GY_FUNCTION(attach) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  if (wrap == NULL) {
    return gy_bool(js, false);
  }
  wrap->consume = consume;
  wrap->consumer = parser_of(argv[1]);
  gy_pin_free(&wrap->consumer_owner);
  wrap->consumer_owner = gy_pin_new(js, argv[2]);
  return gy_bool(js, true);
}

/* detach(stream) */
GY_FUNCTION(detach) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  if (wrap != NULL && wrap->consume == consume) {
    wrap->consume = NULL;
    gy_pin_free(&wrap->consumer_owner);
  }
  return gy_undefined(js);
}

/* setup(onEvent): called with (owner, first, headers, body, trailers). */
GY_FUNCTION(setup) {
  on_event = gy_pin_new(js, argv[0]);
  return gy_undefined(js);
}

GY_DIRECT(gy_http_send)

static gy_object methods(gy_context js) {
  static const char *const names[] = {
#define NAME_OF(number, name, text) #text,
      HTTP_METHOD_MAP(NAME_OF)
#undef NAME_OF
  };
  gy_object list = gy_array(js, 0, NULL);
  for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++) {
    gy_set_index(js, list, i, gy_string(js, names[i]));
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
  gy_set(js, binding, "methods", methods(js));
  return binding;
}
