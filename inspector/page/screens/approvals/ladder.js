/**
 * The answers to a card, as its risk asks for a yes: `low` one tap, `medium` a tap and a second one that confirms,
 * `high` a held button,
 * `irreversible` a held button and the word that stands on the card. A no is one tap, with a reason where one is given.
 *
 * Nothing counts in the first moments after what is on screen has changed: a finger on its way meant something else. What
 * was typed since is meant. A key moves the focus to an answer and does no more.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Refused } from '../../live/api.js';
import { takeApprovals } from '../../live/approvals.js';
import { cardTexts } from '../../live/card-texts.js';
import { holdButton } from '../../parts/hold-button.js';
import { b, button, component, div, span } from '../../parts/tags.js';
import { announce } from '../../view/announce.js';
import { useKeys } from '../../view/keys.js';
import { say } from '../../words/say.js';
import { decide, whyUndecidable } from './decide.js';
import { editStep } from './edit-step.js';
import { textStep } from './text-step.js';

/** @import { ApprovalRow } from '../../../../src/domain/supervision/view.ts' */
/** @import { JsonObject } from '../../../../src/domain/text/json.ts' */

/**
 * @typedef {object} LadderProps
 * @property {ApprovalRow} row
 * @property {boolean} hasKeys `A`, `S`, `E`, `D` and `W` lead to the answers of this card
 * @property {boolean} isBrief yes and no alone
 * @property {(text: string) => void} onTrouble it did not count; what is said of that
 * @property {() => void} onDecided
 */

/** @typedef {'approve' | 'session' | 'edit' | 'deny' | 'reason'} Answer */

const settleMs = 400;
/** @type {import('../../view/keys.js').KeyWords} */
const keyWords = [
  ['A', say('Approve')],
  ['S', say('Approve for this conversation')],
  ['E', say('Change it')],
  ['D', say('Deny')],
  ['W', say('Deny, and say why')],
];
const keyOf = { approve: 'A', session: 'S', edit: 'E', deny: 'D', reason: 'W' };

export const ladder = component(Ladder);

/** Give it a key of card and revision, so that it starts over when either changes. @param {LadderProps} props */
function Ladder({ row, hasKeys, isBrief, onTrouble, onDecided }) {
  const { card } = row;
  const texts = cardTexts.card;
  const { risk, word = '' } = card;
  const step = useSignal(/** @type {'rest' | 'confirm' | 'word' | 'reason' | 'edit'} */ ('rest'));
  /** What the yes that is under way is for: this once, or the whole conversation. */
  const extent = useRef(/** @type {'approve' | 'session'} */ ('approve'));
  const isBusy = useSignal(false);
  const armed = useSignal(/** @type {Answer | undefined} */ (undefined));
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  const isSettling = useSignal(true);
  useEffect(() => {
    const timer = setTimeout(() => {
      isSettling.value = false;
    }, settleMs);
    return () => clearTimeout(timer);
  }, [step.value]);

  const isCalm = () => !isSettling.peek() && !isBusy.peek();
  const stepTo = (/** @type {typeof step.value} */ next) => {
    if (next !== step.peek()) isSettling.value = true;
    step.value = next;
  };
  const goTo = (/** @type {typeof step.value} */ next) => {
    if (isCalm()) stepTo(next);
  };
  const rest = () => stepTo('rest');
  const answer = async (
    /** @type {'approve' | 'session' | 'deny' | 'edit'} */ decision,
    /** @type {{ confirmation?: string, reason?: string, args?: JsonObject }} */ more = {},
  ) => {
    const isTyped = step.peek() === 'word' || step.peek() === 'reason' || step.peek() === 'edit';
    if (isBusy.peek() || (isSettling.peek() && !isTyped)) return;
    isBusy.value = true;
    try {
      await decide(row, decision, more);
      onDecided();
      rest();
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      onTrouble(thrown.message);
      const now = /** @type {ApprovalRow | undefined} */ (thrown.error['approval']);
      if (now) takeApprovals([now]);
      // what was written into a change is not thrown away
      if (decision !== 'edit') rest();
    } finally {
      isBusy.value = false;
    }
  };
  const arm = (/** @type {Answer} */ name) => () => {
    const found = place.current?.querySelector(`[data-answer="${name}"]`);
    if (!isCalm() || !(found instanceof HTMLElement)) return;
    armed.value = name;
    found.focus();
    announce(say('{value} Press Enter.', { value: found.textContent ?? '' }));
  };
  useKeys(
    hasKeys ? { a: arm('approve'), s: arm('session'), e: arm('edit'), d: arm('deny'), w: arm('reason') } : {},
    hasKeys ? keyWords : [],
  );

  const why = whyUndecidable() ?? (isBusy.value ? say('Sending…') : undefined);
  const yes = card.consequences?.approve ?? say('It runs once, exactly as shown.');
  const no = card.consequences?.deny ?? say('It does not run.');

  /**
   * @param {Answer} name
   * @param {{ verb: string, consequence: string, tone?: string, onClick: () => unknown }} props
   */
  function oneTap(name, { verb, consequence, tone = '', onClick }) {
    return button(
      {
        type: 'button',
        class: `button ${tone}${armed.value === name ? ' armed-key' : ''}`,
        'data-answer': name,
        'aria-keyshortcuts': hasKeys ? keyOf[name] : undefined,
        disabled: why !== undefined,
        title: why,
        onClick,
      },
      span({ class: 'act-label' }, verb, hasKeys && span({ class: 'act-key', 'aria-hidden': 'true' }, keyOf[name])),
      span({ class: 'act-consequence' }, consequence),
    );
  }

  /** The way to a yes, at the step it has come to. */
  function yesAnswer() {
    if (step.value === 'confirm')
      return oneTap('approve', {
        verb: texts.yes,
        tone: 'strong',
        consequence: extent.current === 'session' ? `${card.intent} ${stands}` : card.intent,
        onClick: () => answer(extent.current, risk === 'low' ? {} : { confirmation: 'yes' }),
      });
    if (risk === 'low')
      return oneTap('approve', {
        verb: texts.approve,
        consequence: yes,
        tone: 'strong',
        onClick: () => answer('approve'),
      });
    if (risk === 'medium')
      return oneTap('approve', {
        verb: texts.approve,
        consequence: yes,
        tone: 'strong',
        onClick: () => confirm('approve'),
      });
    return holdButton({
      label: texts.approve,
      consequence: yes,
      unavailable: why,
      name: 'approve',
      isArmed: armed.value === 'approve',
      mayBegin: isCalm,
      onHeld: () => (card.word !== undefined ? goTo('word') : void answer('approve', { confirmation: 'yes' })),
    });
  }

  const confirm = (/** @type {'approve' | 'session'} */ how) => {
    extent.current = how;
    goTo('confirm');
  };
  /** A yes beyond this once: as hard as the risk asks, and never with less than a second tap. */
  function sessionAnswer() {
    if (risk === 'high')
      return holdButton({
        label: say('Approve here'),
        consequence: stands,
        tone: 'plain',
        unavailable: why,
        name: 'session',
        isArmed: armed.value === 'session',
        mayBegin: isCalm,
        onHeld: () => void answer('session', { confirmation: 'yes' }),
      });
    return oneTap('session', { verb: say('Approve here…'), consequence: stands, onClick: () => confirm('session') });
  }

  if (step.value === 'word')
    return textStep({
      key: 'word',
      question: [`${texts.typeWord}: `, b({ class: 'answer-word' }, word)],
      verb: texts.approve,
      consequence: yes,
      tone: 'danger',
      unavailable: why,
      isGood: text => isWord(text, word),
      missing: say('Type the word {word} to approve.', { word }),
      onText: confirmation => void answer('approve', { confirmation }),
      onBack: rest,
    });
  if (step.value === 'reason')
    return textStep({
      key: 'reason',
      question: say('{placeholder} The agent reads it.', { placeholder: cardTexts.reason.placeholder }),
      verb: texts.deny,
      tone: 'strong',
      unavailable: why,
      isGood: text => text !== '',
      missing: say('Write the reason first.'),
      onText: reason => void answer('deny', { reason }),
      onBack: rest,
    });
  if (step.value === 'edit')
    return editStep({
      key: 'edit',
      row,
      unavailable: why,
      onChanged: args => void answer('edit', { args }),
      onBack: rest,
    });
  return div(
    { class: 'answers', ref: place, 'data-settling': isSettling.value ? '' : undefined },
    yesAnswer(),
    step.value === 'confirm' && button({ type: 'button', class: 'button', onClick: rest }, texts.back),
    !isBrief && step.value === 'rest' && card.mayStand && sessionAnswer(),
    !isBrief &&
      step.value === 'rest' &&
      oneTap('edit', {
        verb: say('Change it…'),
        consequence: say('The changed call is evaluated again. Nothing runs yet.'),
        onClick: () => goTo('edit'),
      }),
    oneTap('deny', { verb: texts.deny, consequence: no, onClick: () => answer('deny') }),
    oneTap('reason', {
      verb: texts.denyWhy,
      consequence: say('The agent also reads your reason.'),
      onClick: () => goTo('reason'),
    }),
  );
}

const stands = say(
  'The same call may run again in this conversation without asking, for a day or until it reads untrusted content.',
);

/** Upper and lower case are one, as Straylight has it. @param {string} said @param {string} word */
function isWord(said, word) {
  const plain = (/** @type {string} */ text) => text.normalize('NFC').trim().toLowerCase();
  return word !== '' && plain(said) === plain(word);
}
