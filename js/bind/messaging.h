/* SPDX-License-Identifier: MIT */
/* Ports of JavaScript, for other bindings. */
#ifndef GJ_BIND_MESSAGING_H
#define GJ_BIND_MESSAGING_H

#include "runtime/ports.h"

/* Results of post. */
enum {
#define POSTED(name) name,
#include "lists.def"
};

extern const gj_export gj_messaging_texts[]; /* messaging_text.c */

/* An object with this reference to the endpoint; and the endpoint of one, or NULL. */
gj_object gj_messaging_object(gj_context js, gj_endpoint *endpoint);
gj_endpoint *gj_messaging_endpoint(gj_context js, gj_value value);

#endif
