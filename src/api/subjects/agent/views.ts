/** Views: what operations answer, as it is shown. The page draws them, whatever the operation is. */
import type { ZodType } from 'zod';
import { type Asking, absence, operation, type Role } from '../../contract.ts';
import { flag, jsonObject, text } from '../../fields.ts';
import { checkedInput } from '../../input.ts';
import type { Provided } from '../../provided.ts';
import { refuse } from '../../refusal.ts';
import { type Action, type Block, type Look, lines, nodeStates, type View } from '../../view.ts';
import { wholeView } from '../../whole-view.ts';
import { z } from '../../zod.ts';

const tones = ['strong', 'quiet', 'warn'] as const;

function view(): ZodType<View> {
  const tone = z.enum(tones).optional();
  const action: ZodType<Action> = z.object({
    label: z.string(),
    operation: z.string(),
    input: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    confirm: z.string().optional(),
    asks: z.object({ field: z.string(), hint: z.string() }).optional(),
  });
  const row = z.object({
    cells: z.array(z.string()),
    session: z.string().optional(),
    tone,
    actions: z.array(action).optional(),
  });
  const node = z.object({
    id: z.string(),
    label: z.string(),
    note: z.string(),
    state: z.enum(nodeStates),
    after: z.array(z.string()),
    actor: z.string().optional(),
  });
  const block: ZodType<Block> = z.union([
    z.object({ kind: z.literal('lines'), lines: z.array(z.object({ text: z.string(), tone })) }),
    z.object({ kind: z.literal('table'), head: z.array(z.string()).optional(), rows: z.array(row) }),
    z.object({ kind: z.literal('code'), lines: z.array(z.string()), graph: z.array(node).optional() }),
    z.object({ kind: z.literal('actions'), actions: z.array(action) }),
  ]);
  return z.array(block);
}

const name = () => text('the whole name of an operation, as in goals.list', 100);

export const views = {
  show: operation({
    summary: 'What an operation that only looks answers, as it is shown: lines, tables, code and actions.',
    role: 'reader',
    http: { method: 'GET', path: '/api/views/{operation}' },
    offered: ['http', 'page'],
    input: () => ({
      operation: name(),
      fields: text('the fields of that operation, as a JSON object', 20_000).optional(),
    }),
    output: () => z.object({ view: view() }),
    missing: 'view',
    needs: ['reading'],
    run: ({ reading }, { operation: shown, fields }, caller) =>
      viewOf(shown, fields === undefined ? {} : objectIn(fields), { role: 'reader', caller, reading }),
  }),
  act: operation({
    summary: 'Carries an operation out that acts, and answers what came of it, as it is shown.',
    role: 'owner',
    http: { method: 'POST', path: '/api/views/{operation}' },
    offered: ['http', 'page'],
    input: () => ({
      operation: name(),
      fields: jsonObject('the fields of that operation, an object'),
      isConfirmed: flag().optional(),
    }),
    output: () =>
      z.object({
        view: view(),
        isAhead: z
          .literal(true)
          .optional()
          .describe('nothing was done: this is what it would do once it is sent with isConfirmed'),
      }),
    missing: 'view',
    needs: ['reading'],
    run: async ({ reading }, { operation: done, fields, isConfirmed = false }, caller) => {
      const ahead = isConfirmed ? [] : await aheadOf(done, fields, { role: 'owner', caller, reading });
      if (ahead.length > 0) return { view: [lines(ahead.join('\n'), 'warn')], isAhead: true as const };
      return viewOf(done, fields, { role: 'owner', caller, reading });
    },
  }),
};

interface Place extends Pick<Provided, 'reading'> {
  /** Of the operations that are meant. */
  readonly role: Role;
  readonly caller: Asking;
}

/** Asks for an operation as the one who asks for its view. Undefined: it has none. */
async function viewOf(
  name: string,
  fields: Readonly<Record<string, unknown>>,
  place: Place,
): Promise<{ readonly view: View } | undefined> {
  const { call } = place.caller.others;
  const meant = meantBy(name, fields, place);
  if (!meant) return undefined;
  const { declared, input, checked, look } = meant;
  const answer = await call(name, input);
  if (answer !== undefined)
    return { view: wholeView(declared.view?.(answer, look, input) ?? [], look, place.caller.others.find) };
  throw refuse(404, absence(declared, { name, input: checked, look }));
}

/** What it would do, where it says so before it does it. */
async function aheadOf(
  name: string,
  fields: Readonly<Record<string, unknown>>,
  place: Place,
): Promise<readonly string[]> {
  const meant = meantBy(name, fields, place);
  return (await meant?.declared.ahead?.(place.caller.others.call, meant.input, meant.look)) ?? [];
}

function meantBy(name: string, fields: Readonly<Record<string, unknown>>, { role, caller, reading }: Place) {
  const declared = caller.others.find(name);
  if (!declared?.view) return undefined;
  if (declared.role !== role)
    throw refuse(
      400,
      `expected an operation that ${role === 'reader' ? 'only looks; views.act does' : 'acts; views.show shows'} ${name}`,
    );
  const before = declared.offered.includes('slash') ? '/' : 'straylight ';
  const look: Look = { ...reading(), typed: words => `${before}${words}` };
  // what was typed is read only where its fields are right
  const checked = checkedInput(declared, fields, caller.by);
  return { declared, checked, look, input: declared.typed?.(fields) ?? fields };
}

function objectIn(sent: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(sent);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // said below
  }
  throw refuse(400, `expected fields to be a JSON object, got the text ${JSON.stringify(sent.slice(0, 40))}`);
}
