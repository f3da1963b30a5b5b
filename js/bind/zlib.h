/* SPDX-License-Identifier: MIT */
/* Compression for js/lib/zlib.js: a coder takes bytes and gives bytes, at once or in the pool.
 * zlib.c has the binding and the formats of zlib, brotli.c that of brotli. */
#ifndef GY_BIND_ZLIB_H
#define GY_BIND_ZLIB_H

#include <zlib.h>

#include "runtime/runtime.h"

enum {
  GY_NONE,
  GY_DEFLATE,
  GY_INFLATE,
  GY_GZIP,
  GY_GUNZIP,
  GY_DEFLATERAW,
  GY_INFLATERAW,
  GY_UNZIP,
  GY_BROTLI_DECODE,
  GY_BROTLI_ENCODE,
};

typedef struct gy_coder {
  gy_work work;
  int mode, flush;
  bool busy, close_wanted, open;
  bool gone;  /* the memory to work on was taken away between two steps */
  z_stream z; /* also says where brotli reads and writes */
  uint8_t *dictionary;
  size_t dictionary_size;
  int window_bits, level, mem_level, strategy;
  void *brotli;                 /* the encoder or decoder */
  uint32_t params[16];          /* of brotli; UINT32_MAX: as it is by itself */
  int error;                    /* what the last step came to: 0, or a number and two texts */
  const char *code, *message;   /* `code` may be NULL: that of zlib's number */
  gy_pin self, bytes, callback; /* while it is busy */
} gy_coder;

/* Opens the libraries of brotli: NULL, or what is missing. */
const char *gy_brotli_open(void);
bool gy_brotli_start(gy_coder *coder);
void gy_brotli_run(gy_coder *coder);
void gy_brotli_stop(gy_coder *coder);

#endif
