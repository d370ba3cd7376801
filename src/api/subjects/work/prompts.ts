/** Prompts of MCP servers: said by the owner in a conversation. */
import type { ZodType } from 'zod';
import { typedPrompt } from '../../../domain/mcp/offer.ts';
import type { PromptAnswer, PromptRow } from '../../../domain/mcp/service.ts';
import { defined } from '../../../domain/text/json.ts';
import { operation } from '../../contract.ts';
import { address, clientMadeId, flag, text } from '../../fields.ts';
import { refuse } from '../../refusal.ts';
import { noPrompt, promptList, promptView } from '../../views/mcp/prompts.ts';
import { z } from '../../zod.ts';

const argument = () => z.object({ name: z.string(), description: z.string(), isRequired: flag() });

function promptRow(): ZodType<PromptRow> {
  return z.object({
    server: z.string(),
    name: z.string(),
    description: z.string(),
    args: z.array(argument()).readonly(),
  });
}

function answer(): ZodType<PromptAnswer> {
  const said = z.object({
    kind: z.literal('said'),
    session: z.string(),
    turn: z.string(),
    text: z.string(),
    key: z.string(),
    note: z.string().optional(),
  });
  const asks = z.object({
    kind: z.literal('asks').describe('it cannot do without more'),
    prompt: z.object({ server: z.string(), name: z.string(), given: z.record(z.string(), z.string()) }),
    description: z.string(),
    missing: z.array(argument()).readonly(),
    proposals: z.array(z.string()).readonly().describe('values for the first of them'),
  });
  return z.union([said, asks]) as unknown as ZodType<PromptAnswer>;
}

const about = { en: 'Prompts: those of MCP servers', de: 'Prompts: die von MCP-Servern' };
const listed = { en: 'List the prompts of MCP servers.', de: 'Listet die Prompts der MCP-Server auf.' };
const said = {
  en: 'Say a prompt of a server, with its arguments as NAME=VALUE; what is missing is asked for.',
  de: 'Sagt einen Prompt eines Servers, mit seinen Argumenten als NAME=WERT; was fehlt, wird gefragt.',
};

export const prompts = {
  list: operation({
    summary: 'The prompts of MCP servers.',
    role: 'reader',
    http: { method: 'GET', path: '/api/prompts' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [{ words: 'prompts list', about, isDefault: true, help: listed }],
    slash: [{ words: 'prompt', about, isDefault: true, help: listed }],
    input: () => ({}),
    output: () => z.object({ prompts: z.array(promptRow()).readonly() }),
    needs: ['mcp'],
    run: ({ mcp }) => ({ prompts: mcp.prompts() }),
    json: ({ prompts }) => prompts,
    view: promptList,
  }),
  say: operation({
    summary: 'Says a prompt of an MCP server in a conversation; answers which arguments it lacks, where it lacks some.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/prompts' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [{ words: 'prompts say', help: said, args: { prompt: 'SERVER:NAME' }, isOpen: true }],
    slash: [{ words: 'prompt', help: said, args: { prompt: 'NAME' }, isOpen: true, ofChat: { id: 'conversation' } }],
    input: () => ({
      prompt: text(
        {
          en: 'a prompt with its arguments, as in files:summarize path=a.txt',
          de: 'eine Vorlage mit ihren Argumenten, wie files:summarize path=a.txt',
        },
        8_000,
      ),
      lacking: z.string().max(100).describe('the argument that value is for').optional(),
      value: text('a value for it', 8_000).optional(),
      id: address('session').optional().describe('the conversation in which it is said'),
      clientId: clientMadeId().optional(),
    }),
    output: answer,
    missing: 'prompt of an MCP server',
    needs: ['mcp'],
    run({ mcp }, { prompt, lacking, value, id = 'session:terminal:main', clientId }, { by, commandId }) {
      const typed = typedPrompt(prompt);
      if (!typed) throw refuse(400, 'expected a prompt as in files:summarize path=a.txt');
      const given = lacking === undefined || value === undefined ? typed.given : { ...typed.given, [lacking]: value };
      const key = clientId ?? commandId;
      return mcp.prompt({ ...typed, given }, { session: id, by, ...defined({ key }) });
    },
    view: promptView,
    outcome: ({ kind }) => (kind === 'said' ? 'done' : 'nothing'),
    absent: noPrompt,
  }),
};
