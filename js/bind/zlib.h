/* SPDX-License-Identifier: MIT */
/* Compression for js/lib/zlib.js: a coder takes bytes and gives bytes, at once or in the pool.
 * zlib.c has the binding and the formats of zlib, brotli.c that of brotli. */
#ifndef GJ_BIND_ZLIB_H
#define GJ_BIND_ZLIB_H

#include <zlib.h>

#include "runtime/runtime.h"

enum {
  GJ_NONE,
  GJ_DEFLATE,
  GJ_INFLATE,
  GJ_GZIP,
  GJ_GUNZIP,
  GJ_DEFLATERAW,
  GJ_INFLATERAW,
  GJ_UNZIP,
  GJ_BROTLI_DECODE,
  GJ_BROTLI_ENCODE,
};

typedef struct gj_coder {
  gj_work work;
  int mode, flush;
  bool busy, close_wanted, open;
  bool gone;      /* the memory to work on was taken away between two steps */
  z_stream z;     /* also says where brotli reads and writes */
  uint8_t *block; /* of a compressor: where zlib's memory is; NULL: allocated piece by piece */
  size_t block_used;
  uint8_t *dictionary;
  size_t dictionary_size;
  int window_bits, level, mem_level, strategy;
  void *brotli;                 /* the encoder or decoder */
  uint32_t params[16];          /* of brotli; UINT32_MAX: as it is by itself */
  int error;                    /* what the last step came to: 0, or a number and two texts */
  const char *code, *message;   /* `code` may be NULL: that of zlib's number */
  gj_pin self, bytes, callback; /* while it is busy */
} gj_coder;

/* Opens the libraries of brotli: NULL, or what is missing. */
const char *gj_brotli_open(void);
bool gj_brotli_start(gj_coder *coder);
void gj_brotli_run(gj_coder *coder);
void gj_brotli_stop(gj_coder *coder);

#endif
