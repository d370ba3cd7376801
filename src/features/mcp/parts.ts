/** What MCP servers need once there is one: the links to them, the source of their tools, and what the owner does about them. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { folderRefusal } from '../../adapters/files/let-in/table.ts';
import { openLink } from '../../adapters/mcp/open-link.ts';
import { type McpServers, mcpServers } from '../../adapters/mcp/servers.ts';
import { mcpToolSource } from '../../adapters/mcp/tool-source.ts';
import type { McpService } from '../../domain/mcp/service.ts';
import type { ConfinedFiles } from '../../ports/files/confined.ts';
import type { McpLedger } from '../../ports/ledgers/mcp.ts';
import type { ToolSource } from '../../ports/tool-source.ts';
import type { Features } from '../feature.ts';
import { type ServerLogins, serverLogins } from './logins.ts';
import { type ServerPrompts, serverPrompts } from './prompts.ts';
import { type ServerQuestions, serverQuestions } from './questions.ts';
import { type ServerResources, serverResources } from './resources.ts';
import { mcpService } from './service.ts';

export interface McpParts {
  readonly service: McpService;
  readonly source: ToolSource;
  readonly servers: McpServers;
  readonly questions: ServerQuestions;
  readonly logins: ServerLogins;
  readonly resources: ServerResources;
  readonly prompts: Pick<ServerPrompts, 'sayBy'>;
}

export function mcpParts(
  {
    core,
    sandbox: { executor },
    network,
    secrets,
    files,
    audit,
    keys: { signing },
    logins: vault,
  }: Pick<Features, 'core' | 'sandbox' | 'network' | 'secrets' | 'files' | 'audit' | 'logins' | 'keys'>,
  ledger: McpLedger,
): McpParts {
  const { config, clock, log, redactor, acts, version } = core;
  const { paths, limits } = config;
  const places = { home: paths.home, userFolder: homedir() };
  const logins = serverLogins(core, {
    ledger,
    vault,
    network,
    secrets,
    addressOf(name) {
      const reach = servers.all().find(({ server }) => server.name === name)?.server.reach;
      return reach?.kind === 'remote' ? reach.url : undefined;
    },
    async onDone(name) {
      await servers.changed(name);
      // why that failed is kept with the server
      await servers
        .get(name)
        ?.look(new AbortController().signal)
        .catch(() => {});
    },
  });
  const opening = {
    executor,
    network,
    secrets,
    logins,
    acts,
    version,
    folder: join(paths.run, 'mcp'),
    refusal: (path: string) => folderRefusal(path, places),
  };
  const servers = mcpServers({
    settings: config.mcp,
    ledger,
    clock,
    open: (server, protocol, onNews) => openLink(server, opening, { protocol, onNews }),
    onTools: () => source.changed(),
    onNews(name, news) {
      resources.hear(name, news);
      questions.hear(name, news);
    },
    onFailed: (name, problem) => log({ level: 'warn', event: 'mcp.failed', name, text: redactor.text(problem) }),
  });
  const resources = serverResources(core, { servers, ledger });
  const keep = keptIn(files, clock.id);
  const source = mcpToolSource({
    servers,
    ledger,
    executor,
    most: limits.maxDynamicToolsPerTurn,
    ask: pending => questions.ask(pending),
    keep,
  });
  const questions = serverQuestions(core, { servers, ledger, audit, keep, signing });
  const prompts = serverPrompts(core, { servers, ledger, audit });
  const service = {
    ...mcpService(core, { servers, ledger, source, audit, executor, logins }),
    ...answering(questions),
    prompts: prompts.prompts,
    prompt: prompts.prompt,
  };
  return { service, source, servers, questions, logins, resources, prompts };
}

const answering = ({ list, answer }: ServerQuestions) => ({ questions: list, answer });

/** A file of an answer, under a name of its own in the folder of its server. */
function keptIn(files: ConfinedFiles, id: () => string) {
  return async (server: string, bytes: Uint8Array, mimeType: string): Promise<string> => {
    const [, ending = 'bin'] = /^[a-z]+\/([a-z0-9]{1,8})\b/.exec(mimeType) ?? [];
    const place = files.place(`mcp/${server}/${id()}.${ending === 'jpeg' ? 'jpg' : ending}`);
    await files.put(place, bytes);
    return files.name(place);
  };
}
