/* SPDX-License-Identifier: MIT */
/*
 * Proves that the loop behaves like a simple model of it: random programs of loop operations run on
 * both, and the complete logs (every callback with the loop's time, every wait with its timeout,
 * every result, all state that can be queried between runs) must be the same. A program that
 * differs is reduced before it is shown. Arguments: the first seed, and how many.
 *
 * time limit: 300 s
 */
#include <fcntl.h>
#include <unistd.h>

#include "model_library.h"
#include "model_operations.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SEEDS = 10000, SEEDS_ALL = 200000 };
#else
enum { SEEDS = 100000, SEEDS_ALL = 2000000 };
#endif

static model reference;
static library real;

static bool differs(const program *p) {
  model_play(&reference, p);
  library_play(&real, p);
  return reference.w.log.count != real.w.log.count ||
         memcmp(reference.w.log.entries, real.w.log.entries,
                (size_t)real.w.log.count * sizeof(entry)) != 0;
}

static void drop(step *steps, int *count, int place) {
  memmove(steps + place, steps + place + 1, (size_t)(--*count - place) * sizeof(*steps));
}

/* Leaves out one thing after the other, as long as the program still differs without it. */
static void shrink(program *p) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    program next = *p;
    next.run_count--;
    if (next.run_count > 0 && differs(&next)) {
      *p = next;
      smaller = true;
    }
    for (int handle = 0; handle < HEARTBEAT; handle++) {
      next = *p;
      next.unborn |= 1u << handle;
      if (next.unborn != p->unborn && differs(&next)) {
        *p = next;
        smaller = true;
      }
    }
    for (int i = p->inner_count + p->outer_count - 1; i >= 0; i--) {
      next = *p;
      if (i < p->outer_count) {
        drop(next.outer, &next.outer_count, i);
      } else {
        drop(next.inner, &next.inner_count, i - p->outer_count);
      }
      if (differs(&next)) {
        *p = next;
        smaller = true;
      }
    }
  }
}

static void print_log(const char *title, const run_log *log, int around) {
  fprintf(stderr, "%s:\n", title);
  for (int i = 0; i < log->count; i++) {
    const entry *e = &log->entries[i];
    bool state = e->what == LOG_HANDLE || e->what == LOG_DUE || e->what == LOG_WALK;
    if (state && i != around) {
      continue; /* long, and seldom interesting before the first difference */
    }
    fprintf(stderr, "%s%4d ", i == around ? ">" : " ", i);
    print_entry(e);
  }
}

static void show(program *p, uint64_t seed) {
  shrink(p);
  CHECK(differs(p));
  int first = 0;
  while (first < real.w.log.count && first < reference.w.log.count &&
         memcmp(&real.w.log.entries[first], &reference.w.log.entries[first], sizeof(entry)) == 0) {
    first++;
  }
  fprintf(stderr, "seed %llu: the library differs from the model. The reduced program:\n",
          (unsigned long long)seed);
  print_program(p);
  print_log("model", &reference.w.log, first);
  print_log("library", &real.w.log, first);
}

/* The descriptor numbers must exist, since poll handles make them non-blocking. */
static void open_descriptors(void) {
  int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  CHECK(null >= 0);
  for (int fd = FIRST_FD; fd <= HEARTBEAT_FD; fd++) {
    CHECK_EQ(dup2(null, fd), fd);
  }
}

static uint64_t number(const char *text, uint64_t otherwise) {
  return text == NULL ? otherwise : strtoull(text, NULL, 10);
}

int main(int argc, char **argv) {
  uint64_t first = number(argc > 1 ? argv[1] : NULL, 1);
  uint64_t count = number(argc > 2 ? argv[2] : NULL, getenv("GYRE_TEST_ALL") ? SEEDS_ALL : SEEDS);
  uint64_t callbacks = 0;
  open_descriptors();
  for (uint64_t seed = first; seed < first + count; seed++) {
    static program p;
    make_program(&p, seed);
    if (differs(&p)) {
      show(&p, seed);
      return 1;
    }
    callbacks += (uint64_t)real.w.callbacks;
  }
  /* Programs in which nothing happens would prove nothing. */
  CHECK(count < 100 || callbacks > 20 * count);
  return 0;
}
