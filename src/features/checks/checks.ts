/** What `straylight doctor` asks of models, executor, channels and vault, with the settings as they are. */
import { mkdirSync } from 'node:fs';
import type { Config } from '../../../config/load.ts';
import { findBrowser } from '../../adapters/browser/launch.ts';
import { systemClock } from '../../adapters/process/clock.ts';
import {
  browserCheck,
  channelCheck,
  executorCheck,
  gitCheck,
  secretsCheck,
  undoCheck,
} from '../../commands/doctor/checks.ts';
import type { Check } from '../../commands/doctor/doctor.ts';
import type { Kinds } from '../../ports/kinds.ts';
import { channelChecks } from '../channels/open-channels.ts';
import { keyringOf } from '../keys/keys.ts';
import { modelChecks } from '../models/checks.ts';
import { networkOf } from '../network.ts';
import { openSandbox } from '../sandbox/sandbox.ts';
import { vaultOf } from '../secrets/secrets.ts';

export async function checks(config: Config, kinds: Kinds): Promise<readonly Check[]> {
  const { paths, browser, undo } = config;
  const models = await modelChecks(kinds.models, config, systemClock);
  const vault = vaultOf({ config, keyring: keyringOf(config, systemClock), say: () => {} });
  return [
    ...models,
    await sandboxCheck(config),
    gitCheck(),
    browserCheck(browser.enabled ? findBrowser(browser.executable) : undefined, browser.enabled),
    undoCheck(paths.undo, undo.maxMb, undo.enabled),
    secretsCheck(paths.secretsFile, async () => (await vault.read()).length),
    ...channelChecks(kinds.channels, config, { clock: systemClock }, channelCheck),
  ];
}

async function sandboxCheck(config: Config): Promise<Check> {
  mkdirSync(config.paths.workspace, { recursive: true, mode: 0o700 });
  mkdirSync(config.paths.scripts, { recursive: true, mode: 0o700 });
  const sandbox = await openSandbox({ config, network: networkOf(config, systemClock), log: () => {} });
  const { executor, reason } = sandbox;
  return executorCheck(executor.kind, executor.kind !== 'direct', reason, signal =>
    executor.execute({ command: 'true', timeoutMs: 5000, signal }).finally(sandbox.close),
  );
}
