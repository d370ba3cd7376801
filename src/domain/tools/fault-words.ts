/**
 * Why a call failed, in words for its owner. What is kept of it tells the model what to do next, which is nothing for the
 * one who reads along.
 */

import { questionIn } from '../jobs/when.ts';
import { catalog } from '../text/catalog.ts';
import { type Language, ownWords } from '../text/texts.ts';

/** The same fault for the owner; any other text as it is. */
export function faultForOwner(text: string, language: Language): string {
  if (text.startsWith('Nothing is scheduled. ')) return questionIn(text) ?? text;
  if (notJson.test(text)) return texts[language].unfit;
  const [, faults] = unfit.exec(text) ?? [];
  if (faults !== undefined) return unfitFor(faults, language);
  return text.length > longest || text.includes('\n') ? text : ownWords(text, language);
}

const notJson = /^The arguments of \w+ are not JSON \([\s\S]*\)\. Call it again with one JSON object\.$/;
const unfit = /^The arguments of \w+ do not fit\. ([\s\S]*)\. Correct them and call it again\.$/;

/** Sentences of our own are no longer. */
const longest = 1_000;

/** What the owner can make something of: where a path leads, or why a request stays here. */
function unfitFor(faults: string, language: Language): string {
  const say = texts[language];
  const [, outside] = /^[\w.]+: "([^"\n]*)" lies outside\. A path begins with [^\n]*$/.exec(faults) ?? [];
  if (outside !== undefined) return say.outside(outside);
  const [, kept] = /^[\w.]+: (this request may not leave: [^\n]*)$/.exec(faults) ?? [];
  return kept === undefined || kept.length > longest ? say.unfit : `${ownWords(kept, language)}.`;
}

const texts = catalog('domain/tools/fault-words', {
  en: {
    unfit: 'The call was not made as the tool wants it. Not run.',
    outside: (path: string) => `“${path}” lies outside the folders that the agent works in.`,
  },
  de: {
    unfit: 'Der Aufruf war nicht so, wie das Werkzeug ihn braucht. Nicht ausgeführt.',
    outside: (path: string) => `„${path}“ liegt außerhalb der Ordner, in denen der Agent arbeitet.`,
  },
});
