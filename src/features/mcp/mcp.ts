/** MCP servers: what they are, the tools they bring, and what the owner can do about them. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { folderRefusal } from '../../adapters/files/let-in/table.ts';
import { mcpLedger } from '../../adapters/mcp/ledger.ts';
import { openLink } from '../../adapters/mcp/open-link.ts';
import { mcpServers } from '../../adapters/mcp/servers.ts';
import { mcpToolSource } from '../../adapters/mcp/tool-source.ts';
import { watchAfterMs } from '../../adapters/settings/watch.ts';
import { sqliteTables } from '../../adapters/stores/sqlite/tables.ts';
import type { McpService } from '../../domain/mcp/service.ts';
import type { ConfinedFiles } from '../../ports/files/confined.ts';
import { type Feature, feature } from '../feature.ts';
import { type SayIn, type ServerQuestions, serverQuestions } from './questions.ts';
import { mcpService } from './service.ts';

export interface Mcp extends Feature {
  readonly service: McpService;
  /** How conversations are told what came of a question. */
  readonly tellBy: (say: SayIn) => void;
}

declare module '../feature.ts' {
  interface Features {
    readonly mcp: Mcp;
  }
}

export const mcpFeature = feature(
  'mcp',
  ['core', 'sandbox', 'network', 'secrets', 'files', 'audit'],
  ({ core, sandbox: { executor }, network, secrets, files, audit }) => {
    const { config, database, clock, log, redactor, acts, version } = core;
    const { paths, limits } = config;
    const ledger = mcpLedger(sqliteTables(database));
    const places = { home: paths.home, userFolder: homedir() };
    const opening = {
      executor,
      network,
      secrets,
      acts,
      version,
      folder: join(paths.run, 'mcp'),
      refusal: (path: string) => folderRefusal(path, places),
    };
    const servers = mcpServers({
      settings: config.mcp,
      ledger,
      clock,
      open: (server, protocol, onListChanged) => openLink(server, opening, { protocol, onListChanged }),
      onTools: () => source.changed(),
      onFailed: (name, problem) => log({ level: 'warn', event: 'mcp.failed', name, text: redactor.text(problem) }),
    });
    const keep = keptIn(files, clock.id);
    const source = mcpToolSource({
      servers,
      ledger,
      executor,
      most: limits.maxDynamicToolsPerTurn,
      ask: pending => questions.ask(pending),
      keep,
    });
    const questions = serverQuestions(core, { servers, ledger, audit, keep });
    let cancelLook: (() => void) | undefined;
    return {
      service: { ...mcpService(core, { servers, ledger, source, audit, executor }), ...answering(questions) },
      tellBy: questions.tellBy,
      toolSource: source,
      // a server of the settings that was never seen is looked at once, after the start: neither waits for the other
      async start() {
        await questions.settle();
        cancelLook = clock.after(watchAfterMs, () => {
          questions
            .resume()
            .catch((error: unknown) =>
              log({ level: 'warn', event: 'mcp.questions', text: redactor.text(String(error)) }),
            );
          const signal = new AbortController().signal;
          const unseen = servers.all().filter(({ server }) => !servers.isSeen(server.name));
          for (const { server } of unseen)
            void servers
              .get(server.name)
              ?.look(signal)
              .catch(() => {});
        });
      },
      stop: () => cancelLook?.(),
      close: servers.close,
    };
  },
);

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
