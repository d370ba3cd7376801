/**
 * One memory: what it says, where it comes from, how far it is trusted, how often it was used; to be reworded or
 * forgotten.
 */
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { client } from '../../live/client.js';
import { actButton, heldIfReadOnly } from '../../parts/act-button.js';
import { chip } from '../../parts/chip.js';
import { conversationLink } from '../../parts/conversation-link.js';
import { button, component, div, label, p, span, textarea } from '../../parts/tags.js';
import { age, formatAge } from '../../parts/values/age.js';
import { readable } from '../../parts/values/visible.js';
import { announce } from '../../view/announce.js';
import { forgetting } from './forgetting.js';

/** @import { Memory } from '../../../../src/domain/memory/memory.ts' */
/** @import { MemoryDetails } from '../../../../src/domain/memory/service.ts' */

const kinds = {
  fact: 'Fact',
  preference: 'Preference',
  procedure: 'Procedure',
  episode: 'Episode',
  skill: 'Skill',
  summary: 'Summary',
  artifact: 'Artifact',
  link: 'Link',
};
const sources = {
  owner: 'saved on request',
  observer: 'learned',
  tool: 'saved by the agent',
  import: 'imported',
  consolidation: 'merged',
};
/** As Straylight bounds it. */
const longest = 2000;
/** So much of a message is shown. */
const mostEvidence = 600;

export const memoryLine = component(MemoryLine);

/** @param {{ memory: Memory, details?: MemoryDetails | undefined, onChanged: () => Promise<void> }} props */
function MemoryLine({ memory, details, onChanged }) {
  const isEdited = useSignal(false);
  const isForgotten = useSignal(false);
  const line = useRef(/** @type {HTMLDivElement | null} */ (null));
  const wasEdited = useRef(false);
  useLayoutEffect(() => {
    if (wasEdited.current && !isEdited.value) line.current?.focus();
    wasEdited.current = isEdited.value;
  }, [isEdited.value]);
  const { id, content, kind, source, taint, session, createdAt, uses, status } = memory;
  const isEpisode = kind === 'episode';
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
        status === 'active' && details && chip('needs', ['contradiction']),
        span({}, kinds[kind] ?? kind),
        span({}, `${isEpisode ? 'said' : (sources[source] ?? source)} in `, conversationLink({ session })),
        taint === 'owner'
          ? span({}, 'your own words')
          : chip('needs', [taint === 'auth' ? 'from a known peer' : 'from outside, not verified']),
        span({}, usedText(uses, isEpisode ? 'recalled' : 'used')),
        age({ since: createdAt, format: ago }),
      ),
      details && evidence(details),
    ),
    div(
      { class: 'memory-acts' },
      ...(details ? decisions(details, onChanged) : []),
      // an episode is the message itself, which stays as it was written
      !isEpisode &&
        button(
          { type: 'button', class: 'button', ...heldIfReadOnly(), onClick: () => (isEdited.value = true) },
          'Edit',
        ),
      button(
        {
          type: 'button',
          class: 'button',
          'aria-expanded': isForgotten.value,
          ...heldIfReadOnly(),
          onClick: () => (isForgotten.value = !isForgotten.value),
        },
        'Forget…',
      ),
    ),
    isForgotten.value && forgetting({ id, onChanged, onEnd: () => (isForgotten.value = false) }),
  );
}

/** @param {number} uses @param {string} word */
function usedText(uses, word) {
  return uses === 0 ? `never ${word}` : `${word} ${uses === 1 ? 'once' : `${uses} times`}`;
}

/** What waits for the owner, and what may be done with it. @param {MemoryDetails} details @param {() => Promise<void>} onChanged */
function decisions({ memory: { id }, contradicts }, onChanged) {
  const decide = (/** @type {'accept' | 'reject' | 'both'} */ decision, /** @type {string} */ done) => async () => {
    await client.memory.decide({ id, decision });
    announce(done);
    await onChanged();
  };
  return [
    actButton({ label: contradicts ? 'Keep this' : 'Accept', tone: 'strong', onAct: decide('accept', 'Accepted.') }),
    actButton({ label: contradicts ? 'Keep the other' : 'Reject', onAct: decide('reject', 'Rejected.') }),
    ...(contradicts ? [actButton({ label: 'Both are true', onAct: decide('both', 'Both count.') })] : []),
  ];
}

/** What speaks for a pending memory, beside what it contradicts. @param {MemoryDetails} details */
function evidence({ memory, evidence: said, contradicts }) {
  return div(
    { class: 'memory-evidence' },
    said &&
      p(
        { dir: 'auto' },
        memory.taint === 'owner' ? 'You said: “' : 'Your message in that turn: “',
        ...readable(said.text.slice(0, mostEvidence)),
        '” ',
        age({ since: said.at, format: ago }),
      ),
    contradicts && p({ dir: 'auto' }, 'It contradicts: “', ...readable(contradicts.content), '”'),
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
