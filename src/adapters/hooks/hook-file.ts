/** Hook files as Claude Code (`settings.json`) and Codex (`hooks.json`) read them. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Hook, type HookEvent, hookEvents, type PassedOver } from '../../domain/hooks/hook.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';

const usualSeconds = 60;
const mostSeconds = 120;
const mostHooks = 100;

interface Read {
  readonly hooks: readonly Hook[];
  readonly passedOver: readonly PassedOver[];
}

/** Throws `invalid` where a file cannot be read: a check that is not read must not be missed. */
export function readHookFiles(files: readonly string[]): Read {
  const all = files.map(readHookFile);
  const hooks = all.flatMap(one => one.hooks);
  if (hooks.length > mostHooks) throw fault('invalid', says`there are more than ${mostHooks} hooks`);
  return { hooks, passedOver: all.flatMap(({ passedOver }) => passedOver) };
}

function readHookFile(file: string): Read {
  const groups = groupsIn(file);
  const hooks: Hook[] = [];
  const passedOver: PassedOver[] = [];
  for (const [event, matchers] of Object.entries(groups)) {
    if (!isEvent(event)) {
      passedOver.push({ file, what: event });
      continue;
    }
    for (const { matcher, hooks: commands } of rows(matchers))
      for (const { type = 'command', command, timeout } of rows(commands)) {
        if (type !== 'command' || typeof command !== 'string' || command.trim() === '') {
          passedOver.push({ file, what: `${event}: ${String(type)}` });
          continue;
        }
        const seconds = typeof timeout === 'number' && timeout > 0 ? Math.min(timeout, mostSeconds) : usualSeconds;
        hooks.push({
          id: `${event}-${hooks.length + 1}-${hash('sha256', `${file}\0${command}`).slice(0, 6)}`,
          event,
          matcher: typeof matcher === 'string' ? matcher : '',
          command,
          timeoutMs: seconds * 1_000,
          file,
        });
      }
  }
  return { hooks, passedOver };
}

function groupsIn(file: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw fault('invalid', says`the hook file ${file} cannot be read: ${(error as Error).message.slice(0, 200)}`);
  }
  const { hooks } = (typeof value === 'object' && value !== null ? value : {}) as { readonly hooks?: unknown };
  if (typeof hooks !== 'object' || hooks === null || Array.isArray(hooks))
    throw fault('invalid', says`the hook file ${file} has no table "hooks"`);
  return hooks as Record<string, unknown>;
}

function rows(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(one => typeof one === 'object' && one !== null) : [];
}

function isEvent(name: string): name is HookEvent {
  return hookEvents.some(event => event === name);
}
