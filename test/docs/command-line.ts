/** docs/command-line.md: every command with its help, from the forms that help and completion are made of. */

import { chatCommands } from '../../src/api/chat-forms.ts';
import { type Command, type CommandName, commands } from '../../src/commands/arguments/forms.ts';
import { helpText } from '../../src/commands/arguments/help.ts';
import { inWords } from '../../src/domain/text/catalog.ts';
import { blocks, generated, shell } from './page.ts';

/** Commands to try. test/docs.test.ts runs them in the order of the page, so what "start" starts runs from then on. */
const examples: Readonly<Record<CommandName, string>> = {
  help: 'straylight help ask',
  init: 'straylight init',
  start: 'straylight start',
  stop: 'straylight stop --help',
  ask: [
    'straylight ask "remember that the bins go out on Friday"',
    'straylight ask --session garden --priority low --deadline 5m "when do the bins go out?"',
    'echo "when do the bins go out?" | straylight ask',
    'ls | straylight ask "what is kept here?"',
  ].join('\n'),
  chat: 'printf "help\\nwhen do the bins go out?\\n" | straylight chat',
  status: 'straylight status\nstraylight status --json',
  sessions: [
    'straylight sessions\nstraylight sessions search "bins"',
    'straylight sessions show terminal:main --limit 4',
  ].join('\n'),
  context: 'straylight context show terminal:main',
  personality: 'straylight personality\nstraylight personality set warmth 0.8\nstraylight personality reset',
  config: 'straylight config\nstraylight config path\nstraylight config check',
  logs: 'straylight logs --lines 5\nstraylight logs --level warn --json',
  approvals: [
    'straylight approvals',
    "straylight approvals standing add --command 'git rebase *' --for 1d --times 10",
    'straylight approvals standing list',
  ].join('\n'),
  actors: [
    'straylight actors list',
    'straylight actors journal session:terminal:main',
    'straylight actors export session:terminal:main > ~/session.json',
    'straylight actors replay ~/session.json',
  ].join('\n'),
  memory: [
    'straylight memory list',
    'straylight memory search "when do the bins go out?"',
    'straylight memory stats',
    'straylight memory export > ~/memories.jsonl',
    'straylight memory import ~/memories.jsonl',
  ].join('\n'),
  tools: 'straylight tools list',
  agents: 'straylight agents list',
  outcomes: 'straylight outcomes list --kind job',
  plans: 'straylight plans list',
  mcp: 'straylight mcp list',
  undo: 'straylight undo list',
  jobs: [
    "straylight jobs add stretch 'every weekday at 10:30' --say 'stand up and stretch'",
    'straylight jobs list\nstraylight jobs next stretch\nstraylight jobs run stretch\nstraylight jobs history stretch',
    'straylight jobs remove stretch --yes',
  ].join('\n'),
  telegram: 'straylight telegram accounts\nstraylight telegram pair --help',
  goals:
    "straylight goals add 'finish the report' --due 'tomorrow at 9'\nstraylight goals\nstraylight goals complete 1",
  tasks: [
    "straylight tasks add 'remember that the report is due on Friday' --priority high --deadline 10m --key report",
    'straylight tasks list\nstraylight tasks show 1',
    "straylight tasks add 'remember that it goes to Ada' --parent 1\nstraylight tasks cancel 1",
  ].join('\n'),
  models:
    'straylight models\nstraylight models prices\nstraylight models retry\nstraylight models use rehearsal/rehearsal --conversation terminal:main',
  budget: 'straylight budget',
  reset: 'straylight reset --yes',
  audit: 'straylight audit list --limit 5\nstraylight audit verify\nstraylight audit export > ~/trail.jsonl',
  secret: [
    "echo 'the-value-itself' | straylight secret set github/deploy --host api.github.com --note 'issues and releases'",
    'straylight secret list\nstraylight secret remove github/deploy --yes',
  ].join('\n'),
  cron: "straylight cron next '0 8 * * 1-5' --tz Europe/Berlin\nstraylight cron next '0 9 * * FRI#L' --count 2 --json",
  egress: 'straylight egress check https://example.com/',
  policy: [
    "straylight policy command 'git push --force'",
    'straylight policy call \'{"tool": "execute_command", "arguments": {"command": "rm -r old"}}\' --executor bubblewrap',
  ].join('\n'),
  redact: "printf 'PASSWORD=hunter2\\n' | straylight redact",
  ui: 'straylight ui --no-open',
  doctor: 'straylight doctor',
  completion: 'straylight completion bash > ~/straylight.bash',
};

/** The page as it should be. */
export function commandLinePage(): string {
  const rows = commands().map(
    ({ name, summary }) => `| [\`straylight ${name}\`](#straylight-${name}) | ${inWords(summary, 'en')} |`,
  );
  return blocks([
    intro,
    ['| command | what it does |', '| --- | --- |', ...rows].join('\n'),
    ...commands().flatMap(sectionOf),
    ...inChats(),
  ]);
}

/** What a chat takes, as it follows from operations. */
function inChats(): readonly string[] {
  const rows = chatCommands('en').map(({ name, args, ways, help }) => {
    const typed = [...new Set([args === undefined ? name : `${name} ${args}`, ...ways])];
    return `| ${typed.map(words => `\`/${words}\``).join(', ')} | ${help} |`;
  });
  return [
    '## In a chat',
    'Every chat takes these: the terminal, Telegram and the page. None of them goes to the model.',
    ['| command | what it is about |', '| --- | --- |', ...rows].join('\n'),
  ];
}

function sectionOf({ name }: Command): readonly string[] {
  const [about = '', , ...usage] = helpText(name).split('\n');
  return [
    `## straylight ${name}`,
    about,
    shell(usage.join('\n'), 'text'),
    'For example:',
    shell(examples[name] ?? `straylight ${name}`),
  ];
}

const intro = `# Command line

${generated('src/api/subjects and src/commands/arguments/local-forms.ts')}

\`straylight --help\` lists the commands, and \`--help\` after a command explains it. \`straylight --version\` prints the version.

Every command takes \`--home DIR\` to use another home than \`~/.straylight\`; the environment variable \`STRAYLIGHT_HOME\` does the same. Commands that only look make no home that is named so and is not there: they end with 1. \`--json\` prints JSON for programs, and nothing else on standard output; what went wrong stands on standard error.

| exit code | means |
| --- | --- |
| 0 | done |
| 1 | failed or not done: not found, refused, a check that found a fault, a \`status\` of what does not run or cannot work, a missing \`--yes\` |
| 2 | wrong usage |

One process at a time uses a home. While the agent runs, other commands talk to it over HTTP. Otherwise a command opens the home itself.

\`straylight completion\` prints a script that completes commands and options in your shell. Its first lines say where to put it.`;
