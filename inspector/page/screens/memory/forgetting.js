/** Forgetting a memory: what goes and what stays is said before, and what went after. */
import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { client } from '../../live/client.js';
import { actButton } from '../../parts/act-button.js';
import { button, component, div, p } from '../../parts/tags.js';
import { announce } from '../../view/announce.js';

/** @import { ForgottenCopies } from '../../../../src/domain/memory/service.ts' */

/** What was forgotten last; the memory itself is no longer there to say it. */
const outcome = signal(/** @type {ForgottenCopies | undefined} */ (undefined));

export const forgetting = component(Forgetting);

/** @param {{ id: string, onChanged: () => Promise<void>, onEnd: () => void }} props */
function Forgetting({ id, onChanged, onEnd }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  useLayoutEffect(() => place.current?.focus(), []);
  return div(
    { ref: place, class: 'memory-forget', role: 'group', 'aria-label': 'Forget it?', tabIndex: -1 },
    p(
      {},
      'This forgets it for good, with every copy of it in this home: it is also blanked in messages and in the steps of ',
      'conversations.',
    ),
    p({ class: 'section-note' }, stays),
    div(
      { class: 'memory-acts' },
      actButton({
        label: 'Forget it for good',
        tone: 'danger',
        onAct: async () => {
          const done = await client.memory.forget({ id });
          outcome.value = done;
          announce(goneWords(done));
          await onChanged();
        },
      }),
      button({ type: 'button', class: 'button', onClick: onEnd }, 'Keep it'),
    ),
  );
}

const stays =
  'What stays: backups, files of the workspace, chats outside, and what was sent to the provider of the model.';

/** What was forgotten last, until it is closed. */
export const forgottenNote = component(ForgottenNote);

function ForgottenNote() {
  const done = outcome.value;
  if (!done) return null;
  return div(
    { class: 'memory-gone', role: 'status' },
    p({}, goneWords(done)),
    p({ class: 'section-note' }, stays),
    button({ type: 'button', class: 'button small', onClick: () => (outcome.value = undefined) }, 'Close'),
  );
}

/** @param {ForgottenCopies} done */
function goneWords({ memories, messages, steps, isComplete }) {
  const said = `Forgotten: ${counted(memories, 'memory', 'memories')}; blanked in ${counted(messages, 'message')} and ${counted(steps, 'step')}.`;
  return isComplete ? said : `${said} Work that may hold more copies is still running; they go when it has ended.`;
}

/** @param {number} count @param {string} one @param {string} [many] */
function counted(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}
