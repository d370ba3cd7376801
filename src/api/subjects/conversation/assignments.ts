/** The agent that a conversation belongs to: looking at it, giving the conversation to one, and taking it back. */

import { holderTexts } from '../../../domain/agents/holder-texts.ts';
import { catalog } from '../../../domain/text/catalog.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import { operation } from '../../contract.ts';
import { address, text } from '../../fields.ts';
import { type Look, lines, type View } from '../../view.ts';
import { z } from '../../zod.ts';

function holder() {
  return z.object({
    agent: z.string().describe('its name'),
    isThere: z
      .boolean()
      .describe('false: the settings do not know it any more, so nothing is done in the conversation'),
  });
}

function assignment() {
  return z.object({
    holder: holder().nullable().describe('the agent that the conversation belongs to; null: none'),
    agents: z.array(z.object({ name: z.string(), purpose: z.string() })).readonly(),
  });
}

type Assignment = ReturnType<ReturnType<typeof assignment>['parse']>;

export const assignments = {
  show: operation({
    summary: 'The agent that a conversation belongs to, and which agents there are.',
    role: 'reader',
    http: { method: 'GET', path: '/api/sessions/{id}/agent' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'agents of',
        help: {
          en: 'Show the agent that a conversation belongs to. ID is as "sessions list" shows it.',
          de: 'Zeigt den Agenten, dem ein Gespräch gehört. ID steht in „sessions list“.',
        },
        args: { id: 'ID' },
      },
    ],
    slash: [
      {
        words: 'agent',
        isDefault: true,
        about: {
          en: 'The agent of this conversation: /agent NAME, /agent off',
          de: 'Der Agent dieses Gesprächs: /agent NAME, /agent off',
        },
        help: {
          en: 'Show the agent that this conversation belongs to.',
          de: 'Zeigt den Agenten, dem dieses Gespräch gehört.',
        },
        ofChat: { id: 'conversation' },
      },
    ],
    input: () => ({ id: address('session') }),
    output: assignment,
    needs: ['agents'],
    run: ({ agents }, { id }) => ({
      holder: agents.holderOf(id) ?? null,
      agents: agents.profiles().map(({ name, purpose }) => ({ name, purpose })),
    }),
    view: (answer, look, { id }) => shown(answer, look, id),
  }),
  set: operation({
    summary:
      'Gives a conversation to an agent: from its next turn on it has that agent’s tools, limits, instructions, model, memories and budget.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/sessions/{id}/agent' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'agents assign',
        help: { en: 'Give a conversation to an agent.', de: 'Gibt ein Gespräch einem Agenten.' },
        args: { id: 'ID', agent: 'NAME' },
      },
    ],
    slash: [
      {
        words: 'agent',
        help: { en: 'Give this conversation to an agent.', de: 'Gibt dieses Gespräch einem Agenten.' },
        args: { agent: 'NAME' },
        ofChat: { id: 'conversation' },
      },
    ],
    input: () => ({
      id: address('session'),
      agent: text({ en: 'the name of an agent', de: 'der Name eines Agenten' }, 40),
    }),
    output: () => z.object({ agent: z.string() }),
    needs: ['agents'],
    async run({ agents }, { id, agent }, { by }) {
      await agents.hold(id, agent, by);
      return { agent };
    },
    view: ({ agent }, { language, typed }) => [lines(texts[language].given(agent, typed('agent off')))],
  }),
  off: operation({
    summary: 'Takes a conversation back from its agent: it belongs to none from its next turn on.',
    role: 'owner',
    wakes: true,
    http: { method: 'DELETE', path: '/api/sessions/{id}/agent' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'agents unassign',
        help: { en: 'Take a conversation back from its agent.', de: 'Nimmt ein Gespräch seinem Agenten.' },
        args: { id: 'ID' },
      },
    ],
    slash: [
      {
        words: 'agent off',
        help: { en: 'Take this conversation back from its agent.', de: 'Nimmt dieses Gespräch seinem Agenten.' },
        ofChat: { id: 'conversation' },
      },
    ],
    input: () => ({ id: address('session') }),
    output: () => z.object({ isOff: z.boolean().describe('false: it belonged to none') }),
    needs: ['agents'],
    async run({ agents }, { id }, { by }) {
      const isOff = agents.holderOf(id) !== undefined;
      await agents.hold(id, undefined, by);
      return { isOff };
    },
    view: ({ isOff }, { language }) => [lines(isOff ? texts[language].off : texts[language].none)],
    outcome: ({ isOff }) => (isOff ? 'done' : 'nothing'),
  }),
};

function shown({ holder, agents }: Assignment, { language }: Look, id: string): View {
  const say = texts[language];
  const name = holder?.agent;
  const whose =
    holder === null ? say.none : holder.isThere ? say.whose(holder.agent) : holderTexts[language].gone(holder.agent);
  const rows = agents.map(agent => ({
    cells: [agent.name, oneLine(agent.purpose, 100)],
    actions:
      agent.name === name
        ? []
        : [{ label: say.give(agent.name), operation: 'assignments.set', input: { id, agent: agent.name } }],
  }));
  return [
    lines(whose, holder?.isThere === false ? 'warn' : 'strong'),
    { kind: 'table', rows },
    {
      kind: 'actions',
      actions: holder === null ? [] : [{ label: say.take, operation: 'assignments.off', input: { id } }],
    },
  ];
}

const en = {
  none: 'This conversation belongs to no agent.',
  whose: (agent: string) => `This conversation belongs to the agent ${agent}.`,
  given: (agent: string, off: string) =>
    `From the next message on, this conversation belongs to the agent ${agent}: its tools, limits, instructions, model and memories. ${off} takes it back.`,
  off: 'From the next message on, this conversation belongs to no agent.',
  give: (agent: string) => `Give it to ${agent}`,
  take: 'Take it back',
};

const de: typeof en = {
  none: 'Dieses Gespräch gehört keinem Agenten.',
  whose: agent => `Dieses Gespräch gehört dem Agenten ${agent}.`,
  given: (agent, off) =>
    `Ab der nächsten Nachricht gehört dieses Gespräch dem Agenten ${agent}: mit seinen Werkzeugen, Grenzen, Anweisungen, seinem Modell und seinen Erinnerungen. ${off} nimmt es ihm.`,
  off: 'Ab der nächsten Nachricht gehört dieses Gespräch keinem Agenten.',
  give: agent => `${agent} geben`,
  take: 'Zurücknehmen',
};

const texts = catalog('api/subjects/conversation/assignments', { en, de });
