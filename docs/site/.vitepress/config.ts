/** The site of docs/: `npm run docs` builds it, `npm run docs:dev` serves it on this machine. */
import { posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { addressOf, files, groups, sourceOf } from '../pages.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The parts of markdown-it that are used here; VitePress hands out its parser without its types. */
interface Token {
  type: string;
  content: string;
  /** The language of a block of code. */
  info: string;
  readonly children: Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

interface Parsed {
  readonly tokens: readonly Token[];
  /** `realPath`: where the file lies, before it was renamed for the site. */
  readonly env: { readonly realPath?: string; readonly path?: string };
}

export default defineConfig({
  title: 'Straylight',
  description: 'A personal AI agent that runs on your own machine.',
  srcDir: '../..',
  srcExclude: [
    '{.ci,bin,config,inspector,package,sandbox,test}/**',
    'src/!(machines)/**',
    'docs/site/**',
    '{AGENTS,README}.md',
  ],
  rewrites: Object.fromEntries(files.map(file => [file, sourceOf(file)])),
  markdown: {
    // as GitHub names them, so that a link to a heading works in both places
    anchor: {
      slugify: heading =>
        heading
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
          .replaceAll(' ', '-'),
    },
    config(parser) {
      // ":-)" at the end of a bracket is no face
      parser.disable('emoji');
      // two braces are no expression here
      for (const name of ['text', 'code_inline']) {
        const render = parser.renderer.rules[name];
        parser.renderer.rules[name] = (...parts: unknown[]) => render(...parts).replaceAll('{{', '&#123;&#123;');
      }
      // a link between files of the repository, as GitHub shows it, becomes one between pages
      parser.core.ruler.push('repository-links', (state: Parsed) => {
        for (const token of state.tokens) {
          if (token.info === 'rehearsal') token.info = 'text';
          relink(token.children ?? [], relative(root, state.env.realPath ?? state.env.path ?? ''));
        }
        return true;
      });
    },
  },
  vite: {
    plugins: [
      {
        // pages outside of this folder find Vue as if they lay in it
        name: 'vue-of-the-site',
        enforce: 'pre',
        resolveId(id, _importer, { ssr }) {
          if (!/^vue(\/|$)/.test(id)) return undefined;
          return ssr ? { id, external: true } : this.resolve(id, fileURLToPath(import.meta.url), { skipSelf: true });
        },
      },
    ],
  },
  themeConfig: {
    search: { provider: 'local' },
    sidebar: groups.map(({ title, pages }) => ({
      text: title,
      items: pages.map(one => ({ text: one.title, link: addressOf(one.file) ?? '/' })),
    })),
    outline: [2, 3],
    docFooter: { prev: false, next: false },
  },
});

/** A file that is no page of the site has no address here: its name stays, without a link. */
function relink(tokens: readonly Token[], from: string): void {
  let isText = false;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const [path = '', heading] = (token.attrGet('href') ?? '').split('#');
      if (path === '' || /^[a-z]+:/.test(path)) continue;
      const address = addressOf(posix.join(posix.dirname(from), path));
      if (address === undefined) isText = true;
      else token.attrSet('href', heading === undefined ? address : `${address}#${heading}`);
    }
    if (!isText || !token.type.startsWith('link_')) continue;
    isText = token.type === 'link_open';
    token.type = 'html_inline';
    token.content = '';
  }
}
