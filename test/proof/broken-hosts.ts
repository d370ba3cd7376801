/**
 * Hosts that are broken on purpose, each in one way that a durable host can be wrong; the sweep must turn red on every one.
 *
 * They are made from outside, by changing what the real host is given or calls. Nothing in src knows of them.
 */
import Database from 'better-sqlite3';
import { type Clock, systemClock } from '../../src/adapters/clock.ts';
import type { EffectRecord, HostStore } from '../../src/adapters/store.ts';
import type { Straylight } from '../../src/compose.ts';

export const brokenHosts = {
  'intent-late': 'a once effect starts before it is committed as running',
  'intent-missing': 'a once effect is not written at all before it starts',
  'dedupe-forgotten': 'the dedupe key of a message is deleted with the message',
  'outcome-apart': 'the outcome of an effect is committed apart from its message',
  'timer-forgotten': 'timers are not armed again at boot',
  'ack-first': 'a message is acknowledged before it is committed',
} as const;

export type BrokenHost = keyof typeof brokenHosts;

export interface Breaking {
  readonly clock: Clock;
  /** Called between `compose` and `start`. */
  apply(house: Straylight): void;
}

/** Prepares one broken host; must be called before `compose`. Without a name the host stays whole. */
export function breaking(name: BrokenHost | undefined): Breaking {
  switch (name) {
    case undefined:
      return { clock: systemClock, apply() {} };
    case 'intent-late':
      return patched(store => {
        const { insertEffect } = store;
        return { insertEffect: row => insertEffect({ ...row, status: 'pending' }) };
      });
    case 'intent-missing':
      return patched(intentMissing);
    case 'dedupe-forgotten':
      return patched(() => ({ accept: () => true }));
    case 'outcome-apart':
      return outcomeApart();
    case 'timer-forgotten':
      return timerForgotten();
    case 'ack-first':
      return ackFirst();
  }
}

function patched(change: (store: HostStore) => Partial<HostStore>): Breaking {
  return {
    clock: systemClock,
    apply({ system }) {
      Object.assign(system.host.store, change(system.host.store));
    },
  };
}

/** The row lives in memory until there is an outcome to write. */
function intentMissing(store: HostStore): Partial<HostStore> {
  const { insertEffect, effect, updateEffect } = store;
  const unwritten = new Map<string, EffectRecord>();
  return {
    insertEffect(row) {
      if (row.policy === 'once') unwritten.set(row.address, row);
      else insertEffect(row);
    },
    effect: address => unwritten.get(address) ?? effect(address),
    updateEffect(row) {
      const kept = unwritten.get(row.address);
      unwritten.delete(row.address);
      if (kept) insertEffect({ ...kept, ...row });
      else updateEffect(row);
    },
  };
}

/** The transaction is committed right after the outcome and a second one opened for the message. */
function outcomeApart(): Breaking {
  let opened: Database.Database | undefined;
  const { pragma } = Database.prototype;
  Database.prototype.pragma = function caught(this: Database.Database, ...args: Parameters<typeof pragma>) {
    opened = this;
    return pragma.apply(this, args);
  } as typeof pragma;
  const { clock, apply } = patched(store => {
    const { effect, updateEffect, removeEffect } = store;
    let asked = '';
    const apart = (address: string) => {
      if (address === asked) opened?.exec('COMMIT; BEGIN IMMEDIATE; SAVEPOINT step');
    };
    return {
      effect(address) {
        asked = address;
        return effect(address);
      },
      updateEffect(row) {
        updateEffect(row);
        if (row.outcome !== null) apart(row.address);
      },
      removeEffect(address) {
        removeEffect(address);
        apart(address);
      },
    };
  });
  return {
    clock,
    apply(house) {
      Database.prototype.pragma = pragma;
      apply(house);
    },
  };
}

/** What the host arms while it starts is dropped; timers of later steps work. */
function timerForgotten(): Breaking {
  let starting = false;
  const clock: Clock = {
    ...systemClock,
    after: (delayMs, call) => (starting ? () => {} : systemClock.after(delayMs, call)),
  };
  return {
    clock,
    apply({ system }) {
      const { start } = system;
      Object.assign(system, {
        start() {
          starting = true;
          start();
          starting = false;
        },
      });
    },
  };
}

/** The channel hears "taken" at once; the commit comes when it comes. */
function ackFirst(): Breaking {
  return {
    clock: systemClock,
    apply({ system }) {
      const { accept } = system;
      Object.assign(system, {
        accept(mail: Parameters<typeof accept>[0]) {
          if (mail.event.type !== 'message.received') return accept(mail);
          systemClock.after(100, () => void accept(mail));
          return Promise.resolve({ duplicate: false, id: '' });
        },
      });
    },
  };
}
