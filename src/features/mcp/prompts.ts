/**
 * Prompts of servers, said by the owner: what one says comes along as outside text, so nothing in it passes for the
 * owner's own words.
 */
import { promptParts } from '../../adapters/mcp/resource-parts.ts';
import type { McpServers } from '../../adapters/mcp/servers.ts';
import { missingIn, promptAsTyped, type TypedPrompt } from '../../domain/mcp/offer.ts';
import type { McpService, PromptAnswer, PromptRow } from '../../domain/mcp/service.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { McpLedger } from '../../ports/ledgers/mcp.ts';
import type { ResourcePart } from '../../ports/resources.ts';
import type { Core, Features } from '../feature.ts';
import { resourceTexts } from './resource-texts.ts';

/** Says something of the owner's in a conversation, once under its key, with what comes along. */
export type SayPrompt = (
  session: string,
  said: { readonly text: string; readonly key: string; readonly parts: readonly ResourcePart[] },
) => Promise<{ readonly turn: string; readonly note?: string }>;

export interface ServerPrompts extends Pick<McpService, 'prompts' | 'prompt'> {
  /** How it is said; before that nothing is. */
  sayBy(say: SayPrompt): void;
}

export function serverPrompts(
  { owner, clock }: Pick<Core, 'owner' | 'clock'>,
  {
    servers,
    ledger,
    audit,
  }: {
    readonly servers: Pick<McpServers, 'all' | 'get'>;
    readonly ledger: Pick<McpLedger, 'offers'>;
    readonly audit: Pick<Features['audit'], 'record'>;
  },
): ServerPrompts {
  let say: SayPrompt | undefined;
  const signal = () => new AbortController().signal;

  const prompts = (): readonly PromptRow[] =>
    servers
      .all()
      .flatMap(({ server: { name: server } }) => ledger.offers(server).prompts.map(prompt => ({ ...prompt, server })));

  function named({ server, name }: TypedPrompt): PromptRow | undefined {
    const [found, other] = prompts().filter(one => one.name === name && (server === '' || one.server === server));
    if (found && other)
      throw fault(
        'invalid',
        says`several servers have a prompt ${name}: say ${found.server}:${name} or ${other.server}:${name}`,
      );
    return found;
  }

  /** It may have come since its server was last looked at. */
  async function lookedUp(typed: TypedPrompt): Promise<PromptRow | undefined> {
    const peer = typed.server === '' ? undefined : servers.get(typed.server);
    await peer?.look(signal());
    return peer && named(typed);
  }

  async function asks(row: PromptRow, prompt: TypedPrompt): Promise<PromptAnswer | undefined> {
    const missing = missingIn(row, prompt.given);
    const [first] = missing;
    if (!first) return undefined;
    const peer = servers.get(row.server);
    const proposals = await peer?.ask(link => link.propose(row.name, first.name, signal())).catch(() => []);
    return { kind: 'asks', prompt, description: row.description, missing, proposals: proposals ?? [] };
  }

  return {
    prompts,
    sayBy(by) {
      say = by;
    },
    async prompt(typed, { session, key = clock.id(), by }) {
      const row = named(typed) ?? (await lookedUp(typed));
      const peer = row && servers.get(row.server);
      if (!row || !peer) return undefined;
      const prompt = { ...typed, server: row.server };
      const unknown = Object.keys(prompt.given).find(name => row.args.every(one => one.name !== name));
      if (unknown !== undefined)
        throw fault(
          'invalid',
          says`the prompt ${row.name} takes no ${unknown}; it takes ${row.args.map(({ name }) => name).join(', ') || 'nothing'}`,
        );
      const more = await asks(row, prompt);
      if (more) return more;
      if (!say) throw fault('unavailable', says`nothing can be said in a conversation now`);
      const contents = await peer.ask(link => link.prompt(row.name, prompt.given, signal()));
      audit.record({
        kind: 'settings.mcp-prompt',
        subject: `mcp:${row.server}`,
        actor: by,
        facts: { prompt: row.name },
      });
      const text = resourceTexts[owner.language].runPrompt(promptAsTyped(prompt));
      const { turn, note } = await say(session, { text, key, parts: promptParts(contents, row.name) });
      return { kind: 'said', session, turn, text, key, ...defined({ note }) };
    },
  };
}
