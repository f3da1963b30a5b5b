// SPDX-License-Identifier: MIT
const { promisify } = require('util');
const exec = promisify(require('child_process').exec);
exec('exit 3').catch((error) => console.log(error.name, error.code, error.message.trim()));
