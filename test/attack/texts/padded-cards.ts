/**
 * A call whose arguments, names and descriptions push its end out of view: drawn from all that takes room or hides, for
 * each place where cards stand.
 *
 * What must hold: how the call ends is there, close to where it is answered, the seal stands last on Telegram, and
 * nothing without a shape is left in it.
 */
import { cardHtml } from '../../../src/adapters/channels/telegram/cards/card.ts';
import { sealOf } from '../../../src/adapters/channels/telegram/cards/seen-cards.ts';
import { telegramTexts } from '../../../src/adapters/channels/telegram/texts.ts';
import { writtenCard } from '../../../src/commands/approvals/card.ts';
import { style } from '../../../src/commands/io.ts';
import type { ApprovalCard } from '../../../src/domain/approvals/card.ts';
import { cardTexts } from '../../../src/domain/approvals/card-texts.ts';
import { card } from '../../contracts/channel.ts';
import { type Chance, random } from '../../domain/random.ts';
import { parseHtml } from '../../peers/telegram/markup.ts';
import type { Area } from '../area.ts';
import { seedOf } from '../draw.ts';

const end = 'rm -r old-canary';

/** What pads; of each as much as is drawn. */
const pads: readonly string[] = [
  ...['\n', ' ', '\t', ' \n', '\t\n', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029', '\u00a0', '\u2003', '\u3000'],
  ...['\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u034f', '\u115f', '\u3164', '\u2800', '\u{e0041}', '\ufe0f'],
  ...['\u202e', '\u2066', '\u200f', '\u061c', '\x1b[2J', '\x1b[1A', '\b', '\r', '\x07', '\x00', '\x9b2K'],
  ...['\u0301', '\u0489', '#', '=', 'ー', '漢', '＃', '👍', '# x\n', '# x\n# y\n', '# 1\n\n# 2\n', '-=', 'true;'],
  ...['\u00a0\n', '\u200b\n', 'a\u0301\u0302\u0303\n', '\ud800', ' \u200b', '\u202e\n'],
];

const shapeless = /(?![ \n\t])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

const steering = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

export const paddedCards: Area = {
  name: 'padded cards',
  async run({ share, draw }) {
    const chance = random(seedOf(`cards ${draw}`));
    const page = await import('../../../inspector/page/parts/values/visible.js' as string);
    const runs = Math.max(60, Math.ceil(1_500 * share));
    const breaches: string[] = [];
    for (let run = 0; run < runs; run++) {
      const { gap, isDistinct } = gapOf(chance);
      const exact = `echo a; ${gap}${chance.pick(['', '\n', ' ; '])}${end}`;
      const long: ApprovalCard = {
        ...card,
        exact,
        intent: chance.pick([card.intent, `Run “${exact}”.`]),
        reasons: chance.pick([card.reasons, [`It writes “${gap}x”.`, `It runs ${gap}.`]]),
        tool: chance.pick([card.tool, `tool${gap}`.slice(0, 900)]),
      };
      const told = JSON.stringify(gap.slice(0, 24));
      for (const found of [...onTelegram(long), ...inTerminal(long, isDistinct), ...onPage(exact, page)])
        breaches.push(`${found}: ${told} (${gap.length} characters)`);
    }
    return { probes: 3 * runs, breaches };
  },
};

function gapOf(chance: Chance): { readonly gap: string; readonly isDistinct: boolean } {
  if (chance.integer(8) === 0) {
    const lines = Array.from({ length: 40 + chance.integer(900) }, (_, at) => `# ${at * 7}`);
    return { gap: `\n${lines.join('\n')}\n`, isDistinct: true };
  }
  const parts = Array.from({ length: 1 + chance.integer(3) }, () =>
    chance.pick(pads).repeat(120 + chance.integer(1_500)),
  );
  return { gap: parts.join(''), isDistinct: false };
}

function* onTelegram(long: ApprovalCard): Generator<string, void> {
  const look = { cards: cardTexts.en, texts: telegramTexts.en, language: 'en', timeZone: 'UTC' } as const;
  const parsed = parseHtml(cardHtml(long, look, '42'));
  if (!parsed.ok) return yield `Telegram refuses the card: ${parsed.problem}`;
  const { text } = parsed;
  if (text.length > 4_096) yield `Telegram refuses so long a card: ${text.length}`;
  if (!text.includes(end)) yield 'how it ends is not on the card of Telegram';
  if (!text.endsWith(`${long.key} · ${sealOf(long)}`)) yield 'the seal is not the last of the card of Telegram';
  if (shapeless.test(text)) yield 'something without a shape is on the card of Telegram';
}

/** A screen holds so many lines, and a line so much. */
const screen = 24;
const columns = 80;

function* inTerminal(long: ApprovalCard, isDistinct: boolean) {
  const lines = writtenCard(long, 1_000_000, style(false));
  const rows = (some: readonly string[]) => some.reduce((sum, line) => sum + Math.ceil((line.length + 1) / columns), 0);
  // the last of its lines are those of what will run
  const exact = lines.filter(line => line.startsWith('  │ '));
  const at = lines.findLastIndex(line => line.startsWith('  │ '));
  if (exact.at(-1)?.endsWith(end) !== true) yield 'how it ends is not on the card of the terminal';
  if (rows(lines.slice(at + 1)) >= screen) yield 'how it ends is out of view in the terminal';
  if (!isDistinct && rows(lines) > 4 * screen) yield `the card fills ${rows(lines)} lines of the terminal`;
  if (shapeless.test(exact.join('\n'))) yield 'something without a shape is in what will run, in the terminal';
  if (steering.test(lines.join('\n'))) yield 'something steers the terminal';
}

interface Page {
  unpadded(text: string): readonly unknown[];
  endingOf(text: string): readonly unknown[] | undefined;
}

function* onPage(exact: string, { unpadded, endingOf }: Page) {
  const whole = textIn(unpadded(exact));
  const ending = endingOf(exact);
  const isShort = whole.split('\n').length <= 10 && whole.length <= 1_200;
  if (!whole.endsWith(end)) yield 'how it ends is not on the card of the page';
  if (ending === undefined ? !isShort : !textIn(ending).endsWith(end)) yield 'how it ends is out of view on the page';
  if (shapeless.test(whole)) yield 'something without a shape is on the card of the page';
}

/** Of what Preact would draw. */
function textIn(children: unknown): string {
  if (Array.isArray(children)) return children.map(textIn).join('');
  if (typeof children === 'string') return children;
  return textIn((children as { readonly props?: { readonly children?: unknown } } | null)?.props?.children ?? []);
}
