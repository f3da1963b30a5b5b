/* SPDX-License-Identifier: MIT */
/*
 * What the loop is free to decide. Where several orders are allowed, it asks gy_choose. The answer
 * 0 is what the loop does without exploration: then gy_choose_on is false, and nothing is asked.
 * explore/choose.c answers.
 */
#ifndef GY_LOOP_CHOOSE_H
#define GY_LOOP_CHOOSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gyre.h"

/* Set before the first loop is opened, and for good. */
extern bool gy_choose_on;

/* A number below COUNT for the next decision of KIND about LABEL: what it is about, a text that is
 * the same in every run of the program. */
unsigned gy_choose(gyre_choice kind, const char *label, unsigned count);

/* The same for a time, in nanoseconds: 0 is none. */
uint64_t gy_choose_time(gyre_choice kind, const char *label);

/* The same, or GY_CHOOSE_EVENTS plus a number: until that many other events have happened. */
#define GY_CHOOSE_EVENTS (UINT64_C(1) << 63)
uint64_t gy_choose_delay(gyre_choice kind, const char *label);

/* explore/orders.c: the handles of KEPT and CLOSING that are closed in this turn, in that order;
 * *LATER are the rest. */
struct gy_loop;
struct gy_handle;
struct gy_handle *gy_orders_closing(struct gy_loop *loop, struct gy_handle *kept,
                                    struct gy_handle *closing, struct gy_handle **later);

/* explore/orders.c: a descriptor's event, or the end of a request, is delivered to the program
 * now. */
struct gy_request;
void gy_orders_dispatched(struct gy_loop *loop, int fd);
void gy_held_called(struct gy_loop *loop, struct gy_request *request);

/* explore/orders.c: the program is about to learn that a child has ended. */
void gy_orders_child_ended(struct gy_loop *loop);

/* explore/journal.c: something was sent over a descriptor, or it connects; its other end is
 * affected. */
void gy_choose_spoke(int fd, bool connects);

/* How many of SIZE bytes are read at once. */
size_t gy_choose_size(const char *label, size_t size);

#endif
