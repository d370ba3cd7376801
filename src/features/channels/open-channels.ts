/** The channels of this home: one of each kind whose secrets are set. */
import type { Config } from '../../../config/load.ts';
import { reveal } from '../../../config/secrets.ts';
import type { TrustedChannel } from '../../domain/approvals/answer.ts';
import type { Channel } from '../../ports/channel.ts';
import type { ChannelKind, ChannelServices } from '../../ports/channel-kind.ts';

type Settings = Pick<Config, 'channels' | 'secrets' | 'owner'>;
/** What channels are made with. `log`: with the channel's name first. */
export type ChannelParts = Omit<ChannelServices, 'secret' | 'language' | 'timeZone' | 'log'> & {
  readonly log: (channel: string, ...said: Parameters<ChannelServices['log']>) => void;
};

/** Makes the channels, by name. `reaching`: those too that reach another service. */
export async function openChannels(
  kinds: readonly ChannelKind[],
  config: Settings,
  services: ChannelParts,
  reaching: boolean,
): Promise<ReadonlyMap<string, Channel>> {
  const wanted = kinds.filter(kind => isSetUp(kind, config) && (reaching || kind.secrets === undefined));
  const made = wanted.map(async kind => [kind.name, await openChannel(kind, config, services)] as const);
  return new Map(await Promise.all(made));
}

/** Is every secret of this kind set? */
export function isSetUp(kind: ChannelKind, config: Settings): boolean {
  return secretsOf(kind, config).every(name => reveal(config.secrets, name) !== undefined);
}

/**
 * From where a grave yes counts, where what runs here has the owner's own rights. Undefined: from everywhere, since the
 * owner can be sent to no channel that is trusted more than this computer.
 */
export function trustedChannels(
  kinds: readonly ChannelKind[],
  config: Settings,
): readonly TrustedChannel[] | undefined {
  const trusted = kinds.filter(kind => kind.trust !== undefined && isSetUp(kind, config));
  // nobody may sit at the terminal, so it alone is not enough
  if (trusted.every(({ trust }) => trust === 'keyboard')) return undefined;
  return trusted.map(({ name, title, trust }) => (trust === 'account' ? { name, title } : { name }));
}

/** Makes one channel. */
export function openChannel(kind: ChannelKind, config: Settings, { log, ...services }: ChannelParts): Promise<Channel> {
  const { language, timeZone } = config.owner;
  const names = secretsOf(kind, config);
  return kind.create(config.channels.settings[kind.name], {
    ...services,
    language,
    timeZone,
    log: (...said) => log(kind.name, ...said),
    secret: name => (names.includes(name) ? (reveal(config.secrets, name) ?? '') : ''),
  });
}

function secretsOf({ name, secrets }: ChannelKind, { channels }: Settings): readonly string[] {
  return secrets?.(channels.settings[name]) ?? [];
}
