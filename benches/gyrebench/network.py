# SPDX-License-Identifier: MIT
"""A network of one's own: benches/million and the runs of libuv's suite have it.

Connections that were closed keep their ports for a minute. To look for a free one among many that
are not takes the kernel long, so who runs second would pay for what the first has used.
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
    """Only a loopback, for this process and those it starts, and gone with the last of them; False
    where that is not allowed."""
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET) != 0:
        if ctypes.get_errno() not in (errno.EPERM, errno.EINVAL, errno.ENOSYS, errno.ENOSPC):
            raise OSError(ctypes.get_errno(), "unshare")
        return False
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = fcntl.ioctl(any_socket, SIOCGIFFLAGS, struct.pack(REQUEST, b"lo", 0))
        flags = struct.unpack(REQUEST, request)[1]
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack(REQUEST, b"lo", flags | IFF_UP))
    return True
