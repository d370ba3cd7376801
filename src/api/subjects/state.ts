/** Everything at a glance: what runs, what waits for the owner, how it is. */
import type { ZodType } from 'zod';
import type { StateBatch } from '../../domain/supervision/view.ts';
import { commandForms } from '../command-forms.ts';
import { operation, type Role } from '../contract.ts';
import { count, instant } from '../fields.ts';
import { actorRow, choice, health, risks } from '../rows.ts';
import { z } from '../zod.ts';
import { budgetOfToday } from './budget.ts';

const troubles = [
  ...(['wedged', 'silent', 'buried', 'quarantined', 'unclean'] as const),
  ...(['flapping', 'looping', 'spending', 'diskLow', 'growing'] as const),
] as const;

function stateBatch(): ZodType<StateBatch & { readonly role?: Role }> {
  const text = z.string;
  return z.object({
    boot: text(),
    cursor: text().describe('where a stream goes on from here'),
    now: instant(),
    actors: z.array(actorRow()),
    needs: z.array(
      z.object({
        ...{ kind: text(), id: text(), text: text(), since: instant() },
        risk: z.enum(risks).exactOptional(),
        restoresFiles: z.literal(true).exactOptional(),
        until: instant().exactOptional(),
        choices: z.array(choice()).exactOptional(),
        trouble: z.enum(troubles).exactOptional(),
        about: text().exactOptional(),
      }),
    ),
    health: health(),
    recent: z
      .array(
        z.object({
          ...{ actor: text(), seq: count(), at: instant(), type: text() },
          source: text().exactOptional(),
          from: text().exactOptional(),
          to: text().exactOptional(),
        }),
      )
      .exactOptional(),
    budget: budgetOfToday().exactOptional(),
    role: z.enum(['reader', 'owner']).exactOptional(),
  });
}

export const state = {
  show: operation({
    summary: 'All actors, what waits for the owner, and how Straylight is.',
    role: 'reader',
    http: { method: 'GET', path: '/api/state' },
    offered: ['http', 'page', 'command', 'slash', 'buttons'],
    commands: commandForms['state.show'],
    input: () => ({}),
    output: stateBatch,
  }),
};
