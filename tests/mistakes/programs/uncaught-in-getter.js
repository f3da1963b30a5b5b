// SPDX-License-Identifier: MIT
const config = { get port() { return this.server.port; } };
console.log(config.port);
