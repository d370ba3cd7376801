/** An embedding program: Straylight with features of its own. It runs until it is told to stop. */
import { loadConfig } from '../../config/load.ts';
import { compose } from '../../src/compose.ts';
import { letterboxes } from './letterbox.ts';
import { parcels } from './parcels.ts';
import { parrots } from './parrot.ts';
import { stations } from './stations.ts';

const given = { parcels, stations, parrots, letterboxes };
const wanted = process.env['FEATURES']?.split(',') ?? ['parcels'];
const features = Object.entries(given).flatMap(([name, feature]) => (wanted.includes(name) ? [feature] : []));
const loaded = loadConfig({ home: String(process.env['STRAYLIGHT_HOME']), env: process.env, sections: features });
if (!loaded.ok) throw new Error(loaded.message);
const straylight = await compose(loaded.config, { features });
await straylight.start();
for (const line of straylight.greeting(false)) console.log(line);
for (const { name, run } of straylight.checks) {
  const { verdict, found } = await run(AbortSignal.timeout(60_000));
  console.log(`${name} ${verdict}: ${found}`);
}
process.once('SIGTERM', () => void straylight.stop());
console.log('ready');
