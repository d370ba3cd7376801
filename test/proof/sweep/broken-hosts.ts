/**
 * Hosts that are broken on purpose, each in one way that a durable host can be wrong; the sweep must turn red on every
 * one.
 *
 * They are made from outside, by changing what the real host is given or calls. Nothing in src knows of them.
 */
import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { redoFile } from '../../../src/adapters/stores/sqlite/redo/redo-log.ts';
import type { Straylight } from '../../../src/features/process/straylight.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { EffectRecord, HostStore } from '../../../src/ports/store.ts';
import type { Writer } from '../../../src/ports/writer.ts';
import type { Count } from '../check.ts';

export interface BrokenHost {
  readonly about: string;
  /** The flow that shows it, and at which of its points. */
  readonly flow: string;
  readonly at: RegExp;
  /** What the sweep must find, or else this. */
  readonly red: Count;
  readonly orElse?: Count;
}

export const brokenHosts = {
  'intent-late': {
    about: 'a once effect starts before it is committed as running',
    flow: 'errand',
    at: /^act\.after|^effect\.end execution/,
    red: 'doubled',
  },
  'intent-missing': {
    about: 'a once effect is not written at all before it starts',
    flow: 'errand',
    at: /^act\.after|^effect\.end execution/,
    red: 'stuck',
  },
  'dedupe-forgotten': {
    about: 'the dedupe key of a message is deleted with the message',
    flow: 'errand',
    at: /^commit\.after session<xstate\.done\.actor\.recall/,
    red: 'doubled',
  },
  'outcome-apart': {
    about: 'the outcome of an effect is committed apart from its message',
    flow: 'errand',
    at: /^commit\.before session<xstate\.done\.actor\.(completion|call-2)/,
    red: 'stuck',
  },
  'tail-unfolded': {
    about: 'what the tables lack is not folded from the redo log at boot',
    flow: 'errand',
    // several: where the tables are written out just before one of them, nothing is lost there but the last steps
    at: /^commit\.after session<xstate\.done\.actor\.(recall|completion|call-\d)/,
    red: 'lost',
    orElse: 'diverged',
  },
  'timer-forgotten': {
    about: 'timers are not armed again at boot',
    flow: 'busy',
    at: /^commit\.after session<xstate\.error\.actor\.completion/,
    red: 'stuck',
  },
  'ack-first': {
    about: 'a message is acknowledged before it is committed',
    flow: 'errand',
    at: /^step session<message\.received|^commit\.before session<xstate\.done\.actor\.recall/,
    red: 'lost',
  },
  'reply-repeated': {
    about: 'a reply that may have been sent is sent again without saying so',
    flow: 'errand',
    at: /^effect\.end delivery|^commit\.before channel<xstate\.done\.actor\.line/,
    red: 'doubled',
  },
  'unknown-hidden': {
    about: 'the owner is not told that the outcome of an act is unknown',
    flow: 'errand',
    at: /^act\.after|^effect\.end execution/,
    red: 'untold',
  },
  'call-unpaid': {
    about: 'a model call that was lost is made again without being taken from the budget again',
    flow: 'errand',
    at: /^effect\.end completion/,
    red: 'lost',
  },
  'audit-forgotten': {
    about: 'a tool call is recorded without its row in the audit chain',
    flow: 'errand',
    at: /^commit\.before session<xstate\.done\.actor\.call-2/,
    red: 'lost',
  },
  'grant-kept': {
    about: 'an act starts without its yes being used up',
    flow: 'letter',
    at: /^act\.after|^commit\.after approval<approval\.answered/,
    red: 'lost',
  },
} as const satisfies Readonly<Record<string, BrokenHost>>;

export type BrokenName = keyof typeof brokenHosts;

export interface Breaking {
  readonly clock: Clock;
  /** Called between `compose` and `start`. */
  apply(agent: Straylight): void;
}

/** Prepares one broken host over the database of its home; must be called before `compose`. Without a name the host stays whole. */
export function breaking(name: BrokenName | undefined, database: string): Breaking {
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
    case 'tail-unfolded':
      rmSync(redoFile(database), { force: true });
      return { clock: systemClock, apply() {} };
    case 'timer-forgotten':
      return timerForgotten();
    case 'ack-first':
      return ackFirst();
    case 'reply-repeated':
      return resourced('delivery', { policy: 'repeatable' });
    case 'call-unpaid':
      return resourced('completion', { onAgain: undefined });
    case 'unknown-hidden':
      return resourced('execution', { about: undefined });
    case 'audit-forgotten':
      return auditForgotten();
    case 'grant-kept':
      return {
        clock: systemClock,
        apply: ({ system }) => void (system.host.registry.writers as Map<string, Writer>).set('consumeGrant', () => {}),
      };
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

/** An effect that is declared otherwise than compose.ts does. */
function resourced(src: string, change: Record<string, unknown>): Breaking {
  return {
    clock: systemClock,
    apply({ system }) {
      Object.assign(system.host.registry.sources.get(src) ?? {}, change);
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

/** The first try of a transaction comes to nothing; before the second the outcome is committed by itself. */
function outcomeApart(): Breaking {
  return patched(store => {
    const { effect, updateEffect, removeEffect, transaction } = store;
    const waiting = new Map<string, { readonly row: EffectRecord | undefined; readonly write: () => void }>();
    const written = new Map<string, EffectRecord | undefined>();
    let asked = '';
    const apart = (address: string, write: () => void) => {
      if (address !== asked) return write();
      if (written.delete(address)) return;
      waiting.set(address, { row: effect(address), write });
      throw new Error('its outcome is committed first');
    };
    return {
      transaction(work) {
        for (const [address, { row, write }] of waiting) {
          transaction(write);
          written.set(address, row);
        }
        waiting.clear();
        return transaction(work);
      },
      effect(address) {
        asked = address;
        return written.get(address) ?? effect(address);
      },
      updateEffect(row) {
        if (row.outcome === null) updateEffect(row);
        else apart(row.address, () => updateEffect(row));
      },
      removeEffect: address => apart(address, () => removeEffect(address)),
    };
  });
}

/** The row of a tool call is dropped before it is written; the chain stays whole without it. */
function auditForgotten(): Breaking {
  const { prepare } = Database.prototype;
  Database.prototype.prepare = function dropping(this: Database.Database, sql: string) {
    // what is folded from the redo log was changed already
    if (!sql.startsWith('INSERT INTO audit ') || sql.includes('WHERE')) return prepare.call(this, sql);
    return prepare.call(this, `${sql.replace('VALUES (', 'SELECT ').slice(0, -1)} WHERE @kind <> 'tool.called'`);
  } as typeof prepare;
  return {
    clock: systemClock,
    apply() {
      Database.prototype.prepare = prepare;
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
  const pending = new Set<Promise<unknown>>();
  return {
    clock: systemClock,
    apply({ system }) {
      const { accept, quiet } = system;
      Object.assign(system, {
        accept(mail: Parameters<typeof accept>[0]) {
          if (mail.event.type !== 'message.received') return accept(mail);
          const later = Promise.withResolvers<unknown>();
          pending.add(later.promise);
          systemClock.after(20, () => void accept(mail).then(later.resolve, later.resolve));
          return Promise.resolve({ duplicate: false, id: '' });
        },
        quiet: () => Promise.all(pending).then(quiet),
      });
    },
  };
}
