/** One tool call in a conversation, folded to a line: its state, the way to its actor, and what it gave. */
import { actorSignal } from '../../live/actors.js';
import { chip, stateChip } from '../../parts/chip.js';
import { a, b, code, component, details, div, pre, span, summary } from '../../parts/tags.js';
import { exactly } from '../../parts/values/visible.js';
import { href } from '../../view/router.js';

/** @import { Look } from '../../parts/look.js' */
/** @import { CallLine } from './lines.js' */

export const callLine = component(CallLineView);

/** @param {{ call: CallLine, isRunning: boolean, isHeld: boolean }} props `isRunning`: its session is at work; `isHeld`: it is not let */
function CallLineView({ call, isRunning, isHeld }) {
  const { name, actor, text } = call;
  const row = actor === undefined ? undefined : actorSignal(actor)?.value;
  const line = [
    code({ class: 'call-name' }, ...exactly(name)),
    row && row.status !== 'done' ? stateChip(row) : settledChip(call, isRunning, isHeld),
  ];
  return div(
    { class: 'call' },
    text
      ? details(
          { class: 'call-fold' },
          summary({}, ...line),
          pre({ class: 'call-text', tabIndex: 0, dir: 'auto', 'aria-label': `What ${name} gave` }, ...exactly(text)),
        )
      : span({ class: 'call-bare' }, ...line),
    actor !== undefined &&
      a({ class: 'link call-actor', href: href('actor', actor), 'aria-label': `The actor of ${name}` }, 'actor'),
  );
}

/** @param {CallLine} call @param {boolean} isRunning @param {boolean} isHeld */
function settledChip({ state }, isRunning, isHeld) {
  if (state !== 'running') {
    const { look, word } = ends[state];
    return chip(look, [b({}, word)]);
  }
  if (isHeld) return chip('suspended', [b({}, 'held')]);
  return isRunning ? chip('working', [b({}, 'running')]) : chip('idle', [b({}, 'no answer')]);
}

/** That nothing ran is no failure. @type {Readonly<Record<Exclude<CallLine['state'], 'running'>, { look: Look, word: string }>>} */
const ends = {
  waiting: { look: 'idle', word: 'not run' },
  done: { look: 'healthy', word: 'done' },
  failed: { look: 'failed', word: 'failed' },
  unknown: { look: 'failed', word: 'outcome unknown' },
  denied: { look: 'idle', word: 'denied' },
  'taken back': { look: 'idle', word: 'undone' },
  expired: { look: 'idle', word: 'expired' },
  cancelled: { look: 'idle', word: 'cancelled' },
};
