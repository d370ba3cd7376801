/** Agents of others, over A2A: those that may give work to this one, and those it may give work to. */
import type { A2aService } from '../../../domain/a2a/peer.ts';
import { catalog } from '../../../domain/text/catalog.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import { operation } from '../../contract.ts';
import { count } from '../../fields.ts';
import { type Look, lines, type View } from '../../view.ts';
import { z } from '../../zod.ts';

declare module '../../provided.ts' {
  interface Provided {
    readonly a2a: A2aService;
  }
}

export const peers = {
  list: operation({
    summary: 'Agents of others, over A2A: those that may give work to this one, and those it may give work to.',
    role: 'reader',
    http: { method: 'GET', path: '/api/peers' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'peers list',
        about: { en: 'Peers: agents of others, over A2A', de: 'Peers: Agenten anderer, über A2A' },
        isDefault: true,
        help: {
          en: 'List the agents of others that may give work, and those that get some.',
          de: 'Listet die Agenten anderer auf, die Arbeit geben dürfen, und die, die welche bekommen.',
        },
      },
    ],
    input: () => ({}),
    output: () =>
      z.object({
        address: z.string().describe('where peers reach this agent; missing: none may').optional(),
        peers: z
          .array(
            z.object({
              name: z.string(),
              purpose: z.string(),
              tools: z.array(z.string()).readonly().describe('what their work may use; "*": all'),
              minutes: count(),
            }),
          )
          .readonly(),
        agents: z.array(z.object({ name: z.string(), url: z.string(), purpose: z.string() })).readonly(),
      }),
    needs: ['a2a'],
    run: ({ a2a }) => a2a.list(),
    view: listed,
  }),
};

function listed({ address, peers, agents }: ReturnType<A2aService['list']>, { language }: Look): View {
  const say = texts[language];
  if (peers.length + agents.length === 0) return [lines(say.none)];
  return [
    ...(address === undefined ? [] : [lines(say.address(address))]),
    ...(peers.length === 0
      ? []
      : [
          {
            kind: 'table' as const,
            head: say.peers,
            rows: peers.map(({ name, purpose, tools }) => ({
              cells: [name, tools.length === 0 ? say.noTools : tools.join(', '), oneLine(purpose, 160)],
            })),
          },
        ]),
    ...(agents.length === 0
      ? []
      : [
          {
            kind: 'table' as const,
            head: say.agents,
            rows: agents.map(({ name, url, purpose }) => ({ cells: [name, oneLine(url, 200), oneLine(purpose, 160)] })),
          },
        ]),
  ];
}

const en = {
  none: 'No agent of others is set up. docs/a2a.md says how.',
  address: (address: string) =>
    `Peers reach this agent at ${address}; "straylight peers token NAME" prints the token of one.`,
  peers: ['Peer', 'May use', 'For'] as readonly string[],
  agents: ['Agent', 'Where', 'For'] as readonly string[],
  noTools: 'no tool',
};

const de: typeof en = {
  none: 'Kein Agent anderer ist eingerichtet. docs/a2a.md sagt, wie das geht.',
  address: address =>
    `Peers erreichen diesen Agenten unter ${address}; „straylight peers token NAME“ gibt das Token eines Peers aus.`,
  peers: ['Peer', 'Darf benutzen', 'Wofür'],
  agents: ['Agent', 'Wo', 'Wofür'],
  noTools: 'kein Werkzeug',
};

const texts = catalog('api/subjects/agent/peers', { en, de });
