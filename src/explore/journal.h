/* SPDX-License-Identifier: MIT */
/*
 * The journal of a run: its events one by one, with the cause of each, what it touched, and where
 * it was requested. The driver (js/lib/internal/explore) reads it to find out which events depend
 * on each other and which only happened to come in this order.
 *
 * There is one line per event, with members separated by tabs:
 *
 *   number  time  what  label  occurrence  cause  before  touches  place
 *
 * What, label and occurrence are those of the decision about the event (occurrence 0: there was
 * none). `cause` is the event whose callback requested this one; `before` is an event that must
 * precede it in any case; 0 is the program itself. `touches` lists resources and how they are used
 * ("w:/a/b"; r: read, w: changed, c: closed), separated by '|'.
 */
#ifndef GY_EXPLORE_JOURNAL_H
#define GY_EXPLORE_JOURNAL_H

#include <stdbool.h>

#include "work/request.h"

extern bool gy_journal_on;

void gy_journal_open(int fd);

/* An event. gy_journal_event writes it and returns its number. */
typedef struct {
  const char *what;
  const char *label;
  unsigned occurrence;
  unsigned cause;
  unsigned before;
  const char *touches; /* NULL: unknown */
  const void *subject; /* the object whose origin is written; if NULL: */
  const char *place;   /* this place, or none if NULL */
} gy_journal_line;
unsigned gy_journal_event(const gy_journal_line *line);

/* The event that callbacks belong to from now on: sets it, returns it. */
void gy_journal_enter(unsigned event);
unsigned gy_journal_now(void);

/* The life of a request: submitted, decided about, passed a stage, its callback called. */
void gy_journal_submitted(const gy_request *request);
void gy_journal_decided(const gy_request *request, unsigned occurrence);
void gy_journal_passed(const gy_request *request, const char *what, const char *label);
void gy_journal_called(const gy_request *request);

/* The name of a descriptor ("r:port 1-2"), and the event that last sent something to it. */
const char *gy_journal_descriptor(int fd, char text[64]);
unsigned gy_journal_speaker(int fd);

#endif
