/** Puts the content of a tool in its place: one commit of its history, and the files that are run. */
import type { Clock } from '../../ports/clock.ts';
import type { ToolFacts, ToolLedger } from '../../ports/ledgers/tool.ts';
import type { ToolRegistry } from './tool-registry.ts';
import { hashOf, type ToolContent, type ToolVersions } from './tool-versions.ts';

/** `facts`: what is decided about this content; the ledger has it before the registry finds the content. */
export type InstallTool = (
  content: ToolContent,
  message: string,
  facts: ToolFacts,
) => Promise<{ readonly commit: string | undefined; readonly version: number }>;

export function toolInstallation({
  versions,
  registry,
  ledger,
  clock,
}: {
  readonly versions: Pick<ToolVersions, 'install'>;
  readonly registry: Pick<ToolRegistry, 'reload'>;
  readonly ledger: Pick<ToolLedger, 'change'>;
  readonly clock: Pick<Clock, 'now'>;
}): InstallTool {
  return async (content, message, facts) => {
    const { name } = content.tool;
    const { commit, history } = await versions.install(content, message);
    const version = history.length;
    const made = { version, commit: history[0]?.commit, changedAt: clock.now() };
    ledger.change(name, { seen: hashOf(content), problem: undefined, ...made, ...facts });
    registry.reload(name);
    return { commit, version };
  };
}
