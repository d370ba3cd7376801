/**
 * What waits for the owner, one card each: what it is, how much is at stake, how long it has waited, and the way to it.
 */
import { useSignal } from '@preact/signals';
import { actorSignal, roster } from '../../live/actors.js';
import { budget, needs } from '../../live/agent.js';
import { Refused } from '../../live/api.js';
import { cardTexts, riskText } from '../../live/card-texts.js';
import { client } from '../../live/client.js';
import { conversationName, jobOf } from '../../live/conversations.js';
import { useReading } from '../../live/reading.js';
import { slowActors } from '../../live/slow.js';
import { answerButtons } from '../../parts/answer-buttons.js';
import { shortened } from '../../parts/conversation-link.js';
import { glyph } from '../../parts/glyph.js';
import { troubleHead } from '../../parts/lists/trouble.js';
import { a, b, button, component, div, h2, li, p, section, span, ul } from '../../parts/tags.js';
import { age, formatAge, formatLeft } from '../../parts/values/age.js';
import { withCode } from '../../parts/values/visible.js';
import { announce } from '../../view/announce.js';
import { href } from '../../view/router.js';
import { leafWords } from '../../words/names.js';
import { language, say } from '../../words/say.js';

/** @import { Look } from '../../parts/look.js' */
/** @import { StateBatch } from '../../../../src/domain/supervision/view.ts' */

/** @typedef {StateBatch['needs'][number]} Need */

const telegram = 'channel:telegram';

/** Telegram is set up, and nobody may talk there: then nothing else would say so. @returns {readonly Need[]} */
function useUnpaired() {
  const isThere = roster.value.some(({ id }) => id === telegram);
  const { value } = useReading(async () => (isThere ? await client.accounts.list() : undefined), {
    of: String(isThere),
    after: ['needs'],
  });
  if (!value || value.hasOwner || value.closed !== undefined) return [];
  return [{ kind: 'unpaired', id: telegram, text: say('No account may talk to the agent on Telegram yet'), since: 0 }];
}

/** What the agent is to remember from untrusted content counts once its owner has said so. @returns {readonly Need[]} */
function usePendingMemories() {
  const { value } = useReading(() => client.memory.pending({}, { canWait: true }), { after: ['budget', 'turn'] });
  const count = value?.pending.length ?? 0;
  if (count === 0) return [];
  const text =
    count === 1 ? say('One memory waits for your word') : say('{count} memories wait for your word', { count });
  return [{ kind: 'memory', id: 'memory', text, since: 0 }];
}

/** More than so many are folded. */
const shownAtFirst = 6;

export const needsYou = component(NeedsYou);

function NeedsYou() {
  const isWhole = useSignal(false);
  const unpaired = useUnpaired();
  const memories = usePendingMemories();
  const all = [
    ...needs.value,
    ...unpaired,
    ...memories,
    ...slowActors.value.flatMap(slowNeed),
    ...spentBudget(),
    ...stoppedByBudget(),
  ].toSorted((one, other) => one.since - other.since);
  const shown = isWhole.value ? all : all.slice(0, shownAtFirst);
  return section(
    { class: 'needs', 'aria-labelledby': 'needs-title' },
    h2({ id: 'needs-title', class: 'title' }, say('Needs you'), ' ', span({ class: 'count' }, String(all.length))),
    all.length === 0
      ? p({ class: 'needs-none' }, glyph('healthy'), say('Nothing needs your attention.'))
      : ul(
          { class: 'needs-cards' },
          ...shown.map(need =>
            li(
              { key: `${need.kind} ${need.id}` },
              needCard({ need }),
              need.kind === 'question' &&
                answerButtons({ session: need.id, onAnswer: text => void answer(need.id, text) }),
            ),
          ),
        ),
    all.length > shown.length &&
      button(
        { type: 'button', class: 'show-all', onClick: () => (isWhole.value = true) },
        say('Show all {length}', { length: all.length }),
      ),
  );
}

/** Said in its conversation, as if it had been typed there. @param {string} id @param {string} text */
async function answer(id, text) {
  try {
    await client.sessions.say({ id, clientId: crypto.randomUUID(), text });
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown;
    announce(thrown.message);
  }
}

/** How each kind looks, where it leads, and what is said of it. @type {Readonly<Record<string, { look: Look, verb: string, screen: string, words?: string }>>} */
const kinds = {
  approval: { look: 'needs', verb: say('Review'), screen: 'approvals', words: say('approval') },
  question: { look: 'needs', verb: say('Answer'), screen: 'chat', words: say('question') },
  account: { look: 'needs', verb: say('Answer'), screen: 'approvals', words: say('Telegram account') },
  incident: { look: 'failed', verb: say('Answer'), screen: 'approvals' },
  suspended: { look: 'needs', verb: say('Open'), screen: 'actor', words: say('suspended') },
  stuck: { look: 'failed', verb: say('Open'), screen: 'actor', words: say('stuck') },
  budget: { look: 'failed', verb: say('Open'), screen: 'budget', words: say('stopped by the budget') },
  unpaired: { look: 'needs', verb: say('Pair yours'), screen: 'actor', words: say('Telegram') },
  memory: { look: 'needs', verb: say('Review'), screen: 'memory', words: say('accept or reject') },
  slow: { look: 'needs', verb: say('Open'), screen: 'actor', words: say('longer than usual') },
};
const otherwise = { look: /** @type {Look} */ ('needs'), verb: say('Open'), screen: 'actor', words: say('waiting') };

/** Why it was set aside does not say who. @param {Need} need */
function textOf({ kind, id, text }) {
  const name = actorSignal(id)?.value.label ?? id;
  if (kind === 'suspended') return say('You suspended {name}', { name });
  return kind === 'stuck' ? say('{name} is quarantined: {text}', { name, text }) : text;
}

const needCard = component(NeedCard);

/** @param {{ need: Need }} props */
function NeedCard({ need }) {
  const { kind, id, since, risk, restoresFiles, until } = need;
  const text = textOf(need);
  const { look, verb, screen, words = lowered(troubleHead(need)) } = kinds[kind] ?? otherwise;
  const job = kind === 'budget' ? jobOf(id) : undefined;
  const target = screen === 'approvals' ? id.replace(/^approval:/, '') : id;
  const way =
    job !== undefined
      ? href('schedule', job)
      : screen === 'budget' || screen === 'memory'
        ? href(screen)
        : href(screen, target);
  return a(
    { class: `need tint-${look}`, href: way, 'data-row': '' },
    glyph(look, 12),
    div(
      { class: 'need-words' },
      b({ class: 'need-text', dir: 'auto', title: text }, ...(kind === 'incident' ? withCode(text) : [text])),
      span(
        { class: 'need-facts' },
        risk ? `${cardTexts.card.risk}: ${riskText({ risk, restoresFiles })}` : words,
        since > 0 && [' · ', age({ since, format: waited })],
        until !== undefined && [' · ', age({ since: until, format: expires })],
      ),
    ),
    span({ class: 'need-verb' }, verb),
  );
}

/** @param {number} ms */
const waited = ms => say('waiting {age}', { age: formatAge(ms) });
/** @param {number} ms */
const expires = ms => say('{left} left', { left: formatLeft(ms) });

/**
 * @param {string} id
 * @returns {readonly Need[]}
 */
function slowNeed(id) {
  const row = actorSignal(id)?.value;
  return row
    ? [
        {
          kind: 'slow',
          id,
          text: say('{label} stays in {leaf}', { label: row.label, leaf: leafWords(row.leaf) }),
          since: row.since,
        },
      ]
    : [];
}

/** Nothing more begins today. @returns {readonly Need[]} */
function spentBudget() {
  const view = budget.value;
  if (!view) return [];
  const { spent, limit } = view.today;
  const isSpent = [
    [spent.tokens, limit.tokens],
    [spent.micros, limit.micros],
  ].some(([used, most]) => most != null && used != null && used >= most);
  return isSpent
    ? [{ kind: 'budget', id: view.day, text: say('Today’s budget is spent'), since: 0, until: view.endsAt }]
    : [];
}

/** Conversations whose next call the budget did not grant. @returns {readonly Need[]} */
function stoppedByBudget() {
  return (budget.value?.stopped ?? []).map(({ session, cap, limit, next, until }) => {
    const need = { kind: 'budget', id: session, since: 0 };
    if (cap === 'schedule')
      return {
        ...need,
        text: say('A run of {session} stopped: it needs more tokens than a run may use', {
          session: jobOf(session) ?? say('a job'),
        }),
      };
    const name = shortened(conversationName(session));
    if (cap === 'session') return { ...need, text: say('{name} resumes with your next message', { name }) };
    if (next > limit) return { ...need, text: say('{name} stopped: one call is over the limit of a day', { name }) };
    return { ...need, text: say('{name} resumes when the budget allows', { name }), until };
  });
}

/** Within a line; only English begins a noun with a small letter. @param {string} words */
function lowered(words) {
  return language === 'en' ? words.toLowerCase() : words;
}
