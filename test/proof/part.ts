/**
 * Which part of a long proof a test takes: `npm test` always the same one, `npm run test:slow` a fresh one each time.
 * STRAYLIGHT_DRAW repeats one.
 */
import { randomBytes } from 'node:crypto';
import { areAllRun } from '../slow.ts';

/** Names the part; a test that fails says it. */
export const draw = process.env['STRAYLIGHT_DRAW'] ?? (areAllRun ? randomBytes(4).toString('hex') : 'npm test');
