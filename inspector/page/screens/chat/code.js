/** Code in a reply: as it was written, in the colours of its language once the library for it is there. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { code, component, span } from '../../parts/tags.js';
import { exactly } from '../../parts/values/visible.js';

/** @import { ComponentChildren } from 'preact' */
/** @import { CodePiece } from './code-colors.js' */

/** What colours code, by its language; loaded when a reply first has code in it. */
const colorings = signal(/** @type {ReadonlyMap<string, (text: string) => readonly CodePiece[]>} */ (new Map()));
/** Asked for, whether or not it has come. @type {Set<string>} */
const requested = new Set();
/** Longer code is data, and its colours would hold the page. */
const longest = 50_000;

export const codeText = component(CodeText);

/** @param {{ language: string, text: string }} props `language`: as it stands behind the fence, or empty */
function CodeText({ language, text }) {
  const name = language.toLowerCase();
  useEffect(() => want(name), [name]);
  const coloring = text.length > longest ? undefined : colorings.value.get(name);
  return code({ dir: 'ltr' }, ...linesOf(name, text, coloring));
}

/**
 * @param {string} name
 * @param {string} text
 * @param {((text: string) => readonly CodePiece[]) | undefined} coloring
 */
function linesOf(name, text, coloring) {
  if (name === 'diff' || name === 'patch') return diffLines(text);
  return coloring ? painted(coloring(text)) : exactlyIndented(text);
}

/** @param {string} name */
function want(name) {
  if (name === '' || requested.has(name)) return;
  requested.add(name);
  import('./code-colors.js')
    .then(({ coloringOf }) => coloringOf(name))
    .then(coloring => {
      if (coloring) colorings.value = new Map([...colorings.peek(), [name, coloring]]);
    })
    // the code stays readable without colours, and is requested again with the next reply
    .catch(() => requested.delete(name));
}

/** @param {readonly CodePiece[]} pieces @returns {readonly ComponentChildren[]} */
function painted(pieces) {
  return pieces.flatMap(piece =>
    typeof piece === 'string'
      ? exactlyIndented(piece)
      : [span({ class: piece.look && `code-${piece.look}` }, ...painted(piece.inner))],
  );
}

/** What was added and what was taken away has a colour, and keeps its sign. @param {string} text */
function diffLines(text) {
  return text.split('\n').map((line, index) => {
    const kind = /^(?:\+\+\+|---|@@)/.test(line) ? 'place' : { '+': 'added', '-': 'removed' }[line[0] ?? ''];
    return span({ key: index, class: `diff${kind === undefined ? '' : ` diff-${kind}`}` }, ...exactlyIndented(line));
  });
}

/** A tab in code is a tab. @param {string} text */
function exactlyIndented(text) {
  return exactly(text.replaceAll('\t', '    '));
}
