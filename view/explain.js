// SPDX-License-Identifier: MIT
// One sentence for a step of the playhead: what the loop does, and why.
import { NONE } from './model.js';
import { STATIONS } from './lanes.js';
import { chainOf } from './arrows.js';
import { lagOf } from './details.js';
import { formatTime, plural } from './format.js';
import { CALL, END, PASSED, PHASE, SLEEP } from './steps.js';

const quote = (name) => `\u201c${name}\u201d`;

// What the program put there, not what the runtime uses beneath.
const own = (queue) => {
  const above = queue.filter((entry) => !entry.beneath);
  return above.length > 0 ? above : queue;
};

function waitingFor(queues) {
  const watched = own(queues.poll);
  return watched.length === 0 ? 'nothing is watched or in flight'
    : `${plural(watched.length, 'thing is', 'things are')} watched or in flight, ` +
      'but nothing has come';
}

function passedTimers(queues, time) {
  const timers = own(queues.timers);
  if (timers.length === 0) return 'timers: no timer is set, so there is nothing to run.';
  const [next] = timers;
  if (next.due <= time) {
    return `timers: ${quote(next.name)} is set for this moment, but the loop has not seen that ` +
      'much time pass yet; it goes on.';
  }
  return `timers: the nearest, ${quote(next.name)}, is due in ${formatTime(next.due - time)}. ` +
    'Not yet, so nothing runs.';
}

function passedPoll(queues) {
  const immediates = own(queues.check).filter((entry) => !entry.beneath);
  if (immediates.length > 0) {
    const who = immediates.length === 1 ? 'an immediate waits'
      : `${immediates.length} immediates wait`;
    return `poll: ${waitingFor(queues)}, and ${who} in check. So the loop does not sleep: it ` +
      'goes straight on to check.';
  }
  if (queues.closing.length > 0) {
    return `poll: ${waitingFor(queues)}. A handle is closing, so the loop does not sleep.`;
  }
  if (own(queues.poll).length === 0 && own(queues.timers).length === 0) {
    return 'poll: nothing is left to wait for, so the loop does not sleep.';
  }
  return `poll: ${waitingFor(queues)}, and the loop does not sleep.`;
}

const EMPTY = {
  pending: 'pending: no callback was put off from the turn before.',
  idle: 'idle, prepare: no such handle is active.',
  check: 'check: no immediate waits.',
  closing: 'closing: nothing has been closed.',
};

function passed(station, queues, time) {
  const { key } = STATIONS[station];
  if (key === 'timers') return passedTimers(queues, time);
  if (key === 'poll') return passedPoll(queues);
  const queue = queues[key].filter((entry) => !entry.beneath);
  if (queue.length > 0 && (key === 'check' || key === 'closing')) {
    return `${key}: ${quote(queue[0].name)} waits, but is not run in this turn.`;
  }
  return EMPTY[key];
}

function entered(station, queues, time) {
  const { key, title } = STATIONS[station] ?? { key: '', title: 'a phase' };
  const queue = own(queues[key] ?? []);
  if (key === 'timers') {
    const due = queue.filter((entry) => entry.due <= time).length;
    if (due === 1) return `timers: ${quote(queue[0].name)} is due, so it is called now.`;
    return due > 1 ? `timers: ${due} timers are due, and called in the order of their due times.`
      : 'timers: the loop calls what is due.';
  }
  if (key === 'check') {
    const who = queue.length === 1 ? 'the immediate that waits now is run'
      : 'all immediates that wait now are run';
    return `check: poll is over, so ${who}, before any timer is looked at again.`;
  }
  if (key === 'closing') return 'closing: the close callbacks are called.';
  if (key === 'poll') return 'poll: the loop asks the system what has happened.';
  if (key === 'pending') return 'pending: callbacks that were put off are called now.';
  return `${title}: callbacks of every turn are called.`;
}

function slept(model, item, queues) {
  const took = formatTime(model.duration[item]);
  const asked = model.value[item];
  const reason = model.kindName(item);
  if (reason === 'timer') {
    const [next] = own(queues.timers);
    const woken = next && next.due > model.end(item);
    const until = next ? `until ${quote(next.name)} is due` : `for up to ${asked} ms`;
    return `poll: nothing to do now, so the loop sleeps ${until}. ` +
      (woken ? `Something came before that, after ${took}.` : `That took ${took}.`);
  }
  if (reason === 'forever') {
    return `poll: no timer is set, so the loop sleeps until something happens. That took ${took}.`;
  }
  const immediates = queues.check.filter((entry) => entry.kind === 'immediate').length;
  const why = reason === 'idle' && immediates > 0
    ? `${immediates === 1 ? 'an immediate waits' : 'immediates wait'} in check` : AWAKE[reason];
  return `poll: the loop only looks and does not sleep, because ${why ?? reason}.`;
}

const AWAKE = {
  idle: 'an idle handle is active', stop: 'it was told to stop',
  pending: 'callbacks are pending', closing: 'a handle is closing',
  tick: 'ticks or microtasks wait', inactive: 'nothing is left to wait for',
  busy: 'there is more to fetch',
  limit: 'a limit left callbacks over', mode: 'the program asked not to wait',
};

function scheduledBy(model, item) {
  const [link] = chainOf(model, item);
  if (!link) return '';
  const maker = model.callAround(link.from);
  const ago = formatTime(model.start[item] - model.start[link.from]);
  const who = maker === NONE ? '' : ` by ${quote(model.nameOf(maker))}`;
  return `, scheduled ${ago} ago${who}`;
}

// A queue whose callbacks are not known one by one.
function emptied(model, item) {
  const many = model.value[item] >= 0 ? `${plural(model.value[item], 'callback')} run`
    : 'what waits there runs (the engine does not say how much)';
  const { ticks } = model.events;
  if (model.event[item] === ticks) return `nextTick: ${many}, before the loop goes on.`;
  return `microtasks: ${many}. Promises come after the ticks, and before the loop goes on.`;
}

function called(model, item) {
  if (model.event[item] !== model.events.call) return emptied(model, item);
  const kind = model.kindName(item);
  const name = quote(model.nameOf(item));
  const by = scheduledBy(model, item);
  const lag = lagOf(model, item);
  const late = lag === null ? '' : `, due ${lag < 1000 ? 'just now' : `${formatTime(lag)} ago`}`;
  const texts = {
    main: `The program itself, ${name}, runs first, from top to bottom. The loop has not ` +
      'started: whatever is scheduled meanwhile only goes to its queue.',
    timeout: `timers: ${name} is called${by}${late}.`,
    interval: `timers: the interval ${name} is called${by}${late}.`,
    timer: `timers: ${name} is called${by}${late}.`,
    immediate: `check: the immediate ${name} is called${by}.`,
    check: `check: the check handle ${name} is called${by}.`,
    tick: `nextTick: ${name} is called right after the callback before it${by}. The loop does ` +
      'not go on until no tick is left.',
    microtask: `microtasks: ${name} is called once the ticks are done${by}. The loop does not ` +
      'go on until none is left.',
    close: `closing: ${name} hears that its handle is closed${by}.`,
    'before-exit': 'Nothing keeps the loop alive any more, so the process emits beforeExit: ' +
      `${name} is called.`,
    exit: `The process ends and emits exit: ${name} is called.`,
  };
  return texts[kind] ?? `${phaseAround(model, item)}${name} (${kind}) is called${by}.`;
}

function phaseAround(model, item) {
  for (let outer = model.parent[item]; outer !== NONE; outer = model.parent[outer]) {
    if (model.event[outer] === model.events.phase) return `${model.kindName(outer)}: `;
  }
  return '';
}

export function explain(steps, step, queues) {
  const { model } = steps;
  if (model.count === 0) return 'Nothing was recorded yet.';
  const item = steps.item[step];
  const station = steps.station[step];
  switch (steps.type[step]) {
    case PASSED: return passed(station, queues, steps.time(step));
    case PHASE: return entered(station, queues, steps.time(step));
    case SLEEP: return slept(model, item, queues);
    case CALL: return called(model, item);
    case END: return 'The recording ends here.';
    default: return '';
  }
}
