/** The pages of docs/ that follow from the code. */
import { commandLinePage } from './command-line.ts';
import { configurationPage } from './configuration.ts';
import { httpApiPage } from './http-api.ts';

/** The text of each, as it should be. */
export const pages: Readonly<Record<string, () => string>> = {
  'command-line.md': commandLinePage,
  'configuration.md': configurationPage,
  'http-api.md': httpApiPage,
};

export function pageFile(name: string): URL {
  return new URL(`../../docs/${name}`, import.meta.url);
}
