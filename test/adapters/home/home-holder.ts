/** Holds a home for a test: locks the file it is given, says so, and releases it when told to. */
import { lockHome } from '../../../src/adapters/home/lock.ts';

const [lockFile = ''] = process.argv.slice(2);
const lock = lockHome(lockFile);
process.once('message', () => {
  lock.release();
  process.disconnect?.();
});
process.send?.('held');
