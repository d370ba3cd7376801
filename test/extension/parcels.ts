/**
 * An example of a feature: it follows parcels. A machine asks a carrier about each until it has arrived, a table holds
 * what is known, an operation lists them and another begins to follow one, and a check looks whether the carrier
 * answers.
 */
import { setup } from 'xstate';
import { z } from 'zod';
import { address, section, whole } from '../../config/fields.ts';
import { work } from '../../src/actors/work.ts';
import { operation } from '../../src/api/contract.ts';
import { defineFeature, type FeatureServices } from '../../src/features/feature.ts';
import { needs } from '../../src/machines/needs.ts';

/** `[parcels]` of config.toml. */
const settings = section({
  carrier: address().default('https://carrier.example'),
  look_every_s: whole(1, 86_400, 'seconds').default(3_600),
});

type Settings = z.output<typeof settings>;

/**
 * Follows one parcel; its number is the end of its address. It asks, keeps what it learns, and asks again until the
 * parcel is there.
 */
export const parcelMachine = setup({
  types: {
    input: {} as { readonly address: string; readonly everyMs: number },
    context: {} as { readonly number: string; readonly everyMs: number },
  },
  actors: { carrierAnswer: needs<{ readonly place: string }, { readonly number: string }>('carrierAnswer') },
  actions: { recordParcel: (_, _params: { readonly number: string; readonly place: string }) => {} },
  delays: { pause: ({ context }) => context.everyMs },
}).createMachine({
  id: 'parcel',
  version: '1',
  context: ({ input }) => ({ number: input.address.slice('parcel:'.length), everyMs: input.everyMs }),
  initial: 'idle',
  states: {
    idle: { on: { 'parcel.follow': 'acting' } },
    acting: {
      invoke: {
        id: 'carrierAnswer',
        src: 'carrierAnswer',
        input: ({ context }) => ({ number: context.number }),
        onDone: {
          target: 'evaluating',
          actions: {
            type: 'recordParcel',
            params: ({ context, event }) => ({ number: context.number, place: event.output.place }),
          },
        },
        onError: 'waiting',
      },
    },
    evaluating: { always: 'waiting' },
    waiting: { after: { pause: 'acting' } },
  },
});

export const parcels = defineFeature<Settings>({
  name: 'parcels',
  settings,
  migrations: [
    {
      number: 1,
      name: 'parcels',
      sql: 'CREATE TABLE parcels (number TEXT PRIMARY KEY, place TEXT NOT NULL, looks INTEGER NOT NULL, at INTEGER NOT NULL) STRICT',
    },
  ],
  checks: ({ settings: { carrier } }) => [
    {
      name: 'Parcels',
      async run(signal) {
        await placeOf(carrier, 'test', signal);
        return { verdict: 'ok', found: `${carrier} answers` };
      },
    },
  ],
  open: services => ({
    machines: [{ machine: parcelMachine, startsWith: () => ({ everyMs: services.settings.lookEveryS * 1000 }) }],
    effects: {
      carrierAnswer: {
        logic: work(({ number, signal }: { readonly number: string; readonly signal: AbortSignal }) =>
          placeOf(services.settings.carrier, number, signal),
        ),
        // a question may be asked again after a crash; an act may not
        policy: 'repeatable',
        lane: 'tool',
        timeoutMs: 30_000,
      },
    },
    writers: {
      recordParcel(
        { number, place }: { readonly number: string; readonly place: string },
        { at }: { readonly at: number },
      ) {
        services.tables.run(
          'INSERT INTO parcels VALUES (?, ?, 1, ?) ON CONFLICT DO UPDATE SET place = excluded.place, looks = looks + 1, at = excluded.at',
          ...[number, place, at],
        );
      },
    },
    operations: { parcels: operationsOf(services) },
    greeting: () => [`Parcels   ${listed(services).length} followed`],
  }),
});

async function placeOf(carrier: string, number: string, signal: AbortSignal): Promise<{ readonly place: string }> {
  const answer = await fetch(`${carrier}/parcels/${encodeURIComponent(number)}`, { signal });
  return z.object({ place: z.string() }).parse(await answer.json());
}

interface Parcel {
  readonly number: string;
  readonly place: string;
}

function listed({ tables }: Pick<FeatureServices, 'tables'>): readonly Parcel[] {
  return tables.all<Parcel>('SELECT number, place FROM parcels ORDER BY number');
}

function operationsOf(services: FeatureServices<Settings>) {
  const number = () =>
    z
      .string()
      .regex(/^\w{1,40}$/)
      .describe('the number of a parcel');
  return {
    list: operation({
      summary: 'The parcels that are followed.',
      role: 'reader',
      http: { method: 'GET', path: '/api/parcels' },
      offered: ['http'],
      input: () => ({}),
      output: () => z.object({ parcels: z.array(z.object({ number: z.string(), place: z.string() })) }),
      run: () => ({ parcels: [...listed(services)] }),
    }),
    follow: operation({
      summary: 'Follows a parcel.',
      role: 'owner',
      http: { method: 'POST', path: '/api/parcels' },
      offered: ['http'],
      input: () => ({ number: number() }),
      output: () => z.object({}),
      run: async (_, { number }) => {
        await services.send(`parcel:${number}`, { type: 'parcel.follow' }, number);
        return {};
      },
    }),
  };
}
