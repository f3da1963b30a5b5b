/* SPDX-License-Identifier: MIT */
/* The page of recordings (tools/page), embedded: see page.h. */
.section .rodata
.globl gy_page_text
.hidden gy_page_text
gy_page_text:
.incbin "build/view/page.html"
.globl gy_page_end
.hidden gy_page_end
gy_page_end:
.byte 0
.section .note.GNU-stack,"",%progbits
