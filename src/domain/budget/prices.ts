/**
 * What a model costs, and since when.
 *
 * Money is counted in whole micro-dollars (a millionth of a US dollar), never in fractions. Providers bill in dollars per million
 * tokens, so a price of 3 is 3 micro-dollars a token.
 */
import type { Usage } from '../conversation/message.ts';
import { splitModel } from '../models/route.ts';

/** US dollars per million tokens, by kind of token. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** A row of the table: from this day (UTC) on, every model whose name is `model`, or begins with it and a `-`, costs this. */
interface PriceRow extends Price {
  readonly provider: string;
  readonly model: string;
  readonly from: string;
  /** A request with a longer prompt costs more, on every token of it. */
  readonly long?: Price & { readonly overTokens: number };
}

/** What one model costs at one time. */
export interface ModelPrice extends Price {
  readonly long?: Price & { readonly overTokens: number };
  /** `table`: its own row; `owner`: said in config.toml; `free`: it runs at home; `guess`: unknown, so the dearest of its provider. */
  readonly source: 'table' | 'owner' | 'free' | 'guess';
}

/** Prices the owner has set, by `provider/model`; they win over the table. */
export type OwnPrices = Readonly<Record<string, Price>>;

const perToken = (input: number, output: number, cacheRead = input / 10, cacheWrite = input * 1.25): Price => ({
  input,
  output,
  cacheRead,
  cacheWrite,
});
const claude = (model: string, from: string, price: Price, more: Pick<PriceRow, 'long'> = {}): PriceRow => ({
  provider: 'anthropic',
  model,
  from,
  ...price,
  ...more,
});

/**
 * Checked on 2026-11-22 against https://platform.claude.com/docs/en/about-claude/pricing (cache writes: those of five minutes, the only
 * ones that are asked for). `from` is the day the price came out, or the first on which it was seen there; the oldest row of a model
 * holds before that too.
 */
const table: readonly PriceRow[] = [
  claude('claude-fable-5-1', '2026-09-01', perToken(10, 50, 0.25)),
  claude('claude-fable-5', '2026-06-09', perToken(10, 50)),
  claude('claude-mythos-5-1', '2026-09-01', perToken(10, 50, 0.25)),
  claude('claude-mythos-5', '2026-06-09', perToken(10, 50)),
  // https://platform.claude.com/docs/en/models/opus-5-5/overview
  claude('claude-opus-5-5', '2026-09-23', perToken(4, 20, 0.2)),
  // https://platform.claude.com/docs/en/models/opus-5/overview
  claude('claude-opus-5', '2026-07-24', perToken(5, 25)),
  claude('claude-opus-4-5', '2025-11-24', perToken(5, 25)),
  claude('claude-opus-4-6', '2026-02-05', perToken(5, 25)),
  claude('claude-opus-4-7', '2026-06-09', perToken(5, 25)),
  claude('claude-opus-4-8', '2026-06-09', perToken(5, 25)),
  // Opus 4 and 4.1, under their names with a date too
  claude('claude-opus-4', '2025-05-22', perToken(15, 75)),
  // https://platform.claude.com/docs/en/models/sonnet-5-5/overview; reading its cache became cheaper on 7 October
  claude('claude-sonnet-5-5', '2026-09-28', perToken(2, 10)),
  claude('claude-sonnet-5-5', '2026-10-07', perToken(2, 10, 0.1)),
  // https://platform.claude.com/docs/en/models/sonnet-5/overview; the rise announced for 1 September was called off
  claude('claude-sonnet-5', '2026-06-30', perToken(2, 10)),
  claude('claude-sonnet-4', '2025-05-22', perToken(3, 15)),
  claude('claude-3-7-sonnet', '2025-02-24', perToken(3, 15)),
  // https://platform.claude.com/docs/en/models/haiku-5-5/overview
  claude('claude-haiku-5-5', '2026-10-07', perToken(0.1, 0.5), {
    long: { overTokens: 100_000, ...perToken(0.5, 2.5) },
  }),
  claude('claude-haiku-4-5', '2025-10-15', perToken(1, 5)),
  claude('claude-3-5-haiku', '2024-11-04', perToken(0.8, 4)),
];

/** `2026-11-22` */
const utcDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC' });

/** These run on the owner's own machine, or are no model at all. */
const freeProviders: readonly string[] = ['ollama', 'rehearsal'];
const nothing = perToken(0, 0);

/** What `provider/model` costs at an instant (UTC epoch ms). */
export function priceOf(name: string, at: number, own: OwnPrices = {}): ModelPrice {
  const said = Object.hasOwn(own, name) ? own[name] : undefined;
  if (said) return { ...said, source: 'owner' };
  const { provider, model } = splitModel(name) ?? { provider: '', model: name };
  if (freeProviders.includes(provider)) return { ...nothing, source: 'free' };
  const day = utcDay.format(at);
  const rows = table.filter(row => row.provider === provider && isNamed(model, row.model));
  const longest = Math.max(...rows.map(row => row.model.length));
  const dated = rows.filter(row => row.model.length === longest).toSorted((a, b) => (a.from < b.from ? -1 : 1));
  // before its first day a model had no price: a clock that is wrong must not make it free
  const row = dated.findLast(({ from }) => from <= day) ?? dated[0];
  if (row) return { ...row, source: 'table' };
  return { ...dearest(provider), source: 'guess' };
}

/** Is it a model that costs nothing? */
export function isFree({ input, output }: Price): boolean {
  return input === 0 && output === 0;
}

/** What these tokens cost in micro-dollars, rounded up. */
export function costMicros(price: ModelPrice, usage: Usage): number {
  const prompt = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
  const rate = price.long && prompt > price.long.overTokens ? price.long : price;
  const micros =
    usage.inputTokens * rate.input +
    usage.outputTokens * rate.output +
    usage.cacheReadTokens * rate.cacheRead +
    usage.cacheWriteTokens * rate.cacheWrite;
  // a sum of decimal fractions is a hair off: 0.1 and 0.2 must not cost a micro-dollar more than 0.3
  return Math.ceil(Number(micros.toFixed(6)));
}

/** `claude-opus-5` is the name of `claude-opus-5-20260724`, not of `claude-opus-55`. */
function isNamed(model: string, row: string): boolean {
  return model === row || model.startsWith(`${row}-`) || model.startsWith(`${row}[`);
}

/** Nobody knows what it costs: then as much as the dearest model of its provider, or of all. */
function dearest(provider: string): Price {
  const known = table.filter(row => row.provider === provider);
  const of = known.length > 0 ? known : table;
  const most = (kind: keyof Price) => Math.max(...of.map(row => row[kind]));
  return { input: most('input'), output: most('output'), cacheRead: most('cacheRead'), cacheWrite: most('cacheWrite') };
}
