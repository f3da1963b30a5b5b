# SPDX-License-Identifier: MIT
#
# How gyre is built. Sources are found by glob: a new file under src/, tests/unit/ or tests/loop/
# needs no line here. Each variant has objects and test programs of its own under build/VARIANT;
# what people use (libgyre.so, libgyre.a, compat/) lies in build/ itself.
#
#   VARIANT=release   the default; gcc unless CC says otherwise
#   VARIANT=clang     the same with clang, to keep both compilers content
#   VARIANT=asan      AddressSanitizer and UndefinedBehaviorSanitizer, with debug checks
#   VARIANT=tsan      ThreadSanitizer
#   VARIANT=fuzz      clang's libFuzzer, for tests/fuzz/bytes
#   VARIANT=arm64     the library alone, by a cross compiler; qemu-user runs its tests
#   VARIANT=musl      the library alone, on musl instead of glibc

# Rises when a program built against an older libgyre.so could no longer run on a newer one.
SOVERSION := 0
UV_SOVERSION := 1

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MANDIR ?= $(PREFIX)/share/man
DOCDIR ?= $(PREFIX)/share/doc/gyre

VARIANT ?= release
DIR := build/$(VARIANT)
OUT := $(if $(filter release,$(VARIANT)),build,$(DIR))

CC_clang := clang
CC_fuzz := clang
CC_arm64 := aarch64-linux-gnu-gcc
CC_musl := musl-gcc
ifeq ($(origin CC),default)
CC := $(or $(CC_$(VARIANT)),gcc)
endif
AR ?= ar
# A compiler or library newer than ours may warn of what is right today: that must not keep anybody
# from a build. The tests' builds stop at any warning.
WERROR ?= $(if $(filter-out release,$(VARIANT))$(filter test tests,$(MAKECMDGOALS)),-Werror)

ifeq ($(VARIANT),asan)
CFLAGS := -O1 -g1
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer \
	-DGY_DEBUG -DGJ_DEBUG
# Beside a shared libasan a shared libubsan does not heed its log_path.
SO_SANITIZE := $(SANITIZE) $(if $(findstring clang,$(CC)),,-static-libubsan)
else ifeq ($(VARIANT),tsan)
CFLAGS := -O1 -g1
SANITIZE := -fsanitize=thread -fno-omit-frame-pointer
SO_SANITIZE := $(SANITIZE)
else ifeq ($(VARIANT),fuzz)
CFLAGS := -O1 -g
SANITIZE := -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all \
	-fno-omit-frame-pointer
SO_SANITIZE := $(SANITIZE)
else ifneq ($(filter release clang,$(VARIANT)),)
CFLAGS ?= -O2
# Fat objects: a program may link libgyre.a with any compiler, with or without LTO.
LTO ?= $(if $(findstring clang,$(CC)),,-flto=auto -ffat-lto-objects)
else ifeq ($(VARIANT),arm64)
CFLAGS ?= -O2
else ifeq ($(VARIANT),musl)
CFLAGS ?= -O2
# musl-gcc knows musl's headers alone: the kernel's are beside glibc's.
KERNEL_HEADERS := $(DIR)/kernel
CPPFLAGS += -isystem $(KERNEL_HEADERS)
else
$(error VARIANT is release, clang, asan, tsan, fuzz, arm64 or musl; there is no "$(VARIANT)")
endif

T := tests
WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes $(WERROR)
BASE_FLAGS := -std=c11 -D_GNU_SOURCE $(WARN) -fno-strict-aliasing -pthread -Iinclude -Isrc
LIB_FLAGS := $(BASE_FLAGS) -fvisibility=hidden -fPIC $(CPPFLAGS) $(CFLAGS) $(LTO) $(SANITIZE)
# Test programs look inside, so they link the static library; without LTO, which would compile the
# whole library again for every one of them.
TEST_FLAGS := $(BASE_FLAGS) -I$(T) $(CPPFLAGS) $(CFLAGS) $(SANITIZE) -fno-lto
# A sanitizer's functions come from the program, or from what is preloaded (tests/programs).
SO_FLAGS := -shared -pthread $(CFLAGS) $(LTO) $(SO_SANITIZE) -Wl,--version-script=src/gyre.map \
	$(if $(SANITIZE),,-Xlinker --no-undefined) -Wl,-z,now,-z,relro $(LDFLAGS)

SOURCES := $(sort $(wildcard src/*.c src/*/*.c src/*/*/*.c))
# The page that shows traces is embedded, too.
PAGE := $(DIR)/obj/src/trace/page_text.o
OBJECTS := $(SOURCES:%.c=$(DIR)/obj/%.o) $(PAGE)
TEST_SOURCES := $(sort $(wildcard $(T)/unit/*.c $(T)/loop/*.c))
TEST_PROGRAMS := $(TEST_SOURCES:$(T)/%.c=$(DIR)/test/%)
LIB_A := $(OUT)/libgyre.a
LIB_SO := $(OUT)/libgyre.so
LIB_JS := $(OUT)/libgyre-js.so
LIB_UV := $(OUT)/compat/libuv.so.$(UV_SOVERSION)
HEADERS := uv.h gyre.h gyre-js.h $(patsubst include/%,%,$(wildcard include/uv/*.h))

# The runtime. Its JavaScript library is embedded: js/lib/NAME.js is require('NAME').
GYRE := $(OUT)/gyre
PREPARED := $(if $(filter release,$(VARIANT)),$(GYRE).engine)
JS_SOURCES := $(sort $(wildcard js/*.c js/*/*.c))
JS_OBJECTS := $(JS_SOURCES:%.c=$(DIR)/obj/%.o) $(DIR)/obj/js/builtins.o
JS_LIBRARY := $(sort $(shell find js/lib -name '*.js' 2>/dev/null))
# Packages of others (js/vendor.txt), embedded as vendor/NAME.
VENDOR_NAMES := $(shell awk '/^[a-z]/ { print $$1 }' js/vendor.txt)
NAPI_HEADERS := build/js/node_modules/node-api-headers/include
# As for a library: an addon must find the same `environ` as the program. Most entries of a table
# of exports leave out their last member.
JS_FLAGS := $(BASE_FLAGS) -fPIC -fno-semantic-interposition -Wno-missing-field-initializers \
	-Ijs -I$(DIR)/obj/js \
	-isystem $(NAPI_HEADERS) -isystem /usr/include/webkitgtk-4.1 \
	$(shell pkg-config --cflags glib-2.0 gobject-2.0) $(CPPFLAGS) $(CFLAGS) $(SANITIZE)
# The engine is not among them: the program opens it (js/engine/open.c). But the leak checker of
# sanitizers fails on the thread-local memory of libraries that are opened later.
JS_LIBS := -lz -lm
ifneq ($(SANITIZE),)
JS_LIBS += -Wl,--no-as-needed -ljavascriptcoregtk-4.1
endif
CALLS := $(patsubst %,$(DIR)/obj/js/%_calls.h,api api_glib nghttp2 openssl)
# What addons call; so all of the library is part of the program. And the functions of the engine
# that the program replaces (js/engine/awaits.c, zones.c).
ADDON_SYMBOLS := 'napi_*' 'node_api_*' 'uv_*' 'gyre_*' '_ZN3JSC2VM14throwException*' \
	'_ZN3WTF36listenForTimeZoneChange*'
ADDON_FLAGS := -Wl,--whole-archive $(LIB_A) -Wl,--no-whole-archive \
	$(ADDON_SYMBOLS:%=-Wl,--export-dynamic-symbol=%)
MAN_PAGES := $(sort $(wildcard docs/man/*.[1-8]))

# The flags and the list of sources are files, rewritten only when they change: then everything
# that depends on them is built again, and nothing is when they did not. -Werror is not among them:
# ./run and ./test share what they build. What was compiled with a warning is compiled again instead
# where none is allowed.
ifneq ($(filter-out help clean uninstall tidy bench,$(or $(MAKECMDGOALS),all)),)
FLAGS_NOW := $(filter-out -Werror,$(CC) | $(LIB_FLAGS) | $(JS_FLAGS) | $(TEST_FLAGS) | $(SO_FLAGS))
ifneq ($(file <$(DIR)/flags),$(FLAGS_NOW))
$(shell mkdir -p $(DIR))
$(file >$(DIR)/flags,$(FLAGS_NOW))
endif
SOURCES_BEFORE := $(file <$(DIR)/sources)
ifneq ($(SOURCES_BEFORE),$(SOURCES))
$(file >$(DIR)/sources,$(SOURCES))
endif
ifneq ($(file <$(DIR)/library),$(JS_LIBRARY))
$(file >$(DIR)/library,$(JS_LIBRARY))
endif
ifneq ($(WERROR),)
WARNED := $(shell find $(DIR)/obj -name '*.o.said' 2>/dev/null)
$(if $(WARNED),$(shell rm -f $(WARNED:.said=) $(WARNED)))
endif
endif

# V=1 shows the commands as they are.
Q := $(if $(V),,@)
say = $(if $(V),,@printf '  %-5s %s\n' '$(1)' '$(2)')

# Compiles, and keeps what the compiler had to say beside the object, if anything.
compile = $(Q)$(CC) $(1) -MMD -MP -c $< -o $@ 2>$@.said; code=$$?; cat $@.said >&2; \
	test -s $@.said || rm -f $@.said; exit $$code

.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: all gyre lib lib-js page tests test bench tidy asan tsan fuzz fuzzer fuzzer-check \
	install uninstall deb clean help

all: lib gyre ## build build/gyre, build/libgyre.so, build/libgyre.a and build/compat/libuv.so.1

lib-js: $(LIB_JS) ## build build/libgyre-js.so, the runtime for programs in C (docs/embedding.md)

gyre: $(GYRE) $(GYRE).bytecode $(PREPARED) ## build build/gyre alone

lib: $(LIB_A) $(LIB_SO) $(LIB_UV) ## build libgyre alone

tests: $(TEST_PROGRAMS) ## build the test programs of VARIANT, run nothing

test: lib tests ## run the unit, loop and ABI tests on the release build (./test runs everything)
	tools/runtests --variant $(VARIANT)

bench: lib ## measure against libuv, side by side (./bench)
	./bench

tidy: ## check layers, sizes, names and format
	tools/tidy

asan: ## build in build/asan and run the unit and loop tests under ASan and UBSan
	$(Q)$(MAKE) --no-print-directory VARIANT=asan lib tests
	tools/runtests --variant asan

tsan: ## build in build/tsan and run the unit and loop tests under TSan
	$(Q)$(MAKE) --no-print-directory VARIANT=tsan lib tests
	tools/runtests --variant tsan

fuzz: ## run the fuzzers (tests/fuzz/run)
	$(Q)if [ -x $(T)/fuzz/run ]; then exec $(T)/fuzz/run; fi; \
	echo 'fuzz: $(T)/fuzz/run does not exist: there are no fuzzers to run' >&2; exit 1

fuzzer: $(DIR)/fuzzer

$(DIR)/fuzzer: $(T)/fuzz/bytes/driver.c $(JS_OBJECTS) $(LIB_A)
	$(call say,LINK,$@)
	$(Q)$(CC) $(JS_FLAGS) $< $(filter-out %/js/main.o,$(JS_OBJECTS)) $(LIB_A) $(JS_LIBS) \
	  $(LDFLAGS) -lstdc++ -o $@ \
	  $(shell $(CC) -print-file-name=libclang_rt.fuzzer_no_main-$(shell uname -m).a)

fuzzer-check: ; $(Q)$(CC) $(JS_FLAGS) -Werror -fsyntax-only $(T)/fuzz/bytes/driver.c

ifdef KERNEL_HEADERS
MULTIARCH := $(shell gcc -print-multiarch)
$(OBJECTS) $(TEST_PROGRAMS): | $(KERNEL_HEADERS)
$(KERNEL_HEADERS):
	$(Q)mkdir -p $@
	$(Q)ln -sf /usr/include/linux /usr/include/asm-generic /usr/include/$(MULTIARCH)/asm $@/
endif

$(DIR)/obj/%.o: %.c $(DIR)/flags
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(call compile,$(LIB_FLAGS))

$(PAGE): src/trace/page_text.S build/view/page.html
	$(call say,EMBED,build/view/page.html)
	@mkdir -p $(@D)
	$(Q)$(CC) -c $< -o $@

# Calls of libcrypto and libssl by name go to where they were opened (js/bind/openssl.h).
$(DIR)/obj/js/openssl_calls.h: js/bind/openssl.def js/bind/libssl.def Makefile
	@mkdir -p $(@D)
	$(Q)sed -n 's/^OPENSSL(\(.*\))$$/#define \1 gj_openssl.\1/p' js/bind/openssl.def >$@
	$(Q)sed -n 's/^LIBSSL(\(.*\))$$/#define \1 gj_libssl.\1/p' js/bind/libssl.def >>$@

# The same for the engine (js/engine/api.h).
$(DIR)/obj/js/api_calls.h: js/engine/api.def Makefile
	@mkdir -p $(@D)
	$(Q)sed -n 's/^JSC(\(.*\))$$/#define \1 gj_api.\1/p' $< >$@

$(DIR)/obj/js/api_glib_calls.h: js/engine/api_glib.def Makefile
	@mkdir -p $(@D)
	$(Q)sed -n 's/^GLIB(\(.*\))$$/#define \1 gj_glib.\1/p' $< >$@

$(DIR)/obj/js/nghttp2_calls.h: js/bind/nghttp2.def Makefile
	@mkdir -p $(@D)
	$(Q)sed -n 's/^NGHTTP2(\(.*\))$$/#define \1 gj_nghttp2.\1/p' $< >$@

$(filter $(DIR)/obj/js/napi/%,$(JS_OBJECTS)): | build/js/vendor.done
$(DIR)/obj/js/%.o: js/%.c $(DIR)/flags | $(CALLS)
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(call compile,$(JS_FLAGS))

build/js/vendor.done: js/package.json js/package-lock.json js/vendor.txt js/vendor_edits.txt \
    tools/vendor
	$(call say,NPM,$(VENDOR_NAMES))
	@mkdir -p $(@D)
	$(Q)tools/vendor $(@D) && tools/licences $(@D)/node_modules >$(@D)/licences.txt && touch $@

$(DIR)/obj/js/builtins.o: $(JS_LIBRARY) js/lists.def build/js/vendor.done tools/embed $(DIR)/library
	$(call say,EMBED,$@)
	@mkdir -p $(@D)
	$(Q)tools/embed $(@:.o=.S) $(foreach f,$(JS_LIBRARY),$(f:js/lib/%.js=%)=$(f)) \
	  $(foreach n,$(VENDOR_NAMES),vendor/$(n)=build/js/vendor/$(n).js)
	$(Q)$(CC) -c $(@:.o=.S) -o $@

$(GYRE): $(JS_OBJECTS) $(LIB_A)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -pthread $(CFLAGS) $(SANITIZE) $(JS_OBJECTS) $(ADDON_FLAGS) $(JS_LIBS) \
	  $(LDFLAGS) -o $@

# The library as bytecode of the engine that is installed. An engine that cannot keep it is no
# error: then every start parses what it needs.
$(GYRE).bytecode: $(GYRE)
	$(call say,MAKE,$@)
	$(Q)$(if $(SANITIZE),setarch -R) $(GYRE) --write-bytecode $@ || : >$@

# A copy of the installed engine that starts faster (js/engine/prepared.h). The same holds.
$(GYRE).engine: $(GYRE)
	$(call say,MAKE,$@)
	$(Q)$(GYRE) --write-engine $@ || : >$@

$(LIB_JS): $(JS_OBJECTS) $(LIB_A)
	$(call say,LINK,$@)
	$(Q)$(CC) -shared -pthread $(CFLAGS) $(SANITIZE) -Wl,-soname,libgyre-js.so.$(SOVERSION) \
	  -Wl,--version-script=tools/addons/libgyre-js.map $(filter-out %/js/main.o,$(JS_OBJECTS)) \
	  -Wl,--whole-archive $(LIB_A) -Wl,--no-whole-archive $(JS_LIBS) \
	  -Wl,--no-as-needed -ljavascriptcoregtk-4.1 $(LDFLAGS) -o $@
	@ln -sf libgyre-js.so $@.$(SOVERSION)

# What node-gyp builds addons against.
build/addons: $(GYRE) $(wildcard tools/addons/*) $(wildcard include/*.h include/uv/*.h)
	$(call say,MAKE,$@)
	$(Q)tools/addons/make $(GYRE) $@ && touch $@

# The page of recordings, one file (view/README.md).
page: build/view/page.html ## build build/view/page.html, the page that recordings are put into

build/view/page.html: tools/page view/page.html view/page.css $(wildcard view/*.js)
	$(call say,PAGE,$@)
	$(Q)tools/page $@

# Made anew each time: ar would keep the members of sources that are gone.
$(LIB_A): $(OBJECTS) $(DIR)/sources
	$(call say,AR,$@)
	@mkdir -p $(@D) && rm -f $@
	$(Q)$(AR) rcs $@ $(OBJECTS)

$(LIB_SO): $(OBJECTS) $(DIR)/sources src/gyre.map
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(SO_FLAGS) -Wl,-soname,libgyre.so.$(SOVERSION) $(OBJECTS) -o $@
	@ln -sf libgyre.so $@.$(SOVERSION)

$(LIB_UV): $(OBJECTS) $(DIR)/sources src/gyre.map
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(SO_FLAGS) -Wl,-soname,libuv.so.$(UV_SOVERSION) $(OBJECTS) -o $@
	@ln -sf $(@F) $(@D)/libuv.so

# Test programs: one after the other, or, with JOIN=1, all that are asked for at once.
ifndef JOIN
$(DIR)/test/%: $(T)/%.c $(LIB_A) $(DIR)/flags
	$(call say,TEST,$@)
	@mkdir -p $(@D) && rm -f $@
	$(Q)$(CC) $(TEST_FLAGS) -MMD -MP -MF $@.d $< $(LIB_A) $(LDFLAGS) -o $@
else
JOINED := $(patsubst $(DIR)/test/%,%,$(filter $(DIR)/test/%,$(MAKECMDGOALS)))
ifneq ($(filter-out $(wildcard $(JOINED:%=$(DIR)/test/%)),$(JOINED:%=$(DIR)/test/%)),)
$(shell rm -f $(DIR)/test/joined)
endif

# Reading the headers is a third of the work: what all of them begin with is compiled once.
FIRST := $(DIR)/obj/$(T)/first.h
$(FIRST).gch: include/uv.h $(wildcard include/uv/*.h) $(T)/check.h $(DIR)/flags
	@mkdir -p $(@D)
	@printf '#include "%s"\n' uv.h check.h >$(FIRST)
	$(Q)$(CC) $(TEST_FLAGS) -x c-header $(FIRST) -o $@

$(DIR)/obj/$(T)/%.o: $(T)/%.c $(FIRST).gch $(DIR)/flags
	$(call say,TEST,$<)
	@mkdir -p $(@D)
	$(Q)printf '#define main test_%s\n#include "%s"\n' $(subst /,_,$*) $< | \
	  $(CC) $(TEST_FLAGS) -iquote . -include $(FIRST) -Winvalid-pch \
	  -MMD -MP -MT $@ -MT $(DIR)/test/$* -x c -c - -o $@

$(DIR)/test/joined: $(JOINED:%=$(DIR)/obj/$(T)/%.o) $(LIB_A) tools/linktests
	$(call say,LINK,$@)
	$(Q)printf '%s\n' $(JOINED) | tools/linktests $(@D) $(DIR)/obj/$(T) $(LIB_A) \
	  $(CC) $(TEST_FLAGS) $(LDFLAGS)

$(JOINED:%=$(DIR)/test/%): $(DIR)/test/joined ;
endif

D := $(DESTDIR)
# MAJOR.MINOR.PATCH as the header has them.
version = $(shell sed -n 's/^.*define [A-Z]*_VERSION_\(MAJOR\|MINOR\|PATCH\) *\([0-9]*\).*/\2/p' \
	$(1) | paste -sd.)
VERSION = $(call version,include/gyre.h)
UV_VERSION = $(call version,include/uv/version.h)
fill = sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@VERSION@|$(VERSION)|' \
	-e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' -e 's|@UV_VERSION@|$(UV_VERSION)|'

# Headers have a directory of their own, since a libuv may be installed beside us; so has the
# library that calls itself libuv: only who asks for it (README.md) gets it.
install: all lib-js build/addons ## install below PREFIX (/usr/local); also BINDIR, ..., DESTDIR
	install -d '$(D)$(BINDIR)'
	install -m 755 $(GYRE) '$(D)$(BINDIR)/gyre'
	install -d '$(D)$(LIBDIR)/pkgconfig' '$(D)$(LIBDIR)/gyre/compat/pkgconfig'
	install -d '$(D)$(INCLUDEDIR)/gyre/uv'
	$(Q)for h in $(HEADERS); do \
	  install -m 644 include/$$h '$(D)$(INCLUDEDIR)/gyre/'$$h || exit 1; done
	install -m 755 $(LIB_SO) '$(D)$(LIBDIR)/libgyre.so.$(VERSION)'
	ln -sf libgyre.so.$(VERSION) '$(D)$(LIBDIR)/libgyre.so.$(SOVERSION)'
	ln -sf libgyre.so.$(SOVERSION) '$(D)$(LIBDIR)/libgyre.so'
	install -m 755 $(LIB_JS) '$(D)$(LIBDIR)/libgyre-js.so.$(SOVERSION)'
	ln -sf libgyre-js.so.$(SOVERSION) '$(D)$(LIBDIR)/libgyre-js.so'
	install -m 644 $(LIB_A) '$(D)$(LIBDIR)/libgyre.a'
	install -m 755 $(LIB_UV) '$(D)$(LIBDIR)/gyre/compat/libuv.so.$(UV_SOVERSION)'
	ln -sf libuv.so.$(UV_SOVERSION) '$(D)$(LIBDIR)/gyre/compat/libuv.so'
	install -m 644 $(LIB_A) '$(D)$(LIBDIR)/gyre/compat/libuv.a'
	$(Q)$(fill) tools/pkgconfig/libgyre.pc.in >'$(D)$(LIBDIR)/pkgconfig/libgyre.pc'
	$(Q)for n in libuv libuv-static; do $(fill) tools/pkgconfig/$$n.pc.in \
	  >'$(D)$(LIBDIR)/gyre/compat/pkgconfig/'$$n.pc || exit 1; done
	$(Q)for m in $(MAN_PAGES); do s='$(D)$(MANDIR)'/man$${m##*.}; \
	  install -d "$$s" && install -m 644 $$m "$$s" || exit 1; done
	install -d '$(D)$(LIBDIR)/gyre/node'
	cp -R build/addons/include '$(D)$(LIBDIR)/gyre/node/'
	$(if $(D),,install -D -m 644 $(GYRE).bytecode '$(BINDIR)/../lib/gyre/gyre.bytecode')
	$(if $(D),,'$(BINDIR)/gyre' --write-engine '$(BINDIR)/../lib/gyre/gyre.engine' || :)
	install -d '$(D)$(DOCDIR)'
	install -m 644 build/js/licences.txt '$(D)$(DOCDIR)/licences.txt'

uninstall: ## remove what install put there
	rm -f '$(D)$(BINDIR)/gyre'
	rm -f '$(D)$(BINDIR)/../lib/gyre/gyre.bytecode' '$(D)$(BINDIR)/../lib/gyre/gyre.engine'
	rm -f '$(D)$(LIBDIR)'/libgyre.so* '$(D)$(LIBDIR)'/libgyre-js.so* '$(D)$(LIBDIR)/libgyre.a'
	rm -f '$(D)$(LIBDIR)/pkgconfig/libgyre.pc'
	rm -rf '$(D)$(LIBDIR)/gyre' '$(D)$(INCLUDEDIR)/gyre'
	$(Q)for m in $(notdir $(MAN_PAGES)); do rm -f '$(D)$(MANDIR)'/man$${m##*.}/$$m; done
	rm -rf '$(D)$(DOCDIR)'

deb: ## make Debian packages in build/deb (tools/deb)
	tools/setup packages
	tools/deb

clean: ## remove build/
	rm -rf build

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18
	@echo '  Variables: VARIANT=release|clang|asan|tsan|fuzz|arm64|musl CC CFLAGS LDFLAGS'
	@echo '             WERROR=-Werror V=1'

-include $(wildcard $(OBJECTS:.o=.d) $(JS_OBJECTS:.o=.d) \
  $(TEST_PROGRAMS:=.d) $(TEST_SOURCES:%.c=$(DIR)/obj/%.d))
