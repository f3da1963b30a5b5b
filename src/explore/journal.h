/* SPDX-License-Identifier: MIT */
/*
 * The journal of a run: its events one by one, with what led to each, what it touched, and where it
 * was asked for. The driver reads it (js/lib/internal/explore): which events are bound to each
 * other, and which merely came in this order.
 *
 * A line an event, its members separated by tabs:
 *
 *   number  time  what  label  occurrence  cause  before  touches  place
 *
 * Kind, label and occurrence are those of the decision about it, if there was one (occurrence 0:
 * there was none). `cause` is the event whose callback asked for it, `before` one that it follows
 * anyway; 0: the program itself. `touches` are resources with how they are used ("w:/a/b", r:
 * read, w: changed, c: closed), separated by '|'.
 */
#ifndef GY_EXPLORE_JOURNAL_H
#define GY_EXPLORE_JOURNAL_H

#include <stdbool.h>

#include "work/request.h"

extern bool gy_journal_on;

void gy_journal_open(int fd);

/* An event has happened: its number. */
typedef struct {
  const char *what;
  const char *label;
  unsigned occurrence;
  unsigned cause;
  unsigned before;
  const char *touches; /* NULL: nothing that is known */
  const void *subject; /* whose place is told; NULL: nobody's, but */
  const char *place;   /* this one's, if it is not NULL */
} gy_journal_line;
unsigned gy_journal_event(const gy_journal_line *line);

/* Callbacks that are called from now on are those of that event; which one that is. */
void gy_journal_enter(unsigned event);
unsigned gy_journal_now(void);

/* A request, from its submission until its callback: who asked for it, what was decided last. */
void gy_journal_submitted(const gy_request *request);
void gy_journal_decided(const gy_request *request, unsigned occurrence);
void gy_journal_passed(const gy_request *request, const char *what, const char *label);
void gy_journal_called(const gy_request *request);

/* What a descriptor is known as ("r:port 1-2"), and the event that last spoke to it. */
const char *gy_journal_descriptor(int fd, char text[64]);
unsigned gy_journal_speaker(int fd);

#endif
