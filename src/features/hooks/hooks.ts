/**
 * Hooks of Claude Code's and Codex's files: gates, what stands behind a result, and for what content each is trusted.
 */
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import type { AfterTool } from '../../actors/tools/hooked-toolbox.ts';
import type * as HookFile from '../../adapters/hooks/hook-file.ts';
import type * as HookGate from '../../adapters/hooks/hook-gate.ts';
import type * as Trust from '../../adapters/hooks/hook-trust.ts';
import type { Hook, HookRow, HookService } from '../../domain/hooks/hook.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { Gate } from '../../ports/gate.ts';
import { type Feature, feature } from '../feature.ts';

// Where a file of hooks is set.
const load = createRequire(import.meta.url);

export interface Hooks extends Feature {
  readonly gates: readonly Gate[];
  /** Undefined: no hook looks at results. */
  readonly after: AfterTool | undefined;
  /** Why a conversation is not to be summarised now; undefined: no hook is asked, or none is against it. */
  readonly beforeCompaction: ((session: string, signal: AbortSignal) => Promise<string | undefined>) | undefined;
}

declare module '../feature.ts' {
  interface Features {
    readonly hooks: Hooks;
  }
}

const none: HookService = {
  list: () => ({ hooks: [], passedOver: [] }),
  trust: () => undefined,
  distrust: () => undefined,
};

/** Throws `invalid` where a file of hooks cannot be read. */
export const hooksFeature = feature('hooks', ['core'], ({ core: { config, clock, log } }): Hooks => {
  if (config.hooks.files.length === 0)
    return { provides: { hooks: none }, gates: [], after: undefined, beforeCompaction: undefined };
  const { readHookFiles } = load('../../adapters/hooks/hook-file.ts') as typeof HookFile;
  const { hookTrust } = load('../../adapters/hooks/hook-trust.ts') as typeof Trust;
  const { hookGates, afterTool, beforeCompaction } = load('../../adapters/hooks/hook-gate.ts') as typeof HookGate;
  const { workspace, hooksLock } = config.paths;
  const { hooks, passedOver } = readHookFiles(config.hooks.files);
  const trust = hookTrust(hooksLock, { home: homedir(), project: workspace });
  const options = {
    clock,
    trust,
    workspace,
    searchPath: config.searchPath ?? [],
    onFailed: (hook: string, why: string) => log({ level: 'warn', event: 'hook.failed', hook, why }),
  };
  const rowOf = (hook: Hook): HookRow => ({ ...hook, ...trust.look(hook) });
  const has = (wanted: Hook['event']) => hooks.some(({ event }) => event === wanted);
  const find = (id: string) => hooks.find(hook => hook.id === id);
  return {
    provides: {
      hooks: {
        list: () => ({ hooks: hooks.map(rowOf), passedOver }),
        trust(id, seen) {
          const hook = find(id);
          if (!hook) return undefined;
          const { hash } = trust.look(hook);
          if (seen !== undefined && seen !== hash)
            throw fault('denied', says`the hook ${id} is not what it was when you looked at it; look again`);
          trust.set(hook, hash);
          return rowOf(hook);
        },
        distrust(id) {
          const hook = find(id);
          if (!hook) return undefined;
          trust.set(hook, undefined);
          return rowOf(hook);
        },
      },
    },
    gates: hookGates(hooks, options),
    after: has('PostToolUse') ? afterTool(hooks, options) : undefined,
    beforeCompaction: has('PreCompact') ? beforeCompaction(hooks, options) : undefined,
  };
});
