/**
 * What hosted servers of OpenAI's API charge, by preset. One that is not here tells its prices itself (OpenRouter, in its
 * list of models), or has none here yet: then the highest known rate counts until the owner sets a price.
 *
 * `from` is the day the price came out, or the first on which it was seen. Reasoning is billed as output by all of them.
 * These rows rest on what others report of the vendors' pages, which could not be read themselves: where one differs,
 * the owner's own price counts.
 */
import { type Price, type PriceRow, perToken } from '../../../domain/budget/prices.ts';

const row = (model: string, from: string, price: Price, more: Pick<PriceRow, 'long'> = {}): PriceRow => ({
  model,
  from,
  ...price,
  ...more,
});

/** Their caches fill by themselves: writing costs what input costs. */
const cached = (input: number, cacheRead: number, output: number) => perToken(input, output, cacheRead, input);

/** https://openai.com/api/pricing */
const openai: readonly PriceRow[] = [
  row('gpt-5.4', '2026-03-21', cached(2.5, 0.25, 15)),
  row('gpt-5.2', '2025-12-11', cached(1.75, 0.175, 14)),
  row('gpt-5.1', '2025-11-13', cached(1.25, 0.125, 10)),
  row('gpt-5-pro', '2025-10-06', cached(15, 15, 120)),
  row('gpt-5', '2025-08-07', cached(1.25, 0.125, 10)),
  row('gpt-5-mini', '2025-08-07', cached(0.25, 0.025, 2)),
  row('gpt-5-nano', '2025-08-07', cached(0.05, 0.005, 0.4)),
  row('gpt-4.1', '2025-04-14', cached(2, 0.5, 8)),
  row('gpt-4.1-mini', '2025-04-14', cached(0.4, 0.1, 1.6)),
  row('gpt-4.1-nano', '2025-04-14', cached(0.1, 0.025, 0.4)),
  row('gpt-4o', '2024-10-01', cached(2.5, 1.25, 10)),
  row('gpt-4o-mini', '2024-07-18', cached(0.15, 0.075, 0.6)),
  row('o3', '2025-06-10', cached(2, 0.5, 8)),
  row('o4-mini', '2025-04-16', cached(1.1, 0.275, 4.4)),
  row('text-embedding-3-small', '2024-01-25', cached(0.02, 0.02, 0)),
  row('text-embedding-3-large', '2024-01-25', cached(0.13, 0.13, 0)),
];

/** https://ai.google.dev/gemini-api/docs/pricing; a prompt of more than 200 000 tokens costs more. */
const gemini: readonly PriceRow[] = [
  row('gemini-2.5-pro', '2025-06-17', cached(1.25, 0.125, 10), {
    long: { overTokens: 200_000, ...cached(2.5, 0.25, 15) },
  }),
  row('gemini-2.5-flash', '2025-06-17', cached(0.3, 0.03, 2.5)),
  row('gemini-2.5-flash-lite', '2025-07-22', cached(0.1, 0.01, 0.4)),
];

/** https://api-docs.deepseek.com/quick_start/pricing: the rates of peak hours, so that no hour costs more. */
const deepseek: readonly PriceRow[] = [
  row('deepseek-flash', '2026-10-27', cached(0.3, 0.006, 1.2)),
  row('deepseek-v4-pro', '2026-10-27', cached(1.32, 0.044, 3.96)),
  row('deepseek-chat', '2025-12-09', cached(0.28, 0.028, 0.42)),
  row('deepseek-reasoner', '2025-12-09', cached(0.28, 0.028, 0.42)),
];

/** https://console.groq.com/docs/models */
const groq: readonly PriceRow[] = [
  row('openai/gpt-oss-120b', '2026-03-01', cached(0.15, 0.075, 0.6)),
  row('llama-3.3-70b-versatile', '2024-12-06', cached(0.59, 0.59, 0.79)),
];

/** Reading the cache costs a tenth of the input: docs.mistral.ai, "Prompt caching". */
const tenth = (input: number, output: number) => cached(input, input / 10, output);

/** https://mistral.ai/pricing#api-pricing; a name without a date (`-latest`) costs what its newest version does. */
const mistral: readonly PriceRow[] = [
  row('mistral-medium', '2026-04-28', tenth(1.5, 7.5)),
  row('mistral-medium-2508', '2025-08-12', tenth(0.4, 2)),
  row('mistral-medium-2505', '2025-05-07', tenth(0.4, 2)),
  row('mistral-small', '2026-03-16', tenth(0.15, 0.6)),
  row('mistral-small-2506', '2025-06-20', tenth(0.1, 0.3)),
  row('mistral-large', '2025-12-02', tenth(0.5, 1.5)),
  row('mistral-large-2411', '2024-11-18', tenth(2, 6)),
  row('magistral-medium', '2025-09-17', tenth(2, 5)),
  row('magistral-small', '2025-09-17', tenth(0.5, 1.5)),
  row('ministral-14b', '2025-12-02', tenth(0.2, 0.2)),
  row('ministral-8b', '2025-12-02', tenth(0.15, 0.15)),
  row('ministral-3b', '2025-12-02', tenth(0.1, 0.1)),
  row('devstral', '2025-12-09', tenth(0.4, 2)),
  row('devstral-small', '2025-12-09', tenth(0.1, 0.3)),
  row('codestral', '2025-07-30', tenth(0.3, 0.9)),
];

export const openaiPrices: Readonly<Record<string, readonly PriceRow[]>> = { openai, gemini, deepseek, groq, mistral };
