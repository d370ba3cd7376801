/**
 * The page's files as they are sent: its own modules and styles, and the few files it needs of its libraries, as they
 * stand in node_modules. What is not listed here does not exist for a browser; no path of a request ever reaches the
 * disk.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { allOperations, type NamedOperation } from '../../src/api/service.ts';
import { codeLanguages } from '../../src/domain/text/code-languages.ts';
import type { Language } from '../../src/domain/text/texts.ts';
import { pageLanguages } from './page-languages.ts';
import { type PackedLibraries, packLibraries } from './page-libraries.ts';
import { pageLists } from './page-lists.ts';
import { pageOperations } from './page-operations.ts';
import { importsOf, type Pack, packModules } from './page-pack.ts';
import { pageTexts } from './page-texts.ts';
import { pageAges, pageAlike, pageWords, pageTexts as saidTexts } from './page-words.ts';

export interface PageFile {
  readonly type: string;
  readonly body: Buffer;
  /** The same, compressed; made when first asked for. */
  readonly gzip: Buffer;
  readonly etag: string;
}

export interface PageFiles {
  /** By the path of the address: `/`, `/page/main.js`, `/lib/preact/dist/preact.mjs`. */
  readonly files: ReadonlyMap<string, PageFile>;
  /** `sha256-…` of the import map, as the Content-Security-Policy names it. */
  readonly importMapHash: string;
  /** The page of the Stately export; its modules are sent one by one. */
  readonly stately: { readonly file: PageFile; readonly importMapHash: string };
}

/** What the page imports by name. */
const libraries = [
  'preact',
  'preact/hooks',
  '@preact/signals',
  '@preact/signals-core',
  '@xstate/store',
  'diff/lib/diff/array.js',
  'marked',
  'highlight.js/lib/core',
] as const;

/** These are in one file with the first page. */
const ofFirstPage = ['preact', 'preact/hooks', '@preact/signals', '@xstate/store'];

/** A language's colours are loaded with the first code in it (screens/chat/code-colors.js). */
const languageFiles = 'highlight.js/lib/languages/';

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  html: 'text/html',
};

/**
 * Reads all of it, for an owner of this language. `all`: what can be asked for. Throws an `Error` where a module breaks a rule of the first page (page-pack.ts).
 */
export function pageFiles(language: Language = 'en', all: readonly NamedOperation[] = allOperations()): PageFiles {
  const folder = new URL('../page/', import.meta.url);
  const texts = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = entry.replaceAll('\\', '/');
    if (/\.(?:js|css|html)$/.test(path)) texts.set(path, readFileSync(new URL(path, folder), 'utf8'));
  }
  const read = (path: string) => {
    const text = texts.get(path);
    if (text === undefined) throw new Error(`the page has no file ${path}`);
    return text;
  };

  const tables = {
    'live/operations.js': () => pageOperations(all),
    'screens/approvals/alike.js': pageAlike,
    'live/card-texts.js': () => pageTexts(language),
    'words/say.js': () => pageWords(language),
    'words/ages.js': pageAges,
    'view/lists.js': () => pageLists(language, texts.values(), all),
    'screens/chat/code-colors.js': pageLanguages,
  };
  for (const [path, table] of Object.entries(tables))
    texts.set(
      path,
      read(path).replace('= {}', () => `= ${table()}`),
    );
  const imports: Record<string, string> = {};
  const files = new Map<string, PageFile>();
  for (const name of libraries) imports[name] = addLibrary(files, import.meta.resolve(name));
  const statelyMap = JSON.stringify({ imports });
  const first = packModules('main.js', read, { libraries: firstLibraries(texts, files, imports) });
  const packs = screenPacks(texts, first, read);
  for (const name of ofFirstPage) imports[name] = '/page/main.js';
  for (const name of Object.keys(codeLanguages)) {
    const address = addLibrary(files, import.meta.resolve(`${languageFiles}${name}`));
    imports[languageFiles] = address.slice(0, address.lastIndexOf('/') + 1);
  }
  for (const path of first.modules) imports[`/page/${path}`] = '/page/main.js';
  texts.set('main.js', first.text);
  const packed = new Set(first.modules);
  for (const [path, { text, modules }] of packs) {
    texts.set(path, text);
    for (const inner of modules) if (inner !== path) packed.add(inner);
    for (const inner of modules) if (inner !== path) imports[`/page/${inner}`] = `/page/${path}`;
  }
  texts.set('styles.css', withImports('styles.css', read));
  for (const [path, text] of texts) if (!path.endsWith('.html')) files.set(`/page/${path}`, pageFile(path, text));
  // what is loaded later is what this server has: a program that takes the port while a page is open cannot slip code into
  // it
  const later = [...texts].filter(([path]) => path.endsWith('.js') && !packed.has(path) && !isStately(path));
  const integrity = Object.fromEntries(later.map(([path, text]) => [`/page/${path}`, hashOf(text)]));
  const importMap = JSON.stringify({ imports, integrity });

  const document = (path: string, map: string) =>
    pageFile(
      path,
      read(path).replace('{}', () => map),
    );
  const index = document('index.html', importMap).body.toString();
  files.set(
    '/',
    pageFile(
      'index.html',
      index
        .replace('<html lang="en"', () => `<html lang="${language}"`)
        .replace(needsScript, () => saidTexts[language][needsScript] ?? needsScript),
    ),
  );
  return {
    files,
    importMapHash: hashOf(importMap),
    stately: { file: document('stately/stately.html', statelyMap), importMapHash: hashOf(statelyMap) },
  };
}

/** What the frame says where no module runs. */
const needsScript = 'This page needs JavaScript; all of it comes from your own computer.';

/** What screens share, in a file beside theirs. */
const sharedPack = 'screens/shared.js';

/**
 * A file for each screen that main.js does not hold, and one for what several of them take: a screen is there after two
 * requests, not after one for each of its modules in turn. By the path of the file.
 */
function screenPacks(
  texts: ReadonlyMap<string, string>,
  first: Pack,
  read: (path: string) => string,
): ReadonlyMap<string, Pack> {
  const isFirst = new Set(first.modules);
  const reached = new Map<string, Set<string>>();
  const reach = (screen: string, path: string) => {
    const screens = reached.get(path) ?? new Set();
    if (isFirst.has(path) || screens.has(screen)) return;
    reached.set(path, screens.add(screen));
    for (const inner of importsOf(path, read(path))) reach(screen, inner);
  };
  const entries = [...texts.keys()].filter(path => /^screens\/\w+\/screen\.js$/.test(path) && !isFirst.has(path));
  for (const entry of entries) reach(entry, entry);
  const shared = new Set([...reached].flatMap(([path, screens]) => (screens.size > 1 ? [path] : [])));

  const root = '/page/';
  const ofFirst = (path: string) => (isFirst.has(path) ? `${root}main.js` : undefined);
  const list = [...shared].map(path => `import '../${path}';\n`).join('');
  const pack = packModules(sharedPack, path => (path === sharedPack ? list : read(path)), { elsewhere: ofFirst, root });
  const packs = new Map([[sharedPack, pack]]);
  const elsewhere = (path: string) => ofFirst(path) ?? (shared.has(path) ? `${root}${sharedPack}` : undefined);
  for (const entry of entries) packs.set(entry, packModules(entry, read, { elsewhere, root }));
  return packs;
}

const isStately = (path: string) => path.startsWith('stately/');

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Adds a library's file and the ones it imports from beside itself; answers its address. */
function addLibrary(files: Map<string, PageFile>, url: string): string {
  const path = url.slice(url.lastIndexOf('/node_modules/') + '/node_modules/'.length);
  const address = `/lib/${path}`;
  if (files.has(address)) return address;
  const text = asModule(readFileSync(fileURLToPath(url), 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, ''));
  files.set(address, pageFile(path, text));
  for (const [, from = ''] of text.matchAll(/(?:from|import) ?["'](\.[^"']+)["']/g))
    addLibrary(files, new URL(from, url).href);
  return address;
}

/** What the page takes of the libraries that go with main.js. */
function firstLibraries(
  texts: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, PageFile>,
  imports: Readonly<Record<string, string>>,
): PackedLibraries {
  const taken = new Map(ofFirstPage.map(name => [name, new Set<string>()]));
  for (const text of texts.values())
    for (const [, list = '', from = ''] of text.matchAll(/^import \{([^}]*)\} from '([^']+)';$/gm))
      for (const name of list.split(',')) if (name.trim() !== '') taken.get(from)?.add(name.trim());
  return packLibraries(
    new Map([...taken].map(([name, names]) => [name, [...names]])),
    address => files.get(address)?.body.toString() ?? '',
    (name, from) => (name.startsWith('.') ? new URL(name, `lib:${from}`).pathname : (imports[name] ?? name)),
  );
}

/** What a library gives as a CommonJS module, for a browser. */
function asModule(text: string): string {
  const isCommon = /^module\.exports = /m.test(text);
  return isCommon ? `const module = { exports: {} };\n${text}\nexport default module.exports;\n` : text;
}

/** A style sheet with the ones it lists (`@import './styles/tokens.css';`) in their place. */
function withImports(path: string, read: (path: string) => string): string {
  return read(path).replaceAll(/^@import ["']\.\/([^"']+)["'];$/gm, (_, inner: string) => read(inner));
}

function pageFile(path: string, text: string): PageFile {
  const body = Buffer.from(text);
  let gzip: Buffer | undefined;
  return {
    type: types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    body,
    get gzip() {
      gzip ??= gzipSync(body, { level: 9 });
      return gzip;
    },
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  };
}
