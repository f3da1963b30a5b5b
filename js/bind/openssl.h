/* SPDX-License-Identifier: MIT */
/* libcrypto, opened when a program first needs it (crypto.c); random bytes do not need it. The same
 * for libssl (tls.c). The bindings call their functions by their own names: openssl.def and
 * libssl.def list them, tables have their addresses, and openssl_calls.h, generated from the lists
 * when gyre is built, maps the names to the tables. */
#ifndef GJ_BIND_OPENSSL_H
#define GJ_BIND_OPENSSL_H

/* DH, EC_KEY and RSA can do what their successors cannot: building a key piece by piece. */
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/bn.h>
#include <openssl/conf.h>
#include <openssl/core_names.h>
#include <openssl/dh.h>
#include <openssl/ec.h>
#include <openssl/engine.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/objects.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include "engine/library.h"
#include "runtime/runtime.h"

#define OPENSSL(name) GJ_LIBRARY_POINTER(name)
typedef struct {
#include "bind/openssl.def"
} gj_openssl_table;
#undef OPENSSL
extern gj_openssl_table gj_openssl;

#define LIBSSL(name) GJ_LIBRARY_POINTER(name)
typedef struct {
#include "bind/libssl.def"
} gj_libssl_table;
#undef LIBSSL
extern gj_libssl_table gj_libssl;

#include "openssl_calls.h"

#endif
