/** The audit chain of one home: opened, begun with each start, asked and answered for. */

import { readFileSync } from 'node:fs';
import type { HomePaths } from '../../../config/home.ts';
import { anchorFile } from '../../adapters/audit/anchor.ts';
import { chainReader } from '../../adapters/audit/chain-reader.ts';
import { sha256 } from '../../adapters/audit/digest.ts';
import { auditLog } from '../../adapters/audit/log.ts';
import { sqliteAuditStore } from '../../adapters/stores/sqlite/ledgers/audit.ts';
import type { AuditService, ChainView } from '../../domain/audit/service.ts';
import { says } from '../../domain/policy/sentence.ts';
import type { SandboxService } from '../../domain/security/sandbox.ts';
import type { JsonObject } from '../../domain/text/json.ts';
import type { ToolService } from '../../domain/tools/health.ts';
import type { UndoService } from '../../domain/undo/undo.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { Directives } from '../../ports/host.ts';
import type { SigningKey } from '../../ports/secrets/signing-key.ts';
import { feature } from '../feature.ts';

/** Closed after everything that may write to it. */
export interface Audit extends AuditLog {
  readonly service: AuditService;
  /** What is wrong with the chain and was not accepted by the owner, or why its anchor cannot be written. */
  readonly problem: string | undefined;
  /** Written first at a start: which program, and which settings changed since the last one. */
  begin(facts: {
    readonly boot: string;
    readonly program: string;
    readonly executor: string;
    readonly model: string;
  }): void;
  /**
   * Calls back with what is wrong as it is found: at the opening, or when all rows have been read through, a piece at a
   * time.
   */
  watch(onBreak: (problem: string) => void): () => void;
  /** Reads the whole chain from its first row, a piece at a time. */
  verify(signal: AbortSignal): Promise<ChainView>;
  /** What the owner can do, each act written down before it is done. `by`: from where. */
  readonly acts: {
    tools(service: ToolService, by: string): ToolService;
    sandbox(service: SandboxService, by: string): SandboxService;
    undo(service: UndoService, by: string): UndoService;
    directives(directives: Directives, by: string): Directives;
  };
}

declare module '../feature.ts' {
  interface Features {
    readonly audit: Audit;
  }
}

export const auditFeature = feature('audit', ['home', 'keys'], ({ home, keys: { signing: key } }) => {
  const { config, database, clock, redactor } = home;
  const redact = redactor.json;
  const store = sqliteAuditStore(database);
  const anchor = anchorFile(config.paths.auditAnchor, key);
  const log = auditLog({ store, anchor, key, clock, redact });
  const noted = (): string | undefined => {
    const [last] = store.page({ limit: 1, kind: 'chain' });
    return last?.kind === 'chain.broken' ? String(JSON.parse(last.facts).problem) : undefined;
  };
  let problem = log.broken?.problem ?? noted();

  return {
    ...log,
    get problem() {
      return problem ?? (log.trouble && `the anchor cannot be written: ${log.trouble}`);
    },
    service: {
      page: async query => log.page(query),
      unrecorded: async () => log.unrecorded(),
      async accept() {
        const isWritten = log.accept();
        problem = undefined;
        if (!isWritten) return says`Nothing is broken that you have not accepted before; nothing was written.`;
        return says`Row ${store.head().n} says that you know of every break before it. Nothing else has changed.`;
      },
    },
    begin: facts => recordStart(store, log, { ...facts, key: key.publicKey }, settingsDigests(config.paths, key)),
    watch(onBreak) {
      if (log.broken) onBreak(log.broken.problem);
      let cancel = () => {};
      const look = () => {
        // first: a look that fails, since no file handle is left, is not the last one
        cancel = clock.after(pauseMs, look);
        const { chain } = log.page({ limit: 1 });
        if (chain.broken || chain.verified >= chain.rows) cancel();
        if (chain.broken) {
          problem = chain.broken.problem;
          onBreak(problem);
        }
      };
      cancel = clock.after(pauseMs, look);
      return () => cancel();
    },
    async verify(signal) {
      const reader = chainReader(store, anchor, key);
      for (;;) {
        signal.throwIfAborted();
        const view = reader.view();
        if (view.verified >= view.rows) return view;
        await new Promise<void>(resolve => clock.after(0, resolve));
      }
    },
    acts: recordedActs(log),
  };
});

type Digests = Readonly<Record<string, string>>;

/** A reader of the chain cannot try out passwords against the digest of `.env`: it is taken over a signature. */
function settingsDigests({ configFile, agentFile, envFile }: HomePaths, key: SigningKey): Digests {
  const env = textOf(envFile);
  return {
    'config.toml': sha256(textOf(configFile)),
    'agent.toml': sha256(textOf(agentFile)),
    '.env': env === '' ? sha256('') : sha256(key.sign(`straylight settings\n${env}`)),
  };
}

function recordStart(
  store: ReturnType<typeof sqliteAuditStore>,
  log: AuditLog,
  facts: JsonObject,
  settings: Digests,
): void {
  // 0.2.0 and earlier had another name for it
  const [last] = ['agent.started', 'house.started'].flatMap(kind => store.page({ limit: 1, kind }));
  const before = (last ? JSON.parse(last.facts).settings : undefined) as Digests | undefined;
  store.transaction(() => {
    log.record({ kind: 'agent.started', subject: 'agent', facts: { ...facts, settings } });
    if (!before) return;
    for (const [file, digest] of Object.entries(settings))
      if (before[file] !== digest)
        log.record({ kind: 'settings.changed', subject: file, facts: { from: before[file] ?? null, to: digest } });
  });
}

/** What the owner does, each recorded before it is done. */
function recordedActs(log: AuditLog): Audit['acts'] {
  const admin = (act: string, subject: string, by: string, facts: JsonObject = {}) =>
    log.record({ kind: `admin.${act}`, subject, actor: by, facts });
  return {
    tools: (service, by) => ({
      ...service,
      change(name, act) {
        admin(`tool-${act}`, name, by);
        return service.change(name, act);
      },
    }),
    sandbox: (service, by) => ({
      ...service,
      reset(onEnd) {
        admin('sandbox-reset', 'sandbox', by);
        return service.reset(onEnd);
      },
    }),
    undo: (service, by) => ({
      ...service,
      apply(id, options) {
        admin('undo', `turn ${id}`, by, { overwrite: options?.overwrite ?? false });
        return service.apply(id, options);
      },
    }),
    directives: (all, by) =>
      Object.fromEntries(
        Object.entries(all).map(([name, act]) => [
          name,
          (address: string, ...more: never[]) => {
            admin(name, address, by);
            return (act as (address: string, ...more: never[]) => Promise<unknown>)(address, ...more);
          },
        ]),
      ) as unknown as Directives,
  };
}

/** Between two pieces, so that a start with a long history answers at once. */
const pauseMs = 1000;

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
