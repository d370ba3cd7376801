/** The folders of the page, read from its imports; and what none of its modules may do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceFiles } from '../../source-files.ts';

const page = sourceFiles('inspector/page').map(file => ({ ...file, path: file.path.slice('inspector/page/'.length) }));

/** What a folder's modules may import beside their own folder and the libraries. */
const folders: Readonly<Record<string, readonly string[]>> = {
  words: [],
  live: ['words'],
  view: ['words'],
  parts: ['live', 'view', 'words'],
  shell: ['live', 'view', 'parts', 'words'],
  screens: ['live', 'view', 'parts', 'words'],
  // a page of its own
  stately: ['live'],
};
const libraries = [
  'preact',
  'preact/hooks',
  '@preact/signals',
  '@xstate/store',
  'diff/lib/diff/array.js',
  'marked',
  'highlight.js/lib/core',
];

const folderOf = (path: string) => (path.includes('/') ? (path.split('/', 1)[0] ?? '') : '');

test('given every import of the page, when it is held against its folders, then each is allowed', () => {
  const faults = page.flatMap(({ path, imports }) => {
    const folder = folderOf(path);
    return imports
      .map(({ from }) => from.replace(/^inspector\/page\//, ''))
      .filter(from => {
        if (!from.includes('.js') || libraries.includes(from)) return !libraries.includes(from);
        // main.js starts everything, and the table of screens has the one that is here from the start
        if (path === 'main.js') return false;
        if (path === 'view/screens.js' && from === 'screens/overview/screen.js') return false;
        const there = folderOf(from);
        // a conversation shows the cards that wait in it
        if (path.startsWith('screens/chat/') && /^screens\/approvals\/(card|undo-bar)\.js$/.test(from)) return false;
        if (folder === 'screens' && there === 'screens') return path.split('/')[1] !== from.split('/')[1];
        return there !== folder && !folders[folder]?.includes(there);
      })
      .map(from => `${path} imports ${from}`);
  });
  assert.deepEqual(faults, []);
});

test('given every module of the page, when it is searched, then none makes markup or code of text, and none asks elsewhere', () => {
  const forbidden =
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML|\beval\(|new Function|srcdoc|createPolicy|document\.cookie|XMLHttpRequest|EventSource/;
  assert.deepEqual(
    page.flatMap(({ path, code }) => (forbidden.exec(code) ? [`${path}: ${forbidden.exec(code)?.[0]}`] : [])),
    [],
  );
});
