/**
 * Where commands run: the executor the owner named or the best that works here, with the package proxy if it is on.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../config/load.ts';
import type { ChosenExecutor } from '../../adapters/executors/choose-executor.ts';
import type { Limits } from '../../adapters/executors/limits.ts';
import { chosenAndKept, nothingToFail, rememberedExecutor } from '../../adapters/executors/remembered.ts';
import type { PackageProxy } from '../../adapters/packages/package-proxy.ts';
import { privateNames } from '../../domain/privacy/private-names.ts';
import type { SandboxService, SandboxView } from '../../domain/security/sandbox.ts';
import { resetTexts } from '../../domain/security/sandbox-texts.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Language } from '../../domain/text/texts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Executor } from '../../ports/executor.ts';
import type { LetInFolder } from '../../ports/files/confined.ts';
import { type Core, type Feature, type Features, feature } from '../feature.ts';

/** A home that is held by this process, and what its commands are run with. */
export interface HeldHome extends Pick<Core, 'letIn' | 'log' | 'version'> {
  /** It answers one question: it goes by the executor that another process of this version kept, until its first command. */
  readonly isBrief: boolean;
  /** Instead of the configured one. */
  readonly executor: Executor | undefined;
  /** Of what commands write; undefined: the one of this process. */
  readonly umask: number | undefined;
}

export interface Sandbox extends ChosenExecutor, Pick<Feature, 'start'> {
  readonly service: SandboxService;
  close(): Promise<void>;
}

declare module '../feature.ts' {
  interface Features {
    readonly sandbox: Sandbox;
  }
}

export const sandboxFeature = feature('sandbox', ['home', 'network', 'options'], ({ home, network, options }) => {
  const { reaching = true, executor, umask } = options;
  return openSandbox(home.config, network, { ...home, isBrief: !reaching, executor, umask });
});

/** Without `held` nothing is kept, and nothing but the workspace itself is let in: for a look at what works here. */
export async function openSandbox(config: Config, network: Features['network'], held?: HeldHome): Promise<Sandbox> {
  const { letIn, log = () => {}, executor, umask } = held ?? {};
  const { clock } = network;
  const say = resetTexts[config.owner.language];
  const hosts = config.packages.enabled && !executor ? config.packages.hosts : [];
  const stand = await standIns(config, letIn);
  stand(executor?.kind === 'direct');
  let proxy = hosts.length > 0 ? await openProxy(config, network, log) : undefined;
  const chosen = executor
    ? { executor, reason: 'given by the program.' }
    : await chosenBy(config, held, () => choose(config, clock, proxy, { umask, letIn }));
  if (chosen.executor.kind === 'direct') stand(true);
  if (proxy && chosen.executor.kind === 'direct') {
    await proxy.close(); // without walls there is nothing to let anything through
    proxy = undefined;
  }
  if (proxy && chosen.executor.user) proxy.admit(chosen.executor.user);

  let resetting: Promise<void> | undefined;
  let report: Core['report'] = () => {};
  let lastReset: SandboxView['lastReset'];

  async function resetNow(): Promise<void> {
    const ended = await remade(chosen.executor, proxy, say).catch((thrown: unknown) => ({
      ok: false,
      text: say.failed(toFailure(thrown).message),
    }));
    lastReset = { at: clock.now(), ...ended };
    resetting = undefined;
    log({ level: ended.ok ? 'info' : 'warn', event: 'sandbox.reset', ok: ended.ok });
    report('sandbox', ended.ok ? 'completed' : 'failed', ended.text);
  }

  return {
    ...chosen,
    service: {
      async look() {
        const health = (await chosen.executor.health?.()) ?? nothingToFail;
        return {
          kind: chosen.executor.kind,
          reason: chosen.reason,
          ...defined({ said: chosen.said }),
          health,
          packageHosts: proxy ? hosts : [],
          isResetting: resetting !== undefined,
          ...defined({ lastReset }),
        };
      },
      async reset(onEnd) {
        if (chosen.executor.kind === 'direct') return say.noSandbox;
        resetting ??= resetNow();
        if (onEnd) void resetting.then(onEnd);
        return say.begun;
      },
    },
    start(core) {
      report = core.report;
    },
    async close() {
      await chosen.executor.close();
      await resetting;
      await proxy?.close();
    },
  };
}

/** Sets what stands in the workspace for folders that were let in; where there are and were none, nothing is loaded. */
async function standIns({ paths }: Config, letIn: Core['letIn'] | undefined): Promise<(isDirect: boolean) => void> {
  const { workspace, run } = paths;
  const file = join(run, 'folders.json');
  if (letIn === undefined || (letIn.length === 0 && !existsSync(file))) return () => {};
  const { setStandIns } = await import('../../adapters/files/let-in/stand-ins.ts');
  return isDirect => setStandIns({ workspace, file, letIn, isDirect });
}

/** Tried now; in a brief process the one that worked last, which is tried before its first command. */
async function chosenBy(
  config: Config,
  held: HeldHome | undefined,
  choose: () => Promise<ChosenExecutor>,
): Promise<ChosenExecutor> {
  if (!held || config.packages.enabled) return choose(); // a package proxy is opened for the one that was chosen
  const basis = JSON.stringify([held.version, config.sandbox]);
  const file = join(config.paths.run, 'executor.json');
  return (held.isBrief ? rememberedExecutor(file, basis, choose) : undefined) ?? chosenAndKept(file, basis, choose);
}

/** A process that goes by what is kept loads none of them. */
async function choose(
  config: Config,
  clock: Clock,
  proxy: PackageProxy | undefined,
  {
    umask,
    letIn = [],
  }: {
    readonly umask: number | undefined;
    readonly letIn: readonly LetInFolder[] | undefined;
  },
): Promise<ChosenExecutor> {
  const [{ chooseExecutor }, { dockerAttempt }] = await Promise.all([
    import('../../adapters/executors/choose-executor.ts'),
    import('../../adapters/executors/docker/attempt.ts'),
  ]);
  const { executor: wanted, memoryMb, maxProcesses, maxFileMb, cpuSeconds } = config.sandbox;
  const { image, runtime, dockerSocket, cpus } = config.sandbox;
  const {
    home,
    workspace,
    scripts,
    settings,
    database,
    envFile,
    configFile,
    run,
    logs,
    backups,
    undo,
    keys,
    secretsFile,
    loginsFile,
  } = config.paths;
  const hidden = [
    database,
    envFile,
    configFile,
    settings,
    run,
    logs,
    backups,
    undo,
    keys,
    secretsFile,
    loginsFile,
    join(home, 'scripts.git'),
    join(home, 'git'),
  ];
  const limits: Limits = {
    memoryBytes: memoryMb * 2 ** 20,
    processes: maxProcesses,
    fileBytes: maxFileMb * 2 ** 20,
    cpuSeconds,
    maxOutputBytes: config.limits.maxOutputBytes,
    ...defined({ umask }),
  };
  const hides = { privateNames: privateNames(config.sandbox.private), maskFolder: join(run, 'hidden') };
  const { searchPath } = config;
  const common = {
    workspace,
    scripts,
    letIn,
    limits,
    clock,
    ...hides,
    ...defined({ mounts: proxy?.mounts }),
    searchPath,
  };
  const docker = dockerAttempt({
    ...common,
    image,
    cpus,
    ...defined({ runtime, socketPath: dockerSocket }),
  });
  return chooseExecutor({ ...common, wanted, hidden, docker });
}

/** The folder of the proxy is for its socket alone; what was installed stays in the home until a reset. */
async function openProxy(config: Config, network: Features['network'], log: Core['log']): Promise<PackageProxy> {
  const { openPackageProxy } = await import('../../adapters/packages/package-proxy.ts');
  return openPackageProxy({
    ...network,
    folder: join(config.paths.run, 'packages'),
    library: join(config.paths.home, 'packages'),
    hosts: config.packages.hosts,
    onEvent: ({ kind, target, reason }) =>
      log({ level: kind === 'refused' ? 'warn' : 'info', event: `packages.${kind}`, target, reason }),
  });
}

/** What became of it, in a sentence. */
async function remade(
  executor: Executor,
  proxy: PackageProxy | undefined,
  say: (typeof resetTexts)[Language],
): Promise<{ readonly ok: boolean; readonly text: string }> {
  await executor.reset?.();
  if (!proxy) return { ok: true, text: say.withoutPackages };
  const { reinstallPackages } = await import('../../adapters/packages/requirements.ts');
  const installed = await reinstallPackages(executor, proxy, new AbortController().signal);
  switch (installed.outcome) {
    case 'installed':
      return { ok: true, text: say.installed };
    case 'none':
      return { ok: true, text: say.nothingListed };
    case 'failed':
      return { ok: false, text: say.notInstalled(installed.problem) };
  }
}
