/** What the site is made of: the pages in the order of the menu, and where each file is found on it. */

/** A group of the menu: pages by what somebody wants to do. Files are named from the root of the repository. */
export interface Group {
  readonly title: string;
  readonly pages: readonly { readonly title: string; readonly file: string }[];
}

const page = (title: string, file: string) => ({ title, file });

export const groups: readonly Group[] = [
  {
    title: 'Begin',
    pages: [
      page('Overview', 'docs/README.md'),
      page('Get started', 'docs/getting-started.md'),
      page('Choose a model', 'docs/models.md'),
      page('The rehearsal model', 'docs/rehearsal.md'),
    ],
  },
  {
    title: 'Use it',
    pages: [
      page('On Telegram', 'docs/telegram.md'),
      page('In the terminal', 'docs/terminal.md'),
      page('On the web page', 'docs/page.md'),
      page('Approvals', 'docs/approvals.md'),
      page('Undo', 'docs/undo.md'),
      page('Memory', 'docs/memory.md'),
      page('What the model sees', 'docs/context.md'),
      page('How it speaks', 'docs/personality.md'),
      page('Jobs', 'docs/jobs.md'),
      page('Tasks', 'docs/tasks.md'),
      page('Agents', 'docs/agents.md'),
      page('Agents of others', 'docs/a2a.md'),
      page('Coding workers', 'docs/workers.md'),
      page('Tools it writes', 'docs/tools.md'),
      page('Skills', 'docs/skills.md'),
      page('Git', 'docs/git.md'),
      page('Processes', 'docs/processes.md'),
      page('MCP servers', 'docs/mcp.md'),
      page('The web', 'docs/web.md'),
      page('Web search', 'docs/search.md'),
    ],
  },
  {
    title: 'Set limits',
    pages: [
      page('Budget', 'docs/budget.md'),
      page('Secrets', 'docs/secrets.md'),
      page('Gates', 'docs/gates.md'),
      page('Hooks', 'docs/hooks.md'),
      page('What is protected', 'docs/security.md'),
    ],
  },
  {
    title: 'Keep it running',
    pages: [
      page('When something is stuck', 'docs/stuck.md'),
      page('Troubleshooting', 'docs/troubleshooting.md'),
      page('Monitoring', 'docs/monitoring.md'),
      page('Home and files', 'docs/home-and-files.md'),
      page('Updating and removing', 'docs/updating-and-removing.md'),
      page('What changed', 'CHANGELOG.md'),
    ],
  },
  {
    title: 'Look up',
    pages: [
      page('Command line', 'docs/command-line.md'),
      page('Configuration', 'docs/configuration.md'),
      page('HTTP API', 'docs/http-api.md'),
      page('Glossary', 'docs/glossary.md'),
    ],
  },
  {
    title: 'How it works',
    pages: [
      page('Architecture', 'ARCHITECTURE.md'),
      page('The statecharts', 'src/machines/README.md'),
      page('How it is proved', 'docs/how-it-is-proved.md'),
      page('What it costs', 'docs/performance.md'),
      page('Security in full', 'SECURITY.md'),
      page('Extending', 'docs/extending.md'),
      page('Contributing', 'CONTRIBUTING.md'),
    ],
  },
];

/** The files of all pages. */
export const files: readonly string[] = groups.flatMap(({ pages }) => pages.map(({ file }) => file));

/** The address of a page, without its ending; undefined for a file that is no page. */
export function addressOf(file: string): string | undefined {
  if (!files.includes(file)) return undefined;
  const source = sourceOf(file);
  return source === 'index.md' ? '/' : `/${source.slice(0, -'.md'.length)}`;
}

/** The file as the site has it: those of docs/ lie at its root, and docs/README.md is the first page. */
export function sourceOf(file: string): string {
  if (file === 'docs/README.md') return 'index.md';
  if (file === 'src/machines/README.md') return 'statecharts.md';
  if (file === 'SECURITY.md') return 'security-in-full.md';
  return file.replace(/^docs\//, '').toLowerCase();
}
