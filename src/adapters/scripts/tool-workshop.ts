/** Makes, changes, reverts and removes the agent's own tools, one change at a time. */
import { fault } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Executor } from '../../ports/executor.ts';
import type { ToolLedger } from '../../ports/ledgers/tool.ts';
import { oneByOne } from '../process/one-by-one.ts';
import type { ScriptsFolder } from './scripts-folder.ts';
import { toolInstallation } from './tool-installation.ts';
import { type MadeTool, type ToolDraft, toolMaking } from './tool-making.ts';
import type { ToolRegistry } from './tool-registry.ts';
import { type RevertedTool, toolReverting } from './tool-reverting.ts';
import { toolTrial } from './tool-trial.ts';
import type { ToolVersions } from './tool-versions.ts';

export interface ToolWorkshop {
  make(draft: ToolDraft, signal: AbortSignal, alive?: () => void): Promise<MadeTool>;
  /** Takes back the last change, or goes to the version that is named (a commit, seven characters at least). */
  revert(name: string, version: string | undefined, by: 'agent' | 'owner'): Promise<RevertedTool>;
  /** Answers the commit; its history stays. */
  remove(name: string): Promise<string | undefined>;
}

export interface ToolWorkshopOptions {
  readonly folder: Pick<ScriptsFolder, 'write' | 'remove'>;
  readonly versions: ToolVersions;
  readonly registry: Pick<ToolRegistry, 'entries' | 'reload'>;
  readonly ledger: ToolLedger;
  readonly executor: Executor;
  readonly clock: Clock;
  /** What a new tool may be much like, beside its own kind. */
  readonly builtIn: readonly { readonly name: string; readonly description: string }[];
}

export function toolWorkshop(options: ToolWorkshopOptions): ToolWorkshop {
  const { versions, registry, ledger } = options;
  const inTurn = oneByOne();
  const install = toolInstallation(options);
  const make = toolMaking({ ...options, trial: toolTrial(options), install });
  const revert = toolReverting({ versions, registry, ledger, install });

  async function remove(name: string): Promise<string | undefined> {
    if (!registry.reload(name)) throw fault('invalid', `there is no tool ${name}`);
    const commit = await versions.remove(name, `delete tool: ${name}`);
    const { enabled } = ledger.get(name);
    ledger.remove(name);
    // a tool that the owner has switched off stays so when it is made again
    if (!enabled) ledger.change(name, { enabled });
    registry.reload(name);
    return commit;
  }

  return {
    make: (draft, signal, alive) => inTurn(() => make(draft, signal, alive)),
    revert: (name, version, by) => inTurn(() => revert(name, version, by)),
    remove: name => inTurn(() => remove(name)),
  };
}
