/* SPDX-License-Identifier: MIT */
/* The memory of buffers in transit from one context to another. */
#ifndef GJ_ENGINE_SHARE_H
#define GJ_ENGINE_SHARE_H

#include "engine/engine.h"

typedef struct gj_carried gj_carried;
/* Of an ArrayBuffer, which is then detached, or of a SharedArrayBuffer; NULL: not possible. */
gj_carried *gj_share_take(gj_context js, gj_object buffer);
/* A buffer of this context over it; the carrier is freed. The function is ArrayBuffer's transfer,
 * or the constructor SharedArrayBuffer. */
gj_object gj_share_give(gj_context js, gj_carried *carried, gj_object function);
bool gj_share_is_shared(const gj_carried *carried);
/* `memory`, a new and shared WebAssembly.Memory that nobody has used, becomes that of `buffer`,
 * which was sent. `constructor` is SharedArrayBuffer. False: there is no memory. */
bool gj_share_memory(gj_context js, gj_object memory, gj_object buffer, gj_object constructor);
bool gj_share_has_memory(void); /* whether that is possible */

#endif
