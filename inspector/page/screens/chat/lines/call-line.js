/**
 * One tool call in a conversation, folded to a line: what it does, its state, and the way to its actor; within, what it
 * gave, or while it runs what it writes.
 */
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { actorSignal } from '../../../live/actors.js';
import { chip, stateChip } from '../../../parts/chip.js';
import { listEnd } from '../../../parts/lists/end.js';
import { lookOf } from '../../../parts/look.js';
import { a, b, code, component, details, div, pre, span, summary } from '../../../parts/tags.js';
import { exactly, readable } from '../../../parts/values/visible.js';
import { href } from '../../../view/router.js';
import { say } from '../../../words/say.js';

/** @import { ActorRow } from '../../../../../src/domain/supervision/view.ts' */
/** @import { Look } from '../../../parts/look.js' */
/** @import { CallLine } from './lines.js' */

export const callLine = component(CallLineView);

/**
 * `isRunning`: its session is at work; `isHeld`: it is not let; `output`: what it has written so far.
 * @param {{ call: CallLine, isRunning: boolean, isHeld: boolean, output: string | undefined }} props
 */
function CallLineView({ call, isRunning, isHeld, output }) {
  const { name, actor, text } = call;
  const row = actor === undefined ? undefined : actorSignal(actor)?.value;
  const doing = call.doing ?? row?.doing;
  const isOpen = row !== undefined && row.status !== 'done';
  const line = [
    code({ class: 'call-name' }, ...exactly(name)),
    doing !== undefined && span({ class: 'call-doing', dir: 'auto', title: doing }, ...readable(doing)),
    isOpen ? openChip(row) : settledChip(call, isRunning, isHeld),
  ];
  const isWriting = isOpen && !text && output !== undefined;
  return div(
    { class: 'call' },
    text || isWriting
      ? details(
          { class: 'call-fold' },
          summary({}, ...line, isWriting && span({ class: 'call-last' }, ...exactly(lastLine(output)))),
          isWriting
            ? liveOutput({ name, output })
            : pre(
                { class: 'call-text', tabIndex: 0, dir: 'auto', 'aria-label': say('What {name} gave', { name }) },
                ...exactly(text ?? ''),
              ),
        )
      : span({ class: 'call-bare' }, ...line),
    actor !== undefined &&
      a(
        { class: 'link call-actor', href: href('actor', actor), 'aria-label': say('The actor of {name}', { name }) },
        say('actor'),
      ),
  );
}

const liveOutput = component(LiveOutput);

/** It stays at its end while its end is seen. @param {{ name: string, output: string }} props */
function LiveOutput({ name, output }) {
  const frame = useRef(/** @type {HTMLPreElement | null} */ (null));
  const end = useMemo(() => listEnd(24), []);
  useLayoutEffect(() => {
    if (frame.current && end.isHeld) end.goTo(frame.current);
  }, [output]);
  return pre(
    {
      class: 'call-text',
      ref: frame,
      tabIndex: 0,
      dir: 'auto',
      'aria-label': say('What {name} writes', { name }),
      onScroll: ({ currentTarget }) => end.look(currentTarget),
    },
    ...exactly(asShown(output)),
  );
}

/** As a terminal shows it: what a carriage return writes over is gone; colours and movements are left out. @param {string} output */
function asShown(output) {
  return output
    .replaceAll(/\x1b\[[\d;?]*[ -/]*[@-~]/g, '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\n]*\r(?!$)/g, '')
    .replaceAll('\t', '    ');
}

/** @param {string} output */
function lastLine(output) {
  const line = asShown(output)
    .split('\n')
    .findLast(one => one.trim() !== '');
  return (line ?? '').trim().slice(0, 200);
}

/** Where a call that has not ended stands; the way in its chart is the title. @param {ActorRow} row */
function openChip(row) {
  const words = row.status === 'active' && standings.find(([leaf]) => row.leaf.startsWith(leaf))?.[1];
  return words ? chip(lookOf(row), [b({}, words)], row.leaf) : stateChip(row);
}

/** @type {readonly (readonly [leaf: string, words: string])[]} */
const standings = [
  ['thinking', say('being checked')],
  ['waitingForInput.approval', say('waits for your approval')],
  ['waitingForInput.answer', say('waits for your answer')],
  ['waitingForInput', say('approved')],
  ['acting', say('running')],
  ['evaluating', say('finishing')],
];

/** @param {CallLine} call @param {boolean} isRunning @param {boolean} isHeld */
function settledChip({ state }, isRunning, isHeld) {
  if (state !== 'running') {
    const { look, word } = ends[state];
    return chip(look, [b({}, word)]);
  }
  if (isHeld) return chip('suspended', [b({}, say('held'))]);
  return isRunning ? chip('working', [b({}, say('running'))]) : chip('idle', [b({}, say('no answer'))]);
}

/** That nothing ran is no failure. @type {Readonly<Record<Exclude<CallLine['state'], 'running'>, { look: Look, word: string }>>} */
const ends = {
  waiting: { look: 'idle', word: say('not run') },
  done: { look: 'healthy', word: say('done') },
  failed: { look: 'failed', word: say('failed') },
  unknown: { look: 'failed', word: say('outcome unknown') },
  denied: { look: 'idle', word: say('denied') },
  'taken back': { look: 'idle', word: say('undone') },
  expired: { look: 'idle', word: say('expired') },
  cancelled: { look: 'idle', word: say('cancelled') },
};
