/**
 * Approvals in a terminal: one card at a time, with a prompt of its own.
 *
 * A yes takes what its risk asks for: `a` alone where it is low, then `yes`, or the word on the card where nothing can be
 * undone. A typed "yes" by itself approves nothing. Any other text is a message.
 */
import { alikeLines } from '../../../../domain/approvals/alike.ts';
import type { DecisionAnswer } from '../../../../domain/approvals/card.ts';
import { requestedText } from '../../../../domain/approvals/card-lines.ts';
import { cardTexts } from '../../../../domain/approvals/card-texts.ts';
import { stageAfter } from '../../../../domain/approvals/press.ts';
import type { ApprovalRow } from '../../../../domain/supervision/view.ts';
import { until } from '../../../../domain/text/ago.ts';
import type { Language } from '../../../../domain/text/texts.ts';
import { oneLine } from '../../../../domain/text/visible.ts';
import type { Clock } from '../../../../ports/clock.ts';
import { terminalTexts } from '../texts.ts';
import { type Step, type Typed, typedOn } from './typed.ts';

export interface CardTable {
  /** A row as it is now: a pending one waits for its turn, a decided one is taken off. */
  put(row: ApprovalRow): void;
  /** It waits here for an answer. */
  has(key: string): boolean;
  /** The card on screen. */
  current(): ApprovalRow | undefined;
  /** What the line under the card is asked for; undefined: no card is there. */
  prompt(): string | undefined;
  /** The letter alone is an answer to the card on screen. */
  isKey(text: string): boolean;
  /** A line typed under the card. `hasQuestion`: a yes or a no by itself may be meant for the agent. */
  answer(line: string, hasQuestion?: boolean): Typed;
  /** What Straylight said to the decision that `answer` gave; undefined: it could not be asked. */
  answered(key: string, answer: DecisionAnswer | undefined): void;
  /** Leaves the card on screen as it is; it stays in Straylight. True: it still waits there for an answer. */
  later(): boolean;
}

export interface CardTableOptions {
  readonly clock: Pick<Clock, 'elapsed' | 'now' | 'after'>;
  /** A line sent sooner than this after its card came up was begun before it and is no answer. */
  readonly settleMs: number;
  /** In which its owner is spoken to. */
  readonly language: Language;
  readonly show: (row: ApprovalRow) => void;
  /** Somebody else has answered the card on screen. */
  readonly gone: (row: ApprovalRow) => void;
  /** A prompt went away by itself. */
  readonly changed: () => void;
}

interface Waiting {
  readonly row: ApprovalRow;
  readonly step: Step;
  readonly undoUntil?: number;
}

export function cardTable({ clock, settleMs, language, show, gone, changed }: CardTableOptions): CardTable {
  const waiting: Waiting[] = [];
  let shownAt = 0;
  let cancelUndo = () => {};

  const isSettled = () => clock.elapsed() - shownAt >= settleMs;

  function next(): void {
    if (!waiting[0]) return;
    shownAt = clock.elapsed();
    show(waiting[0].row);
  }

  function remove(at: number): void {
    waiting.splice(at, 1);
    if (at === 0) next();
  }

  function go(step: Step, more: { readonly undoUntil?: number } = {}): void {
    if (waiting[0]) waiting[0] = { row: waiting[0].row, step, ...more };
  }

  /** A line typed under the first card. */
  function read({ row, step }: Waiting, line: string, hasQuestion: boolean): Typed {
    const typed = typedOn(row.card, step, line, { language, hasQuestion });
    if (typed.kind === 'decision') go('sent');
    if (typed.kind === 'again' && typed.step !== undefined) go(typed.step);
    return typed;
  }

  /** A yes that may be taken back: its card goes once the time for that is over. */
  function offerUndo(key: string, undoUntil: number): void {
    go('undo', { undoUntil });
    cancelUndo();
    cancelUndo = clock.after(undoUntil - clock.now(), () => {
      const left = waiting.findIndex(({ row, step }) => row.card.key === key && step === 'undo');
      if (left < 0) return;
      remove(left);
      changed();
    });
  }

  return {
    put(row) {
      const at = waiting.findIndex(({ row: { card } }) => card.key === row.card.key);
      const change = changeOf(waiting[at], row);
      if (change === 'add') {
        waiting.push({ row, step: 'choose' });
        if (waiting.length === 1) next();
      } else if (change === 'replace') {
        waiting[at] = { row, step: 'choose' };
        if (at === 0) next();
      } else if (change !== undefined) {
        if (at === 0 && change === 'answered') gone(row);
        remove(at);
      }
    },
    has: key => waiting.some(({ row }) => row.card.key === key),
    current: () => waiting[0]?.row,
    prompt: () => stackOf(waiting, clock.now(), language),
    isKey: text => isSettled() && keysAt(waiting[0]?.step).includes(text),
    answer(line, hasQuestion = false) {
      const first = waiting[0];
      if (!first) return { kind: 'again', why: cardTexts[language].waiting.none };
      if (isSettled() || isMessage(first, line, { language, hasQuestion })) return read(first, line, hasQuestion);
      return { kind: 'again', why: terminalTexts(language).tooEarly };
    },
    answered(key, answer) {
      const at = waiting.findIndex(({ row }) => row.card.key === key);
      if (waiting[at]?.step !== 'sent') return;
      const stage = answer ? stageAfter(answer, undefined, '', clock.now()) : 'choose';
      if (at !== 0 || stage === undefined) remove(at);
      else if (stage === 'undo' && answer?.ok) offerUndo(key, answer.undoUntil ?? 0);
      else go(stage);
    },
    later() {
      const isOpen = waiting[0]?.step !== 'undo' && waiting[0]?.step !== 'sent';
      remove(0);
      return isOpen;
    },
  };
}

function isMessage({ row, step }: Waiting, line: string, how: Parameters<typeof typedOn>[3]): boolean {
  return typedOn(row.card, step, line, how).kind === 'message';
}

/**
 * What a row as it is now changes. `replace`: it has another card, so the one on screen is void; `answered`: by somebody
 * else; `remove`: its own answer is final. Undefined: nothing.
 */
function changeOf(old: Waiting | undefined, row: ApprovalRow): 'add' | 'replace' | 'answered' | 'remove' | undefined {
  const { state, card, queued } = row;
  const isOpen = state === 'pending' && card.undoUntil === undefined;
  if (!old) return isOpen && !queued ? 'add' : undefined;
  // our own answer: `answered` gets what came of it
  if (old.step === 'sent') return undefined;
  if (old.step === 'undo') return state !== 'pending' && card.undoUntil === undefined ? 'remove' : undefined;
  if (!isOpen) return 'answered';
  return old.row.card.digest !== card.digest || old.row.card.nonce !== card.nonce ? 'replace' : undefined;
}

/** The letters that are an answer by themselves. */
function keysAt(step: Step | undefined): readonly string[] {
  if (step === 'choose') return ['a', 'i', 'w', 'd'];
  return step === 'undo' ? ['u'] : [];
}

/**
 * Where several wait: each by its place and what it is, the one on screen with what it takes. Those that read alike are
 * told apart by their key, by how long they have waited and by what is left of their time.
 */
function stackOf(waiting: readonly Waiting[], now: number, language: Language): string | undefined {
  const [first] = waiting;
  if (!first) return undefined;
  const prompt = promptOf(first, now, language);
  if (waiting.length === 1) return prompt;
  const { place, callKey } = terminalTexts(language);
  const intents = waiting.map(({ row: { card } }) => oneLine(card.intent, 100));
  const areAlike = alikeLines(intents);
  const names = waiting.map(({ row: { card } }, at) => {
    const left = card.expiresAt === undefined ? undefined : until(card.expiresAt - now, language);
    const since = requestedText(card, cardTexts[language].card, now, language);
    const name = `${place(at + 1, waiting.length)}: ${intents[at] ?? ''}`;
    return areAlike[at] ? `${name} ${callKey(card.key, since, left)}` : name;
  });
  return [names[0], prompt, ...names.slice(1)].join('\n');
}

function promptOf({ row: { card }, step, undoUntil = 0 }: Waiting, now: number, language: Language): string {
  const say = terminalTexts(language);
  const prompts = {
    choose: say.choices,
    sure: say.typeYes,
    word: say.typeWord(card.word ?? ''),
    why: say.typeReason,
    sent: say.sent,
    undo: `${cardTexts[language].answers.granted} ${say.undoFor(Math.max(1, Math.ceil((undoUntil - now) / 1000)))}`,
  };
  return `${card.key}: ${prompts[step]}`;
}
