/** Forgetting a memory: what goes and what stays is said before, and what went after. */
import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { client } from '../../live/client.js';
import { actButton } from '../../parts/act-button.js';
import { button, component, div, p } from '../../parts/tags.js';
import { announce } from '../../view/announce.js';
import { say } from '../../words/say.js';

/** @import { ForgottenCopies } from '../../../../src/domain/memory/service.ts' */

/** What was forgotten last; the memory itself is no longer there to say it. */
const outcome = signal(/** @type {ForgottenCopies | undefined} */ (undefined));

export const forgetting = component(Forgetting);

/** @param {{ id: string, onChanged: () => Promise<void>, onEnd: () => void }} props */
function Forgetting({ id, onChanged, onEnd }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  useLayoutEffect(() => place.current?.focus(), []);
  return div(
    { ref: place, class: 'memory-forget', role: 'group', 'aria-label': say('Forget it?'), tabIndex: -1 },
    p(
      {},
      say(
        'This forgets it for good, with every copy of it in this home: it is also blanked in messages and in the steps of conversations.',
      ),
    ),
    p({ class: 'section-note' }, stays),
    div(
      { class: 'memory-acts' },
      actButton({
        label: say('Forget it for good'),
        tone: 'danger',
        onAct: async () => {
          const done = await client.memory.forget({ id });
          outcome.value = done;
          announce(goneWords(done));
          await onChanged();
        },
      }),
      button({ type: 'button', class: 'button', onClick: onEnd }, say('Keep it')),
    ),
  );
}

const stays = say(
  'What stays: backups, files of the workspace, chats outside, and what was sent to the provider of the model.',
);

/** What was forgotten last, until it is closed. */
export const forgottenNote = component(ForgottenNote);

function ForgottenNote() {
  const done = outcome.value;
  if (!done) return null;
  return div(
    { class: 'memory-gone', role: 'status' },
    p({}, goneWords(done)),
    p({ class: 'section-note' }, stays),
    button({ type: 'button', class: 'button small', onClick: () => (outcome.value = undefined) }, say('Close')),
  );
}

/** @param {ForgottenCopies} done */
function goneWords({ memories, messages, steps, isComplete }) {
  const said = say('Forgotten: {memories}; blanked in {messages} and {steps}.', {
    memories: memories === 1 ? say('1 memory') : say('{memories} memories', { memories }),
    messages: messages === 1 ? say('1 message') : say('{count} messages', { count: messages }),
    steps: steps === 1 ? say('1 step') : say('{count} steps', { count: steps }),
  });
  return isComplete
    ? said
    : say('{said} Work that may hold more copies is still running; they go when it has ended.', { said });
}
