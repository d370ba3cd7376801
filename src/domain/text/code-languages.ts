/** The languages of code that the terminal and the page have colours for, with the other names people give them. */
export const codeLanguages: Readonly<Record<string, readonly string[]>> = {
  bash: ['sh', 'zsh'],
  c: ['h'],
  cpp: ['c++', 'cc', 'hpp'],
  csharp: ['cs', 'c#'],
  css: [],
  diff: ['patch'],
  dockerfile: ['docker'],
  go: ['golang'],
  graphql: ['gql'],
  ini: ['toml'],
  java: [],
  javascript: ['js', 'jsx', 'mjs', 'cjs'],
  json: ['jsonc', 'json5'],
  kotlin: ['kt'],
  lua: [],
  makefile: ['make', 'mk'],
  markdown: ['md'],
  nginx: [],
  nix: [],
  objectivec: ['objective-c'],
  perl: ['pl'],
  php: [],
  powershell: ['ps1'],
  python: ['py'],
  r: [],
  ruby: ['rb'],
  rust: ['rs'],
  scala: [],
  shell: ['console'],
  sql: [],
  swift: [],
  typescript: ['ts', 'tsx', 'mts', 'cts'],
  xml: ['html', 'svg'],
  yaml: ['yml'],
};

/** Languages that code of a language holds within. */
const within: Readonly<Record<string, readonly string[]>> = {
  xml: ['javascript', 'css'],
  shell: ['bash'],
  markdown: ['xml'],
};

/** The languages to know for code of this name, its own first. Empty: there are no colours for it. */
export function languagesFor(name: string): readonly string[] {
  const language = Object.keys(codeLanguages).find(one => one === name || codeLanguages[one]?.includes(name));
  return language === undefined ? [] : [language, ...(within[language] ?? [])];
}
