/** The commands that are no operation: they work without a running agent, or put several operations together. */
import type { CommandForm, CommandOption } from '../../api/command-form.ts';
import { taints } from '../../domain/policy/taint.ts';
import { executorKinds } from '../../domain/security/sandbox.ts';
import { oneOf } from './words.ts';

/** The shells there is a completion script for. */
const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

const json: CommandOption = { help: 'print JSON' };
const session: CommandOption = { value: 'NAME', help: 'the conversation to use (default: main)' };
const here: CommandOption = {
  help: 'let the agent read the folder you are in, as a folder of its workspace, while this runs',
};
const write: CommandOption = { help: 'with --here: let it change that folder too' };
const jsonl: CommandOption = { isInstead: true, help: 'read rows from standard input, answer one JSON line each' };

export const localForms = [
  {
    words: 'help',
    help: 'List all commands; with a command behind it, explain that one.',
    args: { command: 'COMMAND' },
  },
  {
    words: 'init',
    help: 'Create the home: settings, folders, a file for secrets. In a terminal, also ask for model, Telegram, sandbox, command and service. Never overwrites anything.',
    options: {
      model: { value: 'NAME', help: 'the model to use, as "provider/model", or "demo", instead of asking' },
      url: { value: 'URL', help: 'the address of its server, where it has no usual one' },
      'key-stdin': { help: 'read the key of its server from standard input' },
      'no-check': {
        help: 'write model or token without trying whether they work, a model also where its server does not list it',
      },
      'telegram-stdin': { help: 'read the token of your Telegram bot from standard input' },
      image: { help: 'have Docker make the image of the sandbox' },
      link: { help: 'make the command straylight, by a link in ~/.local/bin' },
      service: { help: 'run Straylight as a service of systemd, from each login on' },
    },
  },
  {
    words: 'start',
    help: 'Start the agent with every channel that is set up. In a terminal, also open a chat.',
    options: {
      port: { value: 'N', help: 'port of the page and the HTTP API (0: any free port)' },
      stately: { help: 'add a page /stately that shows running charts on stately.ai, without secrets' },
      'stately-ws': { value: 'URL', help: 'send the same to your own relay: ws:// on this computer, wss:// elsewhere' },
    },
  },
  {
    words: 'stop',
    help: 'Stop the running agent, once what it is doing has ended. What is left goes on at the next start.',
    options: { now: { help: 'do not wait for running work' }, json },
  },
  {
    words: 'ask',
    wakes: true,
    help: 'Send one message and print the reply. Without TEXT, or if that is "-", standard input is the message; with TEXT, what is piped in stands below it.',
    args: { text: 'TEXT' },
    isOpen: true,
    isFromInput: true,
    options: {
      session,
      priority: { value: 'P', help: 'low, normal (default), high or critical: which turn runs first' },
      deadline: { value: '5m', help: 'end the turn after this time: s, m or h (without a terminal: 30m)' },
      here,
      write,
      key: { value: 'NAME', help: 'reuse a running turn with this name' },
      json: { help: 'print JSON, with usage, tool calls and the id of the turn' },
    },
  },
  {
    words: 'chat',
    wakes: true,
    help: 'Chat in the terminal. Without a terminal, each line of standard input is a message or a command such as /status.',
    options: { session, here, write },
  },
  {
    words: 'ui',
    help: 'Print the link to the page of the running agent, and open it. Anyone with this link has full control.',
    options: {
      'read-only': { help: 'a read-only link' },
      'new-token': { help: 'revoke earlier links first' },
      'no-open': { help: 'only print the link' },
      json,
    },
  },
  { words: 'approvals show', help: 'Show one approval in full.', args: { id: 'ID' }, options: { json } },
  {
    words: 'actors replay',
    help: 'Replay the journal of an actor, or an exported one, and check every step.',
    args: { file: 'ID' },
    options: { json },
  },
  {
    words: 'audit verify',
    help: 'Check that the audit log was not changed.',
    options: { json, file: { value: 'FILE', help: 'check an exported file instead; needs no home' } },
  },
  { words: 'audit export', help: 'Print the whole audit log as JSON lines.', options: { json } },
  {
    words: 'memory import',
    wakes: true,
    help: 'Take memories in from a file of "memory export". What is there already stays.',
    args: { file: 'FILE' },
    options: {
      replace: { help: 'forget all memories first; asks for a word' },
      trust: { help: 'you vouch for the file: what this home has not signed keeps its trust' },
      confirm: { value: 'WORD', help: 'the word it asks for' },
      json,
    },
  },
  {
    words: 'mcp serve',
    wakes: true,
    help: 'Be an MCP server over standard input and output, for the program that starts this: it can ask the agent.',
    options: {
      http: { help: 'print the address and the token for programs that connect over HTTP instead' },
      json,
    },
  },
  {
    words: 'peers token',
    help: 'Print where an agent of somebody else reaches this one, and its token.',
    args: { name: 'NAME' },
    options: { json },
  },
  {
    words: 'secret set',
    help: 'Add or replace a secret. The value is typed at a hidden prompt, or read from standard input.',
    args: { name: 'NAME' },
    options: {
      host: {
        value: 'HOST',
        isList: true,
        help: 'allow web_request to this host: api.github.com, *.example.com, example.com:8443',
      },
      header: { value: 'NAME', isList: true, help: 'in this header only (default: authorization)' },
      command: { value: 'WORDS', isList: true, help: 'allow commands that start like this: "git push"' },
      tool: { value: 'NAME', isList: true, help: 'allow this tool: web_request or execute_command' },
      agent: { value: 'NAME', isList: true, help: 'for this agent (default: main)' },
      note: { value: 'TEXT', help: 'what it is for; the agent reads this' },
      expires: { value: 'DAY', help: 'when it stops working: 2027-01-31, or 90d; you are told a week before' },
      json,
    },
  },
  {
    words: 'secret remove',
    help: 'Remove a secret.',
    args: { name: 'NAME' },
    will: 'The secret {name} would be deleted; its value could not be had back from here.',
    options: { json },
  },
  {
    words: 'config show',
    isDefault: true,
    help: 'Show what your settings set, and which secrets are set. Values of secrets are never shown.',
    options: { json },
  },
  { words: 'config path', help: 'Print where config.toml is.', options: { json } },
  { words: 'config check', help: 'Check the settings, and name each fault with its line.', options: { json } },
  { words: 'config edit', help: 'Open config.toml in your editor (VISUAL or EDITOR), then check it.' },
  {
    words: 'logs',
    help: 'Show the newest lines of the log: what was done and how long it took, never what was said.',
    options: {
      lines: { value: 'N', help: 'how many (default: 50)' },
      limit: { value: 'N', help: 'the same as --lines' },
      level: { value: 'LEVEL', help: 'only lines that are at least this serious: info (default), warn or error' },
      follow: { help: 'go on with lines as they come, until Ctrl-C' },
      json: { help: 'print the lines as they are kept: JSON' },
    },
  },
  {
    words: 'doctor',
    help: 'Check the installation, and say how to fix what is wrong.',
    options: { security: { help: 'check what weakens security instead, most serious first' }, json },
  },
  {
    words: 'egress check',
    help: 'Show whether a request would be allowed, and which address it would connect to. Connects to nothing.',
    args: { url: 'URL' },
    options: {
      json,
      jsonl: { ...jsonl, help: 'read rows {"url", "dns"?, "cname"?, "redirects"?} from standard input' },
    },
  },
  {
    words: 'policy command',
    help: 'Show how a shell command would be judged, and why. Runs nothing.',
    args: { text: 'TEXT' },
    options: {
      executor: { value: 'NAME', help: `where it would run: ${oneOf(executorKinds)} (default: its text alone counts)` },
      json,
      jsonl: { ...jsonl, help: 'read rows from standard input: {"cmd"}, or calls' },
    },
  },
  {
    words: 'policy call',
    help: 'Show how a tool call would be judged, and why. CALL is JSON: {"tool": NAME, "arguments": {…}}.',
    args: { call: 'CALL' },
    options: {
      executor: { value: 'NAME', help: `the sandbox: ${oneOf(executorKinds)} (default: none is assumed)` },
      taint: { value: 'LEVEL', help: `how far the conversation is trusted: ${oneOf(taints)} (default: owner)` },
      json,
      jsonl: { ...jsonl, help: 'read rows from standard input: {"cmd"}, or calls' },
    },
  },
  {
    words: 'cron next',
    help: 'Show when a schedule would fire: cron, an instant, "every 90m" or "every weekday at 8". Schedules nothing.',
    args: { expr: 'EXPR' },
    options: {
      tz: { value: 'ZONE', help: 'the time zone: Europe/Berlin (default: that of this computer)' },
      from: { value: 'ISO', help: 'after this instant (default: now)' },
      count: { value: 'N', help: 'how many instants, 1 to 1000 (default: 3)' },
      json,
      jsonl: { ...jsonl, help: 'read rows {"expr", "tz"?, "from"?, "count"?} from standard input' },
    },
  },
  {
    words: 'redact',
    help: 'Copy standard input to standard output without the secrets in it.',
    options: {
      jsonl: { help: 'read rows {"text", "known"?: [values]}, answer {"text", "found": [{"start", "end", "type"}]}' },
      inbound: {
        help: 'with --jsonl: judge rows as messages of the owner: {"verdict": "block"|"redact"|"pass", "text"}',
      },
    },
  },
  ...shells.map(shell => ({ words: `completion ${shell}`, help: `Print the completion script for ${shell}.` })),
] as const satisfies readonly CommandForm[];
