/** Which models answer for what, and the choice of one for a conversation. */
import type { ZodType } from 'zod';
import { priceSources } from '../../../domain/budget/prices.ts';
import { chatOf } from '../../../domain/conversation/chat-session.ts';
import { contextLimits } from '../../../domain/models/context-limit.ts';
import { efforts } from '../../../domain/models/effort.ts';
import type { ModelsView } from '../../../domain/models/view.ts';
import { phrase } from '../../../domain/text/catalog.ts';
import { operation } from '../../contract.ts';
import { address, count, flag, instant, saidAsData } from '../../fields.ts';
import type { Provided } from '../../provided.ts';
import { lines } from '../../view.ts';
import { modelsShown, notSpokenIn, pricesShown, retriedShown } from '../../views/models.ts';
import { z } from '../../zod.ts';

const price = () =>
  z
    .object({
      input: z.number(),
      output: z.number(),
      cacheRead: z.number(),
      cacheWrite: z.number(),
      source: z.enum(priceSources),
    })
    .describe('US dollars per million tokens');

function modelsView(): ZodType<ModelsView> {
  const role = z.object({
    role: z.string(),
    use: z.string().describe('what uses it; absent: nothing here').optional(),
    models: z.array(z.string()).readonly().describe('in the order in which they are called'),
    why: z.string(),
    said: saidAsData().optional(),
    effort: z.enum(efforts).describe('how much the first of them is to think, where that is set').optional(),
  });
  const model = z.object({
    name: z.string(),
    problem: z.string().describe('why it does not answer; absent: it answers').optional(),
    said: saidAsData().optional(),
    contextTokens: count().optional(),
    limit: z.enum(contextLimits).describe('where its context length is set; absent: it was made so').optional(),
    takesTools: z.boolean().optional(),
    takesImages: z.boolean().optional(),
    takesEffort: z.boolean().describe('can be told how much to think; absent: not known').optional(),
    format: z.enum(['schema', 'json', 'words']).describe('how a reply in JSON is held to its schema'),
    isLocal: z.boolean(),
    price: price(),
  });
  return z.object({
    roles: z.array(role).readonly(),
    models: z.array(model).readonly(),
    idle: z.array(z.object({ setting: z.string(), why: z.string() })).readonly(),
  });
}

const rates = () => ({ input: z.number(), output: z.number(), cacheRead: z.number(), cacheWrite: z.number() });

function priceTable() {
  const row = z.object({
    model: z.string().describe('this model, and those whose name begins with it and a "-"'),
    from: z.string().describe('the day (UTC) from which it counts'),
    ...rates(),
    long: z
      .object({ overTokens: count(), ...rates() })
      .describe('of a request with a longer prompt')
      .optional(),
  });
  return z.object({
    providers: z
      .array(z.object({ provider: z.string(), isFree: z.boolean(), rows: z.array(row).readonly() }))
      .readonly(),
    own: z.record(z.string(), z.object(rates())).describe('prices from config.toml, by "provider/model"'),
  });
}

export const models = {
  prices: operation({
    summary: 'What models cost, in US dollars per million tokens: the dated table, and your own prices.',
    role: 'reader',
    http: { method: 'GET', path: '/api/models/prices' },
    offered: ['http', 'command'],
    commands: [
      {
        words: 'models prices',
        help: {
          en: 'Show what models cost, with the day of each price.',
          de: 'Zeigt, was Modelle kosten, mit dem Tag jedes Preises.',
        },
      },
    ],
    input: () => ({}),
    output: priceTable,
    needs: ['models'],
    run: ({ models }) => models.prices(),
    view: pricesShown,
  }),
  list: operation({
    summary: 'Which models answer for what, why, and whether they answer now.',
    role: 'reader',
    http: { method: 'GET', path: '/api/models' },
    offered: ['http', 'page', 'command', 'slash', 'buttons'],
    commands: [
      {
        words: 'models',
        about: {
          en: 'Models: which is used for what, and choosing one',
          de: 'Modelle: welches wofür, und eines wählen',
        },
        help: {
          en: 'Show which models are used for what, why, whether they respond, and what they cost.',
          de: 'Zeigt, welche Modelle wofür benutzt werden, warum, ob sie antworten und was sie kosten.',
        },
        options: {
          conversation: {
            field: 'session',
            value: 'ID',
            help: {
              en: 'with the model chosen for this conversation',
              de: 'mit dem Modell, das für dieses Gespräch gewählt ist',
            },
          },
        },
      },
    ],
    slash: [
      {
        words: 'model',
        isDefault: true,
        about: { en: 'The models, and choosing one', de: 'Die Modelle, und eines wählen' },
        help: {
          en: 'Show which models are used for what, and which answers here.',
          de: 'Zeigt, welche Modelle wofür da sind, und welches hier antwortet.',
        },
        ofChat: { session: 'conversation' },
      },
    ],
    input: () => ({ session: address('session').optional() }),
    output: modelsView,
    needs: ['models'],
    run: ({ models }, { session }) => models.look(session),
    view: modelsShown,
  }),
  retry: operation({
    summary: 'Ends the pause of a model that failed, or of all, and the waits of conversations: they ask it now.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/models/retry', status: 200 },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'models retry',
        help: {
          en: 'Call models again now that were paused after errors, and end the waits for them.',
          de: 'Fragt Modelle, die nach Fehlern pausieren, jetzt wieder und beendet das Warten auf sie.',
        },
        args: { model: 'MODEL' },
        isOptional: true,
      },
    ],
    slash: [
      {
        words: 'model retry',
        help: {
          en: 'Call models again that were paused after errors.',
          de: 'Fragt Modelle wieder, die nach Fehlern pausieren.',
        },
        args: { model: 'MODEL' },
        isOptional: true,
      },
    ],
    input: () => ({
      model: z
        .string()
        .min(1)
        .max(300)
        .optional()
        .describe(
          phrase({
            en: '"provider/model"; missing: all that are paused',
            de: '„anbieter/modell“; ohne Angabe alle, die pausieren',
          }),
        ),
    }),
    output: () =>
      z.object({
        models: z
          .array(
            z.object({
              name: z.string(),
              until: instant().nullable().describe('when it would have been tried by itself; null: with the next call'),
            }),
          )
          .readonly()
          .describe('those whose pause was ended'),
        sessions: z.array(z.string()).readonly().describe('conversations that waited, and ask now'),
      }),
    needs: ['models'],
    run: ({ models }, { model }) => models.retry(model),
    view: retriedShown,
  }),
  choose: operation({
    summary: 'Gives a conversation a model of its own.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/sessions/{id}/model' },
    offered: ['http', 'command', 'slash', 'buttons'],
    commands: [
      {
        words: 'models use',
        help: {
          en: 'Choose a model for one conversation; "default" takes the choice back.',
          de: 'Wählt ein Modell für ein Gespräch; „default“ nimmt die Wahl zurück.',
        },
        args: { model: 'MODEL' },
        options: {
          conversation: {
            field: 'id',
            value: 'ID',
            isNeeded: true,
            help: { en: 'as in terminal:main', de: 'wie terminal:main' },
          },
        },
      },
    ],
    slash: [
      {
        words: 'model',
        help: { en: 'Choose a model for this conversation.', de: 'Wählt ein Modell für dieses Gespräch.' },
        args: { model: 'NAME' },
        isOpen: true,
        ofChat: { id: 'conversation' },
      },
    ],
    input: () => ({
      id: address('session'),
      model: z
        .string()
        .min(1)
        .max(300)
        .describe(phrase({ en: '"provider/model", or "default"', de: '„anbieter/modell“ oder „default“' })),
      isSpokenIn: flag().optional().describe('true: only if what is said in its chat still goes to this conversation'),
    }),
    output: () => z.object({ message: z.string() }),
    missing: 'conversation that its chat still speaks in',
    needs: ['models'],
    run: choose,
    view: ({ message }) => [lines(message)],
    absent: (_, look) => notSpokenIn(look),
  }),
};

async function choose(
  { models, sessions }: Pick<Provided, 'models'> & Partial<Pick<Provided, 'sessions'>>,
  {
    id,
    model,
    isSpokenIn = false,
  }: { readonly id: string; readonly model: string; readonly isSpokenIn?: boolean | undefined },
) {
  if (isSpokenIn && sessions && (await sessions.current(chatOf(id))) !== id) return undefined;
  return { message: await models.choose(id, model) };
}
