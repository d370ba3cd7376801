/** The whole command line of Straylight with features of one's own: `start`, `ask`, `doctor` and all others. */
import { runAsProgram } from '../../src/main.ts';
import { parcels } from './parcels.ts';
import { parrots } from './parrot.ts';

await runAsProgram(process.argv.slice(2), [parcels, parrots]);
