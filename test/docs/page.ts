/** What the written pages have in common. */
import { wrapped } from './wrap.ts';

/** Says in the page itself where its text comes from. */
export function generated(source: string): string {
  return `<!-- Written by "npm run docs:pages" from ${source}; a test holds it to the code. -->`;
}

/** A block of commands. */
export function shell(commands: string, language: 'sh' | 'text' | 'toml' = 'sh'): string {
  return `\`\`\`${language}\n${commands}\n\`\`\``;
}

/** Paragraphs with an empty line between them. */
export function blocks(parts: readonly string[]): string {
  return `${wrapped(parts.join('\n\n'))}\n`;
}
