/** Orders: what the owner said about how to behave or what not to do. */

import type { ZodType } from 'zod';
import type { Order, OrderService } from '../../../domain/orders/order.ts';
import { ago } from '../../../domain/text/ago.ts';
import { catalog, phrase } from '../../../domain/text/catalog.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import { operation } from '../../contract.ts';
import { address, between, count, instant, limit } from '../../fields.ts';
import { type Look, lines, type Row } from '../../view.ts';
import { z } from '../../zod.ts';

declare module '../../provided.ts' {
  interface Provided {
    readonly orders: OrderService;
  }
}

function order(): ZodType<Order> {
  return z.object({
    id: count(),
    text: z.string().describe('the words of the owner'),
    message: z.string().describe('the message they were said in'),
    source: z.string().optional().describe('the beginning of that message; left out: the order is all of it'),
    session: z.string().nullable().describe('the conversation it holds in; null: all of them'),
    at: instant(),
    revokedAt: instant().nullable().describe('null: it holds'),
  });
}

export const orders = {
  list: operation({
    summary: 'What you said about how to behave or what not to do, word for word; what holds comes first.',
    role: 'reader',
    http: { method: 'GET', path: '/api/orders' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'orders list',
        about: {
          en: 'Orders: what you said about how to behave',
          de: 'Anweisungen: was du über das Verhalten gesagt hast',
        },
        isDefault: true,
        help: { en: 'List your orders, those that hold first.', de: 'Listet deine Anweisungen auf, geltende zuerst.' },
      },
    ],
    input: () => ({ session: address('session').optional(), limit: limit(500, 100) }),
    output: () => z.object({ orders: z.array(order()).readonly() }),
    needs: ['orders'],
    run: ({ orders }, query) => ({ orders: orders.list(query) }),
    json: ({ orders }) => orders,
    view: ({ orders }, look) =>
      orders.length === 0
        ? [lines(texts[look.language].none)]
        : [{ kind: 'table', rows: orders.map(order => rowOf(order, look)) }],
  }),
  revoke: operation({
    summary: 'Revokes an order: the agent is no longer told of it.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/orders/{id}/revoke' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      { words: 'orders revoke', help: { en: 'Revoke an order.', de: 'Widerruft eine Anweisung.' }, args: { id: 'N' } },
    ],
    input: () => ({
      id: between(1, 999_999_999_999_999).describe(
        phrase({ en: 'the number of an order', de: 'die Nummer einer Anweisung' }),
      ),
    }),
    output: () => z.object({ order: order() }),
    missing: 'order',
    needs: ['orders'],
    run: async ({ orders }, { id }) => {
      const order = await orders.revoke(id);
      return order && { order };
    },
    json: ({ order }) => order,
    view: ({ order }, look) => [{ kind: 'table', rows: [rowOf(order, look)] }],
    absent: ({ id }, { language, typed }) => texts[language].absent(id, typed('orders list')),
  }),
};

const mostOfSource = 160;

function rowOf({ id, text, session, at, revokedAt, source }: Order, { now, language }: Look): Row {
  const say = texts[language];
  const place = session === null ? say.everywhere : session.replace(/^session:/, '');
  const facts = [
    place,
    ago(now - at, language),
    ...(revokedAt === null ? [] : [say.revoked(ago(now - revokedAt, language))]),
    ...(source === undefined ? [] : [say.source(oneLine(source, mostOfSource))]),
  ];
  const cells = [String(id), `${text}  (${facts.join(', ')})`];
  if (revokedAt !== null) return { cells };
  return { cells, actions: [{ label: say.revoke, operation: 'orders.revoke', input: { id } }] };
}

const en = {
  none: 'There are no orders. Say one in a conversation: “never push without asking”.',
  absent: (id: number, list: string) => `there is no order ${id}; "${list}" shows all`,
  everywhere: 'all conversations',
  revoked: (when: string) => `revoked ${when}`,
  source: (words: string) => `said in: “${words}”`,
  revoke: 'Revoke',
};

const de: typeof en = {
  none: 'Es gibt keine Anweisungen. Sag eine in einem Gespräch: „lösche nie etwas, ohne zu fragen“.',
  absent: (id, list) => `es gibt keine Anweisung ${id}; „${list}“ zeigt alle`,
  everywhere: 'alle Gespräche',
  revoked: when => `widerrufen ${when}`,
  source: words => `gesagt in: „${words}“`,
  revoke: 'Widerrufen',
};

const texts = catalog('api/subjects/work/orders', { en, de });
