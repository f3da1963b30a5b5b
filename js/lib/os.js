// SPDX-License-Identifier: MIT
// The module os: information about the system.
'use strict';
const { codes, nameOf, errorMap } = require('internal/errors');
const { validateInt32 } = require('internal/validators');
const native = binding('os');
const { trusted } = binding('env');

// Values that do not change, in an object without prototype that may be added to.
function fixed(values) {
  const object = Object.create(null);
  for (const name of Object.keys(values)) {
    Object.defineProperty(object, name, { value: values[name], enumerable: true });
  }
  return object;
}

const constants = fixed({
  UV_UDP_REUSEADDR: native.UV_UDP_REUSEADDR,
  dlopen: fixed(native.dlopen),
  errno: fixed(native.errno),
  signals: fixed(native.signals),
  priority: fixed(native.priority),
});

function systemError(errno, syscall) {
  const context = { syscall, code: nameOf(errno), message: errorMap().get(errno)?.[1], errno };
  return new codes.ERR_SYSTEM_ERROR(context);
}

function checked(name, syscall) {
  const call = native[name];
  const wrapped = function() {
    const value = call();
    if (typeof value === 'number' && value < 0) throw systemError(value, syscall);
    return value;
  };
  Object.defineProperty(wrapped, 'name', { value: name });
  return wrapped;
}

const [type, version, release, machine] = native.uname();
const hostname = checked('hostname', 'uv_os_gethostname');
const homedir = checked('homedir', 'uv_os_homedir');
const uptime = checked('uptime', 'uv_uptime');

function tmpdir() {
  const path = trusted('TMPDIR') || trusted('TMP') || trusted('TEMP') || '/tmp';
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function cpus() {
  const flat = native.cpus();
  if (typeof flat === 'number') throw systemError(flat, 'uv_cpu_info');
  return flat.map(([model, speed, user, nice, sys, idle, irq]) => (
    { model, speed, times: { user, nice, sys, idle, irq } }));
}

function prefixLength(netmask, family) {
  let bits = 0;
  for (const part of netmask.split(family === 'IPv6' ? ':' : '.')) {
    let value = parseInt(part || '0', family === 'IPv6' ? 16 : 10);
    for (; value > 0; value >>>= 1) bits += value & 1;
  }
  return bits;
}

function networkInterfaces() {
  const list = native.networkInterfaces();
  if (typeof list === 'number') throw systemError(list, 'uv_interface_addresses');
  const result = {};
  for (const [name, address, netmask, six, mac, internal, scopeid] of list) {
    const family = six ? 'IPv6' : 'IPv4';
    const entry = { address, netmask, family, mac, internal,
      cidr: `${address}/${prefixLength(netmask, family)}` };
    if (six) entry.scopeid = scopeid;
    (result[name] ??= []).push(entry);
  }
  return result;
}

function loadavg() {
  return native.loadavg();
}

function setPriority(pid, priority) {
  if (priority === undefined) {
    priority = pid;
    pid = 0;
  }
  validateInt32(pid, 'pid');
  validateInt32(priority, 'priority', -20, 19);
  const err = native.setPriority(pid, priority);
  if (err < 0) throw systemError(err, 'uv_os_setpriority');
}

function getPriority(pid) {
  if (pid === undefined) pid = 0;
  else validateInt32(pid, 'pid');
  const [err, priority] = native.getPriority(pid);
  if (err < 0) throw systemError(err, 'uv_os_getpriority');
  return priority;
}

function userInfo(options) {
  const info = native.userInfo();
  if (typeof info === 'number') throw systemError(info, 'uv_os_get_passwd');
  const [uid, gid, username, homedir, shell] = info;
  const text = (value) => {
    if (value === null) return null;
    const bytes = Buffer.from(value);
    return options?.encoding === 'buffer' ? bytes : bytes.toString(options?.encoding);
  };
  return { uid, gid, username: text(username), homedir: text(homedir), shell: text(shell) };
}

// A function that is its own text where a string is wanted.
function textual(name, value) {
  const get = { [name]: () => value }[name];
  get[Symbol.toPrimitive] = () => value;
  return get;
}

for (const one of [hostname, homedir, uptime]) one[Symbol.toPrimitive] = () => one();
tmpdir[Symbol.toPrimitive] = () => tmpdir();

function countable(name, call) {
  const get = { [name]: () => call() }[name];
  get[Symbol.toPrimitive] = () => call();
  return get;
}

module.exports = {
  availableParallelism: countable('availableParallelism', native.availableParallelism),
  arch: textual('arch', process.arch),
  cpus,
  endianness: textual('endianness', 'LE'),
  freemem: countable('freemem', native.freemem),
  getPriority,
  homedir,
  hostname,
  loadavg,
  networkInterfaces,
  platform: textual('platform', process.platform),
  release: textual('release', release),
  setPriority,
  tmpdir,
  totalmem: countable('totalmem', native.totalmem),
  type: textual('type', type),
  userInfo,
  uptime,
  version: textual('version', version),
  machine: textual('machine', machine),
};
Object.defineProperties(module.exports, {
  constants: { configurable: false, enumerable: true, value: constants },
  EOL: { configurable: true, enumerable: true, writable: false, value: '\n' },
  devNull: { configurable: true, enumerable: true, writable: false, value: '/dev/null' },
});
