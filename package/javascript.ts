/**
 * Writes the code into `dist` as JavaScript, and what is read beside it.
 *
 * The JavaScript is what Node itself runs in a clone: types become blanks, and only the endings of relative imports
 * change. So lines and columns stay, and so does the hash of every chart, which is read from the text of its functions.
 * A compiler that prints the code anew would change both.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const folders = ['src', 'config', 'inspector', 'sandbox'];

/** Crash points are for tests; the other two are drawn for readers and need no place in the archive. */
const isLeftOut = (path: string) => /\.development\.ts$|(^|\/)README\.md$|\.svg$/.test(path);

/**
 * A relative module in `import`, `export … from`, `import()`, `load()` of `createRequire`, and `new URL('…',
 * import.meta.url)` of a thread or a process.
 */
const relativeModule = /((?:\bfrom|\bimport|\bimport\(|\bload\(|\bnew URL\()\s*'\.{1,2}\/[^'\n]+)\.ts'/g;

function compile(path: string): void {
  const code = stripTypeScriptTypes(readFileSync(join(root, path), 'utf8'), { mode: 'strip' });
  const javaScript = code.replaceAll(relativeModule, "$1.js'");
  write(path.replace(/\.ts$/, '.js'), javaScript);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(dist, path)), { recursive: true });
  writeFileSync(join(dist, path), text);
}

rmSync(dist, { recursive: true, force: true });
for (const folder of folders)
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(root.length + 1);
    if (!entry.isFile() || isLeftOut(path)) continue;
    if (path.endsWith('.ts')) compile(path);
    else cpSync(join(root, path), join(dist, path));
  }

// the code finds its version here, and `#crash-points` what does nothing
const { name, version, imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const crashPoints = imports['#crash-points'].default.replace(/\.ts$/, '.js');
const nested = { name, version, type: 'module', imports: { '#crash-points': crashPoints } };
write('package.json', `${JSON.stringify(nested, null, 2)}\n`);
