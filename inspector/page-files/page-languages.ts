/** The languages of code by each of their names, as the page's module `screens/chat/code-colors.js` has them. */
import { codeLanguages, languagesFor } from '../../src/domain/text/code-languages.ts';

/** By name, as JSON. */
export function pageLanguages(): string {
  const names = Object.entries(codeLanguages).flat(2);
  return JSON.stringify(Object.fromEntries(names.map(name => [name, languagesFor(name)])));
}
