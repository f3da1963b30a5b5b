/* SPDX-License-Identifier: MIT */
/* Coders and what JavaScript does with them, for js/lib/zlib.js. */
#include "bind/zlib.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"

static void fail(gj_coder *coder, int error, const char *otherwise) {
  coder->error = error;
  coder->code = NULL;
  coder->message = coder->z.msg != NULL ? coder->z.msg : otherwise;
}

static bool compresses(const gj_coder *coder) {
  return coder->mode == GJ_DEFLATE || coder->mode == GJ_GZIP || coder->mode == GJ_DEFLATERAW;
}

/* Compresses with the dictionary, or knows it from the start if the format has no name for it. */
static int set_dictionary(gj_coder *coder) {
  if (coder->dictionary == NULL) {
    return Z_OK;
  }
  if (coder->mode == GJ_DEFLATE || coder->mode == GJ_DEFLATERAW) {
    return deflateSetDictionary(&coder->z, coder->dictionary, (unsigned)coder->dictionary_size);
  }
  if (coder->mode == GJ_INFLATERAW) {
    return inflateSetDictionary(&coder->z, coder->dictionary, (unsigned)coder->dictionary_size);
  }
  return Z_OK;
}

/* Inflates; if a dictionary is asked for, with the one there is. */
static int inflate_some(gj_coder *coder) {
  int err = inflate(&coder->z, coder->flush);
  if (err == Z_NEED_DICT && coder->mode != GJ_INFLATERAW && coder->dictionary != NULL) {
    err = inflateSetDictionary(&coder->z, coder->dictionary, (unsigned)coder->dictionary_size);
    if (err == Z_OK) {
      return inflate(&coder->z, coder->flush);
    }
    return err == Z_DATA_ERROR ? Z_NEED_DICT : err;
  }
  return err;
}

static int decompress(gj_coder *coder) {
  if (coder->mode == GJ_UNZIP && coder->z.avail_in > 0) {
    /* The first byte says which of the two it is. */
    coder->mode = coder->z.next_in[0] == 0x1f ? GJ_GUNZIP : GJ_INFLATE;
  }
  int err = inflate_some(coder);
  /* Several gzip files may follow each other, and then any zeros. */
  while (coder->mode == GJ_GUNZIP && err == Z_STREAM_END && coder->z.avail_in > 0 &&
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
  gj_coder *coder = (gj_coder *)work;
  coder->error = 0;
  coder->code = NULL;
  if (coder->gone) {
    coder->z.msg = NULL;
    fail(coder, Z_BUF_ERROR, "unexpected end of file");
    return;
  }
  if (coder->mode >= GJ_BROTLI_DECODE) {
    gj_brotli_run(coder);
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

/* What a compressor of the usual window and level needs, 262 KB in a few pieces. It is most of the
 * time of compressing a little if the kernel has to map and clear it each time: one block is kept
 * for the next compressor, on whichever thread. */
enum { BLOCK_BYTES = 272 * 1024, USUAL_BITS = 15, USUAL_LEVEL = 8 };
static void *_Atomic spare; /* process: NULL, or a block that nobody uses */

static void *take_piece(void *opaque, unsigned count, unsigned size) {
  gj_coder *coder = opaque;
  size_t bytes = ((size_t)count * size + 15) & ~(size_t)15;
  if (coder->block == NULL || bytes > BLOCK_BYTES - coder->block_used) {
    return gj_memory_room(bytes);
  }
  void *piece = coder->block + coder->block_used;
  coder->block_used += bytes;
  return piece;
}

static void free_piece(void *opaque, void *piece) {
  gj_coder *coder = opaque;
  uintptr_t at = (uintptr_t)piece, block = (uintptr_t)coder->block;
  if (coder->block == NULL || at < block || at >= block + BLOCK_BYTES) {
    free(piece);
  }
}

static void take_block(gj_coder *coder) {
  coder->block = atomic_exchange(&spare, NULL);
  if (coder->block == NULL) {
    coder->block = gj_memory_room(BLOCK_BYTES);
  }
  coder->block_used = 0;
  coder->z.zalloc = take_piece;
  coder->z.zfree = free_piece;
  coder->z.opaque = coder;
}

static void stop(gj_coder *coder) {
  if (coder->mode >= GJ_BROTLI_DECODE) {
    gj_brotli_stop(coder);
  } else if (coder->open && compresses(coder)) {
    deflateEnd(&coder->z);
  } else if (coder->open) {
    inflateEnd(&coder->z);
  }
  coder->open = false;
  if (coder->block != NULL) {
    free(atomic_exchange(&spare, coder->block));
    coder->block = NULL;
  }
  free(coder->dictionary);
  coder->dictionary = NULL;
}

static void coder_free(void *memory) {
  stop(memory);
  free(memory);
}

static int start(gj_coder *coder) {
  int bits = coder->window_bits;
  if (coder->mode == GJ_GZIP || coder->mode == GJ_GUNZIP) {
    bits += 16;
  } else if (coder->mode == GJ_UNZIP) {
    bits += 32;
  } else if (coder->mode == GJ_DEFLATERAW || coder->mode == GJ_INFLATERAW) {
    bits = -bits;
  }
  if (compresses(coder) && coder->window_bits == USUAL_BITS && coder->mem_level == USUAL_LEVEL) {
    take_block(coder);
  }
  int err = compresses(coder) ? deflateInit2(&coder->z, coder->level, Z_DEFLATED, bits,
                                             coder->mem_level, coder->strategy)
                              : inflateInit2(&coder->z, bits);
  coder->open = err == Z_OK;
  return err == Z_OK ? set_dictionary(coder) : err;
}

static bool take_dictionary(gj_context js, gj_coder *coder, gj_value value) {
  gj_bytes bytes;
  if (!gj_bytes_look(js, value, &bytes)) {
    return true;
  }
  coder->dictionary = gj_memory_room(bytes.size);
  if (coder->dictionary == NULL) {
    return false;
  }
  memcpy(coder->dictionary, bytes.data, bytes.size);
  coder->dictionary_size = bytes.size;
  return true;
}

static gj_class coder_class(void) {
  static gj_class place;
  return gj_class_made(&place, "Zlib", coder_free);
}

/* open(mode, windowBits, level, memLevel, strategy, dictionary), or open(mode, params): a coder; a
 * text that says why there is none. */
GJ_FUNCTION(coder_open) {
  gj_coder *coder = gj_memory_new(sizeof(*coder), "a coder");
  gj_object object = gj_class_object(js, coder_class(), coder);
  coder->mode = gj_to_int32(js, argv[0]);
  if (coder->mode >= GJ_BROTLI_DECODE) {
    const char *problem = gj_brotli_open();
    if (problem != NULL) {
      coder->mode = GJ_NONE;
      return gj_string(js, problem);
    }
    gj_bytes params;
    gj_bytes_look(js, argv[1], &params);
    memset(coder->params, 0xff, sizeof(coder->params));
    memcpy(coder->params, params.data,
           params.size < sizeof(coder->params) ? params.size : sizeof(coder->params));
    return gj_brotli_start(coder) ? object : gj_string(js, "Initialization failed");
  }
  coder->window_bits = gj_to_int32(js, argv[1]);
  coder->level = gj_to_int32(js, argv[2]);
  coder->mem_level = gj_to_int32(js, argv[3]);
  coder->strategy = gj_to_int32(js, argv[4]);
  int err = take_dictionary(js, coder, argv[5]) ? start(coder) : Z_MEM_ERROR;
  if (err != Z_OK) {
    return gj_string(js, coder->open ? "Failed to set dictionary" : "Init error");
  }
  return object;
}

/* The result of a step for JavaScript: availIn, availOut, error, code, message. */
static void result(gj_context js, const gj_coder *coder, gj_value list[5]) {
  list[0] = gj_number(js, coder->z.avail_in);
  list[1] = gj_number(js, coder->z.avail_out);
  list[2] = gj_number(js, coder->error);
  list[3] =
      coder->error != 0 && coder->code != NULL ? gj_string(js, coder->code) : gj_undefined(js);
  list[4] = coder->error != 0 ? gj_string(js, coder->message) : gj_undefined(js);
}

static void on_done(uv_work_t *work, int status) {
  gj_coder *coder = (gj_coder *)work;
  if (status != 0) { /* no thread could be had for it */
    coder->z.msg = NULL;
    fail(coder, Z_MEM_ERROR, uv_strerror(status));
    coder->code = NULL;
  }
  gj_runtime *runtime = gj_runtime_self();
  gj_pin self = coder->self, bytes = coder->bytes, callback = coder->callback;
  coder->busy = false;
  gj_value argv[5];
  result(runtime->js, coder, argv);
  if (coder->close_wanted) {
    stop(coder);
  }
  gj_enter(runtime, gj_pin_object(&callback), 5, argv);
  gj_pin_free(&callback);
  gj_pin_free(&bytes);
  gj_pin_free(&self);
}

/* write(coder, flush, [in, out], inOffset, inSize, outOffset, outSize, callback): in the pool, on
 * memory that cannot shrink; the callback gets what came of it. Without callback, at once: returns
 * the same in an array. */
GJ_FUNCTION(coder_write) {
  gj_coder *coder = gj_class_take(js, argv[0], coder_class(), exception);
  if (coder == NULL) {
    return NULL;
  }
  gj_object list = gj_as_object(js, argv[2]);
  size_t in_at = gj_to_uint32(js, argv[3]), in_size = gj_to_uint32(js, argv[4]);
  size_t out_at = gj_to_uint32(js, argv[5]), out_size = gj_to_uint32(js, argv[6]);
  gj_bytes in, out;
  bool at_once = gj_is_undefined(js, argv[7]); /* then no JavaScript runs meanwhile */
  (at_once ? gj_bytes_look : gj_bytes_get)(js, gj_get_index(js, list, 0), &in);
  (at_once ? gj_bytes_look : gj_bytes_get)(js, gj_get_index(js, list, 1), &out);
  if (coder->busy || (!coder->open && coder->brotli == NULL)) {
    gj_throw(js, exception, coder->busy ? "write already in progress" : "zlib binding closed");
    return gj_undefined(js);
  }
  coder->flush = gj_to_int32(js, argv[1]);
  coder->gone = in_at + in_size > in.size || out_at + out_size > out.size;
  coder->z.next_in = in.data + in_at;
  coder->z.avail_in = (unsigned)in_size;
  coder->z.next_out = out.data + out_at;
  coder->z.avail_out = (unsigned)out_size;
  if (at_once) {
    run(&coder->work.uv);
    gj_value values[5];
    result(js, coder, values);
    return gj_array(js, 5, values);
  }
  coder->busy = true;
  coder->self = gj_pin_brief(js, argv[0]);
  coder->bytes = gj_pin_brief(js, argv[2]);
  coder->callback = gj_pin_brief(js, gj_async_once(js, argv[7], "ZLIB"));
  gj_work_start(&coder->work, run, on_done);
  return gj_undefined(js);
}

/* params(coder, level, strategy): 0, or zlib's error number. */
GJ_FUNCTION(coder_params) {
  gj_coder *coder = gj_class_take(js, argv[0], coder_class(), exception);
  if (coder == NULL) {
    return NULL;
  }
  if (!compresses(coder)) {
    return gj_number(js, 0);
  }
  int err = deflateParams(&coder->z, gj_to_int32(js, argv[1]), gj_to_int32(js, argv[2]));
  return gj_number(js, err == Z_BUF_ERROR ? 0 : err);
}

/* reset(coder): whether it is as it was in the beginning. */
GJ_FUNCTION(coder_reset) {
  gj_coder *coder = gj_class_take(js, argv[0], coder_class(), exception);
  if (coder == NULL) {
    return NULL;
  }
  if (coder->mode >= GJ_BROTLI_DECODE) {
    return gj_bool(js, gj_brotli_start(coder));
  }
  int err = compresses(coder) ? deflateReset(&coder->z) : inflateReset(&coder->z);
  return gj_bool(js, err == Z_OK && set_dictionary(coder) == Z_OK);
}

/* close(coder): now, or when it is no longer busy. */
GJ_FUNCTION(coder_close) {
  gj_coder *coder = gj_class_take(js, argv[0], coder_class(), exception);
  if (coder == NULL) {
    return NULL;
  }
  if (coder->busy) {
    coder->close_wanted = true;
  } else {
    stop(coder);
  }
  return gj_undefined(js);
}

/* crc32(bytes or a string for its UTF-8, start) */
GJ_FUNCTION(checksum) {
  unsigned long sum = gj_to_uint32(js, argv[1]);
  gj_bytes bytes;
  if (gj_bytes_look(js, argv[0], &bytes)) {
    return gj_number(js, (uint32_t)crc32_z(sum, bytes.data, bytes.size));
  }
  gj_text text;
  gj_text_get(js, argv[0], &text);
  sum = crc32_z(sum, (uint8_t *)text.data, text.size);
  gj_text_free(&text);
  return gj_number(js, (uint32_t)sum);
}

gj_object gj_bind_zlib(gj_context js) {
  static const gj_export exports[] = {
      {"open", coder_open},   {"write", coder_write}, {"params", coder_params},
      {"reset", coder_reset}, {"close", coder_close}, {"crc32", checksum},
      {NULL, NULL},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}
