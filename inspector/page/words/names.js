/** What Straylight names by a word of its own, such as the state of a job, as the owner reads it. */
import { say } from './say.js';

/** @type {Readonly<Record<string, string>>} */
const names = {
  active: say('active'),
  always: say('always'),
  archived: say('archived'),
  approval: say('approval'),
  broken: say('broken'),
  cancelled: say('cancelled'),
  channel: say('channel'),
  'circuit-breaker': say('circuit breaker'),
  consolidation: say('consolidation'),
  change: say('on a change'),
  disabled: say('disabled'),
  done: say('done'),
  expired: say('expired'),
  failed: say('failed'),
  failing: say('failing'),
  failure: say('on a failure'),
  high: say('high'),
  incident: say('incident'),
  irreversible: say('irreversible'),
  job: say('job'),
  low: say('low'),
  medium: say('medium'),
  missed: say('missed'),
  never: say('never'),
  observer: say('observer'),
  ok: say('ok'),
  once: say('once'),
  paused: say('paused'),
  pending: say('pending'),
  quarantined: say('quarantined'),
  none: say('none [runs]'),
  normal: say('normal'),
  all: say('all [runs]'),
  over: say('over'),
  parallel: say('in parallel'),
  queue: say('wait'),
  removed: say('removed'),
  queued: say('queued'),
  running: say('running'),
  session: say('conversation'),
  skip: say('skip'),
  skipped: say('skipped'),
  stopped: say('stopped'),
  success: say('on success'),
  supervisor: say('supervisor'),
  suspended: say('suspended'),
  'tool-call': say('tool call'),
  unknown: say('outcome unknown'),
  untested: say('untested'),
  waiting: say('waiting'),
};

/** The word of the owner's language; one that is not known stays as it is. @param {string} name */
export function wordFor(name) {
  return Object.hasOwn(names, name) ? (names[name] ?? name) : name;
}

/** States of the charts; in English they are called as in the chart. @type {Readonly<Record<string, string>>} */
const states = {
  acting: say('acting [state]'),
  allowing: say('allowing [state]'),
  answer: say('answer [state]'),
  approval: say('approval [state]'),
  backingOff: say('backingOff [state]'),
  cancelled: say('cancelled [state]'),
  cancelling: say('cancelling [state]'),
  choosing: say('choosing [state]'),
  closed: say('closed [state]'),
  collecting: say('collecting [state]'),
  completing: say('completing [state]'),
  conflict: say('conflict [state]'),
  connecting: say('connecting [state]'),
  denied: say('denied [state]'),
  done: say('done [state]'),
  early: say('early [state]'),
  evaluating: say('evaluating [state]'),
  executing: say('executing [state]'),
  expired: say('expired [state]'),
  extracting: say('extracting [state]'),
  failed: say('failed [state]'),
  full: say('full [state]'),
  gating: say('gating [state]'),
  granted: say('granted [state]'),
  granting: say('granting [state]'),
  halfOpen: say('halfOpen [state]'),
  holding: say('holding [state]'),
  idle: say('idle [state]'),
  judging: say('judging [state]'),
  looking: say('looking [state]'),
  online: say('online [state]'),
  open: say('open [state]'),
  parking: say('parking [state]'),
  pausing: say('pausing [state]'),
  queued: say('queued [state]'),
  reading: say('reading [state]'),
  recalling: say('recalling [state]'),
  recording: say('recording [state]'),
  redeeming: say('redeeming [state]'),
  reporting: say('reporting [state]'),
  revising: say('revising [state]'),
  running: say('running [state]'),
  showing: say('showing [state]'),
  stopped: say('stopped [state]'),
  thinking: say('thinking [state]'),
  timed: say('timed [state]'),
  undelivered: say('undelivered [state]'),
  unknown: say('unknown [state]'),
  verifying: say('verifying [state]'),
  waiting: say('waiting [state]'),
  waitingForInput: say('waitingForInput [state]'),
  waitingForModel: say('waitingForModel [state]'),
  weighing: say('weighing [state]'),
};

/** A state as the owner reads it; one that is not known stays as it is. @param {string} name */
export function stateWord(name) {
  return Object.hasOwn(states, name) ? (states[name] ?? name) : name;
}

/** `a.b, c` with the word for each. @param {string} leaf */
export function leafWords(leaf) {
  return leaf.replaceAll(/\w+/g, stateWord);
}
