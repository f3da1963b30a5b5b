# SPDX-License-Identifier: MIT
# What node-gyp includes into every addon that is built against gyre (docs/napi.md).
{
  'variables': {
    'visibility%': 'hidden',
    'library%': 'static_library',
    'component%': 'static_library',
    'standalone_static_library%': 0,
    'host_arch%': '<(target_arch)',
    'clang%': 0,
    'asan%': 0,
    'openssl_fips%': '',
    'enable_lto%': 'false',
    'v8_enable_i18n_support%': 1,
    'v8_enable_pointer_compression%': 0,
    'is_debug%': 0,
  },
  'target_defaults': {
    'default_configuration': 'Release',
    'configurations': {
      'Release': {
        'cflags': ['-O3', '-fno-omit-frame-pointer'],
        'defines': ['NDEBUG'],
      },
      'Debug': {
        'cflags': ['-g', '-O0'],
        'defines': ['DEBUG', '_DEBUG'],
      },
    },
    'cflags': ['-pthread', '-Wall', '-Wextra', '-Wno-unused-parameter', '-fPIC'],
    'cflags_cc': ['-fno-rtti', '-fno-exceptions', '-std=gnu++17'],
    'defines': ['_GLIBCXX_USE_CXX11_ABI=1', '_FILE_OFFSET_BITS=64', '_LARGEFILE_SOURCE'],
    'ldflags': ['-pthread', '-rdynamic'],
    'target_conditions': [
      ['_type=="shared_library" or _type=="loadable_module"', {'ldflags': ['-shared']}],
    ],
  },
}
