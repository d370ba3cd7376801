/**
 * Compiles the code into `dist`, for the archive that `npm run package` makes: Node strips no types below
 * `node_modules`. `tsc` writes the declarations beside the JavaScript.
 */
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import './javascript.ts';

const root = join(import.meta.dirname, '..');

execFileSync(join(root, 'node_modules', '.bin', 'tsc'), ['--project', join(import.meta.dirname, 'tsconfig.json')], {
  stdio: 'inherit',
});

// last, so that nothing is left where something above fails: whoever installs the archive gets the packages that were
// tested
cpSync(join(root, 'package-lock.json'), join(root, 'npm-shrinkwrap.json'));
