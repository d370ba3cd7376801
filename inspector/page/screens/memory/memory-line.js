/**
 * One memory: what it says, where it comes from, how far it is trusted, how often it was used; to be reworded or
 * forgotten.
 */
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { client } from '../../live/client.js';
import { actButton } from '../../parts/act-button.js';
import { chip } from '../../parts/chip.js';
import { a, button, component, div, label, p, span, textarea } from '../../parts/tags.js';
import { age, formatAge } from '../../parts/values/age.js';
import { readable } from '../../parts/values/visible.js';
import { announce } from '../../view/announce.js';
import { href } from '../../view/router.js';

/** @import { Memory } from '../../../../src/domain/memory/memory.ts' */

const kinds = { fact: 'Fact', procedure: 'Procedure', episode: 'Episode', skill: 'Skill' };
const sources = { user: 'saved on request', observer: 'noticed', agent: 'saved by the agent' };
/** As Straylight bounds it. */
const longest = 2000;

export const memoryLine = component(MemoryLine);

/** @param {{ memory: Memory, onChanged: () => Promise<void> }} props */
function MemoryLine({ memory, onChanged }) {
  const isEdited = useSignal(false);
  const line = useRef(/** @type {HTMLDivElement | null} */ (null));
  const wasEdited = useRef(false);
  useLayoutEffect(() => {
    if (wasEdited.current && !isEdited.value) line.current?.focus();
    wasEdited.current = isEdited.value;
  }, [isEdited.value]);
  const { id, content, kind, source, taint, session, createdAt, uses, status } = memory;
  if (isEdited.value) return editor({ memory, onChanged, onEnd: () => (isEdited.value = false) });
  return div(
    { ref: line, class: 'memory', tabIndex: -1, 'data-row': '' },
    div(
      {},
      p({ class: 'memory-text', dir: 'auto' }, ...readable(content)),
      div(
        { class: 'facts-line' },
        status === 'pending' && chip('needs', ['pending']),
        status === 'archived' && chip('idle', ['archived']),
        span({}, kinds[kind] ?? kind),
        span(
          {},
          `${sources[source] ?? source} in `,
          a({ class: 'text-link', href: href('chat', session) }, ...readable(session.replace(/^session:/, ''))),
        ),
        taint === 'owner'
          ? span({}, 'your own words')
          : chip('needs', [taint === 'auth' ? 'from a known peer' : 'from outside, not verified']),
        span({}, uses === 0 ? 'never used' : `used ${uses === 1 ? 'once' : `${uses} times`}`),
        age({ since: createdAt, format: ago }),
      ),
    ),
    div(
      { class: 'memory-acts' },
      button({ type: 'button', class: 'button', onClick: () => (isEdited.value = true) }, 'Edit'),
      actButton({
        label: 'Forget',
        confirm: 'Forget it',
        onAct: async () => {
          await client.memory.forget({ id });
          announce('Forgotten.');
          await onChanged();
        },
      }),
    ),
  );
}

const editor = component(Editor);

/** @param {{ memory: Memory, onChanged: () => Promise<void>, onEnd: () => void }} props */
function Editor({ memory: { id, content }, onChanged, onEnd }) {
  const text = useSignal(content);
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  useLayoutEffect(() => field.current?.focus(), []);
  const name = `memory-text-${id}`;
  const given = text.value.trim();
  return div(
    { class: 'memory-edit' },
    label({ class: 'section-note', for: name }, 'Text to remember'),
    textarea({
      id: name,
      ref: field,
      dir: 'auto',
      maxLength: longest,
      value: text.value,
      onInput: event => (text.value = event.currentTarget.value),
    }),
    div(
      { class: 'memory-edit-acts' },
      actButton({
        label: 'Save',
        tone: 'strong',
        unavailable:
          given === '' ? 'Enter a text first.' : given === content.trim() ? 'Nothing has changed.' : undefined,
        onAct: async () => {
          await client.memory.edit({ id, content: given });
          announce('Saved.');
          await onChanged();
          onEnd();
        },
      }),
      button({ type: 'button', class: 'button', onClick: onEnd }, 'Cancel'),
      span({ class: 'section-note' }, 'This replaces the old text and counts as your own words.'),
    ),
  );
}

/** @param {number} ms */
const ago = ms => `${formatAge(ms, true)} ago`;
