// SPDX-License-Identifier: MIT
require('http').get('http://127.0.0.1:1/').on('error', (error) => console.log(error));
