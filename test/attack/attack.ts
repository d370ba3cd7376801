/**
 * `npm run attack`: tries to break what SECURITY.md promises, on the real parts of this machine.
 *
 * `--only AREA` one area (several: `--only a --only b`), `--share 0.1` a part of all probes, `--draw NAME` what an
 * earlier run drew. One line an area; exit code 1 where anything was achieved, or nothing was tried.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { AreaReport } from './area.ts';
import { areas } from './areas.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    share: { type: 'string', default: '1' },
    draw: { type: 'string', default: randomBytes(4).toString('hex') },
  },
});
const names = areas.map(({ name }) => name);
const strange = values.only?.find(name => !names.includes(name));
if (strange !== undefined) {
  console.error(`There is no area named “${strange}”. There are: ${names.join('; ')}.`);
  process.exit(2);
}
const share = Number(values.share);
if (!(share > 0 && share <= 1)) {
  console.error(`--share: expected a number above 0 and up to 1, got ${values.share}`);
  process.exit(2);
}
console.log(`Drawn by --draw ${values.draw}.`);
const width = Math.max(...names.map(name => name.length));
let isBroken = false;
let tried = 0;
for (const { name, run } of areas.filter(({ name }) => values.only?.includes(name) ?? true)) {
  const report = await run({ share, draw: values.draw }).catch(brokenOff);
  const { probes, breaches, note = '', skipped } = report;
  const counted = skipped === undefined ? `${probes} probes, ${breaches.length} breaches` : `not tried: ${skipped}`;
  console.log(`${name.padEnd(width)}  ${counted}${note === '' ? '' : ` (${note})`}`);
  for (const breach of breaches.slice(0, 20)) console.log(`  ${breach}`);
  isBroken ||= breaches.length > 0;
  tried += probes;
}
process.exitCode = isBroken || tried === 0 ? 1 : 0;

/** An area that breaks off has shown nothing. */
function brokenOff(error: unknown): AreaReport {
  return { probes: 0, breaches: [`it broke off: ${error instanceof Error ? error.stack : String(error)}`] };
}
