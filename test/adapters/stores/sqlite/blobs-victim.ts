/** A process that removes texts until it is killed: `FILE BEFORE`. */
import { openDatabase } from '../../../../src/adapters/stores/sqlite/database.ts';
import { sqliteHostStore } from '../../../../src/adapters/stores/sqlite/host/host.ts';

const [, , file = '', before = ''] = process.argv;
const store = sqliteHostStore(openDatabase({ file, synchronous: 'normal', now: Date.now }));
process.stdout.write('begun\n', () => {
  store.pruneBlobs(Number(before));
  process.stdout.write('done\n');
});
setInterval(() => {}, 60_000);
