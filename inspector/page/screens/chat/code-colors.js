/**
 * The colours of code, by highlight.js: its tree of scopes as plain data, never as markup. Loaded with the first code
 * that names a language, and then each language when it is first met.
 */
import hljs from 'highlight.js/lib/core';

/** @import { LanguageFn } from 'highlight.js' */

/**
 * @typedef {string | { readonly look: string | undefined, readonly inner: readonly CodePiece[] }} CodePiece `look`: one of `looks`
 * @typedef {string | { readonly scope?: string, readonly children: readonly ScopeNode[] }} ScopeNode as the library has it
 */

/**
 * The languages to know for code of a name, its own first: as src/domain/text/code-languages.ts has them, put here when
 * the page is read.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const languagesByName = {};

/** By the first part of a scope's name; what is not here looks as the rest. @type {Readonly<Record<string, string>>} */
const looks = {
  keyword: 'word',
  literal: 'word',
  'selector-tag': 'word',
  operator: 'word',
  section: 'word',
  string: 'string',
  regexp: 'string',
  symbol: 'string',
  addition: 'string',
  number: 'number',
  attr: 'number',
  attribute: 'number',
  variable: 'number',
  'template-variable': 'number',
  title: 'name',
  name: 'name',
  'selector-class': 'name',
  'selector-id': 'name',
  bullet: 'name',
  built_in: 'type',
  type: 'type',
  meta: 'type',
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
};

/**
 * What colours code of a language. `undefined`: the page has no colours for it. Rejects where a file cannot be had.
 * @param {string} name as it stands behind the fence, in small letters
 * @returns {Promise<((text: string) => readonly CodePiece[]) | undefined>}
 */
export async function coloringOf(name) {
  const names = languagesByName[name] ?? [];
  const [language] = names;
  if (language === undefined) return undefined;
  await Promise.all(names.map(known));
  return text => {
    const { _emitter } = hljs.highlight(text, { language, ignoreIllegals: true });
    const { rootNode } = /** @type {{ rootNode: { children: readonly ScopeNode[] } }} */ (
      /** @type {unknown} */ (_emitter)
    );
    return rootNode.children.map(pieceOf);
  };
}

/** @param {string} language */
async function known(language) {
  if (hljs.getLanguage(language)) return;
  const { default: define } = /** @type {{ default: LanguageFn }} */ (
    await import(`highlight.js/lib/languages/${language}.js`)
  );
  hljs.registerLanguage(language, define);
}

/** @param {ScopeNode} node @returns {CodePiece} */
function pieceOf(node) {
  if (typeof node === 'string') return node;
  return { look: looks[(node.scope ?? '').split('.', 1)[0] ?? ''], inner: node.children.map(pieceOf) };
}
