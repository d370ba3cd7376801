/** One tool call in a conversation, folded to a line: its state, the way to its actor, and what it gave. */
import { actorSignal } from '../../live/actors.js';
import { chip, stateChip } from '../../parts/chip.js';
import { a, b, code, component, details, div, pre, span, summary } from '../../parts/tags.js';
import { exactly } from '../../parts/visible.js';
import { href } from '../../view/router.js';

/** @import { CallLine } from './lines.js' */

export const callLine = component(CallLineView);

/** @param {{ call: CallLine, isRunning: boolean }} props `isRunning`: its session is at work */
function CallLineView({ call, isRunning }) {
  const { name, actor, text } = call;
  const row = actor === undefined ? undefined : actorSignal(actor)?.value;
  const line = [
    code({ class: 'call-name' }, ...exactly(name)),
    row && row.status !== 'done' ? stateChip(row) : settledChip(call, isRunning),
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

/** @param {CallLine} call @param {boolean} isRunning */
function settledChip({ state }, isRunning) {
  if (state === 'done') return chip('healthy', [b({}, 'done')]);
  if (state === 'failed') return chip('failed', [b({}, 'failed')]);
  if (state === 'waiting') return chip('idle', [b({}, 'not run')]);
  return isRunning ? chip('working', [b({}, 'running')]) : chip('idle', [b({}, 'no answer')]);
}
