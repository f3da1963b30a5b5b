/* SPDX-License-Identifier: MIT */
/* Replaces the header with which addons use V8. */
#error "gyre loads addons that use Node-API (node_api.h); its engine is not V8, which node.h is for"
