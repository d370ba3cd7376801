/** That a turn has read text from outside, which text that is, and trusting it, after the risk was said. */

import { useSignal } from '@preact/signals';
import { actorSignal, roster } from '../../live/actors.js';
import { client } from '../../live/client.js';
import { useReading } from '../../live/reading.js';
import { actButton } from '../../parts/act-button.js';
import { glyph } from '../../parts/glyph.js';
import { button, component, div, li, p, section, span, ul } from '../../parts/tags.js';
import { age } from '../../parts/values/age.js';
import { readable } from '../../parts/values/visible.js';
import { announce } from '../../view/announce.js';
import { agoText } from '../../words/ages.js';
import { say } from '../../words/say.js';
import { isAtWork } from './composer.js';

/** @import { TrustView } from '../../../../src/domain/policy/trust.ts' */

/** As `trustRisk` of src/domain/policy/trust.ts says it in every channel. */
const risk = say(
  'Calls that ask first because of these texts may then run without asking. Do it only if you know them: one may tell the agent to act against you.',
);

export const trustNote = component(TrustNote);

/** @param {{ session: string }} props */
function TrustNote({ session }) {
  const isOpen = useSignal(false);
  // looked at so that a session that appears is seen
  void roster.value;
  const source = actorSignal(session)?.value.distrust;
  if (source === undefined) return null;
  return section(
    { class: 'trust', 'aria-label': say('Trust') },
    p(
      { class: 'trust-line' },
      glyph('needs', 11),
      span(
        { class: 'trust-words', dir: 'auto' },
        say('This turn has read untrusted content from '),
        ...readable(shortSource(source)),
        say('. What follows from it asks first, until your next message.'),
      ),
      button(
        {
          type: 'button',
          class: 'button small',
          'aria-expanded': isOpen.value,
          onClick: () => (isOpen.value = !isOpen.value),
        },
        isOpen.value ? say('Close') : say('Why?'),
      ),
    ),
    isOpen.value && why({ session, source, onDone: () => (isOpen.value = false) }),
  );
}

/** So much of a source is named; all of it stands under "Why?". */
const mostOfSource = 80;

/** What brought a text that has no name of its own. @type {Readonly<Record<string, string>>} */
const sources = {
  'a forwarded message': say('a forwarded message'),
  'an earlier message, which you answered': say('an earlier message, which you answered'),
  'a late result': say('a late result'),
  'a picture, memory or tool description': say('a picture, memory or tool description'),
  'a picture, or earlier text that the reply repeats': say('a picture, or earlier text that the reply repeats'),
  'a message that was forwarded or is not yours': say('a message that was forwarded or is not yours'),
};

/** A sentence of a call, without its full stop, within another sentence. @param {string} source */
function shortSource(source) {
  if (Object.hasOwn(sources, source)) return sources[source] ?? source;
  const words = source.replace(/\.(?=[”"’']?$)/, '');
  return words.length > mostOfSource ? `${words.slice(0, mostOfSource).trimEnd()}…` : words;
}

const why = component(Why);

/** @param {{ session: string, source: string, onDone: () => void }} props */
function Why({ session, source, onDone }) {
  const { value, trouble, again } = useReading(() => client.sessions.trust({ id: session }), {
    of: `${session} ${source}`,
    after: ['turn'],
  });
  if (trouble !== undefined) return p({ class: 'ink-failed', role: 'alert' }, trouble);
  if (!value) return p({ class: 'section-note' }, say('Reading which texts these are…'));
  return div(
    { class: 'trust-why' },
    value.count > value.texts.length &&
      p(
        { class: 'section-note' },
        say('The newest {length} of {count} texts from outside:', { length: value.texts.length, count: value.count }),
      ),
    ul({ class: 'trust-texts' }, ...value.texts.map(text)),
    value.texts.length === 0 &&
      p(
        { class: 'section-note' },
        say('It came with a picture, a memory or the description of a tool, and comes back with that.'),
      ),
    p({ class: 'trust-risk' }, risk),
    actButton({
      label: say('Trust these texts…'),
      confirm: say('Yes, I know these texts'),
      tone: 'danger',
      unavailable: isAtWork(session) ? say('Wait until its turn has ended, or stop it.') : undefined,
      onAct: async () => {
        try {
          await client.sessions.restoreTrust({ id: session, through: value.through });
        } catch (thrown) {
          // more may have come: what is decided on is what is shown
          await again();
          throw thrown;
        }
        announce(say('You trust these texts now. Text that comes from outside later is judged on its own.'));
        onDone();
      },
    }),
  );
}

/** @param {TrustView['texts'][number]} outside */
function text({ id, at, from, excerpt }) {
  return li(
    { key: id },
    span(
      { class: 'trust-from' },
      span({ class: 'mono' }, ...readable(Object.hasOwn(sources, from) ? (sources[from] ?? from) : from)),
      age({ since: at, format: ago }),
    ),
    span({ class: 'trust-excerpt', dir: 'auto' }, ...readable(excerpt)),
  );
}

/** @param {number} ms */
const ago = ms => ` ${agoText(ms)}`;
