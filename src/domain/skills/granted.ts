/** What a call needs that a skill was not granted. A grant lets nothing run by itself: it only spares a question. */
import { plainName } from '../egress/names.ts';
import { type Form, says } from '../policy/sentence.ts';
import type { FrozenCall } from '../tools/tool.ts';
import type { Grant } from './skill.ts';

/** Tools that only load, ask the owner, or tell about Straylight itself. */
const always: ReadonlySet<string> = new Set(['load_skill', 'ask_owner', 'agent_status', 'show_tool']);

export interface ActiveSkill {
  readonly name: string;
  readonly granted: Grant;
}

/** A sentence for each; several active skills have to be granted it, each. */
export function beyondGrants(
  { tool, effect, facts }: Pick<FrozenCall, 'tool' | 'effect' | 'facts'>,
  active: readonly ActiveSkill[],
): readonly Form[] {
  if (always.has(tool)) return [];
  return active.flatMap(({ name, granted }) => {
    const { path, writes, secrets = [], url } = facts;
    const host = url === undefined ? undefined : hostOf(url);
    const isWritten = writes === 'workspace' || (path !== undefined && effect === 'act');
    const missing: (Form | undefined)[] = [
      isAmong(granted.tools, tool)
        ? undefined
        : says`The skill ${name} is in use, and was not granted the tool ${tool}.`,
      host === undefined || granted.hosts.some(pattern => fitsHost(pattern, host))
        ? undefined
        : says`The skill ${name} is in use, and was not granted the host ${host}.`,
      isWritten && granted.files !== 'write'
        ? says`The skill ${name} is in use, and was not granted to write files.`
        : path !== undefined && granted.files === 'none'
          ? says`The skill ${name} is in use, and was not granted to read files.`
          : undefined,
      ...secrets.map(secret =>
        isAmong(granted.secrets, secret)
          ? undefined
          : says`The skill ${name} is in use, and was not granted the secret ${secret}.`,
      ),
    ];
    return missing.filter(one => one !== undefined);
  });
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
