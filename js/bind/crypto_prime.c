/* SPDX-License-Identifier: MIT */
/* Primes: found and checked, at once or in the pool. */
#include "bind/crypto.h"
#include "engine/memory.h"

typedef struct {
  gy_job job;
  bool checks, safe, answer;
  int bits, rounds;
  BIGNUM *prime, *add, *rest;
} gy_prime;

static bool run(gy_job *job) {
  gy_prime *prime = (gy_prime *)job;
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

static gy_value result(gy_context js, gy_job *job) {
  gy_prime *prime = (gy_prime *)job;
  return prime->checks ? gy_bool(js, prime->answer) : gy_bignum_bytes(js, prime->prime);
}

static void done(gy_job *job) {
  gy_prime *prime = (gy_prime *)job;
  BN_clear_free(prime->prime);
  BN_clear_free(prime->add);
  BN_clear_free(prime->rest);
}

static gy_prime *prime_new(const char *type, const char *otherwise) {
  gy_prime *prime = gy_memory_new(sizeof(*prime), "a request");
  prime->job.run = run;
  prime->job.result = result;
  prime->job.done = done;
  prime->job.type = type;
  prime->job.otherwise = otherwise;
  return prime;
}

/* checkPrime(bytes, rounds, callback): whether it is one. */
GY_FUNCTION(check_prime) {
  gy_prime *prime = prime_new("CHECKPRIMEREQUEST", "Checking the prime failed");
  prime->checks = true;
  prime->rounds = gy_to_int32(js, argv[1]);
  prime->prime = gy_bignum_of(js, argv[0]);
  if (prime->prime == NULL) {
    return gy_job_drop(js, &prime->job, exception);
  }
  return gy_job_start(js, &prime->job, argv[2], exception);
}

/* Why no prime can be found; NULL if one can. */
static const char *problem(const gy_prime *prime) {
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
GY_FUNCTION(generate_prime) {
  gy_prime *prime = prime_new("RANDOMPRIMEREQUEST", "Generating the prime failed");
  prime->bits = gy_to_int32(js, argv[0]);
  prime->safe = gy_to_bool(js, argv[1]);
  prime->add = gy_has(js, argv[2]) ? gy_bignum_of(js, argv[2]) : NULL;
  prime->rest = gy_has(js, argv[3]) ? gy_bignum_of(js, argv[3]) : NULL;
  prime->prime = BN_secure_new();
  const char *why = problem(prime);
  if (why != NULL || prime->prime == NULL) {
    gy_value ignored = NULL;
    gy_job_drop(js, &prime->job, why == NULL ? exception : &ignored);
    return gy_string(js, why == NULL ? "" : why);
  }
  return gy_job_start(js, &prime->job, argv[4], exception);
}

void gy_crypto_prime_functions(gy_context js, gy_object binding) {
  static const gy_export exports[] = {
      {"checkPrime", check_prime}, {"generatePrime", generate_prime}, {NULL, NULL}};
  gy_set_exports(js, binding, exports);
}
