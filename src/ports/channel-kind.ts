/**
 * Port: a kind of channel, as data about itself.
 *
 * A kind is listed once, in src/adapters/kinds.ts. The file that declares one is read at every start, so it loads its
 * adapter and its library only in `create`. How a card looks and how it is answered is the channel's own (`ask` and
 * `settle` in channel.ts).
 */
import type { ZodType } from 'zod';
import type { Weakness } from '../domain/security/weakness.ts';
import type { Language } from '../domain/text/texts.ts';
import type { Channel } from './channel.ts';
import type { Clock } from './clock.ts';
import type { FileInbox } from './files/inbox.ts';

export interface ChannelKind<Settings = unknown> {
  /**
   * The second word of a session's address: lower case letters alone. Who decides here is `NAME` or
   * `NAME:ACCOUNT`.
   */
  readonly name: string;
  /** As the owner reads it. */
  readonly title: string;
  /** Its table `[channels.NAME]` in config.toml, made with config/fields.ts; without it there is none. */
  readonly settings?: ZodType<Settings>;
  /**
   * Names of the environment variables it needs; where one is not set, the channel is not made. A kind without this
   * reaches no other service: it is a screen of this computer and is always there.
   */
  readonly secrets?: (settings: Settings) => readonly string[];
  create(settings: Settings, services: ChannelServices): Promise<Channel>;
  /**
   * Why a program that runs here with the owner's rights cannot give a decision of this channel. `account`: each comes
   * from an account of the owner that the other side has authenticated. `keyboard`: each was typed at the terminal this
   * process reads. A kind without this is not trusted: where such programs run, its yes to what is grave does not
   * count.
   */
  readonly trust?: 'account' | 'keyboard';
  /**
   * How the owner answers an incident here. `typed`: by typing, since this channel has no buttons for the choices, so
   * its notices say what to type. A kind without this shows the choices of `send` (`asks` in channel.ts).
   */
  readonly choices?: 'typed';
  /** What does not fit together in its settings, for the owner; `isSetUp`: every secret is set. */
  readonly warnings?: (settings: Settings, isSetUp: boolean) => readonly string[];
  /** What its settings weaken, where it is set up. */
  readonly weaknesses?: (settings: Settings) => readonly Weakness[];
}

/** What a channel is made with. */
export interface ChannelServices {
  readonly clock: Clock;
  readonly log: (level: 'info' | 'warn' | 'error', text: string, facts?: object) => void;
  readonly language: Language;
  /** IANA name. */
  readonly timeZone: string;
  /** The value of a secret the kind has named. */
  readonly secret: (name: string) => string;
  /** Accounts of the owner on it that were let in while it ran, as the channel numbers them: as it is now. */
  readonly accounts?: () => readonly string[];
  /** Where files of the owner go; without it none are taken. */
  readonly inbox?: FileInbox;
}

/** Gives a kind the types of its own settings; what it answers goes into any list of kinds. */
export function defineChannelKind<Settings>(kind: ChannelKind<Settings>): ChannelKind {
  return kind as unknown as ChannelKind;
}
