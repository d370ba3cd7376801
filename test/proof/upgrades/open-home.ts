/**
 * Opens the home that its argument names, as a start does: files, database, migrations. Then it ends, and nothing of it
 * has run.
 */
import { loadConfig } from '../../../config/load.ts';
import { compose } from '../../../src/compose.ts';

const home = process.argv[2] ?? '';
const loaded = loadConfig({ home, env: {} });
if (!loaded.ok) throw new Error(loaded.message);
await compose(loaded.config, { reaching: false, server: false });
process.exit(0);
