/* SPDX-License-Identifier: MIT */
/* What the crypto binding uses of libcrypto, which is opened when a program first hashes something
 * (crypto.c); random bytes do without. */
#ifndef GY_BIND_OPENSSL_H
#define GY_BIND_OPENSSL_H

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

#include "bind/library.h"
#include "runtime/runtime.h"

#define GY_OPENSSL_FUNCTIONS(F)        \
  F(ERR_clear_error)                   \
  F(ERR_error_string_n)                \
  F(ERR_get_error)                     \
  F(ERR_lib_error_string)              \
  F(ERR_reason_error_string)           \
  F(EVP_DigestFinalXOF)                \
  F(EVP_DigestFinal_ex)                \
  F(EVP_DigestInit_ex)                 \
  F(EVP_DigestUpdate)                  \
  F(EVP_KDF_CTX_free)                  \
  F(EVP_KDF_CTX_new)                   \
  F(EVP_KDF_derive)                    \
  F(EVP_KDF_fetch)                     \
  F(EVP_KDF_free)                      \
  F(EVP_MAC_CTX_free)                  \
  F(EVP_MAC_CTX_new)                   \
  F(EVP_MAC_fetch)                     \
  F(EVP_MAC_final)                     \
  F(EVP_MAC_init)                      \
  F(EVP_MAC_update)                    \
  F(EVP_MD_CTX_copy_ex)                \
  F(EVP_MD_CTX_free)                   \
  F(EVP_MD_CTX_new)                    \
  F(EVP_MD_do_all_sorted)              \
  F(EVP_MD_fetch)                      \
  F(EVP_MD_free)                       \
  F(EVP_MD_get0_name)                  \
  F(EVP_MD_get_flags)                  \
  F(EVP_MD_get_size)                   \
  F(EVP_PBE_scrypt)                    \
  F(EVP_get_digestbyname)              \
  F(OSSL_PARAM_construct_end)          \
  F(OSSL_PARAM_construct_octet_string) \
  F(OSSL_PARAM_construct_utf8_string)  \
  F(PKCS5_PBKDF2_HMAC)

typedef struct {
  GY_OPENSSL_FUNCTIONS(GY_LIBRARY_POINTER)
} gy_openssl_table;
extern gy_openssl_table gy_openssl;

/* The digest of that name, NULL if there is none; it is kept for ever. */
const EVP_MD *gy_openssl_digest(const char *name);

void gy_bind_derive_functions(gy_context js, gy_object binding);

#endif
