/**
 * People who are not the owner: they get no answer. The id of each stands in the log once, so that an owner can find
 * their own there.
 */
import type { Allowed } from '../chat.ts';
import type { TelegramLog } from '../log.ts';

export interface Strangers {
  /** Writes the id down. False: it was written down before. */
  meet(userId: number | undefined, where: string): boolean;
}

/** So many are remembered; later ones are not written down. */
const most = 1000;

export function strangers(allowed: Allowed, log: TelegramLog): Strangers {
  const known = new Set<string>();
  return {
    meet(userId, where) {
      const stranger = `${userId ?? 'nobody'} ${where}`;
      if (known.has(stranger) || known.size >= most) return false;
      known.add(stranger);
      const isOwner = userId !== undefined && allowed.has(userId);
      log(
        'warn',
        isOwner
          ? 'a message of the owner outside a private chat was not answered; only private chats are accepted'
          : 'a message from an account that is not in channels.telegram.allowed_users was not answered; if that was you, add its id there',
        { user: userId ?? 0, where },
      );
      return true;
    },
  };
}
