/** Everything at a glance: what runs, what waits for the owner, how it is. */

import type { ZodType } from 'zod';
import { budgetOfToday } from '../../../domain/budget/view.ts';
import type * as Limits from '../../../domain/models/context-limit.ts';
import type { ModelView } from '../../../domain/models/view.ts';
import type { StateBatch } from '../../../domain/supervision/view.ts';
import { defined } from '../../../domain/text/json.ts';
import { operation, type Role } from '../../contract.ts';
import { address, count, instant } from '../../fields.ts';
import type { Provided } from '../../provided.ts';
import { actorRow, choice, health, risks, todaysBudget } from '../../rows.ts';
import type * as Views from '../../views/state.ts';
import { z } from '../../zod.ts';

/** What of Node it takes, spelled out, since the page is checked without Node's own types. */
declare const process: {
  getBuiltinModule(name: 'node:module'): { createRequire(from: string): (path: string) => unknown };
};

const { createRequire } = process.getBuiltinModule('node:module');
const load = createRequire(import.meta.url);

/** Loaded with the first status that is shown: every command asks for the state. */
const views = () => load('../../views/state.ts') as typeof Views;
const limits = () => load('../../../domain/models/context-limit.ts') as typeof Limits;

const troubles = [
  ...(['wedged', 'silent', 'buried', 'quarantined', 'unclean'] as const),
  ...(['flapping', 'looping', 'spending', 'diskLow', 'growing'] as const),
] as const;

/** What the model of a conversation takes at once, where that is little. */
type SmallWindow = Required<Pick<ModelView, 'contextTokens'>> & Pick<ModelView, 'limit'>;

function stateBatch(): ZodType<
  StateBatch & {
    readonly role?: Role;
    readonly model?: string;
    readonly agent?: string;
    readonly window?: SmallWindow;
  }
> {
  const text = z.string;
  return z.object({
    boot: text(),
    cursor: text().describe('where a stream goes on from here'),
    now: instant(),
    actors: z.array(actorRow()),
    needs: z.array(
      z.object({
        kind: text(),
        id: text(),
        text: text(),
        since: instant(),
        risk: z.enum(risks).optional(),
        restoresFiles: z.literal(true).optional(),
        until: instant().optional(),
        choices: z.array(choice()).optional(),
        trouble: z.enum(troubles).optional(),
        about: text().optional(),
      }),
    ),
    health: health(),
    recent: z
      .array(
        z.object({
          actor: text(),
          seq: count(),
          at: instant(),
          type: text(),
          source: text().optional(),
          from: text().optional(),
          to: text().optional(),
        }),
      )
      .optional(),
    budget: todaysBudget().optional(),
    role: z.enum(['reader', 'owner']).optional(),
    model: text().optional().describe('of the conversation that was named'),
    agent: text().optional().describe('the agent that the conversation belongs to which was named'),
    window: z
      .object({ contextTokens: count(), limit: z.enum(limits().contextLimits).optional() })
      .optional()
      .describe('what that model takes at once, where it is little'),
  });
}

export const state = {
  show: operation({
    summary: 'All actors, what waits for the owner, and how Straylight is.',
    role: 'reader',
    http: { method: 'GET', path: '/api/state' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'status',
        about: 'What is running, and what is waiting for you',
        help: 'Show what is running, what is waiting for you, and what the last start recovered.',
      },
    ],
    slash: [
      {
        words: 'status',
        isDefault: true,
        help: { en: 'What runs, and what waits for you', de: 'Was läuft, und was auf dich wartet' },
        ofChat: { session: 'conversation' },
      },
    ],
    input: () => ({
      session: address('session').optional().describe('a conversation, whose model is named'),
    }),
    output: stateBatch,
    needs: ['state'],
    run: async (
      { state, budget, models, agents }: Pick<Provided, 'state'> & Partial<Provided>,
      { session },
      { mark, role },
    ) => {
      const today = await budgetOfToday(budget);
      const found = session === undefined ? undefined : await models?.look(session);
      const model = found?.roles.find(one => one.role === 'session')?.models[0];
      const agent = session === undefined ? undefined : agents?.holderOf(session)?.agent;
      const window = smallWindow(found?.models.find(({ name }) => name === model));
      // read first, then mark: both happen in one go, so nothing is committed in between
      const batch = state();
      return { ...batch, ...mark?.(batch.boot), role, ...defined({ budget: today, model, agent, window }) };
    },
    view: (answer, look) => views().stateView(answer, look),
  }),
};

function smallWindow({ contextTokens, limit }: Partial<ModelView> = {}): SmallWindow | undefined {
  if (contextTokens === undefined || contextTokens >= limits().smallContext) return undefined;
  return { contextTokens, ...defined({ limit }) };
}
