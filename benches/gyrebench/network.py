# SPDX-License-Identifier: MIT
"""A private network namespace: used by benches/million and the runs of libuv's suite.

Closed connections keep their ports for a minute. The kernel takes long to find a free one among
many that are not, so the second run would pay for the ports of the first.
"""

import ctypes
import errno
import fcntl
import socket
import struct

CLONE_NEWNET = 0x40000000
SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 1
REQUEST = "16sh14x"


def own_network():
    """Only a loopback, for this process and those it starts, gone with the last of them; False if
    that is not allowed."""
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET) != 0:
        if ctypes.get_errno() not in (errno.EPERM, errno.EINVAL, errno.ENOSYS, errno.ENOSPC):
            raise OSError(ctypes.get_errno(), "unshare")
        return False
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = fcntl.ioctl(any_socket, SIOCGIFFLAGS, struct.pack(REQUEST, b"lo", 0))
        flags = struct.unpack(REQUEST, request)[1]
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack(REQUEST, b"lo", flags | IFF_UP))
    return True
