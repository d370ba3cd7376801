/** Figure S6 at the buttons: forged, replayed and mutated taps against cards of every risk; what runs is counted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message, Update } from 'grammy/types';
import { buttonData, keyboard } from '../../../../src/adapters/channels/telegram/cards/boards.ts';
import { sealOf, shownCards } from '../../../../src/adapters/channels/telegram/cards/seen-cards.ts';
import type { TelegramClient } from '../../../../src/adapters/channels/telegram/client.ts';
import { updateMeaning } from '../../../../src/adapters/channels/telegram/incoming/update-meaning.ts';
import type { Sending } from '../../../../src/adapters/channels/telegram/outgoing/sending.ts';
import { presses } from '../../../../src/adapters/channels/telegram/presses/presses.ts';
import { telegramTexts } from '../../../../src/adapters/channels/telegram/texts.ts';
import { viewButtons } from '../../../../src/adapters/channels/telegram/views/buttons.ts';
import { judgeAnswer, questionOf } from '../../../../src/domain/approvals/answer.ts';
import type { ApprovalCard, Decision, DecisionAnswer, Risk } from '../../../../src/domain/approvals/card.ts';
import { cardTexts } from '../../../../src/domain/approvals/card-texts.ts';
import { wordsOf } from '../../../../src/domain/approvals/texts.ts';
import { card as base, receiver } from '../../../contracts/channel.ts';

const owner = 42;
const bot = { id: 7, name: 'straylight_bot' };
const look = { cards: cardTexts.en, texts: telegramTexts.en, language: 'en', timeZone: 'UTC' } as const;
/** What is written in the chat is not looked at. */
const out = {
  keyboard: async () => {},
  edit: async () => {},
  tell: async () => {},
  message: async () => ({ ref: '1' }),
  ownerChat: () => ({ chatId: owner }),
} as unknown as Sending;
const client = { call: async () => {} } as unknown as TelegramClient;
const signal = new AbortController().signal;
const total = 100_000;

test('given forged, replayed and mutated taps, when each is taken, then nothing runs that no whole ladder of the owner approved, and nothing twice', async t => {
  const draw = numbers(11);
  const cards = new Map<string, ApprovalCard>();
  const runs = new Map<string, number>();
  /** Approvals to which the owner has said a whole yes, and taps that came before. */
  const climbed = new Set<string>();
  const earlier: Update[] = [];
  let [wrong, twice, made] = [0, 0, 0];

  /** An agent that decides by the rule of the chart. */
  const decide = async (decision: Decision): Promise<DecisionAnswer> => {
    const card = cards.get(decision.approval);
    const over = { ok: false, why: 'decided', outcome: 'granted', message: 'decided' } as const;
    if (card === undefined) return over;
    const verdict = judgeAnswer(questionOf(card), { ...decision, at: 0 });
    if (verdict === 'unconfirmed') return { ok: false, why: 'unconfirmed', message: 'once more' };
    if (verdict !== 'yes' && verdict !== 'no') return { ok: false, why: 'changed', message: 'changed' };
    cards.delete(decision.approval);
    if (verdict === 'no') return { ok: true, state: 'denied' };
    const count = (runs.get(decision.approval) ?? 0) + 1;
    runs.set(decision.approval, count);
    if (count > 1) twice += 1;
    if (!climbed.has(decision.approval)) wrong += 1;
    return { ok: true, state: 'granted' };
  };
  const agent = receiver({ decide, waiting: () => [...cards.values()] }).receiver;
  const shown = shownCards();
  const buttons = viewButtons();
  const clock = { now: () => 0 };
  const { press } = presses({ receiver: agent, client, out, shown, buttons, look, clock, log: () => {} });

  for (let at = 0; at < total; at += 1) {
    while (cards.size < 8) {
      made += 1;
      const card = cardOf(made);
      cards.set(card.key, card);
      if (made % 2 === 0) shown.remember(owner, made, card);
    }
    const card = [...cards.values()][draw(cards.size)] ?? base;
    const kind = draw(100);
    const old = earlier[draw(earlier.length || 1)];
    const aim = kind < 20 ? lastTap(card) : tapOn(card, draw);
    const update = kind < 2 ? aim : kind > 70 && old !== undefined ? old : mutated(aim, draw);
    earlier[draw(2_000)] = update;
    const approved = yesOf(
      update,
      key => cards.get(key),
      (id, key) => shown.find(owner, id, key) !== undefined,
    );
    if (approved !== undefined) climbed.add(approved);
    await take(update);
  }
  t.diagnostic(
    `S6: ${total} forged, replayed and mutated taps; ${runs.size} approvals ran, ${wrong} without a whole ladder, ${twice} twice`,
  );
  assert.ok(runs.size > 500, 'the ladders that are whole do run');
  assert.deepEqual([wrong, twice], [0, 0]);

  async function take(update: Update): Promise<void> {
    let meaning: ReturnType<typeof updateMeaning>;
    try {
      meaning = updateMeaning(update, new Set([owner]), bot);
    } catch {
      return;
    }
    if (meaning.kind !== 'press') return;
    await press(meaning.press, signal);
  }
});

const risks: readonly Risk[] = ['low', 'medium', 'high', 'irreversible'];

function cardOf(n: number): ApprovalCard {
  const risk = risks[n % 4] ?? 'high';
  const nonce = `nonce-${n}`;
  return {
    ...base,
    key: `k${String(n).padStart(7, '0')}`,
    risk,
    nonce,
    expiresAt: 1,
    ...wordsOf({ risk }, nonce, 'en'),
  };
}

/** Telegram gives each tap a name of its own. */
let taps = 0;

/** A tap as Telegram would hand it over, under this keyboard. */
function tap(card: ApprovalCard, board: Parameters<typeof keyboard>[1], letter: string): Update {
  taps += 1;
  return {
    update_id: 1,
    callback_query: {
      id: `q${taps}`,
      from: { id: owner, is_bot: false, first_name: 'O' },
      chat_instance: '1',
      data: buttonData(card.key, letter as 'a'),
      message: {
        message_id: Number(card.key.slice(1)),
        date: 1,
        from: { id: bot.id, is_bot: true, first_name: 'S' },
        chat: { id: owner, type: 'private', first_name: 'O' },
        text: `May I?\n${card.key} · ${sealOf(card)}`,
        reply_markup: keyboard(card, board, look.cards),
      },
    },
  };
}

/** The tap that is the yes, once the steps before it were taken. */
function lastTap(card: ApprovalCard): Update {
  if (card.risk === 'low') return tap(card, 'choose', 'a');
  if (card.risk !== 'irreversible') return tap(card, 'sure', 'y');
  return tap(card, 'word', 'mnop'[card.choices?.indexOf(card.word ?? '') ?? 0] ?? 'm');
}

/**
 * The approval that this tap is a whole yes to, told from nothing but what Telegram says: who, where, on which message,
 * on which button.
 */
function yesOf(
  { callback_query: query }: Update,
  cardOf: (key: string) => ApprovalCard | undefined,
  isShown: (messageId: number, key: string) => boolean,
): string | undefined {
  const { message, data = '' } = query ?? {};
  const card = cardOf(data.slice(2, 10));
  if (query === undefined || message === undefined || card === undefined) return undefined;
  if (query.from.id !== owner || message.chat.id !== owner || message.chat.type !== 'private') return undefined;
  const known = isShown(message.message_id, card.key);
  const letter = data.slice(10);
  // a message that Telegram shows no more counts where this process has shown it, for the first tap alone
  if (message.date === 0) return known && card.risk === 'low' && letter === 'a' ? card.key : undefined;
  const { from, text = '', reply_markup, forward_origin } = message as Exclude<typeof message, { date: 0 }>;
  if (from?.id !== bot.id || forward_origin !== undefined) return undefined;
  const button = reply_markup?.inline_keyboard.flat().find(one => 'callback_data' in one && one.callback_data === data);
  const isThere = button !== undefined && (known || text.endsWith(`\n${card.key} · ${sealOf(card)}`));
  if (card.risk === 'low')
    return letter === 'a' && (known || isThere) ? card.key : isThere && letter === 'y' ? card.key : undefined;
  if (card.risk !== 'irreversible') return isThere && letter === 'y' ? card.key : undefined;
  return isThere && button.text === card.word ? card.key : undefined;
}

/**
 * A tap that leads nowhere by itself: a first step, a way back, a wrong word, or a later button under another keyboard.
 */
function tapOn(card: ApprovalCard, draw: (below: number) => number): Update {
  const wrong = [...'mnop'].filter((_, at) => card.choices?.[at] !== card.word);
  const ways = [
    ['choose', card.risk === 'low' ? 'w' : 'a'],
    ['sure', 'b'],
    ['word', wrong[draw(wrong.length)] ?? 'm'],
    ['choose', 'ymnopu'[draw(6)] ?? 'y'],
    ['sure', 'mnop'[draw(4)] ?? 'm'],
    ['undo', 'u'],
    ['choose', 'i'],
  ] as const;
  const [board, letter] = ways[draw(ways.length)] ?? ways[0];
  return tap(card, board, letter);
}

/** One thing about it that is not so, or nothing. */
function mutated(update: Update, draw: (below: number) => number): Update {
  const query = update.callback_query;
  const message = query?.message as Message | undefined;
  if (query === undefined || message === undefined) return update;
  const { data = '' } = query;
  const { text = '' } = message;
  const letters = 'adiwybumnopstrjkx';
  const changes: readonly (() => object)[] = [
    () => ({}),
    () => ({ from: { ...query.from, id: 43 + draw(1000) } }),
    () => ({ data: `${data.slice(0, 10)}${letters[draw(letters.length)]}` }),
    () => ({ data: data.slice(0, 4 + draw(8)) }),
    () => ({ message: undefined }),
    () => ({ message: { ...message, chat: { id: -100, type: 'supergroup', title: 'g' } } }),
    () => ({ message: { ...message, from: query.from } }),
    () => ({ message: { ...message, forward_origin: { type: 'hidden_user', date: 1, sender_user_name: 'O' } } }),
    () => ({ message: { ...message, text: text.slice(0, -1) } }),
    () => ({ message: { ...message, text: `${text.slice(0, -16)}0123456789abcdef` } }),
    () => ({ message: { ...message, text: undefined } }),
    () => ({ message: { ...message, reply_markup: undefined } }),
    () => ({ message: { ...message, date: 0 } }),
  ];
  return { update_id: 1, callback_query: { ...query, ...changes[draw(changes.length)]?.() } };
}

/** Numbers that are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
