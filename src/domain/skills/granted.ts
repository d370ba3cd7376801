/**
 * What a call needs that a skill in use was not granted. A grant lets nothing run by itself: it only spares a question.
 *
 * A call is held to each of the four for what it could do, not for what it says: a program could read and write every
 * file of the workspace, and what runs later is held to nothing.
 */
import { plainName } from '../egress/names.ts';
import { type Form, says } from '../policy/sentence.ts';
import type { CallFacts, FrozenCall } from '../tools/tool.ts';
import { type FileGrant, fileGrants, type Grant } from './skill.ts';

/** Tools that only load, ask the owner, or tell about Straylight itself. */
const always: ReadonlySet<string> = new Set(['load_skill', 'ask_owner', 'agent_status', 'show_tool']);

export interface ActiveSkill {
  readonly name: string;
  readonly granted: Grant;
}

type Judged = Pick<FrozenCall, 'tool' | 'effect' | 'facts' | 'arguments'>;

/** A sentence for each; several active skills have to be granted it, each. */
export function beyondGrants(call: Judged, active: readonly ActiveSkill[]): readonly Form[] {
  const { tool, facts } = call;
  if (always.has(tool)) return [];
  const files = filesOf(call);
  const host = facts.url === undefined ? undefined : hostOf(facts.url);
  return active.flatMap(({ name, granted }) => {
    const missing: (Form | undefined)[] = [
      isAmong(granted.tools, tool)
        ? undefined
        : says`The skill ${name} is in use, and was not granted the tool ${tool}.`,
      whyNotReached(name, granted, host, reachesAnywhere(call)),
      fileGrants.indexOf(granted.files) >= fileGrants.indexOf(files)
        ? undefined
        : files === 'write'
          ? says`The skill ${name} is in use, and was not granted to write files.`
          : says`The skill ${name} is in use, and was not granted to read files.`,
      ...(facts.secrets ?? []).map(secret =>
        isAmong(granted.secrets, secret)
          ? undefined
          : says`The skill ${name} is in use, and was not granted the secret ${secret}.`,
      ),
      actsLater(facts) && !isWhole(granted)
        ? says`The skill ${name} is in use, and this would act later, when nothing is held to what was granted to it.`
        : undefined,
    ];
    return missing.filter(one => one !== undefined);
  });
}

function whyNotReached(name: string, granted: Grant, host: string | undefined, isAnywhere: boolean): Form | undefined {
  if (isAnywhere && !granted.hosts.includes('*'))
    return says`The skill ${name} is in use, and was not granted every host; nobody knows before which this reaches.`;
  return host === undefined || granted.hosts.some(pattern => fitsHost(pattern, host))
    ? undefined
    : says`The skill ${name} is in use, and was not granted the host ${host}.`;
}

/** It may send something to an address that nothing says before it runs. */
function reachesAnywhere({ tool, facts, arguments: text }: Judged): boolean {
  const { outward, executor, url, server } = facts;
  if (outward === true) return true;
  // without walls a program has the network of this machine
  if (executor === 'direct' && server === undefined) return true;
  return tool === 'browser' && url === undefined && leads.test(String(text));
}

/** What leads a page on, or runs a program in it. */
const leads = /"action":"(?:click|type|evaluate)"/;

/** What it could do with files. */
function filesOf({ effect, facts }: Judged): FileGrant {
  const { path, writes, restores, executor, server, workspace } = facts;
  const isProgram = effect === 'act' && executor !== undefined && server === undefined;
  if (writes !== undefined || restores === true || workspace === 'write' || isProgram) return 'write';
  if (path !== undefined && effect === 'act') return 'write';
  return path !== undefined || workspace === 'read' ? 'read' : 'none';
}

function actsLater({ schedules, writes }: CallFacts): boolean {
  return schedules === 'acts' || writes === 'scripts' || writes === 'settings';
}

function isWhole({ tools, hosts, files, secrets }: Grant): boolean {
  return [tools, hosts, secrets].every(names => names.includes('*')) && files === 'write';
}

function isAmong(granted: readonly string[], name: string): boolean {
  return granted.includes('*') || granted.includes(name);
}

function hostOf(url: string): string {
  const { hostname } = URL.parse(url) ?? { hostname: url.slice(0, 100) };
  return plainName(hostname);
}

function fitsHost(pattern: string, host: string): boolean {
  if (pattern === '*') return true;
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern.toLowerCase();
}
