/** Boots Straylight on a home and says how long that took and how much memory it has when it is quiet. */
import { loadConfig } from '../../../config/load.ts';
import { compose } from '../../../src/compose.ts';

const loaded = loadConfig({ home: process.argv[2] ?? '', env: { OLLAMA_HOST: '127.0.0.1:9' } });
if (!loaded.ok) throw new Error(loaded.message);
const straylight = await compose(loaded.config, { reaching: false, server: false });
const began = performance.now();
await straylight.start();
await straylight.system.quiet();
const ms = performance.now() - began;
gc?.();
process.send?.({ rss: process.memoryUsage().rss, ms });
process.once('disconnect', () => void straylight.stop());
