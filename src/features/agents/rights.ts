/** Whose a conversation is, and what follows from it: rights, limits, memories, model, instructions. */
import { createRequire } from 'node:module';
import { prompt } from '../../../config/prompts.ts';
import { keptChildren, lineageOf, rootOfChild } from '../../actors/agents/children.ts';
import type { Rights } from '../../actors/tools/delegated-toolbox.ts';
import { childLedger } from '../../adapters/agents/ledger.ts';
import type * as PlanLedgers from '../../adapters/agents/plan-ledger.ts';
import { sqliteConversationAgents } from '../../adapters/stores/sqlite/agents/conversation-agents.ts';
import type { SqliteDatabase } from '../../adapters/stores/sqlite/database.ts';
import { sqliteTables } from '../../adapters/stores/sqlite/tables.ts';
import { isPeer, peerOf } from '../../domain/a2a/peer.ts';
import {
  type AgentProfile,
  agentsWith,
  type ChildRecord,
  type Holder,
  isApart,
  isChild,
  isContinuation,
  isOfPlan,
} from '../../domain/agents/agent.ts';
import type * as Earlier from '../../domain/agents/earlier.ts';
import { foldersInCopy } from '../../domain/agents/limits.ts';
import { agentTexts } from '../../domain/agents/texts.ts';
import type { Limit } from '../../domain/budget/budget.ts';
import { type Partitions, partitionsBy } from '../../domain/memory/partition.ts';
import { defined } from '../../domain/text/json.ts';
import { languageNames } from '../../domain/text/writing/locale.ts';
import type { ChildLedger } from '../../ports/agents/child-ledger.ts';
import type { ConversationAgents } from '../../ports/agents/conversation-agents.ts';
import { type Core, value } from '../feature.ts';

// With the first piece of work.
const load = createRequire(import.meta.url);

/** What others know of the conversations of agents. It needs the tables alone. */
export interface Delegated {
  readonly profiles: readonly AgentProfile[];
  readonly ledger: ChildLedger;
  /** The piece of work of a conversation; undefined: it is of no agent. */
  readonly childOf: (session: string) => ChildRecord | undefined;
  /** What the agent of a conversation may use; undefined: the conversation is of none. */
  readonly rightsOf: (session: string) => Rights | undefined;
  /** `provider/model` that its agent is to use; undefined: none is named. */
  readonly modelOf: (session: string) => string | undefined;
  /** What the model calls for its work may use. */
  readonly limitOf: (session: string) => Limit | undefined;
  /** Which memories conversations read and write. */
  readonly partitions: Partitions;
  /** The conversation itself, then those that its work comes from. */
  readonly lineageOf: (session: string) => readonly string[];
  /** The conversation at the top. */
  readonly rootOf: (session: string) => string;
  /** Its instructions; undefined: the conversation is of none. */
  readonly instructionsOf: (session: string, executor: string) => string | undefined;
  /** The conversations of the owner's that belong to an agent. */
  readonly held: ConversationAgents;
  /** The agent that a conversation of the owner's belongs to; `isThere`: the settings know it. Undefined: to none. */
  readonly holderOf: (session: string) => Holder | undefined;
}

declare module '../feature.ts' {
  interface Features {
    readonly delegated: Delegated;
  }
}

/** The rows of the conversations of agents, and what follows from them alone. */
export function childRows(database: SqliteDatabase) {
  const ledger = childLedger(sqliteTables(database));
  const kept = keptChildren(ledger);
  return {
    kept,
    ledger,
    rootOf: rootOfChild(kept),
    rightsOf(session: string): Rights | undefined {
      if (!isChild(session)) return undefined;
      // without its row nobody knows what it may do
      const { agent, tools } = kept.of(session) ?? { agent: '', tools: [] };
      return { agent, tools };
    },
  };
}

export const delegatedWork = value('delegated', ['core'], ({ core: { config, database } }): Delegated => {
  const profiles = agentsWith(config.agents);
  const { kept, ...rows } = childRows(database);
  const held = sqliteConversationAgents(database);
  const rowOf = (session: string) => (isChild(session) ? kept.of(session) : undefined);
  const { peers } = config.a2a;
  const peerIn = (session: string) => (isPeer(session) ? (peerOf(session)?.peer ?? '') : undefined);
  /** The name of its agent; undefined: it has none. Of a child without its row nobody knows it. */
  const agentOf = (session: string) =>
    isChild(session) ? (kept.of(session)?.agent ?? '') : isPeer(session) ? undefined : held.of(session);
  const profileOf = (session: string) => {
    const agent = agentOf(session);
    return agent === undefined ? undefined : profiles.find(({ name }) => name === agent);
  };
  // what had ended when its work began: the same in all its calls
  const earlier = (session: string) => {
    const child = rowOf(session);
    if (!child) return '';
    const { earlierText } = load('../../domain/agents/earlier.ts') as typeof Earlier;
    return earlierText(rows.ledger.earlierOf(child.agent, child.startedAt));
  };
  const limitsOf = limitsBy({ lineageOf: session => lineageOf(kept, session), rowOf, profileOf, database });
  const isHeld = (session: string) => !isApart(session) && held.of(session) !== undefined;
  const isOfAgent = (session: string) => isApart(session) || isHeld(session);
  const lists = (session: string) => limitsOf(session).flatMap(({ limits: { memory } }) => (memory ? [memory] : []));
  // one that was taken out of the settings, or whose giver was, may use nothing any more
  const isThere = (session: string) =>
    lineageOf(kept, session).every(one => agentOf(one) === undefined || profileOf(one) !== undefined);
  return {
    profiles,
    ...rows,
    held,
    holderOf(session) {
      const agent = isHeld(session) ? held.of(session) : undefined;
      return agent === undefined ? undefined : { agent, isThere: profileOf(session) !== undefined };
    },
    childOf: rowOf,
    partitions: partitionsBy({
      names: profiles.flatMap(({ limits }) => limits?.memory ?? []),
      listsOf: session => (isOfAgent(session) ? lists(session) : []),
      isOfAgent,
    }),
    rightsOf: rightsBy({
      ofChild: rows.rightsOf,
      ofPeer: session => {
        const peer = peerIn(session);
        return peer === undefined
          ? undefined
          : { agent: peer, tools: peers.find(({ name }) => name === peer)?.tools ?? [], limits: [] };
      },
      ofOwner: session =>
        isHeld(session) ? { agent: held.of(session) ?? '', tools: profileOf(session)?.tools ?? [] } : undefined,
      isThere,
      limitsOf,
      asks: session => profileOf(session)?.beyond === 'ask',
      giverOf: session => rowOf(session)?.parent,
    }),
    modelOf(session) {
      const { model, role } = profileOf(session) ?? {};
      const { roles } = config.models;
      const name = role ?? (isOfPlan(rowOf(session)?.call ?? '') ? ofSteps.role : '');
      return model ?? (Object.hasOwn(roles, name) ? roles[name] : undefined);
    },
    limitOf(session) {
      const { budgetTokens } = profileOf(session) ?? {};
      if (budgetTokens === undefined) return undefined;
      // what its earlier conversations used is gone; where nothing is left the work does not go on
      const id = isChild(session) && isContinuation(session) ? (rows.ledger.of(session)?.id ?? '') : '';
      const used = id === '' ? 0 : rows.ledger.effortOf(id).earlierTokens;
      return { tokens: Math.max(1, budgetTokens - used), micros: null };
    },
    lineageOf: session => lineageOf(kept, session),
    instructionsOf: instructionsFor(config, profileOf, earlier),
  };
});

/** What the agents of a conversation and of those above it are held to, its own first. */
function limitsBy({
  lineageOf,
  rowOf,
  profileOf,
  database,
}: {
  readonly lineageOf: (session: string) => readonly string[];
  readonly rowOf: (session: string) => ChildRecord | undefined;
  readonly profileOf: (session: string) => AgentProfile | undefined;
  readonly database: SqliteDatabase;
}): (session: string) => Limits {
  const copyOf = copiesOfCalls(database);
  /** Its own and those above it; where one works on a copy, that folder, and its folders as they are called there. */
  return session => {
    const lineage = lineageOf(session);
    const copies = lineage.flatMap(one => {
      const { agent, call = '' } = rowOf(one) ?? {};
      const held = agent === undefined ? undefined : copyOf(call);
      return agent === undefined || held === undefined ? [] : [{ agent, held }];
    });
    const limits = lineage.flatMap((one, at) => {
      const { name: agent = '', limits } = profileOf(one) ?? {};
      return limits === undefined ? [] : [{ agent, limits, isOwn: at === 0 }];
    });
    return copies.length === 0 ? limits : withinCopies(limits, copies);
  };
}

type Held = NonNullable<ReturnType<typeof PlanLedgers.copyOfCall>>;
type Limits = NonNullable<Rights['limits']>;

/**
 * The copy that a call of a plan is held to. It is found once, and looked for where a plan has given the work alone.
 */
function copiesOfCalls(database: SqliteDatabase): (call: string) => Held | undefined {
  const kept = new Map<string, Held | undefined>();
  return call => {
    if (!isOfPlan(call)) return undefined;
    if (kept.has(call)) return kept.get(call);
    const { copyOfCall } = load('../../adapters/agents/plan-ledger.ts') as typeof PlanLedgers;
    const held = copyOfCall(sqliteTables(database), call);
    if (kept.size >= mostCopies) kept.clear();
    kept.set(call, held);
    return held;
  };
}

const mostCopies = 1_000;

function withinCopies(limits: Limits, copies: readonly { readonly agent: string; readonly held: Held }[]): Limits {
  const own = copies.map(({ agent, held: { copy } }) => ({ agent, limits: { folders: [copy] } }));
  const [{ held }] = copies as [(typeof copies)[number]];
  const others = limits.map(({ agent, limits: { folders, ...rest }, isOwn = false }) => ({
    agent,
    isOwn,
    limits: {
      ...rest,
      ...defined({ folders: folders && foldersInCopy(folders, held.worktree, held.copy) }),
    },
  }));
  return [...own, ...others];
}

/** What a conversation may use, by whose it is: of a piece of work, of a peer, or of the owner with an agent. */
function rightsBy(of: {
  readonly ofChild: (session: string) => Rights | undefined;
  readonly ofPeer: (session: string) => Rights | undefined;
  readonly ofOwner: (session: string) => Rights | undefined;
  readonly isThere: (session: string) => boolean;
  readonly limitsOf: (session: string) => Limits;
  /** May it ask its owner for what is beyond its own tools and limits? */
  readonly asks: (session: string) => boolean;
  /** The conversation that gave the work; undefined: it is its owner's own. */
  readonly giverOf: (session: string) => string | undefined;
}): Delegated['rightsOf'] {
  const rightsOf: Delegated['rightsOf'] = session => {
    const peer = of.ofPeer(session);
    if (peer) return peer;
    const rights = of.ofChild(session) ?? of.ofOwner(session);
    if (!rights) return undefined;
    const limits = of.limitsOf(session);
    if (!of.isThere(session)) return { ...rights, tools: [], limits };
    if (!of.asks(session)) return { ...rights, limits };
    const giver = of.giverOf(session);
    return { ...rights, limits, asksWithin: (giver === undefined ? undefined : rightsOf(giver)?.tools) ?? ['*'] };
  };
  return rightsOf;
}

/** Of agents that carry out steps of a plan, where nothing else is set for them. */
const ofSteps = { role: 'executor' } as const;

function instructionsFor(
  { owner, limits, personality, a2a }: Core['config'],
  profileOf: (session: string) => AgentProfile | undefined,
  earlier: (session: string) => string,
): Delegated['instructionsOf'] {
  const words = prompt('agent');
  let ofPeers: ReturnType<typeof prompt<'peer'>> | undefined;
  let ofOwner: ReturnType<typeof prompt<'held'>> | undefined;
  return (session, executor) => {
    const peer = isPeer(session) ? peerOf(session)?.peer : undefined;
    const profile = profileOf(session);
    if (!isChild(session) && peer === undefined && profile === undefined) return undefined;
    const common = {
      executor,
      owner: owner.name ?? 'your owner',
      language: languageNames[owner.language],
      time_zone: owner.timeZone,
      workspace: '/workspace',
      max_steps: limits.maxStepsPerTurn,
      max_tool_calls: limits.maxToolCallsPerTurn,
    };
    if (peer !== undefined) {
      ofPeers ??= prompt('peer');
      const { purpose = '' } = a2a.peers.find(({ name }) => name === peer) ?? {};
      return ofPeers({ ...common, name: personality.name, peer, purpose });
    }
    const { name = 'agent', purpose = '', prompt: added = '' } = profile ?? {};
    const asks = profile?.beyond === 'ask' ? agentTexts.asksBeyond(profile.tools) : '';
    const own = [added, asks].filter(text => text !== '').join('\n\n');
    if (!isChild(session)) {
      ofOwner ??= prompt('held');
      return ofOwner({ ...common, name, purpose, own });
    }
    return words({
      ...common,
      name,
      purpose,
      own: [own, earlier(session)].filter(text => text !== '').join('\n\n'),
    });
  };
}
