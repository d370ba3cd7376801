/** Where the owner is spoken with: a channel of each kind; what is sent to them and what comes from them. */

import { consent } from '../../actors/approvals/consent.ts';
import { tellOfQueue } from '../../actors/approvals/queue-notices.ts';
import { settlement } from '../../actors/approvals/settlement.ts';
import { connection } from '../../actors/channels/connection.ts';
import { delivery } from '../../actors/channels/delivery.ts';
import { showPreviews } from '../../actors/conversation/previews.ts';
import type { EffectSource } from '../../actors/runtime/registry.ts';
import { diskPaths } from '../../adapters/files/confined-place.ts';
import { fileInbox } from '../../adapters/files/file-inbox.ts';
import { sqliteAccountLedger } from '../../adapters/stores/sqlite/accounts/accounts.ts';
import type { TrustedChannel } from '../../domain/approvals/answer.ts';
import { defined } from '../../domain/text/json.ts';
import { channelMachine } from '../../machines/channel/chart.ts';
import { migrateChannel } from '../../machines/channel/migrate.ts';
import type { PermanentChannel } from '../../machines/supervisor/types.ts';
import type { Channel } from '../../ports/channel.ts';
import type { ChannelKind } from '../../ports/channel-kind.ts';
import type { FileInbox } from '../../ports/files/inbox.ts';
import type { AccountLedger } from '../../ports/ledgers/account.ts';
import { type Core, type Feature, feature } from '../feature.ts';
import { type ChannelParts, isSetUp, openChannels, trustedChannels } from './open-channels.ts';

export interface Channels extends Feature {
  readonly channels: ReadonlyMap<string, Channel>;
  /** Those that are there as long as the process is, as the supervisor knows them. */
  readonly permanent: readonly PermanentChannel[];
  /** Who was let in on Telegram while it ran. */
  readonly accounts: AccountLedger;
  /** Where files of the owner go. */
  readonly inbox: FileInbox;
  /** Is every secret of Telegram set? */
  readonly hasTelegram: boolean;
  /** From where a grave yes counts, where what runs here has the owner's own rights; undefined: from everywhere. */
  readonly trusted: readonly TrustedChannel[] | undefined;
}

declare module '../feature.ts' {
  interface Features {
    readonly channels: Channels;
  }
}

export const channelsFeature = feature('channels', ['core', 'kinds', 'files', 'options'], async needs => {
  const { core, files, options } = needs;
  const kinds = needs.kinds.channels;
  const { config, database, conversation, redactor, acts, system } = core;
  const accounts = sqliteAccountLedger(database, 'telegram');
  const inbox = fileInbox(files, redactor, acts);
  const channels = await openChannels(kinds, config, madeWith(core, inbox, accounts), options.reaching ?? true);
  const telegram = kinds.find(({ name }) => name === 'telegram');
  return {
    channels,
    accounts,
    inbox,
    hasTelegram: telegram !== undefined && isSetUp(telegram, config),
    // who is let in counts from then on
    get permanent() {
      return [...channels.values()].map(channel => permanent(channel, kinds));
    },
    trusted: trustedChannels(kinds, config),
    machines: [
      {
        machine: channelMachine,
        startsWith: address => ({ name: address.slice('channel:'.length) }),
        migrate: migrateChannel,
        isVital: true,
      },
    ],
    effects: channelEffects(core, channels),
    start() {
      showPreviews(system.feed, channels);
      tellOfQueue(system.feed, { conversation, system, language: config.owner.language });
    },
    async close() {
      for (const channel of channels.values()) await channel.close();
    },
  };
});

function permanent({ name, ownerChats }: Channel, kinds: readonly ChannelKind[]): PermanentChannel {
  const choices = kinds.find(kind => kind.name === name)?.choices;
  return { name, ownerChats, ...defined({ choices }) };
}

function madeWith({ clock, log }: Core, inbox: FileInbox, accounts: AccountLedger): ChannelParts {
  return {
    accounts: () => accounts.accounts().map(({ account }) => account),
    clock,
    inbox,
    log: (channel, level, text, facts) => log({ level, event: channel, text, ...facts }),
  };
}

function channelEffects(
  { config, clock, conversation, letIn }: Core,
  channels: ReadonlyMap<string, Channel>,
): Readonly<Record<string, EffectSource>> {
  const { language, timeZone } = config.owner;
  const isPossible = ({ channel }: { readonly channel: string }) => channels.has(channel);
  const keepForMs = config.channels.deliverForHours * 3_600_000;
  const sent = { isPossible, lane: 'delivery', timeoutMs: 60_000 } as const;
  return {
    consent: { ...sent, logic: consent(channels, conversation), policy: 'once' },
    connection: { ...sent, logic: connection(channels), policy: 'repeatable' },
    delivery: {
      ...sent,
      logic: delivery(channels, conversation, {
        clock,
        language,
        timeZone,
        keepForMs,
        paths: diskPaths(config.paths, letIn),
      }),
      policy: 'once',
      timeoutMs: 120_000,
    },
    settlement: { ...sent, logic: settlement(channels, conversation), policy: 'keyed' },
  };
}
