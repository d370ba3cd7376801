/** A model looks for what is worth keeping in what the owner has said, and for orders that rules did not find. */

import { isApart } from '../../domain/agents/agent.ts';
import { type Extracted, extractedByRules, numberedIn, numberedText } from '../../domain/memory/extraction.ts';
import type { NoticedOrder } from '../../domain/orders/order.ts';
import { ordersRepeated } from '../../domain/orders/spoken.ts';
import { isOwnTerm } from '../../domain/policy/own-terms.ts';
import { isSaidBy, type ShownPart } from '../../domain/policy/provenance.ts';
import { mixed, type Taint } from '../../domain/policy/taint.ts';
import { fault, isTooLong, toFailure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { ExtractionInput, ExtractionOutput } from '../../machines/observer.ts';
import type { Observations, ObservedMessage } from '../../ports/memory/observations.ts';
import type { ModelCalls, ValueRequest } from '../../ports/model-call.ts';
import { markedData } from '../conversation/marked-data.ts';
import { work } from '../work.ts';

/**
 * What the owner's own message says is the owner's, whatever else was read beside it. What it is about has to be said
 * there, too; how to do things, and that something known is wrong, is not taken from a model that has read other text.
 */
function trustOf(
  { content, message, kind, subject = '', correction }: Extracted,
  read: readonly ObservedMessage[],
): Taint {
  const own = read[message];
  if (own?.taint !== 'owner') return 'external';
  const isOwn = (field: string, value: string) => isOwnTerm({ field, value }, [own.text], () => false);
  if (correction || !isOwn('kind', kind) || !isOwn('tags', subject)) return 'external';
  const outside = read.filter(one => one.taint === 'external');
  const since = outside.map(({ text }): ShownPart => ({ origin: 'outside', text, from: 'a message' }));
  return isSaidBy([own.text], [content], { words: [own.text], past: [], since }) ? 'owner' : 'external';
}

/** One thing as the model gives it. */
export type ExtractedItem =
  | Found
  | (Omit<Found, 'kind'> & { /** It repeats a sentence of the owner. */ readonly kind: 'order' });

type Found = Omit<Extracted, 'subject'> & { readonly subject?: string | undefined };

const mostItems = 20;
const mostOrders = 5;
/** So many characters of the newest words are read; fewer where a model does not take as many. */
const mostText = [40_000, 12_000, 4_000, 1_500];

/**
 * Without news no model is asked. A message that the model cannot have read is none it can name. Where it answers twice
 * in another form, rules look through the same text.
 */
export function extraction({
  observations,
  models,
  schema,
  instructions,
}: {
  readonly observations: Pick<Observations, 'read'>;
  readonly models: Pick<ModelCalls, 'value'>;
  /** What the model answers with. */
  readonly schema: ValueRequest<{ readonly items: readonly ExtractedItem[] }>['schema'];
  /** What it is to do; asked for with each call. */
  readonly instructions: () => string;
}) {
  return work<ExtractionOutput, ExtractionInput>(async ({ session, after, upto, signal }, _, onAlive) => {
    const read = observations.read({ session, after, upto });
    const messages = read.map(({ id }) => id);
    const taint = read.map(message => message.taint).reduce(mixed, 'owner');
    if (!read.some(({ role }) => role === 'owner')) return { items: [], messages: [], taint };
    const text = numberedText(read.map(({ role, text: words }, number) => ({ number, role, text: words })));
    const system = [{ text: instructions(), stable: true }];
    const readBy = (shown: string) => {
      const words = markedData('conversation', `${session}#${upto}`, shown);
      return models.value(
        {
          role: 'observer',
          heading: 'observer',
          schema,
          system,
          maxOutputTokens: 4_000,
          otherwise: () => ({ items: extractedByRules(numberedIn(shown)) }),
          messages: [{ role: 'user', content: [{ type: 'text', text: words }] }],
        },
        { signal, onAlive },
      );
    };
    const { value } = await asMuchAsFits(text, readBy);
    const items = value.items
      .flatMap(item => (item.kind === 'order' || read[item.message]?.role !== 'owner' ? [] : [extractedFrom(item)]))
      .slice(0, mostItems)
      .map(item => (taint === 'external' ? { ...item, taint: trustOf(item, read) } : item));
    const orders = taint === 'external' ? [] : ordersAmong(value.items, read, session);
    return {
      items,
      messages: items.length === 0 ? [] : messages,
      taint,
      ...defined({ orders: orders.length === 0 ? undefined : orders }),
    };
  });
}

function extractedFrom({ kind, content, subject, correction, message }: Found): Extracted {
  return { kind, content, correction, message, ...defined({ subject: subject === '' ? undefined : subject }) };
}

/**
 * The owner's sentences that the model takes for orders. Where outside text was read beside them, it may have chosen
 * which, so there are none; nor are there in a conversation whose words are not the owner's.
 */
function ordersAmong(
  items: readonly ExtractedItem[],
  read: readonly ObservedMessage[],
  session: string,
): readonly NoticedOrder[] {
  if (isApart(session)) return [];
  return items
    .flatMap(({ kind, content, message }) => {
      const said = read[message];
      if (kind !== 'order' || said?.role !== 'owner' || said.taint !== 'owner') return [];
      return ordersRepeated(said.text, content).map(({ text, isEverywhere }) => ({
        text,
        message: said.id,
        session: isEverywhere ? null : session,
      }));
    })
    .slice(0, mostOrders);
}

/** A request that is longer than its model takes is made again with fewer of the older words. */
async function asMuchAsFits<Answer>(text: string, readBy: (shown: string) => Promise<Answer>): Promise<Answer> {
  const sizes = mostText.filter((most, at) => at === 0 || most < text.length);
  for (const [at, most] of sizes.entries()) {
    try {
      return await readBy(text.slice(-most));
    } catch (error) {
      if (!isTooLong(toFailure(error)) || at === sizes.length - 1) throw error;
    }
  }
  throw fault('defect', 'expected a size to read, found none');
}
