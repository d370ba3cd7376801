/** An embedding program: Straylight with a feature of its own. It runs until it is told to stop. */
import { loadConfig } from '../../config/load.ts';
import { compose } from '../../src/compose.ts';
import { parcels } from './parcels.ts';

const features = process.env['WITHOUT'] === undefined ? [parcels] : [];
const loaded = loadConfig({ home: String(process.env['STRAYLIGHT_HOME']), env: process.env, sections: features });
if (!loaded.ok) throw new Error(loaded.message);
const straylight = await compose(loaded.config, { features });
await straylight.start();
for (const line of straylight.greeting(false)) console.log(line);
for (const { name, run } of straylight.checks) {
  const { verdict, found } = await run(AbortSignal.timeout(5000));
  console.log(`${name} ${verdict}: ${found}`);
}
process.once('SIGTERM', () => void straylight.stop());
console.log('ready');
