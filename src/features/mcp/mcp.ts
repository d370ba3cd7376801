/** MCP servers: what they are, the tools they bring, and what the owner can do about them. */
import { createRequire } from 'node:module';
import { mcpLedger } from '../../adapters/mcp/ledger.ts';
import { later } from '../../adapters/process/later.ts';
import { watchAfterMs } from '../../adapters/settings/watch.ts';
import { sqliteTables } from '../../adapters/stores/sqlite/tables.ts';
import type { NamedLogin } from '../../domain/mcp/login.ts';
import type { Resources } from '../../ports/resources.ts';
import type { ToolSource } from '../../ports/tool-source.ts';
import type { Offer } from '../../ports/toolbox.ts';
import { type Core, type Feature, featureWithTools } from '../feature.ts';
import type * as Parts from './parts.ts';
import type { McpParts } from './parts.ts';
import type { SayPrompt } from './prompts.ts';
import type { SayIn } from './questions.ts';

// Where there is a server, or its owner asks about servers.
const load = createRequire(import.meta.url);

export interface Mcp extends Feature {
  /** What messages name of servers. */
  readonly resources: Resources;
  /** How logins at servers stand. */
  readonly logins: () => readonly NamedLogin[];
  /** How conversations are told what came of a question. */
  readonly tellBy: (say: SayIn) => void;
  /** How a prompt is said. */
  readonly sayBy: (say: SayPrompt) => void;
}

declare module '../feature.ts' {
  interface Features {
    readonly mcp: Mcp;
  }
}

export const mcpFeature = featureWithTools(
  'mcp',
  ['core', 'sandbox', 'network', 'secrets', 'files', 'audit', 'logins', 'keys'],
  ({ core, ...needs }) => {
    const ledger = mcpLedger(sqliteTables(core.database));
    // a server that is added later is added by the parts
    const isSetUp = core.config.mcp.length > 0 || ledger.servers().length > 0;
    let say: SayIn | undefined;
    let sayPrompt: SayPrompt | undefined;
    let opened: McpParts | undefined;
    const parts = () => {
      if (opened) return opened;
      opened = (load('./parts.ts') as typeof Parts).mcpParts({ core, ...needs }, ledger);
      if (say) opened.questions.tellBy(say);
      if (sayPrompt) opened.prompts.sayBy(sayPrompt);
      return opened;
    };
    let cancelLook: (() => void) | undefined;
    return {
      provides: { mcp: later(() => parts().service, functions) },
      resources: {
        has: server => (opened !== undefined || isSetUp) && parts().resources.has(server),
        read: (mention, session, signal) => parts().resources.read(mention, session, signal),
      },
      logins: ledger.logins,
      tellBy(by) {
        say = by;
        opened?.questions.tellBy(by);
      },
      sayBy(by) {
        sayPrompt = by;
        opened?.prompts.sayBy(by);
      },
      toolSource: lazySource(() => (opened || isSetUp ? parts().source : undefined)),
      // a server of the settings that was never seen is looked at once, after the start: neither waits for the other
      async start() {
        if (!isSetUp && ledger.questions().length === 0) return;
        const { questions, servers, logins } = parts();
        await questions.settle();
        cancelLook = core.clock.after(watchAfterMs, () => look(core, { questions, servers, logins }));
      },
      async stop() {
        cancelLook?.();
        await opened?.logins.stop();
      },
      async close() {
        opened?.logins.close();
        await opened?.servers.close();
      },
    };
  },
);

function look(
  { log, redactor }: Core,
  { questions, servers, logins }: Pick<McpParts, 'questions' | 'servers' | 'logins'>,
): void {
  const lost = (event: string) => (error: unknown) => log({ level: 'warn', event, text: redactor.text(String(error)) });
  questions.resume().catch(lost('mcp.questions'));
  logins.resume().catch(lost('mcp.logins'));
  const signal = new AbortController().signal;
  const unseen = servers.all().filter(({ server }) => !servers.isSeen(server.name));
  for (const { server } of unseen)
    void servers
      .get(server.name)
      ?.look(signal)
      .catch(() => {});
}

const functions = {
  list: true,
  show: true,
  test: true,
  add: true,
  remove: true,
  accept: true,
  change: true,
  login: true,
  loggedIn: true,
  prompts: true,
  prompt: true,
  questions: true,
  answer: true,
} as const;

/** Always the same one, so that nothing counts as changed. */
const nothing: Offer = { specs: [], notes: '' };

function lazySource(source: () => ToolSource | undefined): ToolSource {
  return {
    offer: (words, within) => source()?.offer(words, within) ?? nothing,
    find: (name, call) => source()?.find(name, call),
    names: () => source()?.names() ?? [],
    findable: {
      all: () => source()?.findable?.all() ?? [],
      isCut: () => source()?.findable?.isCut() === true,
    },
    changed: () => source()?.changed(),
    // who connects to the servers closes them
    close: async () => {},
  };
}
