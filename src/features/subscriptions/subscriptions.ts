/** What stands beside a conversation in each request: files and pages that are watched, and the tasks of a turn. */
import { createRequire } from 'node:module';
import type * as Inspection from '../../actors/context/inspection.ts';
import type * as Workspace from '../../actors/context/workspace.ts';
import type { Beside } from '../../actors/conversation/request/workspace-part.ts';
import { domainTrust } from '../../adapters/fetcher/domain-trust.ts';
import { lazyFetcher } from '../../adapters/fetcher/lazy-fetcher.ts';
import { fileTaint } from '../../adapters/files/file-taint.ts';
import { privateFiles } from '../../adapters/files/private-files.ts';
import type { PageReaders } from '../../adapters/pages/page-text.ts';
import { sqliteWorkspaceLedger } from '../../adapters/stores/sqlite/context/workspace.ts';
import { sqliteRequestLedger, sqliteTrustLedger } from '../../adapters/stores/sqlite/ledgers/egress.ts';
import { sqliteFileLedger } from '../../adapters/stores/sqlite/ledgers/files.ts';
import type * as Sources from '../../adapters/subscriptions/read-source.ts';
import { contextTools } from '../../adapters/tools/context/subscribe.ts';
import { readFileTool } from '../../adapters/tools/read-file.ts';
import { webFetchTool } from '../../adapters/tools/web-fetch.ts';
import type { AttachedDocument, Subscription, WatchedNow } from '../../domain/context/watched.ts';
import { privateNames } from '../../domain/privacy/private-names.ts';
import { defined } from '../../domain/text/json.ts';
import type { ReadSource } from '../../ports/context/workspace.ts';
import { type Feature, type Features, featureWithTools } from '../feature.ts';

// With the first thing that is watched, and the first look at a request.
const load = createRequire(import.meta.url);

export interface Subscriptions extends Feature {
  /** What stands beside a conversation in its next request. Nothing is read where there is nothing. */
  readonly items: (
    session: string,
    turn: string,
    documents: readonly AttachedDocument[],
    signal: AbortSignal,
  ) => Promise<Beside | undefined>;
}

declare module '../feature.ts' {
  interface Features {
    readonly subscriptions: Subscriptions;
  }
}

const needed = ['core', 'network', 'sandbox', 'files', 'memories'] as const;

type Needs = Pick<Features, (typeof needed)[number]>;

export const subscriptionsFeature = featureWithTools('subscriptions', needed, needs => {
  const { core, memories } = needs;
  const { database, system, clock, conversation, redactor } = core;
  const ledger = sqliteWorkspaceLedger(database);
  const { read, factsOf } = sourcesOf(needs);
  let reading: ReturnType<typeof Workspace.workspaceItems> | undefined;
  const inspected = (session: string) =>
    (load('../../actors/context/inspection.ts') as typeof Inspection).contextInWords(
      { ...core, memories: memories.store, ledger },
      session,
    );
  const watchedNow = (one: Subscription): WatchedNow => ({ ...one, ...defined({ characters: reading?.size(one.id) }) });
  const unsubscribe = (session: string, id: number) =>
    system.perform(() => ledger.unsubscribe(session, id, clock.now()));
  return {
    provides: {
      watched: { list: session => ledger.subscriptions(session).map(watchedNow), end: unsubscribe },
    },
    async items(session, turn, documents, signal) {
      const isEmpty = ledger.subscriptions(session, turn).length === 0 && ledger.tasks(session) === undefined;
      if (isEmpty && documents.length === 0) return undefined;
      reading ??= (load('../../actors/context/workspace.ts') as typeof Workspace).workspaceItems({
        ledger,
        read,
        perform: write => system.perform(write),
        redact: redactor.text,
        isPrivate: path => 'private' in factsOf({ path }, { said: [] }),
        beganAt: id => conversation.turn(id)?.startedAt,
        clock,
      });
      return reading.of(session, turn, documents, signal);
    },
    tools: contextTools({
      factsOf,
      tryOut: async (source, signal) => (await read(source, undefined, signal)).text.length,
      watched: session => ledger.subscriptions(session),
      subscribe: subscription => system.perform(() => ledger.subscribe({ ...subscription, at: clock.now() })),
      unsubscribe,
      setTasks: ledger.setTasks,
      inspect: inspected,
    }),
  };
});

/** They are read, and judged, as by the tools for files and pages. */
function sourcesOf({ core, network, sandbox: { executor }, files }: Needs) {
  const { config, database, version, acts, letIn, clock } = core;
  const { maxOutputBytes } = config.limits;
  const { allowedDomains: allowed, alwaysApproveDomains: alwaysApprove, blockedDomains: blocked } = config.egress;
  const isDirect = executor.kind === 'direct';
  const trust = domainTrust({
    lists: { allowed, alwaysApprove, blocked, own: network.ownNetwork.hosts },
    ledger: sqliteTrustLedger(database),
    now: clock.now,
    isDirect,
  });
  const readers: PageReaders = {
    html: async (...page) => (await import('../../adapters/pages/html-to-markdown.ts')).htmlToMarkdown(...page),
    pdf: async (...given) => (await import('../../adapters/pages/pdf-text.ts')).pdfText(network)(...given),
  };
  const { workspace, scripts } = config.paths;
  const readFile = readFileTool(files, {
    maxOutputBytes,
    ...defined({ pdf: readers.pdf }),
    document: async (...document) =>
      (await import('../../adapters/pages/document-text.ts')).documentText({ clock: network.clock })(...document),
    trust: fileTaint(sqliteFileLedger(database), { files, now: clock.now, acts: isDirect ? undefined : acts }),
    privacy: privateFiles(privateNames(config.sandbox.private), { workspace, scripts }, network.clock, letIn),
  });
  const fetcher = lazyFetcher({
    ...network,
    own: network.ownNetwork,
    ledger: sqliteRequestLedger(database),
    userAgent: `Straylight/${version}`,
  });
  const webFetch = webFetchTool(fetcher, { trust, readers, maxOutputBytes });
  let reader: ReadSource | undefined;
  const read: ReadSource = async (...question) => {
    reader ??= (load('../../adapters/subscriptions/read-source.ts') as typeof Sources).sourceReader({
      files,
      readFile,
      fetcher,
      readers,
      maxOutputBytes,
    });
    return reader(...question);
  };
  const factsOf: Parameters<typeof contextTools>[0]['factsOf'] = ({ path, url }, asker) =>
    url === undefined
      ? (readFile.facts?.({ path: path ?? '' }, asker) ?? {})
      : (webFetch.facts?.({ url }, { session: asker.session, said: asker.said }) ?? {});
  return { read, factsOf };
}
