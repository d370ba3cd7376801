/** What needs a secret or a login, as its owner sees it. No value is among that. */

import type { ZodType } from 'zod';
import { type ConnectionService, type RequestRow, requestStates } from '../../../domain/connections/request.ts';
import { loginStates, type NamedLogin } from '../../../domain/mcp/login.ts';
import { operation } from '../../contract.ts';
import { between, count, instant } from '../../fields.ts';
import { connectionList, noRequest, requestEnded } from '../../views/connections/connections.ts';
import { z } from '../../zod.ts';

declare module '../../provided.ts' {
  interface Provided {
    readonly connections: ConnectionService;
  }
}

function request(): ZodType<RequestRow> {
  const names = () => z.array(z.string());
  return z.object({
    id: count(),
    name: z.string().describe('of the secret'),
    why: z.string().describe('in the words of the agent'),
    rule: z.object({ tools: names(), hosts: names(), headers: names(), commands: names(), agents: names() }),
    session: z.string(),
    state: z.enum(requestStates),
    at: instant(),
    until: instant(),
    link: z.string().describe('where it is typed; good once').optional(),
    command: z.string().describe('what a terminal does instead'),
  });
}

function login(): ZodType<NamedLogin> {
  return z.object({
    name: z.string().describe('of the MCP server'),
    state: z.enum(loginStates),
    authority: z.string().describe('the origin of the authorization server').optional(),
    problem: z.string().optional(),
    at: instant(),
    expiresAt: instant().describe('when what it was given ends').optional(),
    renewedAt: instant().optional(),
    isRenewable: z.literal(true).describe('it is renewed before it ends').optional(),
    renewingSince: instant().optional(),
  });
}

export const connections = {
  list: operation({
    summary:
      'What needs a secret or a login, and how it stands: secrets that the agent has asked for, logins at MCP servers, secrets that end. Values are never shown.',
    role: 'reader',
    http: { method: 'GET', path: '/api/connections' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'connections list',
        about: {
          en: 'Connections: what needs a secret or a login from you',
          de: 'Verbindungen: was ein Geheimnis oder eine Anmeldung von dir braucht',
        },
        isDefault: true,
        help: {
          en: 'List secrets that were asked for, logins and how they stand, and secrets that end.',
          de: 'Listet erbetene Geheimnisse auf, Anmeldungen und wie sie stehen, und Geheimnisse, die ablaufen.',
        },
      },
    ],
    input: () => ({}),
    output: () =>
      z.object({
        requests: z.array(request()).readonly(),
        logins: z.array(login()).readonly(),
        ends: z
          .array(z.object({ name: z.string(), setAt: instant(), expires: instant() }))
          .readonly()
          .describe('secrets that their owner gave an end'),
      }),
    needs: ['connections'],
    run: ({ connections }) => connections.list(),
    view: connectionList,
  }),
  refuse: operation({
    summary: 'Refuses a secret that the agent has asked for; its conversation goes on without.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/connections/requests/{id}/refuse' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'connections refuse',
        help: {
          en: 'Refuse a secret that the agent has asked for.',
          de: 'Lehnt ein Geheimnis ab, um das der Agent gebeten hat.',
        },
        args: { id: 'N' },
      },
    ],
    input: () => ({ id: between(1, 999_999_999_999).describe('the number of a request') }),
    output: request,
    missing: 'open request',
    needs: ['connections'],
    run: ({ connections }, { id }) => connections.refuse(id),
    view: requestEnded,
    absent: noRequest,
  }),
};
