/** What the Telegram step of `straylight init` does: asks the Bot API, writes `.env`, and opens the agent to pair. */
import { existsSync, readFileSync } from 'node:fs';
import { keepSettingsFile } from '../../../../config/files.ts';
import { type HomePaths, homePaths } from '../../../../config/home.ts';
import type { Config } from '../../../../config/load.ts';
import { builtInKinds } from '../../../adapters/kinds.ts';
import { systemClock } from '../../../adapters/process/clock.ts';
import { stopSignal } from '../../../adapters/process/process-edge.ts';
import { withSecret } from '../../../commands/home/setup/settings-text.ts';
import type { TelegramStep } from '../../../commands/home/setup/telegram-step.ts';
import { holder } from '../../../commands/reach.ts';
import { pairTelegram } from '../../../commands/telegram/telegram.ts';
import { isSetUp, openChannel } from '../../channels/open-channels.ts';
import { reachAgent } from '../agent.ts';
import type { Edge } from '../edge.ts';
import { plainKey, settingsWith } from './files.ts';

const answerMs = 15_000;
const pauseMs = 500;

export async function telegramStep(home: string, edge: Edge): Promise<TelegramStep> {
  const { io, now } = edge;
  const paths = homePaths(home);
  const config = await settingsWith(home, edge);
  const kind = telegram();
  const [variable = ''] = kind.secrets?.(config.channels.settings[kind.name]) ?? [];
  const isRunning = () => holder(paths.lockFile, paths.portFile) !== undefined;
  return {
    io,
    variable,
    isSet: isSetUp(kind, config),
    isRunning,
    async hasAccount() {
      if (allowedUsers(config) > 0) return true;
      const agent = await reachAgent(paths, false, edge);
      try {
        return (await agent.accounts.list()).accounts.length > 0;
      } finally {
        await agent.close();
      }
    },
    async check(token) {
      const trial = await settingsWith(home, edge, { [paths.envFile]: envWith(paths, variable, token) });
      const channel = await openChannel(kind, trial, { clock: systemClock, log: () => {} });
      return (await channel.connect(AbortSignal.timeout(answerMs))).identity;
    },
    write: token => keepSettingsFile(paths.envFile, envWith(paths, variable, token)),
    async pair(ask) {
      const signal = stopSignal(systemClock);
      const { agent, close } = await reachingAgent(paths, isRunning(), edge);
      const pause = () => new Promise<void>(done => systemClock.after(pauseMs, done));
      try {
        await pairTelegram({ agent, io, json: false, now, signal, pause, ask, isRunning: true });
      } finally {
        await close();
      }
      return !signal.aborted;
    },
  };
}

function envWith({ envFile }: HomePaths, variable: string, token: string): string {
  return withSecret(existsSync(envFile) ? readFileSync(envFile, 'utf8') : '', variable, plainKey(token));
}

function telegram() {
  const kind = builtInKinds.channels.find(({ name }) => name === 'telegram');
  if (!kind) throw new Error('Telegram is no kind of channel');
  return kind;
}

/** How many accounts the settings let in. */
function allowedUsers({ channels }: Config): number {
  const { allowedUsers = [] } = channels.settings['telegram'] as { readonly allowedUsers?: readonly number[] };
  return allowedUsers.length;
}

/** The running agent, else one of this process that hears Telegram. */
async function reachingAgent(paths: HomePaths, isRunning: boolean, edge: Edge) {
  if (isRunning) {
    const agent = await reachAgent(paths, true, edge);
    return { agent, close: () => agent.close() };
  }
  const config = await settingsWith(paths.home, edge);
  const straylight = await edge.compose(config, { server: false, umask: edge.umask });
  await straylight.start();
  return { agent: straylight.agentFor('cli'), close: () => straylight.stop() };
}
