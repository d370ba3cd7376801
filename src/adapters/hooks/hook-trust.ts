/**
 * For which content each hook is trusted: `hooks.lock` in the home. What runs is looked at before each run, so a program
 * that somebody has changed does not.
 */
import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import type { Hook, HookState } from '../../domain/hooks/hook.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { readWhole, replaceWhole } from '../secrets/vault-file.ts';

export interface HookTrust {
  look(hook: Hook): { readonly state: HookState; readonly hash: string; readonly programs: readonly string[] };
  /** `hash`: undefined takes the trust away. */
  set(hook: Hook, hash: string | undefined): void;
}

/** Where programs of a command are looked for. */
export interface HookPlaces {
  readonly home: string;
  readonly project: string;
}

const stored = z.object({ version: z.literal(1), trusted: z.record(z.string(), z.string()) });
const mostBytes = 10 * 2 ** 20;

/** Throws `invalid` where the file is there and cannot be read. */
export function hookTrust(path: string, places: HookPlaces): HookTrust {
  let trusted = read(path);
  return {
    look(hook) {
      const programs = programsOf(hook.command, places);
      const found = hashOf(hook, programs);
      const known = trusted[hook.id];
      return { state: known === undefined ? 'new' : known === found ? 'trusted' : 'changed', hash: found, programs };
    },
    set(hook, content) {
      const { [hook.id]: _, ...others } = trusted;
      const next = content === undefined ? others : { ...others, [hook.id]: content };
      replaceWhole(path, Buffer.from(`${JSON.stringify({ version: 1, trusted: next }, null, 2)}\n`));
      trusted = next;
    },
  };
}

function read(path: string): Readonly<Record<string, string>> {
  const bytes = readWhole(path);
  if (bytes === undefined) return {};
  try {
    return stored.parse(JSON.parse(Buffer.from(bytes).toString('utf8'))).trusted;
  } catch {
    throw fault('invalid', says`${path} is not as Straylight writes it; delete it to be asked about every hook again`);
  }
}

/** Files that a command names, by whole paths. */
function programsOf(command: string, { home, project }: HookPlaces): readonly string[] {
  const words = command.match(/"[^"]*"|'[^']*'|[^\s;|&<>()"']+/g) ?? [];
  const paths = words.map(word => {
    const bare = word
      .replace(/^["']|["']$/g, '')
      .replace(/^["']?\$\{?HOME\}?/, home)
      .replace(/^~(?=\/)/, home);
    const placed = bare.replace(/^\$\{?CLAUDE_PROJECT_DIR\}?/, project);
    return isAbsolute(placed) ? placed : join(project, placed);
  });
  return [...new Set(paths)].filter(isFile);
}

function isFile(path: string): boolean {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= mostBytes;
  } catch {
    return false;
  }
}

function hashOf({ command, event, matcher }: Hook, programs: readonly string[]): string {
  const contents = programs.map(path => `${path} ${hash('sha256', readFileSync(path))}`);
  return hash('sha256', [event, matcher, command, ...contents].join('\0'));
}
