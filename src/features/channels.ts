/** Where the owner is spoken with: the page, the terminal, Telegram; what is sent to them and what comes from them. */
import type { Config } from '../../config/load.ts';
import { reveal } from '../../config/secrets.ts';
import { consent } from '../actors/approvals/consent.ts';
import { settlement } from '../actors/approvals/settlement.ts';
import { connection } from '../actors/channels/connection.ts';
import { delivery } from '../actors/channels/delivery.ts';
import { inbox } from '../actors/channels/inbox.ts';
import { showPreviews } from '../actors/conversation/previews.ts';
import type { EffectSource } from '../actors/runtime/registry.ts';
import type { System } from '../actors/runtime/system.ts';
import { screenChannel } from '../adapters/channels/screen/screen.ts';
import type { ConfinedFiles } from '../adapters/files/confined-files.ts';
import { fileInbox } from '../adapters/files/file-inbox.ts';
import { channelMachine } from '../machines/channel/chart.ts';
import { migrateChannel } from '../machines/channel/migrate.ts';
import type { Channel, Receiver } from '../ports/channel.ts';
import type { Feature } from './feature.ts';
import type { Home } from './home.ts';

export interface ChannelServices {
  readonly home: Home;
  readonly files: ConfinedFiles;
  /** False: for a command that opens the home for a moment. */
  readonly withTelegram: boolean;
  /** What a channel hands inward. Asked for once the actors run. */
  readonly receiver: (name: string) => Receiver;
  readonly system: () => System;
}

export interface Channels extends Feature {
  readonly channels: ReadonlyMap<string, Channel>;
  /** Those that are there as long as the process is, each with the chats of the owner. */
  readonly permanent: readonly Pick<Channel, 'name' | 'ownerChats'>[];
}

export async function channelsFeature(services: ChannelServices): Promise<Channels> {
  const { home, files, withTelegram, receiver, system } = services;
  const channels = new Map<string, Channel>();
  for (const name of ['terminal', 'web'] as const) channels.set(name, screenChannel({ name, ownerChats: ['main'] }));
  const telegram = withTelegram ? await telegramOf(home, files) : undefined;
  if (telegram) channels.set('telegram', telegram);
  return {
    channels,
    permanent: [...channels.values()].map(({ name, ownerChats }) => ({ name, ownerChats })),
    machines: [
      {
        machine: channelMachine,
        startsWith: address => ({ name: address.slice('channel:'.length) }),
        migrate: migrateChannel,
        isVital: true,
      },
    ],
    effects: channelEffects(home, channels, receiver),
    start() {
      if (telegram) showPreviews(system().feed, channels);
    },
    async close() {
      for (const channel of channels.values()) await channel.close();
    },
  };
}

function channelEffects(
  { config, clock, conversation }: Home,
  channels: ReadonlyMap<string, Channel>,
  receiver: ChannelServices['receiver'],
): Readonly<Record<string, EffectSource>> {
  const { language, timeZone } = config.owner;
  const isPossible = ({ channel }: { readonly channel: string }) => channels.has(channel);
  const keepForMs = config.channels.deliverForHours * 3_600_000;
  const sent = { isPossible, lane: 'delivery', timeoutMs: 60_000 } as const;
  return {
    consent: { ...sent, logic: consent(channels, conversation), policy: 'once' },
    connection: { ...sent, logic: connection(channels), policy: 'repeatable' },
    inbox: {
      isPossible,
      logic: inbox(channels, receiver),
      policy: 'repeatable',
      isService: true,
      timeoutMs: null,
    },
    delivery: {
      ...sent,
      logic: delivery(channels, conversation, { clock, language, timeZone, keepForMs }),
      policy: 'once',
      timeoutMs: 120_000,
    },
    settlement: { ...sent, logic: settlement(channels, conversation), policy: 'keyed' },
  };
}

async function telegramOf({ config, clock, log, redactor }: Home, files: ConfinedFiles): Promise<Channel | undefined> {
  const token = telegramToken(config);
  if (token === undefined) return undefined;
  const { telegramChannel } = await loadTelegram();
  const { apiRoot, allowedUsers } = config.channels.telegram;
  const { language, timeZone } = config.owner;
  return telegramChannel({
    ...{ token, apiRoot, allowedUsers, clock, language, timeZone },
    log: (level, text, facts) => log({ level, event: 'telegram', text, ...facts }),
    inbox: fileInbox(files, redactor),
  });
}

/** Undefined where there is none: then Telegram is off. */
export function telegramToken({ secrets, channels }: Config): string | undefined {
  return reveal(secrets, channels.telegram.botTokenEnv);
}

/** Loaded where there is a token: it brings its library with it, and a first answer should not wait for that. */
export const loadTelegram = () => import('../adapters/channels/telegram/telegram.ts');
