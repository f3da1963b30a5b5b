/* SPDX-License-Identifier: MIT */
/* Primes: generated and checked, at once or on the pool. */
#include "bind/crypto.h"
#include "engine/memory.h"

typedef struct {
  gj_job job;
  bool checks, safe, answer;
  int bits, rounds;
  BIGNUM *prime, *add, *rest;
} gj_prime;

static bool run(gj_job *job) {
  gj_prime *prime = (gj_prime *)job;
  BN_CTX *context = BN_CTX_new();
  if (context == NULL) {
    return false;
  }
  bool ok;
  if (prime->checks) {
    int answer = BN_is_prime_ex(prime->prime, prime->rounds, context, NULL);
    prime->answer = answer == 1;
    ok = answer >= 0;
  } else {
    ok = BN_generate_prime_ex2(prime->prime, prime->bits, prime->safe, prime->add, prime->rest,
                               NULL, context) == 1;
  }
  BN_CTX_free(context);
  return ok;
}

static gj_value result(gj_context js, gj_job *job) {
  gj_prime *prime = (gj_prime *)job;
  return prime->checks ? gj_bool(js, prime->answer) : gj_crypto_bignum_bytes(js, prime->prime);
}

static void done(gj_job *job) {
  gj_prime *prime = (gj_prime *)job;
  BN_clear_free(prime->prime);
  BN_clear_free(prime->add);
  BN_clear_free(prime->rest);
}

static gj_prime *prime_new(const char *type, const char *otherwise) {
  gj_prime *prime = gj_memory_new(sizeof(*prime), "a request");
  prime->job.run = run;
  prime->job.result = result;
  prime->job.done = done;
  prime->job.type = type;
  prime->job.otherwise = otherwise;
  return prime;
}

/* checkPrime(bytes, rounds, callback): whether it is one. */
GJ_FUNCTION(check_prime) {
  gj_prime *prime = prime_new("CHECKPRIMEREQUEST", "Checking the prime failed");
  prime->checks = true;
  prime->rounds = gj_to_int32(js, argv[1]);
  prime->prime = gj_crypto_bignum_of(js, argv[0]);
  if (prime->prime == NULL) {
    return gj_job_drop(js, &prime->job, exception);
  }
  return gj_job_start(js, &prime->job, argv[2], exception);
}

/* Why no prime can be found; NULL if one can. */
static const char *problem(const gj_prime *prime) {
  if (prime->add == NULL) {
    return NULL;
  }
  if (BN_num_bits(prime->add) > prime->bits) {
    return "invalid options.add"; /* it would not fit into that size */
  }
  if (prime->rest != NULL && BN_cmp(prime->add, prime->rest) != 1) {
    return "invalid options.rem";
  }
  return NULL;
}

/* generatePrime(bits, safe, add or undefined, rest or undefined, callback): bytes; a string if such
 * a prime cannot be. */
GJ_FUNCTION(generate_prime) {
  gj_prime *prime = prime_new("RANDOMPRIMEREQUEST", "Generating the prime failed");
  prime->bits = gj_to_int32(js, argv[0]);
  prime->safe = gj_to_bool(js, argv[1]);
  prime->add = gj_crypto_has(js, argv[2]) ? gj_crypto_bignum_of(js, argv[2]) : NULL;
  prime->rest = gj_crypto_has(js, argv[3]) ? gj_crypto_bignum_of(js, argv[3]) : NULL;
  prime->prime = BN_secure_new();
  const char *why = problem(prime);
  if (why != NULL || prime->prime == NULL) {
    gj_value ignored = NULL;
    gj_job_drop(js, &prime->job, why == NULL ? exception : &ignored);
    return gj_string(js, why == NULL ? "" : why);
  }
  return gj_job_start(js, &prime->job, argv[4], exception);
}

void gj_crypto_prime_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"checkPrime", check_prime}, {"generatePrime", generate_prime}, {NULL, NULL}};
  gj_set_exports(js, binding, exports);
}
