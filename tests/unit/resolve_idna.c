/* SPDX-License-Identifier: MIT */
/* Proves that host names are converted to ASCII as RFC 3490 and RFC 3492 specify: Punycode for
 * labels that need it, a dot for every kind of full stop, everything else unchanged. */
#include "../check.h"
#include "work/idna.h"

static const struct {
  const char *name;
  const char *ascii;
} names[] = {
    {"localhost", "localhost"},
    {"Some_Host-1.example", "Some_Host-1.example"},
    {"::1%lo", "::1%lo"},
    {".", "."},
    {"a..b", "a..b"},
    {".a.", ".a."},
    {"bücher.de", "xn--bcher-kva.de"},
    {"Bücher.DE", "xn--Bcher-kva.DE"},
    {"Ücher", "xn--cher-fna"},
    {"straße", "xn--strae-oqa"},
    {"a。b．c｡d", "a.b.c.d"},
    {"ü。ü。", "xn--tda.xn--tda."},
    {"。", "."},
    {"xn--bcher-kva.ü", "xn--bcher-kva.xn--tda"},
    {"xn--a-ü", "xn--xn--a--8ya"},
    {"😀.com", "xn--e28h.com"},
    {"\xc2\x80", "xn--a"},
    {"\xf4\x8f\xbf\xbf", "xn--dn32g"},
    /* The sample strings of RFC 3492, section 7.1. */
    {"ليهمابتكلموشعربي؟", "xn--egbpdaj6bu4bxfgehfvwxn"},
    {"他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"},
    {"Pročprostěnemluvíčesky", "xn--Proprostnemluvesky-uyb24dma41a"},
    {"למההםפשוטלאמדבריםעברית", "xn--4dbcagdahymbxekheh6e0a7fei0b"},
    {"почемужеонинеговорятпорусски", "xn--b1abfaaepdrnnbgefbadotcwatmq2g4l"},
    {"3年B組金八先生", "xn--3B-ww4c5e180e575a65lsy2b"},
    {"Hello-Another-Way-それぞれの場所", "xn--Hello-Another-Way--fc4qua05auwb3674vfr0b"},
    {"MajiでKoiする5秒前", "xn--MajiKoi5-783gue6qz075azm5e"},
    {"そのスピードで", "xn--d9juau41awczczp"},
};

int main(void) {
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
    char ascii[GY_IDNA_NAME_MAX + 1];
    CHECK_EQ(gy_idna_to_ascii(names[i].name, ascii), 0);
    CHECK_STR(ascii, names[i].ascii);
  }
  return 0;
}
