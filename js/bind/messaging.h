/* SPDX-License-Identifier: MIT */
/* Ports of JavaScript, for other bindings. */
#ifndef GJ_BIND_MESSAGING_H
#define GJ_BIND_MESSAGING_H

#include "runtime/ports.h"

/* An object that has this reference to the endpoint; the endpoint of one, or NULL. */
gj_object gj_messaging_object(gj_context js, gj_endpoint *endpoint);
gj_endpoint *gj_messaging_endpoint(gj_context js, gj_value value);

#endif
