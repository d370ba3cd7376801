/** What models cost, looked up once for each model and day: prices change from one day to the next at most. */
import { type ModelPrice, type OwnPrices, type Price, type PriceBook, priceOf } from '../../domain/budget/prices.ts';

const dayMs = 86_400_000;
const mostKept = 100;

/** `own`: the owner's prices, which go before those of the book. `listed`: what a provider has said of a model. */
export function modelPrices(
  book: PriceBook,
  own: OwnPrices,
  listed: (model: string) => Price | undefined = () => undefined,
): (model: string, at: number) => ModelPrice {
  const kept = new Map<string, ModelPrice>();
  return (model, at) => {
    const key = `${model} ${Math.floor(at / dayMs)}`;
    const price = kept.get(key) ?? priceOf(book, model, at, own, listed(model));
    if (kept.size > mostKept) kept.clear();
    // a provider may say it a moment later
    if (price.source !== 'guess' && price.source !== 'free') kept.set(key, price);
    return price;
  };
}
