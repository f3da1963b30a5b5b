/* SPDX-License-Identifier: MIT */
/* Ports of JavaScript, for other bindings. */
#ifndef GY_BIND_MESSAGING_H
#define GY_BIND_MESSAGING_H

#include "runtime/ports.h"

/* An object that has this reference to the endpoint; the endpoint of one, or NULL. */
gy_object gy_messaging_object(gy_context js, gy_endpoint *endpoint);
gy_endpoint *gy_messaging_endpoint(gy_context js, gy_value value);

#endif
