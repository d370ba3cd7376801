/**
 * Agents that a piece of work can be given to: what each is for, and what it may do. The work is done in a conversation
 * of its own, a child of the call that gave it.
 */
import { isPeer } from '../a2a/peer.ts';
import type { Body } from '../conversation/body.ts';
import { placeOf } from '../conversation/chat-session.ts';
import type { Taint } from '../policy/taint.ts';

/** The channel of the conversations of children. */
export const agentChannel = 'agent';

/** Children beneath children: so many levels, and no more. */
export const deepest = 2;
/** Children at work at once: of one conversation, and in all. */
export const mostOfOne = 8;
export const mostInAll = 16;

export const agentNameRule = 'a to z, 0 to 9 and _, beginning with a letter, at most 30 characters';

export function isAgentName(name: string): boolean {
  return /^[a-z][a-z0-9_]{0,29}$/.test(name);
}

/** What an agent may reach with its tools; absent: no limit of that kind. */
export interface AgentLimits {
  /** Folders of the workspace. */
  readonly folders?: readonly string[];
  /** Hosts, each with those beneath it; empty: no network. */
  readonly network?: readonly string[];
  /** Names of secrets. */
  readonly secrets?: readonly string[];
  readonly servers?: readonly string[];
  readonly skills?: readonly string[];
  /** Partitions of memories, first the one where it keeps what it saves; empty: none. */
  readonly memory?: readonly string[];
}

/** So often a piece of work goes on after its time, or its steps, are used up. */
export const mostContinuations = 3;

/** An agent, as Straylight brings it or `[agents.NAME]` of config.toml describes it. */
export interface AgentProfile {
  readonly name: string;
  /** What it is for: the model that gives work reads this, and so does the owner. */
  readonly purpose: string;
  /** Names of tools; `*`: all that the conversation has which gives the work. */
  readonly tools: readonly string[];
  /** More instructions of its owner; empty: none. */
  readonly prompt: string;
  /** `provider/model`; absent: as for conversations. */
  readonly model?: string;
  /** The model of this role of `[models.roles]`. */
  readonly role?: string;
  /** Its time for one piece of work. */
  readonly minutes: number;
  /** So often it goes on with it where that, or its steps, are used up; absent: as often as may be. */
  readonly continuations?: number;
  /** A call beyond its own tools and limits is put before its owner; absent: it is refused. */
  readonly beyond?: 'ask';
  /** Phrases; a message of the owner with one of them is given to it. Absent: it takes none by itself. */
  readonly takes?: readonly string[];
  /** The agent that takes a piece of work over which this one did not finish; absent: none does. */
  readonly reassign?: string;
  /** What its model calls for one piece of work may use; absent: the limits for conversations hold. */
  readonly budgetTokens?: number;
  /** What it may reach with its tools; absent: no less than the conversation that gives the work. */
  readonly limits?: AgentLimits;
}

const usualMinutes = 60;

/** Those that need no settings. A table of the same name in config.toml takes the place of one. */
export const shippedAgents: readonly AgentProfile[] = [
  {
    name: 'researcher',
    purpose: 'Looks things up on the web and in the workspace, changes nothing, and answers what it found and where.',
    tools: ['web_search', 'web_fetch', 'read_file', 'list_files', 'search_files', 'ask_owner'],
    prompt: 'Name the source of each thing you found. Say what you could not find.',
    minutes: usualMinutes,
  },
  {
    name: 'file_worker',
    purpose: 'Reads and writes files of the workspace.',
    tools: ['read_file', 'list_files', 'search_files', 'write_file', 'edit_file', 'ask_owner'],
    prompt: 'Read a file before you change it. Answer which files you wrote or changed.',
    minutes: usualMinutes,
  },
  {
    name: 'reviewer',
    purpose: 'Reads files of the workspace and says what is wrong in them; changes nothing.',
    tools: ['read_file', 'list_files', 'search_files', 'ask_owner'],
    prompt: 'Name file and place of each thing that is wrong, the gravest first. Say so where you found nothing.',
    minutes: usualMinutes,
  },
];

/** Shipped ones and those of the settings, which win a name; in the order of their names. */
export function agentsWith(own: readonly AgentProfile[]): readonly AgentProfile[] {
  const all = new Map([...shippedAgents, ...own].map(one => [one.name, one]));
  return [...all.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** What may be used that both lists allow; `*` allows all. */
export function toolsWithin(outer: readonly string[], inner: readonly string[]): readonly string[] {
  if (outer.includes('*')) return inner;
  return inner.includes('*') ? outer : inner.filter(tool => outer.includes(tool));
}

export function mayUse(tools: readonly string[], tool: string): boolean {
  return tools.includes('*') || tools.includes(tool);
}

/** The conversation of a child, by the actor that watches over it. `hop`: so often its work was continued before. */
export function sessionOfChild(agent: string, delegation: string, hop = 0): string {
  const again = hop === 0 ? '' : `-hop${hop}`;
  return `session:${agentChannel}:${agent}${again}-${delegation.slice(delegation.indexOf(':') + 1)}`;
}

/** Does a conversation continue work that another one began? */
export function isContinuation(session: string): boolean {
  return /-hop\d+-/.test(session);
}

/** The agent of such a conversation, by its address. */
export function agentOfChild(session: string): string {
  const { chat } = placeOf(session);
  const at = chat.indexOf('-');
  return at < 0 ? chat : chat.slice(0, at);
}

/** Work that is a step of a plan: what was approved names its agent, so no other one takes it over. */
export function isOfPlan(call: string): boolean {
  return call.includes('/');
}

/** The actor that keeps watch over a child, by the chat of its conversation. */
export function delegationOf(chat: string): string {
  return `delegation:${chat.slice(chat.lastIndexOf('-') + 1)}`;
}

/** Is it the conversation of a child? */
export function isChild(session: string): boolean {
  return placeOf(session).channel === agentChannel;
}

/**
 * A conversation that knows what it is told and nothing else: it recalls no memories, keeps none that others read, and
 * its words are no orders of the owner.
 */
export function isApart(session: string): boolean {
  return isChild(session) || isPeer(session);
}

/** The folder of the workspace in which copies for steps lie, each named by its plan and its step. */
export const copiesFolder = 'plan-copies';

/** What the copy of a step is called: by the address of the plan. */
export function copyName(plan: string, step: string): string {
  return `${plan.slice(plan.indexOf(':') + 1)}-${step}`;
}

/** The address of the plan that a copy is of. */
export function planOfCopy(name: string): string {
  return `plan:${name.split('-', 1)[0]}`;
}

/** Where the agent of a step finds its copy, in the workspace. */
export function copyFolder(plan: string, step: string): string {
  return `${copiesFolder}/${copyName(plan, step)}`;
}

export const childStates = ['running', 'done', 'failed', 'cancelled', 'expired', 'refused', 'unknown'] as const;
export type ChildState = (typeof childStates)[number];

/** A piece of work that was given to an agent. */
export interface ChildRecord {
  /** The address of the actor that keeps watch over it. */
  readonly id: string;
  readonly agent: string;
  /** Its conversation. */
  readonly session: string;
  /** The conversation that gave it, its turn and its call. */
  readonly parent: string;
  readonly turn: string;
  readonly call: string;
  /** The conversation at the top: where its owner is asked. */
  readonly root: string;
  /** 1: given by a conversation that is no child. */
  readonly depth: number;
  /** What it may use at most. */
  readonly tools: readonly string[];
  readonly taint: Taint;
  readonly startedAt: number;
  /** So often it went on in another conversation. */
  readonly hops: number;
  /** The agent that had it before and did not finish; null: none had. */
  readonly takenFrom: string | null;
}

/** Where a child stands, and what it has used. */
export interface ListedChild
  extends Pick<ChildRecord, 'id' | 'agent' | 'session' | 'parent' | 'depth' | 'startedAt' | 'hops' | 'takenFrom'> {
  readonly task: Body;
  readonly state: ChildState;
  readonly endedAt: number | null;
  readonly calls: number;
  readonly tokens: number;
  /** Millionths of a US dollar. */
  readonly micros: number;
}

/** The agent that a conversation of the owner's belongs to. */
export interface Holder {
  readonly agent: string;
  /** False: the settings do not know it any more, so nothing is done in the conversation. */
  readonly isThere: boolean;
}

/** For the owner. */
export interface AgentService {
  /** Undefined: the conversation belongs to none. */
  holderOf(session: string): Holder | undefined;
  /** Undefined: to none any more. Rejects with a `Fault` that can be shown. */
  hold(session: string, agent: string | undefined, by: string): Promise<void>;
  profiles(): readonly (AgentProfile & { readonly isShipped: boolean; readonly isFailing: boolean })[];
  /** The newest first; those that are at work before all others. */
  children(limit: number): readonly (Omit<ListedChild, 'task'> & { readonly task: string })[];
}
