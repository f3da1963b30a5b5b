/* SPDX-License-Identifier: MIT */
/* Coders and what JavaScript does with them, for js/lib/zlib.js. */
#include "bind/zlib.h"

#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"

static void fail(gy_coder *coder, int error, const char *otherwise) {
  coder->error = error;
  coder->code = NULL;
  coder->message = coder->z.msg != NULL ? coder->z.msg : otherwise;
}

static bool compresses(const gy_coder *coder) {
  return coder->mode == GY_DEFLATE || coder->mode == GY_GZIP || coder->mode == GY_DEFLATERAW;
}

/* Compresses with the dictionary, or knows it from the start if the format has no name for it. */
static int set_dictionary(gy_coder *coder) {
  if (coder->dictionary == NULL) {
    return Z_OK;
  }
  if (coder->mode == GY_DEFLATE || coder->mode == GY_DEFLATERAW) {
    return deflateSetDictionary(&coder->z, coder->dictionary, (unsigned)coder->dictionary_size);
  }
  if (coder->mode == GY_INFLATERAW) {
    return inflateSetDictionary(&coder->z, coder->dictionary, (unsigned)coder->dictionary_size);
  }
  return Z_OK;
}

/* Inflates; if a dictionary is asked for, with the one there is. */
static int inflate_some(gy_coder *coder) {
  int err = inflate(&coder->z, coder->flush);
  if (err == Z_NEED_DICT && coder->mode != GY_INFLATERAW && coder->dictionary != NULL) {
    err = inflateSetDictionary(&coder->z, coder->dictionary, (unsigned)coder->dictionary_size);
    if (err == Z_OK) {
      return inflate(&coder->z, coder->flush);
    }
    return err == Z_DATA_ERROR ? Z_NEED_DICT : err;
  }
  return err;
}

static int decompress(gy_coder *coder) {
  if (coder->mode == GY_UNZIP && coder->z.avail_in > 0) {
    /* The first byte says which of the two it is. */
    coder->mode = coder->z.next_in[0] == 0x1f ? GY_GUNZIP : GY_INFLATE;
  }
  int err = inflate_some(coder);
  /* Several gzip files may follow each other, and then any zeros. */
  while (coder->mode == GY_GUNZIP && err == Z_STREAM_END && coder->z.avail_in > 0 &&
         coder->z.next_in[0] != 0) {
    err = inflateReset(&coder->z);
    if (err == Z_OK) {
      err = inflate_some(coder);
    }
  }
  return err;
}

/* One step; runs on any thread. */
static void run(uv_work_t *work) {
  gy_coder *coder = (gy_coder *)work;
  coder->error = 0;
  coder->code = NULL;
  if (coder->gone) {
    coder->z.msg = NULL;
    fail(coder, Z_BUF_ERROR, "unexpected end of file");
    return;
  }
  if (coder->mode >= GY_BROTLI_DECODE) {
    gy_brotli_run(coder);
    return;
  }
  int err = compresses(coder) ? deflate(&coder->z, coder->flush) : decompress(coder);
  if (err == Z_NEED_DICT) {
    coder->z.msg = NULL;
    fail(coder, err, coder->dictionary == NULL ? "Missing dictionary" : "Bad dictionary");
  } else if (err == Z_OK || err == Z_BUF_ERROR) {
    if (coder->z.avail_out != 0 && coder->flush == Z_FINISH) {
      coder->z.msg = NULL;
      fail(coder, Z_BUF_ERROR, "unexpected end of file");
    }
  } else if (err != Z_STREAM_END) {
    fail(coder, err, "Zlib error");
  }
}

static void stop(gy_coder *coder) {
  if (coder->mode >= GY_BROTLI_DECODE) {
    gy_brotli_stop(coder);
  } else if (coder->open && compresses(coder)) {
    deflateEnd(&coder->z);
  } else if (coder->open) {
    inflateEnd(&coder->z);
  }
  coder->open = false;
  free(coder->dictionary);
  coder->dictionary = NULL;
}

static void coder_free(void *memory) {
  stop(memory);
  free(memory);
}

static int start(gy_coder *coder) {
  int bits = coder->window_bits;
  if (coder->mode == GY_GZIP || coder->mode == GY_GUNZIP) {
    bits += 16;
  } else if (coder->mode == GY_UNZIP) {
    bits += 32;
  } else if (coder->mode == GY_DEFLATERAW || coder->mode == GY_INFLATERAW) {
    bits = -bits;
  }
  int err = compresses(coder) ? deflateInit2(&coder->z, coder->level, Z_DEFLATED, bits,
                                             coder->mem_level, coder->strategy)
                              : inflateInit2(&coder->z, bits);
  coder->open = err == Z_OK;
  return err == Z_OK ? set_dictionary(coder) : err;
}

static bool take_dictionary(gy_context js, gy_coder *coder, gy_value value) {
  gy_bytes bytes;
  if (!gy_bytes_look(js, value, &bytes)) {
    return true;
  }
  coder->dictionary = gy_memory_room(bytes.size);
  if (coder->dictionary == NULL) {
    return false;
  }
  memcpy(coder->dictionary, bytes.data, bytes.size);
  coder->dictionary_size = bytes.size;
  return true;
}

static gy_class coder_class(void) {
  static gy_class place;
  return gy_class_made(&place, "Zlib", coder_free);
}

/* open(mode, windowBits, level, memLevel, strategy, dictionary), or open(mode, params): a coder; a
 * text that says why there is none. */
GY_FUNCTION(coder_open) {
  gy_coder *coder = gy_memory_new(sizeof(*coder), "a coder");
  gy_object object = gy_class_object(js, coder_class(), coder);
  coder->mode = gy_to_int32(js, argv[0]);
  if (coder->mode >= GY_BROTLI_DECODE) {
    const char *problem = gy_brotli_open();
    if (problem != NULL) {
      coder->mode = GY_NONE;
      return gy_string(js, problem);
    }
    gy_bytes params;
    gy_bytes_look(js, argv[1], &params);
    memset(coder->params, 0xff, sizeof(coder->params));
    memcpy(coder->params, params.data,
           params.size < sizeof(coder->params) ? params.size : sizeof(coder->params));
    return gy_brotli_start(coder) ? object : gy_string(js, "Initialization failed");
  }
  coder->window_bits = gy_to_int32(js, argv[1]);
  coder->level = gy_to_int32(js, argv[2]);
  coder->mem_level = gy_to_int32(js, argv[3]);
  coder->strategy = gy_to_int32(js, argv[4]);
  int err = take_dictionary(js, coder, argv[5]) ? start(coder) : Z_MEM_ERROR;
  if (err != Z_OK) {
    return gy_string(js, coder->open ? "Failed to set dictionary" : "Init error");
  }
  return object;
}

/* What a step came to, as JavaScript has it: availIn, availOut, error, code, message. */
static void result(gy_context js, const gy_coder *coder, gy_value list[5]) {
  list[0] = gy_number(js, coder->z.avail_in);
  list[1] = gy_number(js, coder->z.avail_out);
  list[2] = gy_number(js, coder->error);
  list[3] =
      coder->error != 0 && coder->code != NULL ? gy_string(js, coder->code) : gy_undefined(js);
  list[4] = coder->error != 0 ? gy_string(js, coder->message) : gy_undefined(js);
}

static void on_done(uv_work_t *work, int status) {
  gy_coder *coder = (gy_coder *)work;
  if (status != 0) { /* no thread could be had for it */
    coder->z.msg = NULL;
    fail(coder, Z_MEM_ERROR, uv_strerror(status));
    coder->code = NULL;
  }
  gy_runtime *runtime = gy_runtime_self();
  gy_pin self = coder->self, bytes = coder->bytes, callback = coder->callback;
  coder->busy = false;
  gy_value argv[5];
  result(runtime->js, coder, argv);
  if (coder->close_wanted) {
    stop(coder);
  }
  gy_enter(runtime, gy_pin_object(&callback), 5, argv);
  gy_pin_free(&callback);
  gy_pin_free(&bytes);
  gy_pin_free(&self);
}

/* write(coder, flush, [in, out], inOffset, inSize, outOffset, outSize, callback): in the pool, on
 * memory that cannot shrink; the callback gets what came of it. Without callback, at once: returns
 * the same in an array. */
GY_FUNCTION(coder_write) {
  gy_coder *coder = gy_class_take(js, argv[0], coder_class(), exception);
  if (coder == NULL) {
    return NULL;
  }
  gy_object list = gy_as_object(js, argv[2]);
  size_t in_at = gy_to_uint32(js, argv[3]), in_size = gy_to_uint32(js, argv[4]);
  size_t out_at = gy_to_uint32(js, argv[5]), out_size = gy_to_uint32(js, argv[6]);
  gy_bytes in, out;
  gy_bytes_get(js, gy_get_index(js, list, 0), &in);
  gy_bytes_get(js, gy_get_index(js, list, 1), &out);
  if (coder->busy || (!coder->open && coder->brotli == NULL)) {
    gy_throw(js, exception, coder->busy ? "write already in progress" : "zlib binding closed");
    return gy_undefined(js);
  }
  coder->flush = gy_to_int32(js, argv[1]);
  coder->gone = in_at + in_size > in.size || out_at + out_size > out.size;
  coder->z.next_in = in.data + in_at;
  coder->z.avail_in = (unsigned)in_size;
  coder->z.next_out = out.data + out_at;
  coder->z.avail_out = (unsigned)out_size;
  if (gy_is_undefined(js, argv[7])) {
    run(&coder->work.uv);
    gy_value values[5];
    result(js, coder, values);
    return gy_array(js, 5, values);
  }
  coder->busy = true;
  coder->self = gy_pin_brief(js, argv[0]);
  coder->bytes = gy_pin_brief(js, argv[2]);
  coder->callback = gy_pin_brief(js, gy_async_once(js, argv[7], "ZLIB"));
  gy_work_start(&coder->work, run, on_done);
  return gy_undefined(js);
}

/* params(coder, level, strategy): 0, or zlib's error number. */
GY_FUNCTION(coder_params) {
  gy_coder *coder = gy_class_take(js, argv[0], coder_class(), exception);
  if (coder == NULL) {
    return NULL;
  }
  if (!compresses(coder)) {
    return gy_number(js, 0);
  }
  int err = deflateParams(&coder->z, gy_to_int32(js, argv[1]), gy_to_int32(js, argv[2]));
  return gy_number(js, err == Z_BUF_ERROR ? 0 : err);
}

/* reset(coder): whether it is as it was in the beginning. */
GY_FUNCTION(coder_reset) {
  gy_coder *coder = gy_class_take(js, argv[0], coder_class(), exception);
  if (coder == NULL) {
    return NULL;
  }
  if (coder->mode >= GY_BROTLI_DECODE) {
    return gy_bool(js, gy_brotli_start(coder));
  }
  int err = compresses(coder) ? deflateReset(&coder->z) : inflateReset(&coder->z);
  return gy_bool(js, err == Z_OK && set_dictionary(coder) == Z_OK);
}

/* close(coder): now, or when it is no longer busy. */
GY_FUNCTION(coder_close) {
  gy_coder *coder = gy_class_take(js, argv[0], coder_class(), exception);
  if (coder == NULL) {
    return NULL;
  }
  if (coder->busy) {
    coder->close_wanted = true;
  } else {
    stop(coder);
  }
  return gy_undefined(js);
}

/* crc32(bytes or a string for its UTF-8, start) */
GY_FUNCTION(checksum) {
  unsigned long sum = gy_to_uint32(js, argv[1]);
  gy_bytes bytes;
  if (gy_bytes_look(js, argv[0], &bytes)) {
    return gy_number(js, (uint32_t)crc32_z(sum, bytes.data, bytes.size));
  }
  gy_text text;
  gy_text_get(js, argv[0], &text);
  sum = crc32_z(sum, (uint8_t *)text.data, text.size);
  gy_text_free(&text);
  return gy_number(js, (uint32_t)sum);
}

gy_object gy_bind_zlib(gy_context js) {
  static const gy_export exports[] = {
      {"open", coder_open},   {"write", coder_write}, {"params", coder_params},
      {"reset", coder_reset}, {"close", coder_close}, {"crc32", checksum},
      {NULL, NULL},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  return binding;
}
