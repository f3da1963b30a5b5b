// SPDX-License-Identifier: MIT
// In the order of answers: results are pushed as they come, and read by the place of the question.
'use strict';
const crypto = require('crypto');
const { bug } = require('./scene');

const words = ['one', 'two', 'three'];
const results = [];
words.forEach((word, i) => setTimeout(() => {
  crypto.pbkdf2(word, 'salt', 10, 16, 'sha1', (error, key) => {
    results.push({ word, key });
    if (results.length < words.length) return;
    const wrong = words.find((one, at) => results[at].word !== one);
    if (wrong !== undefined) bug(`the result of ${wrong} is at another place`);
  });
}, 10 * i));
