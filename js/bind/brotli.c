/* SPDX-License-Identifier: MIT */
/* Brotli, part of binding('zlib'). Its libraries are opened at first use. */
#include <brotli/decode.h>
#include <brotli/encode.h>

#include "engine/library.h"
#include "bind/zlib.h"

#define DECODER(F)                 \
  F(BrotliDecoderCreateInstance)   \
  F(BrotliDecoderDecompressStream) \
  F(BrotliDecoderDestroyInstance)  \
  F(BrotliDecoderGetErrorCode)     \
  F(BrotliDecoderSetParameter)
#define ENCODER(F)                \
  F(BrotliEncoderCompressStream)  \
  F(BrotliEncoderCreateInstance)  \
  F(BrotliEncoderDestroyInstance) \
  F(BrotliEncoderSetParameter)

/* process: filled once, under a lock */
static struct { DECODER(GJ_LIBRARY_POINTER) } decoder;
/* process: the same */
static struct { ENCODER(GJ_LIBRARY_POINTER) } encoder;

const char *gj_brotli_open(void) {
  static const char *const decoder_names[] = {DECODER(GJ_LIBRARY_NAME) NULL};
  static const char *const encoder_names[] = {ENCODER(GJ_LIBRARY_NAME) NULL};
  const char *problem = gj_library_open("libbrotlidec.so.1", decoder_names, &decoder);
  return problem == NULL ? gj_library_open("libbrotlienc.so.1", encoder_names, &encoder) : problem;
}

bool gj_brotli_start(gj_coder *coder) {
  gj_brotli_stop(coder);
  bool encodes = coder->mode == GJ_BROTLI_ENCODE;
  coder->brotli = encodes ? (void *)encoder.BrotliEncoderCreateInstance(NULL, NULL, NULL)
                          : (void *)decoder.BrotliDecoderCreateInstance(NULL, NULL, NULL);
  bool ok = coder->brotli != NULL;
  for (int i = 0; ok && i < 16; i++) {
    if (coder->params[i] == UINT32_MAX) {
      continue;
    }
    ok = encodes ? encoder.BrotliEncoderSetParameter(coder->brotli, i, coder->params[i])
                 : decoder.BrotliDecoderSetParameter(coder->brotli, i, coder->params[i]);
  }
  return ok;
}

void gj_brotli_stop(gj_coder *coder) {
  if (coder->brotli != NULL && coder->mode == GJ_BROTLI_ENCODE) {
    encoder.BrotliEncoderDestroyInstance(coder->brotli);
  } else if (coder->brotli != NULL) {
    decoder.BrotliDecoderDestroyInstance(coder->brotli);
  }
  coder->brotli = NULL;
}

static void encode(gj_coder *coder, size_t *in, const uint8_t **next_in, size_t *out,
                   uint8_t **next_out) {
  if (!encoder.BrotliEncoderCompressStream(coder->brotli, coder->flush, in, next_in, out, next_out,
                                           NULL)) {
    coder->error = -1;
    coder->code = "ERR_BROTLI_COMPRESSION_FAILED";
    coder->message = "Compression failed";
  }
}

/* The names with their prefixes, which not every version of the library gives. */
static const char *name_of(BrotliDecoderErrorCode code) {
  switch (code) {
#define NOTHING
#define NAME(PREFIX, SHORT, VALUE)    \
  case BROTLI_DECODER##PREFIX##SHORT: \
    return "ERR_" #PREFIX #SHORT;
    BROTLI_DECODER_ERROR_CODES_LIST(NAME, NOTHING)
#undef NAME
#undef NOTHING
  }
  return "ERR_UNKNOWN";
}

static void decode(gj_coder *coder, size_t *in, const uint8_t **next_in, size_t *out,
                   uint8_t **next_out) {
  BrotliDecoderResult result =
      decoder.BrotliDecoderDecompressStream(coder->brotli, in, next_in, out, next_out, NULL);
  if (result == BROTLI_DECODER_RESULT_ERROR) {
    BrotliDecoderErrorCode code = decoder.BrotliDecoderGetErrorCode(coder->brotli);
    coder->error = code;
    coder->code = name_of(code);
    coder->message = "Decompression failed";
  } else if (result == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT &&
             coder->flush == BROTLI_OPERATION_FINISH) {
    coder->error = Z_BUF_ERROR;
    coder->message = "unexpected end of file";
  }
}

void gj_brotli_run(gj_coder *coder) {
  size_t in = coder->z.avail_in, out = coder->z.avail_out;
  const uint8_t *next_in = coder->z.next_in;
  uint8_t *next_out = coder->z.next_out;
  if (coder->mode == GJ_BROTLI_ENCODE) {
    encode(coder, &in, &next_in, &out, &next_out);
  } else {
    decode(coder, &in, &next_in, &out, &next_out);
  }
  coder->z.avail_in = (unsigned)in;
  coder->z.avail_out = (unsigned)out;
}
