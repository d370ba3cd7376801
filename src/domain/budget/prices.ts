/**
 * What a model costs, and since when.
 *
 * Money is counted in whole micro-dollars (a millionth of a US dollar), never in fractions. Providers bill in dollars
 * per million tokens, so a price of 3 is 3 micro-dollars a token.
 */
import type { Usage } from '../conversation/message.ts';
import { isDemoModel, splitModel } from '../models/route.ts';

/** US dollars per million tokens, by kind of token. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** From this day (UTC) on, every model whose name is `model`, or begins with it and a `-`, costs this. */
export interface PriceRow extends Price {
  readonly model: string;
  readonly from: string;
  /** A request with a longer prompt costs more, on every token of it. */
  readonly long?: Price & { readonly overTokens: number };
}

/** The name of a row for every model that no other row names. */
export const anyModel = '*';

/** What a provider's models cost. `free`: a token costs nothing there, whatever the model. */
export type ProviderPrices = 'free' | readonly PriceRow[];

/** The prices of every provider, by its name. */
export type PriceBook = Readonly<Record<string, ProviderPrices>>;

/** What one model costs at one time. */
export interface ModelPrice extends Price {
  readonly long?: Price & { readonly overTokens: number };
  readonly source: PriceSource;
}

/**
 * `table`: its own row; `owner`: said in config.toml; `provider`: said by the provider's list of models; `free`: nothing
 * is paid for a token; `guess`: unknown, so the highest rate of its provider.
 */
export const priceSources = ['table', 'owner', 'provider', 'free', 'guess'] as const;

export type PriceSource = (typeof priceSources)[number];

/** Prices the owner has set, by `provider/model`; they win over the table. */
export type OwnPrices = Readonly<Record<string, Price>>;

/** A price whose cache costs what it usually does: reading a tenth of the input, writing a quarter more than it. */
export function perToken(input: number, output: number, cacheRead = input / 10, cacheWrite = input * 1.25): Price {
  return { input, output, cacheRead, cacheWrite };
}
const nothing = perToken(0, 0);

/** What `provider/model` costs at an instant (UTC epoch ms). `listed`: what its provider says itself. */
export function priceOf(book: PriceBook, name: string, at: number, own: OwnPrices = {}, listed?: Price): ModelPrice {
  const said = Object.hasOwn(own, name) ? own[name] : undefined;
  if (said) return { ...said, source: 'owner' };
  const { provider, model } = splitModel(name) ?? { provider: '', model: name };
  const prices = Object.hasOwn(book, provider) ? (book[provider] ?? []) : [];
  // what is free by its address may pass on to another, and then says itself what that costs
  if (prices === 'free')
    return listed && !isFree(listed) ? { ...listed, source: 'provider' } : { ...nothing, source: 'free' };
  const day = new Date(at).toISOString().slice(0, 10);
  const rows = prices.filter(row => isNamed(model, row.model));
  const longest = Math.max(...rows.map(row => row.model.length));
  const dated = rows.filter(row => row.model.length === longest).toSorted((a, b) => (a.from < b.from ? -1 : 1));
  // before its first day a model had no price: a clock that is wrong must not make it free
  const row = dated.findLast(({ from }) => from <= day) ?? dated[0];
  if (row) return { ...row, source: 'table' };
  if (listed) return { ...listed, source: 'provider' };
  return { ...dearest(book, prices), source: 'guess' };
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
  return row === anyModel || model === row || model.startsWith(`${row}-`) || model.startsWith(`${row}[`);
}

/** Nobody knows what it costs: then as much as the dearest model of its provider, or of all. */
function dearest(book: PriceBook, known: readonly PriceRow[]): Price {
  const rows = known.length > 0 ? known : Object.values(book).flatMap(prices => (prices === 'free' ? [] : prices));
  const most = (kind: keyof Price) => Math.max(0, ...rows.map(row => row[kind]));
  return { input: most('input'), output: most('output'), cacheRead: most('cacheRead'), cacheWrite: most('cacheWrite') };
}

/**
 * The demo model is rules, and free. What its requests would have as tokens is counted only where a limit of the owner's
 * is for tokens that cost nothing.
 */
export function isDemo({ model }: { readonly model: string }): boolean {
  return isDemoModel(model);
}
