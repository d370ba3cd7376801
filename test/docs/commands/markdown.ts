/** Every page of the Markdown, and the blocks of code in it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../source-files.ts';

export interface Block {
  readonly language: string;
  readonly text: string;
  /** `README.md:12` */
  readonly place: string;
}

/** Blocks that are not run here, and why. */
export const elsewhere: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'the first of the two commands of the README; .ci/run runs it',
  'npm ci && npm test': 'the second; .ci/run runs it',
  'sudo apt install libatomic1 bubblewrap': 'needs root and the network; .ci/run does it',
  'git pull && npm ci': 'needs the network',
  'straylight memory forget --words "spare key"':
    'asks for a word and ends with 1; test/flows/memory/forgetting.test.ts goes the whole way',
  'straylight ask --here "what is in this folder?"':
    'needs that no agent runs, and a folder of the owner; test/flows/folders/folders.test.ts asks in one',
  'npm run package\nnpm install --global --ignore-scripts --prefix ~/.local ./straylight-*.tgz':
    'needs the network; test/package/compile.test.ts installs the archive without',
  'STRAYLIGHT_TESTS=all node_modules/.bin/node --conditions=development --test test/flows/context/five-thousand.test.ts':
    'takes minutes; npm run test:slow runs it',
  [[
    'docker volume ls --quiet --filter "label=straylight.workspace=$HOME/.straylight/workspace" | xargs -r docker volume rm',
    'docker image rm straylight-sandbox',
  ].join('\n')]: 'needs an engine; test/adapters/executors/docker/life.test.ts looks for the volume so',
};

/** A block; a longer fence may hold a shorter one. */
const fence = /^(`{3,})(.*)\n([\s\S]*?)^\1$/gm;

export const pages = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map(name => name.replaceAll('\\', '/'))
  .filter(name => name.endsWith('.md') && !/(^|\/)(node_modules|coverage|dist)\//.test(name))
  .toSorted()
  .map(path => {
    const text = readFileSync(join(root, path), 'utf8');
    return { path, blocks: blocksOf(path, text), prose: text.replaceAll(fence, '') };
  });

function blocksOf(path: string, text: string): readonly Block[] {
  return [...text.matchAll(fence)].map(({ 2: language = '', 3: body = '', index }) => ({
    language: language.trim(),
    text: body.trimEnd(),
    place: `${path}:${text.slice(0, index).split('\n').length}`,
  }));
}

/** One command a line; a line that ends with `\` goes on. Comments say what a command is for. */
export function commandsIn(text: string): readonly string[] {
  return text
    .replaceAll('\\\n', '')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'));
}

/** `$ command`, and beneath it what it prints. */
export function transcriptOf(text: string): readonly { readonly command: string; readonly expected: string }[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map(part => {
      const [command = '', ...expected] = part.split('\n');
      return { command, expected: expected.join('\n').trimEnd() };
    });
}
