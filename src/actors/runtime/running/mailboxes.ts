/**
 * The mirror of the inbox: what waits for each actor as the last commit left it, and which actors may handle what waits
 * now.
 */
import type { HostStore, InboxRecord } from '../../../ports/store.ts';
import type { LiveActor } from '../commit/live-actor.ts';

export interface Mailboxes {
  readonly rows: ReadonlyMap<string, readonly InboxRecord[]>;
  /** Actors with waiting messages that take them now. */
  readonly ready: ReadonlySet<string>;
  /** Reads what earlier processes left. */
  load(): void;
  /** Takes over the boxes that a commit has changed; nothing is ready until {@link wake}. */
  take(boxes: ReadonlyMap<string, readonly InboxRecord[]>): void;
  /** Marks those actors as ready that have messages and take them now; all of them without `addresses`. */
  wake(addresses?: Iterable<string>): void;
}

export function createMailboxes({
  store,
  live,
  isHeld,
}: {
  readonly store: Pick<HostStore, 'inbox' | 'actor'>;
  readonly live: ReadonlyMap<string, LiveActor>;
  readonly isHeld: (address: string) => boolean;
}): Mailboxes {
  const rows = new Map<string, readonly InboxRecord[]>();
  const ready = new Set<string>();

  function isActive(address: string): boolean {
    if (isHeld(address)) return false;
    const status = live.get(address)?.row.status ?? store.actor(address)?.status;
    return status !== 'suspended' && status !== 'quarantined';
  }

  return {
    rows,
    ready,
    load() {
      for (const row of store.inbox()) rows.set(row.target, [...(rows.get(row.target) ?? []), row]);
    },
    take(boxes) {
      for (const [address, box] of boxes) {
        if (box.length > 0) rows.set(address, box);
        else rows.delete(address);
      }
      ready.clear();
    },
    wake(addresses = rows.keys()) {
      for (const address of addresses) if (rows.has(address) && isActive(address)) ready.add(address);
    },
  };
}
