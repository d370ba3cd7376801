/** What the operations are carried out with, in the process that holds the home. */
import { statSync } from 'node:fs';
import { sessionAddress } from '../../actors/channels/incoming.ts';
import { newestContext } from '../../actors/observation/newest-context.ts';
import type { Provided } from '../../api/provided.ts';
import type { Saying } from '../../domain/conversation/turn-terms.ts';
import type { FolderRow } from '../../domain/security/folders.ts';
import { resetTexts } from '../../domain/security/sandbox-texts.ts';
import { type Feature, type Features, merged, value } from '../feature.ts';
import type { Owner } from './owner.ts';
import { slashActs } from './slash.ts';

type AgentFor = Features['operations']['agentFor'];

export interface Services {
  /** What operations are carried out with, once it is filled. */
  readonly of: (agentFor: AgentFor) => Provided;
  /** Takes what features provide. Throws an `Error` where two provide a part of one name. */
  readonly fill: (features: readonly Feature[]) => void;
}

declare module '../feature.ts' {
  interface Features {
    readonly services: Services;
  }
}

const needed = ['owner', 'mcp', 'connections', 'workers'] as const;

type Needs = Pick<Features, (typeof needed)[number]>;

export const openServices = value('services', needed, (needs): Services => {
  saying(needs.owner, needs);
  const all: Partial<Provided> = {};
  return {
    of: agentFor => Object.assign(all, ofOwner(needs, agentFor)) as Provided,
    fill: features =>
      void Object.assign(all, merged<unknown>([{ ...all }, ...features.map(({ provides }) => provides)])),
  };
});

/** What the owner's side of this process has; the rest is of the features it is about. */
function ofOwner({ owner, workers }: Needs, agentFor: AgentFor) {
  const { reads, tools, accounts, remembered, sandbox, undo, budget, secrets, audit, admin, sessions } = owner;
  const { conversations, standing, trust, telemetry, modelService: models, jobs, core } = owner;
  const { language } = core.config.owner;
  return {
    ...reads,
    modelContext: session => newestContext(reads.journal, session),
    ...ownerActs(owner),
    reading: () => ({ language, now: core.clock.now() }),
    slash: slashActs(agentFor, core.clock.now, language),
    folders: () => foldersOf(owner),
    workers: workers.serviceWith(owner.decisions.decide),
    accounts,
    sessions,
    conversations,
    standing,
    trust,
    budget,
    models,
    tools: tools.library.service,
    coreTools: tools.coreTools,
    jobs: jobs.service,
    memories: remembered,
    sandbox: sandbox.service,
    undo: undo.service,
    secrets: secrets.service,
    audit: audit.service,
    restartPreview: admin.preview,
    traces: telemetry.traces,
  } satisfies Partial<Provided>;
}

function foldersOf({ core: { letIn, config } }: Owner): readonly FolderRow[] {
  return letIn.map(({ name, path, isWritable }) => ({
    name: `/workspace/${name}`,
    path,
    access: isWritable ? 'write' : 'read',
    state: statSync(path, { throwIfNoEntry: false })?.isDirectory() ? 'there' : 'missing',
    undo: isWritable && config.undo.enabled,
  }));
}

/** How conversations learn what came of a question outside of them. */
function saying({ incoming, channels }: Owner, { mcp, connections }: Pick<Features, 'mcp' | 'connections'>): void {
  // its text is from outside, also where the owner has answered its question
  mcp.tellBy((session, text, key) => incoming.message('local', session, { text, key, taint: 'external' }));
  // the owner asks for it; what it says comes along as a file from outside
  mcp.sayBy(async (session, { text, key, parts }) => {
    const { keptAll } = await import('../../actors/channels/bringing.ts');
    const attachments = await keptAll(channels.inbox, `local:${key}`, parts);
    return incoming.message('local', sessionAddress(session), { text, key, attachments, taint: 'owner' });
  });
  // what is said of a secret are words of ours, of an act of the owner's
  connections.tellBy((session, text, key) => incoming.message('local', session, { text, key, taint: 'owner' }));
}

/** What the owner can do. `by` says from where, for the audit chain. */
function ownerActs(owner: Owner) {
  const { incoming, decisions, attaching, admin, audit, tools, remembered, sandbox, undo, secrets } = owner;
  return {
    say: async (session: string, { clientId, key: work, files = [], ...said }: Saying) => {
      const attachments = await attaching.named(files);
      return incoming.message('local', sessionAddress(session), {
        ...said,
        attachments: attachments.length > 0 ? attachments : undefined,
        work,
        key: clientId,
        taint: 'owner',
      });
    },
    attach: attaching.keep,
    ...decisions,
    abort: incoming.abort,
    admin,
    changeTool: (name, act, by) => audit.acts.tools(tools.library.service, by).change(name, act),
    changeMemory: remembered,
    async resetSandbox(by, key) {
      const { store, config, clock, system } = owner.core;
      if (key === undefined) return audit.acts.sandbox(sandbox.service, by).reset();
      const name = `sandbox-reset:${key}`;
      // one that a crash has cut short is made again, one that has ended is not
      if (store.wasAccepted(name)) return resetTexts[config.owner.language].done;
      // where the host stops first, a repeat resets once more, which harms nothing
      const ended = () => void system.perform(() => store.accept(name, clock.now())).catch(() => {});
      return audit.acts.sandbox(sandbox.service, by).reset(ended);
    },
    applyUndo: (id, options, by) => audit.acts.undo(undo.service, by).apply(id, options),
    acceptAudit: audit.service.accept,
    reloadSecrets: secrets.service.reload,
  } satisfies Partial<Provided>;
}
