/* SPDX-License-Identifier: MIT */
/* The version that addons see: process.version, process.versions. */
#ifndef GYRE_NODE_VERSION_H
#define GYRE_NODE_VERSION_H

#define NODE_MAJOR_VERSION 20
#define NODE_MINOR_VERSION 20
#define NODE_PATCH_VERSION 2
#define NODE_VERSION "v20.20.2"
#define NODE_MODULE_VERSION 9115
#define NODE_API_SUPPORTED_VERSION_MIN 1
#define NODE_API_SUPPORTED_VERSION_MAX 10
#define NODE_VERSION_AT_LEAST(major, minor, patch) \
  (NODE_MAJOR_VERSION > (major) ||                 \
   (NODE_MAJOR_VERSION == (major) &&               \
    (NODE_MINOR_VERSION > (minor) ||               \
     (NODE_MINOR_VERSION == (minor) && NODE_PATCH_VERSION >= (patch)))))

#endif
