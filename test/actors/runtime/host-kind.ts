/** Our host over one SQLite file, as the contract of hosts opens it. */
import { join } from 'node:path';
import { directives } from '../../../src/actors/runtime/directives.ts';
import { recover } from '../../../src/actors/runtime/recovery.ts';
import { createSystem } from '../../../src/actors/runtime/system.ts';
import { openDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { sqliteHostStore } from '../../../src/adapters/stores/sqlite/host/host.ts';
import type { HostKind } from '../../contracts/host.ts';

export const kind: HostKind = {
  name: 'over one SQLite file',
  module: import.meta.url,
  open(folder, { registry, clock, lanes, redact, reportsTo, isSafe, isAlive }) {
    const database = openDatabase({ file: join(folder, 'host.db'), synchronous: 'normal', now: clock.now });
    const store = sqliteHostStore(database);
    const system = createSystem({
      store,
      registry,
      clock,
      lanes,
      redact,
      reportsTo,
      boot: clock.id(),
      soon: call => void setImmediate(() => isAlive() && call()),
    });
    const recovery = recover(system.host);
    system.start({ isSafe });
    return {
      host: system,
      directives: directives(system),
      recovery,
      actor: store.actor,
      journal: address => store.journalAfter(address, 0),
      deadLetters: store.deadLetters,
      close: () => void database.close(),
    };
  },
};
