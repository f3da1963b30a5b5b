// SPDX-License-Identifier: MIT
structuredClone(() => {});
