/** What scripts/requirements.txt lists, installed in a new sandbox. */
import type { Executor } from '../../ports/executor.ts';
import type { PackageProxy } from './package-proxy.ts';

/** `none`: there is no requirements.txt. `problem`: the end of what the installer said. */
export type Reinstalled =
  | { readonly outcome: 'none' | 'installed' }
  | { readonly outcome: 'failed'; readonly problem: string };

const timeoutMs = 600_000;
const noList = 66;

/** Empties the library and installs again. Never throws for what the installer does. */
export async function reinstallPackages(
  executor: Pick<Executor, 'execute' | 'folders'>,
  proxy: Pick<PackageProxy, 'empty'>,
  signal: AbortSignal,
): Promise<Reinstalled> {
  await proxy.empty();
  const list = `${executor.folders.scripts}/requirements.txt`;
  const command = `[ -f ${list} ] || exit ${noList}; exec python3 -m pip install --user -r ${list}`;
  const { exitCode, stdout, stderr } = await executor.execute({ command, timeoutMs, signal });
  if (exitCode === noList) return { outcome: 'none' };
  if (exitCode === 0) return { outcome: 'installed' };
  return { outcome: 'failed', problem: `${stdout}\n${stderr}`.trim().slice(-2_000) };
}
