/**
 * Where the owner lets a secret be used, and the rule that judges a use. What is not named is not allowed.
 *
 * A rule names tools. In a header of a request a secret is bound to hosts and to the headers it may stand in; as a
 * variable of a command to the beginnings of commands, where the owner named any. Which tool takes it how, the tool
 * declares (`takesSecrets` in ../tools/declaration.ts).
 */

import { isPermitted } from '../egress/domains.ts';
import { plainName } from '../egress/names.ts';
import { serverSecrets } from '../mcp/server.ts';
import { type Sentence, says } from '../policy/sentence.ts';

/** How a tool takes a secret: in a header of the request it sends, or as a variable of the command it runs. */
export type SecretWay = 'header' | 'variable';

/** The tools that take secrets, by name. */
export type SecretTakers = ReadonlyMap<string, SecretWay>;

/** Those among the tools that are declared, and MCP servers. */
export function secretTakers(
  declared: readonly { readonly name: string; readonly takesSecrets?: SecretWay }[],
): SecretTakers {
  const tools = declared.flatMap(({ name, takesSecrets }) => (takesSecrets ? [[name, takesSecrets] as const] : []));
  return new Map<string, SecretWay>([...tools, [serverSecrets.local, 'variable'], [serverSecrets.remote, 'header']]);
}

/** The agent that talks with the owner. */
export const mainAgent = 'main';

export interface SecretRule {
  readonly tools: readonly string[];
  /** `api.example.com`, `*.example.com` for all beneath it, `:8443` behind one for another port than 443. */
  readonly hosts: readonly string[];
  /** Names in lower case. */
  readonly headers: readonly string[];
  /** How a command has to begin, word by word; empty: any command, each of which the owner is asked about. */
  readonly commands: readonly string[];
  readonly agents: readonly string[];
}

/** A secret as it is shown: all but its value. Instants in epoch ms. */
export interface SecretRow {
  readonly name: string;
  readonly rule: SecretRule;
  readonly note?: string;
  /** When this value was set. */
  readonly createdAt: number;
  /** From when it is of no use any more, as its owner said. */
  readonly expires?: number;
  readonly lastUsedAt?: number;
}

/** What a value is wanted for, and by which tool. */
export type SecretUse = { readonly tool: string } & (
  | { readonly way: 'header'; readonly url: string; readonly header: string }
  | { readonly way: 'variable'; readonly command: string; readonly variable: string }
);

/** What the owner can see of the secrets; at once in this process, later over HTTP. No value is shown. */
export interface SecretService {
  list(): readonly SecretRow[] | Promise<readonly SecretRow[]>;
  /** The tools there are that take secrets. */
  takers(): SecretTakers;
  /** Reads the file again, because it was changed. Rejects with the reason where it cannot be opened. */
  reload(): Promise<string>;
}

/**
 * Why this secret may not be used so, for the model and its owner, with what the owner can do; undefined where it may.
 */
export function whyNotUsed(
  name: string,
  rule: SecretRule | undefined,
  agent: string,
  use: SecretUse,
): string | undefined {
  const advice = `The owner can allow it with: straylight secret set ${name} ${flagOf(use)}`;
  if (!rule) return `There is no secret named ${name}. ${advice}`;
  const why = whyAgentMayNot(rule, agent) ?? whyToolMayNot(rule, use);
  return why && `The secret ${name} may not be used for this: ${why}. ${advice}`;
}

/** What is wrong with the form of a rule, in a sentence; undefined where nothing is. */
export function ruleProblem({ tools, hosts, headers, commands, agents }: SecretRule): Sentence | undefined {
  if (tools.length === 0)
    return says`say where it may be used: --host for a header of a request, --command for a command`;
  const host = hosts.find(one => !hostForm.test(one));
  if (host !== undefined)
    return says`"${host}" is not a host: expected one as in "api.github.com", "*.example.com" or "example.com:8443", in lower case, without scheme and path`;
  const header = headers.find(one => !/^[a-z0-9-]{1,60}$/.test(one));
  if (header !== undefined) return says`"${header}" is not a header: expected a name as in "authorization"`;
  const command = commands.find(one => !isPlain(one) || words(one).length === 0);
  if (command !== undefined)
    return says`"${command}" is not the beginning of a command: expected plain words as in "git push", without quotes or shell characters`;
  const agent = agents.find(one => !/^[a-z0-9][a-z0-9_-]{0,31}$/.test(one));
  if (agent !== undefined) return says`"${agent}" is not an agent: expected a name in lower case, as in "main"`;
  return agents.length === 0 ? says`name at least one agent` : undefined;
}

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const hostForm = new RegExp(`^(?=.{1,260}$)(?:\\*\\.(?=[^.]+\\.))?(?:${label}\\.)+[a-z][a-z0-9-]{0,62}(?::\\d{1,5})?$`);

/** Why a rule says something of tools that they have no use for, in a sentence; undefined where it does not. */
export function toolProblem({ tools, hosts, commands }: SecretRule, takers: SecretTakers): Sentence | undefined {
  const unknown = tools.find(tool => !takers.has(tool));
  if (unknown !== undefined) return says`--tool takes ${[...takers.keys()].join(' or ')}, not "${unknown}"`;
  const byHeader = tools.filter(tool => takers.get(tool) === 'header');
  if (byHeader.length > 0 && hosts.length === 0)
    return says`for ${byHeader.join(' and ')} name the hosts it may go to, as in --host api.github.com`;
  if (hosts.length > 0 && byHeader.length === 0) return says`--host and --header are for ${takersBy('header', takers)}`;
  if (commands.length > 0 && !tools.some(tool => takers.get(tool) === 'variable'))
    return says`--command is for ${takersBy('variable', takers)}`;
  return undefined;
}

function takersBy(way: SecretWay, takers: SecretTakers): string {
  return [...takers].flatMap(([tool, one]) => (one === way ? [tool] : [])).join(' and ');
}

function whyAgentMayNot({ agents }: SecretRule, agent: string): string | undefined {
  return agents.includes(agent) ? undefined : `it is for the agent ${agents.join(', ')}, and this is ${agent}`;
}

function whyToolMayNot(rule: SecretRule, use: SecretUse): string | undefined {
  if (!rule.tools.includes(use.tool)) return `it is for ${rule.tools.join(', ')}, and not for ${use.tool}`;
  return use.way === 'header' ? whyNotThere(rule, use.url, use.header) : whyNotWith(rule, use.command);
}

function whyNotThere({ hosts, headers }: SecretRule, text: string, header: string): string | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:') return 'a secret is sent only over https';
  const port = url.port === '' ? '443' : url.port;
  const isBound = hosts.some(one => {
    const [host = '', bound = '443'] = one.split(':');
    return bound === port && isPermitted(url.hostname, [host]);
  });
  if (!isBound) {
    const host = `${plainName(url.hostname)}${port === '443' ? '' : `:${port}`}`;
    return `it is for ${hosts.join(', ')}, and not for ${host}`;
  }
  return headers.includes(header)
    ? undefined
    : `it may stand in the header ${headers.join(', ')}, and not in ${header}`;
}

function whyNotWith({ commands }: SecretRule, command: string): string | undefined {
  if (commands.length === 0) return undefined;
  const allowed = commands.map(one => `“${one}”`).join(' or ');
  if (!isPlain(command))
    return `it is for a command that begins with ${allowed} and is written in plain words, without quotes or shell characters`;
  const given = words(command);
  const fits = commands.some(one => words(one).every((word, at) => word === given[at]));
  return fits ? undefined : `it is for a command that begins with ${allowed}`;
}

/** One command and no shell: nothing here is quoted, joined, substituted, or another line. */
function isPlain(command: string): boolean {
  return /^[\w@%+:,./ -][\w@%+:,./= -]*$/.test(command) && !/^\s*\S*=/.test(command);
}

function words(command: string): readonly string[] {
  return command.split(' ').filter(word => word !== '');
}

function flagOf(use: SecretUse): string {
  if (use.way === 'variable') return `--tool ${use.tool}`;
  const url = URL.parse(use.url);
  return `--tool ${use.tool} --host ${url?.host || 'HOST'} --header ${use.header}`;
}
