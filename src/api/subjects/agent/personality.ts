/** How the agent speaks. It is tone: nothing here changes what the agent may do. */

import type { ZodType } from 'zod';
import { type Axis, axisNames } from '../../../domain/personality/personality.ts';
import { modes, registers, type Situation, situations } from '../../../domain/personality/situation.ts';
import type { PersonalityService, PersonalityView } from '../../../domain/personality/view.ts';
import { catalog } from '../../../domain/text/catalog.ts';
import { operation } from '../../contract.ts';
import { address, oneOf, text } from '../../fields.ts';
import { type Look, lines, type View } from '../../view.ts';
import { z } from '../../zod.ts';

declare module '../../provided.ts' {
  interface Provided {
    readonly personality: PersonalityService;
  }
}

function personalityView(): ZodType<PersonalityView> {
  const part = () => z.number().min(-1).max(1);
  return z.object({
    preset: z.string(),
    presets: z.array(z.string()).readonly().describe('those there are'),
    axes: z
      .array(
        z.object({
          axis: z.enum(axisNames),
          value: z.number().describe('as it was chosen, 0 to 1; 0.5 says nothing'),
          now: z.number().describe('with situation and mood'),
          from: z.enum(['neutral', 'preset', 'file', 'chat']).describe('where it was chosen'),
        }),
      )
      .readonly(),
    situation: z.enum(situations).optional(),
    register: z.enum(registers).optional(),
    mode: z.enum(modes).describe('who takes the next step').optional(),
    topic: z.string().optional(),
    mood: z.object({ energy: part(), patience: part(), curiosity: part(), frustration: part() }).optional(),
    directive: z.string().describe('what the model reads; empty: nothing'),
    problem: z.string().describe('why it is neutral although something was chosen').optional(),
  });
}

const session = () => address('session').optional().describe('the conversation whose tone is shown, with its mood');

export const personality = {
  show: operation({
    summary: 'How the agent speaks: preset, axes, and in a conversation its situation, mood and what the model reads.',
    role: 'reader',
    http: { method: 'GET', path: '/api/personality' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'personality show',
        about: { en: 'Personality: how the agent speaks', de: 'Persönlichkeit: wie der Agent spricht' },
        isDefault: true,
        help: { en: 'Show how the agent speaks.', de: 'Zeigt, wie der Agent spricht.' },
      },
    ],
    slash: [
      {
        words: 'personality',
        isDefault: true,
        about: { en: 'Personality: how the agent speaks', de: 'Persönlichkeit: wie der Agent spricht' },
        help: { en: 'Show how the agent speaks here.', de: 'Zeigt, wie der Agent hier spricht.' },
        ofChat: { session: 'conversation' },
      },
    ],
    input: () => ({ session: session() }),
    output: personalityView,
    needs: ['personality'],
    run: ({ personality }, input) => personality.look(input.session),
    view: shown,
  }),
  set: operation({
    summary: 'Sets one axis of how the agent speaks, from 0 to 1; it counts with the next turn.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/personality/axes/{axis}' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'personality set',
        help: {
          en: 'Set warmth, assertiveness, verbosity, formality, humor, initiative or certainty, from 0 to 1.',
          de: 'Stellt warmth, assertiveness, verbosity, formality, humor, initiative oder certainty, von 0 bis 1.',
        },
        args: { axis: 'AXIS', value: 'VALUE' },
      },
    ],
    input: () => ({
      axis: oneOf(...axisNames),
      value: z
        .union([z.number().min(0).max(1), z.string().regex(/^(?:0(?:\.\d{1,3})?|1(?:\.0{1,3})?)$/)])
        .describe('a number from 0 to 1'),
    }),
    output: personalityView,
    needs: ['personality'],
    async run({ personality }, { axis, value }) {
      await personality.set(axis, Number(value));
      return personality.look();
    },
    view: shown,
  }),
  preset: operation({
    summary: 'Chooses a preset of how the agent speaks, in place of single axes that were set in chats.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/personality/preset' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'personality preset',
        help: {
          en: 'Choose default, work, review, chill or a preset of agent.toml.',
          de: 'Wählt default, work, review, chill oder eine Vorlage aus agent.toml.',
        },
        args: { name: 'NAME' },
      },
    ],
    input: () => ({ name: text({ en: 'the name of a preset', de: 'der Name einer Vorlage' }, 40) }),
    output: personalityView,
    needs: ['personality'],
    async run({ personality }, { name }) {
      await personality.preset(name);
      return personality.look();
    },
    view: shown,
  }),
  reset: operation({
    summary: 'Takes back what was said of how the agent speaks; agent.toml counts again.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/personality/reset' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'personality reset',
        help: {
          en: 'Speak again as agent.toml says, else neutrally.',
          de: 'Spricht wieder, wie agent.toml es sagt, sonst neutral.',
        },
      },
    ],
    input: () => ({}),
    output: personalityView,
    needs: ['personality'],
    async run({ personality }) {
      await personality.reset();
      return personality.look();
    },
    view: shown,
  }),
};

function shown(view: PersonalityView, { language }: Look): View {
  const say = texts[language];
  const { preset, presets, axes, situation, topic, mood, directive, problem } = view;
  const feels = mood ? Object.entries(mood).filter(([, value]) => value !== 0) : [];
  const facts = [
    topic === undefined ? '' : say.topic(topic),
    situation === undefined ? '' : say.situations[situation],
    feels.length === 0
      ? ''
      : say.mood(feels.map(([name, value]) => `${say.moods[name as keyof typeof say.moods]} ${value}`).join(', ')),
  ];
  const chosen = axes.filter(({ from }) => from !== 'neutral');
  return [
    ...(problem === undefined ? [] : [lines(say.problem(problem), 'strong')]),
    lines(say.preset(preset, presets.filter(name => name !== preset).join(', '))),
    {
      kind: 'table',
      head: say.columns,
      rows: axes.map(({ axis, value, now, from }) => ({
        cells: [say.axes[axis], String(value), String(now), say.from[from]],
      })),
    },
    ...facts.filter(fact => fact !== '').map(fact => lines(fact)),
    lines(directive === '' ? say.silent : say.prompted(directive), 'quiet'),
    ...(chosen.length === 0
      ? []
      : [{ kind: 'actions' as const, actions: [{ label: say.reset, operation: 'personality.reset', input: {} }] }]),
  ];
}

const axesEn: Readonly<Record<Axis, string>> = {
  warmth: 'warmth',
  assertiveness: 'assertiveness',
  verbosity: 'verbosity',
  formality: 'formality',
  humor: 'humor',
  initiative: 'initiative',
  certainty: 'certainty',
};

const situationsEn: Readonly<Record<Situation, string>> = {
  code_review: 'Here it speaks as in a code review.',
  casual_chat: 'Here it speaks as in a chat.',
  crisis: 'Here it speaks as in a crisis.',
  deep_research: 'Here it speaks as in research.',
};

const en = {
  problem: (problem: string) => `The tone is neutral until this is put right: ${problem}`,
  preset: (name: string, others: string) => `Preset: ${name}. There are also: ${others}.`,
  columns: ['Axis', 'Chosen', 'Now', 'From'],
  axes: axesEn,
  from: { neutral: '', preset: 'preset', file: 'agent.toml', chat: 'you' },
  topic: (name: string) => `What it is about: ${name}.`,
  situations: situationsEn,
  mood: (values: string) => `Mood, from -1 to 1: ${values}.`,
  moods: { energy: 'energy', patience: 'patience', curiosity: 'curiosity', frustration: 'frustration' },
  prompted: (directive: string) => `The model reads: ${directive}`,
  silent: 'The model reads nothing of it.',
  reset: 'Reset',
};

const de: typeof en = {
  problem: problem => `Der Ton ist neutral, bis das behoben ist: ${problem}`,
  preset: (name, others) => `Vorlage: ${name}. Es gibt auch: ${others}.`,
  columns: ['Achse', 'Gewählt', 'Jetzt', 'Von'],
  axes: {
    warmth: 'warmth (Wärme)',
    assertiveness: 'assertiveness (Bestimmtheit)',
    verbosity: 'verbosity (Ausführlichkeit)',
    formality: 'formality (Förmlichkeit)',
    humor: 'humor (Humor)',
    initiative: 'initiative (Initiative)',
    certainty: 'certainty (Gewissheit)',
  },
  from: { neutral: '', preset: 'Vorlage', file: 'agent.toml', chat: 'dir' },
  topic: name => `Worum es geht: ${name}.`,
  situations: {
    code_review: 'Hier spricht er wie bei der Durchsicht von Code.',
    casual_chat: 'Hier spricht er wie in einer Plauderei.',
    crisis: 'Hier spricht er wie im Notfall.',
    deep_research: 'Hier spricht er wie bei einer Recherche.',
  },
  mood: values => `Stimmung, von -1 bis 1: ${values}.`,
  moods: { energy: 'Schwung', patience: 'Geduld', curiosity: 'Neugier', frustration: 'Ärger' },
  prompted: directive => `Das Modell liest: ${directive}`,
  silent: 'Das Modell liest davon nichts.',
  reset: 'Zurücksetzen',
};

const texts = catalog('api/subjects/agent/personality', { en, de });
