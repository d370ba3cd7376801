/** What Anthropic's models cost. */
import { type Price, type PriceRow, perToken } from '../../../domain/budget/prices.ts';

const row = (model: string, from: string, price: Price, more: Pick<PriceRow, 'long'> = {}): PriceRow => ({
  model,
  from,
  ...price,
  ...more,
});

/**
 * Checked on 2026-11-22 against https://platform.claude.com/docs/en/about-claude/pricing (cache writes: those of five
 * minutes, the only ones that are asked for). `from` is the day the price came out, or the first on which it was seen
 * there; the oldest row of a model holds before that too.
 */
export const anthropicPrices: readonly PriceRow[] = [
  row('claude-fable-5-1', '2026-09-01', perToken(10, 50, 0.25)),
  row('claude-fable-5', '2026-06-09', perToken(10, 50)),
  row('claude-mythos-5-1', '2026-09-01', perToken(10, 50, 0.25)),
  row('claude-mythos-5', '2026-06-09', perToken(10, 50)),
  // https://platform.claude.com/docs/en/models/opus-5-5/overview
  row('claude-opus-5-5', '2026-09-23', perToken(4, 20, 0.2)),
  // https://platform.claude.com/docs/en/models/opus-5/overview
  row('claude-opus-5', '2026-07-24', perToken(5, 25)),
  row('claude-opus-4-5', '2025-11-24', perToken(5, 25)),
  row('claude-opus-4-6', '2026-02-05', perToken(5, 25)),
  row('claude-opus-4-7', '2026-06-09', perToken(5, 25)),
  row('claude-opus-4-8', '2026-06-09', perToken(5, 25)),
  // Opus 4 and 4.1, under their names with a date too
  row('claude-opus-4', '2025-05-22', perToken(15, 75)),
  // https://platform.claude.com/docs/en/models/sonnet-5-5/overview; reading its cache became cheaper on 7 October
  row('claude-sonnet-5-5', '2026-09-28', perToken(2, 10)),
  row('claude-sonnet-5-5', '2026-10-07', perToken(2, 10, 0.1)),
  // https://platform.claude.com/docs/en/models/sonnet-5/overview; the rise announced for 1 September was called off
  row('claude-sonnet-5', '2026-06-30', perToken(2, 10)),
  row('claude-sonnet-4', '2025-05-22', perToken(3, 15)),
  row('claude-3-7-sonnet', '2025-02-24', perToken(3, 15)),
  // https://platform.claude.com/docs/en/models/haiku-5-5/overview
  row('claude-haiku-5-5', '2026-10-07', perToken(0.1, 0.5), {
    long: { overTokens: 100_000, ...perToken(0.5, 2.5) },
  }),
  row('claude-haiku-4-5', '2025-10-15', perToken(1, 5)),
  row('claude-3-5-haiku', '2024-11-04', perToken(0.8, 4)),
];
