// SPDX-License-Identifier: MIT
process.chdir('/no/such/place');
