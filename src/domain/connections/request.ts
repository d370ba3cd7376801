/**
 * A secret that the agent needs: its owner types it on a page that is good once, or in a terminal, and in no chat. Whether
 * it came is all that a conversation learns.
 */
import type { NamedLogin } from '../mcp/login.ts';
import type { SecretRule, SecretTakers, SecretWay } from '../secrets/rule.ts';
import { mainAgent } from '../secrets/rule.ts';

/** How long a link is good. */
export const linkMs = 30 * 60_000;

export const requestStates = ['open', 'given', 'refused', 'expired'] as const;
export type RequestState = (typeof requestStates)[number];

/** Instants in epoch ms. */
export interface SecretRequest {
  readonly id: number;
  /** Of the secret. */
  readonly name: string;
  /** What for, in the agent's words. */
  readonly why: string;
  /** Where it may be used, if the owner gives it. */
  readonly rule: SecretRule;
  readonly session: string;
  readonly state: RequestState;
  readonly at: number;
  readonly until: number;
}

export interface KeptRequest extends SecretRequest {
  /** The last part of its link: to know it is to be the one who may give the secret. */
  readonly handle: string;
}

/** As the owner sees it. */
export interface RequestRow extends SecretRequest {
  /** Where it is typed; absent where no page is served, or the link is good no more. */
  readonly link?: string;
  /** What a terminal does instead. */
  readonly command: string;
}

/** What the page of a link shows, and takes. */
export interface SecretForms {
  /** Undefined: the link is good no more. */
  find(handle: string): { readonly name: string; readonly why: string; readonly places: string } | undefined;
  /** Keeps the value. Throws `invalid` for one that cannot be kept, and where the link is good no more. */
  give(handle: string, value: string): Promise<void>;
}

/** A secret that its owner gave an end. */
export interface EndingSecret {
  readonly name: string;
  /** When its value was set. */
  readonly setAt: number;
  readonly expires: number;
}

export interface ConnectionList {
  /** The open ones first. */
  readonly requests: readonly RequestRow[];
  /** At MCP servers. */
  readonly logins: readonly NamedLogin[];
  /** The first to end first. */
  readonly ends: readonly EndingSecret[];
}

export interface ConnectionService {
  list(): ConnectionList;
  /** Undefined: there is no open one of that number. */
  refuse(id: number): Promise<RequestRow | undefined>;
}

/** The rule that a request asks for. */
export function wantedRule(
  {
    hosts,
    header,
    commands,
  }: { readonly hosts: readonly string[]; readonly header: string; readonly commands: readonly string[] },
  takers: SecretTakers,
): SecretRule {
  const by = (way: SecretWay) =>
    [...takers].flatMap(([tool, one]) => (one === way && !tool.startsWith('mcp_') ? [tool] : []));
  return {
    tools: [...(hosts.length > 0 ? by('header') : []), ...(commands.length > 0 ? by('variable') : [])],
    hosts: hosts.map(host => host.toLowerCase()),
    headers: hosts.length > 0 ? [header.toLowerCase()] : [],
    commands,
    agents: [mainAgent],
  };
}

/** What the owner types in a terminal instead. */
export function commandFor({ name, rule }: Pick<SecretRequest, 'name' | 'rule'>): string {
  const words = (flag: string, values: readonly string[]) =>
    values.map(one => ` ${flag} ${/^[\w./*:-]+$/.test(one) ? one : `'${one}'`}`);
  const headers = rule.headers.filter(one => one !== 'authorization');
  return `straylight secret set ${name}${[...words('--host', rule.hosts), ...words('--header', headers), ...words('--command', rule.commands)].join('')}`;
}
