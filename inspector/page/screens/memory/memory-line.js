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
import { age } from '../../parts/values/age.js';
import { readable } from '../../parts/values/visible.js';
import { announce } from '../../view/announce.js';
import { agoText } from '../../words/ages.js';
import { say } from '../../words/say.js';
import { forgetting } from './forgetting.js';

/** @import { Memory } from '../../../../src/domain/memory/memory.ts' */
/** @import { MemoryDetails } from '../../../../src/domain/memory/service.ts' */

const kinds = {
  fact: say('Fact'),
  preference: say('Preference'),
  procedure: say('Procedure'),
  episode: say('Episode'),
  skill: say('Skill'),
  summary: say('Summary'),
  artifact: say('Artifact'),
  link: say('Link'),
};
const sources = {
  owner: say('saved on request'),
  observer: say('learned'),
  tool: say('saved by the agent'),
  import: say('imported'),
  consolidation: say('merged'),
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
        status === 'pending' && chip('needs', [say('pending')]),
        status === 'archived' && chip('idle', [say('archived')]),
        status === 'active' && details && chip('needs', [say('contradiction')]),
        span({}, kinds[kind] ?? kind),
        span(
          {},
          say('{how} in ', { how: isEpisode ? say('said') : (sources[source] ?? source) }),
          conversationLink({ session }),
        ),
        taint === 'owner'
          ? span({}, say('your own words'))
          : chip('needs', [taint === 'auth' ? say('from a known peer') : say('from outside, not verified')]),
        span({}, usedText(uses, isEpisode)),
        age({ since: createdAt, format: agoText }),
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
          say('Edit'),
        ),
      button(
        {
          type: 'button',
          class: 'button',
          'aria-expanded': isForgotten.value,
          ...heldIfReadOnly(),
          onClick: () => (isForgotten.value = !isForgotten.value),
        },
        say('Forget…'),
      ),
    ),
    isForgotten.value && forgetting({ id, onChanged, onEnd: () => (isForgotten.value = false) }),
  );
}

/** @param {number} uses @param {boolean} isEpisode */
function usedText(uses, isEpisode) {
  if (uses === 0) return isEpisode ? say('never recalled') : say('never used');
  if (uses === 1) return isEpisode ? say('recalled once') : say('used once');
  return isEpisode ? say('recalled {uses} times', { uses }) : say('used {uses} times', { uses });
}

/** What waits for the owner, and what may be done with it. @param {MemoryDetails} details @param {() => Promise<void>} onChanged */
function decisions({ memory: { id }, contradicts }, onChanged) {
  const decide = (/** @type {'accept' | 'reject' | 'both'} */ decision, /** @type {string} */ done) => async () => {
    await client.memory.decide({ id, decision });
    announce(done);
    await onChanged();
  };
  return [
    actButton({
      label: contradicts ? say('Keep this') : say('Accept'),
      tone: 'strong',
      onAct: decide('accept', say('Accepted.')),
    }),
    actButton({
      label: contradicts ? say('Keep the other') : say('Reject'),
      onAct: decide('reject', say('Rejected.')),
    }),
    ...(contradicts ? [actButton({ label: say('Both are true'), onAct: decide('both', say('Both count.')) })] : []),
  ];
}

/** What speaks for a pending memory, beside what it contradicts. @param {MemoryDetails} details */
function evidence({ memory, evidence: said, contradicts }) {
  return div(
    { class: 'memory-evidence' },
    said &&
      p(
        { dir: 'auto' },
        memory.taint === 'owner' ? say('You said: “') : say('Your message in that turn: “'),
        ...readable(said.text.slice(0, mostEvidence)),
        say('” [quote]'),
        ' ',
        age({ since: said.at, format: agoText }),
      ),
    contradicts && p({ dir: 'auto' }, say('It contradicts: “'), ...readable(contradicts.content), say('” [quote]')),
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
    label({ class: 'section-note', for: name }, say('Text to remember')),
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
        label: say('Save'),
        tone: 'strong',
        unavailable:
          given === ''
            ? say('Enter a text first.')
            : given === content.trim()
              ? say('Nothing has changed.')
              : undefined,
        onAct: async () => {
          await client.memory.edit({ id, content: given });
          announce(say('Saved.'));
          await onChanged();
          onEnd();
        },
      }),
      button({ type: 'button', class: 'button', onClick: onEnd }, say('Cancel')),
      span({ class: 'section-note' }, say('This replaces the old text and counts as your own words.')),
    ),
  );
}

/** @param {number} ms */
