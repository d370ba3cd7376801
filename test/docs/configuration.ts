/**
 * docs/configuration.md: every setting with what it accepts, its default and its meaning. The meaning is the comment
 * in the example that "straylight init" writes; what is accepted is what the fault of a wrong value says.
 */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'smol-toml';
import type { z } from 'zod';
import { configFileSchema } from '../../config/schema.ts';
import { builtInKinds } from '../../src/adapters/kinds.ts';
import { agentsTables } from '../../src/features/agents/settings.ts';
import { agentFileSchema } from '../../src/features/conversation/settings.ts';
import { gatesTables } from '../../src/features/gates/settings.ts';
import { mcpTables } from '../../src/features/mcp/settings.ts';
import { workersTables } from '../../src/features/workers/settings.ts';
import { type JsonSchema, jsonSchemaOf } from './json-shape.ts';
import { agentMeanings, gateMeanings, serverMeanings, workerMeanings } from './meanings.ts';
import { blocks, generated, shell } from './page.ts';

/** The page as it should be. */
export function configurationPage(): string {
  const config = configFileSchema(builtInKinds);
  return blocks([
    intro,
    ...example('config.example.toml').flatMap(block => sectionOf(block, config)),
    agentIntro,
    ...example('agent.example.toml').flatMap(block => sectionOf(block, agentFileSchema)),
    environment,
  ]);
}

/** What stands together in the example: prose, the head of a table, settings of it. */
interface Block {
  readonly meaning: string;
  /** The table it belongs to. */
  readonly table: string;
  readonly isHead: boolean;
  readonly settings: readonly Setting[];
}

interface Setting {
  readonly key: string;
  readonly shown: string;
}

/** The blocks of an example, in order; empty lines divide them. What stands before the first table is left out. */
function example(name: string): readonly Block[] {
  const text = readFileSync(new URL(`../../config/${name}`, import.meta.url), 'utf8');
  let table = '';
  return text.split(/\n{2,}/).flatMap(block => {
    const lines = block.split('\n');
    const head = lines.find(line => /^#?\[/.test(line))?.replaceAll(/[#[\]]/g, '');
    table = head ?? table;
    if (table === '') return [];
    const meaning = lines.flatMap(line => (line.startsWith('# ') ? [line.slice(2)] : [])).join(' ');
    const settings = lines.flatMap(line => {
      const [, key, shown = ''] = /^#("[^"]+"|\w+) = (.*)$/.exec(line) ?? [];
      return key === undefined ? [] : [{ key, shown }];
    });
    return [{ meaning, table, isHead: head !== undefined, settings }];
  });
}

function sectionOf({ meaning, table, isHead, settings }: Block, schema: z.ZodType): readonly string[] {
  const head = isHead ? [`### ${table}`] : [];
  if (table === 'gates') return [...head, meaning, gateTable, shell(gateExample, 'toml')];
  if (table.startsWith('agents.')) return ['### agents', meaning, agentTable, shell(agentExample, 'toml')];
  if (table.startsWith('a2a.')) return [meaning, shell(peerExample, 'toml')];
  if (table.startsWith('workers.')) return ['### workers', meaning, workerTable, shell(workerExample, 'toml')];
  if (table.startsWith('mcp.')) return ['### mcp', meaning, serverTable, shell(serverExample, 'toml')];
  if (table === 'scheduled_tasks') return [...head, meaning, shell(jobExample, 'toml')];
  const rows = settings.map(setting => row(table, setting, schema));
  const prose = meaning === '' ? [] : [meaning];
  return [...head, ...prose, ['| setting | accepts | default |', '| --- | --- | --- |', ...rows].join('\n')];
}

function row(table: string, { key, shown }: Setting, schema: z.ZodType): string {
  const path = table.split('.');
  const isNamed = fieldAt(jsonSchemaOf(schema, 'input'), [...path, key]) !== undefined;
  const wrong = [...path, key.replaceAll('"', '')].reduceRight<unknown>(
    (value, name) => ({ [name]: value }),
    Number.NaN,
  );
  const isDefault = isDeepStrictEqual(schema.parse(parse(`[${table}]\n${key} = ${shown}`)), schema.parse({}));
  const usual = isDefault ? `\`${shown}\`` : `none; for example \`${isNamed ? '' : `${key} = `}${shown}\``;
  return `| ${isNamed ? `\`${key}\`` : 'a name of yours'} | ${expected(schema, wrong)} | ${usual} |`;
}

function fieldAt(schema: JsonSchema, path: readonly string[]): JsonSchema | undefined {
  const [key = '', ...rest] = path;
  // a table whose name is the owner's own has settings that are not
  const inner = schema.properties?.[key] ?? (rest.length > 0 ? schema.additionalProperties : undefined);
  if (inner === undefined || typeof inner !== 'object') return undefined;
  return rest.length === 0 ? inner : fieldAt(inner, rest);
}

/** What the fault of a wrong value says. */
function expected(schema: z.ZodType, wrong: unknown): string {
  const message = schema.safeParse(wrong).error?.issues[0]?.message;
  if (message === undefined) throw new Error(`a wrong value is taken: ${JSON.stringify(wrong)}`);
  return message.replaceAll('|', '\\|');
}

const gate = () => gatesTables().gates.unwrap().element;

const gateTable = (() => {
  const { properties = {}, required = [] } = jsonSchemaOf(gate(), 'input');
  const rows = Object.entries(properties).map(([key, field]) => {
    const valid = { name: 'some', on: 'input', kind: 'model', question: 'some' };
    const meaning = gateMeanings[key];
    if (meaning === undefined) throw new Error(`there is no meaning of ${key} in test/docs/meanings.ts`);
    const usual = field.default === undefined ? 'none' : `\`${JSON.stringify(field.default)}\``;
    const accepts = key === 'when' ? 'a table of lists' : expected(gate(), { ...valid, [key]: Number.NaN });
    return `| \`${key}\` | ${accepts} | ${required.includes(key) ? 'required' : usual} | ${meaning} |`;
  });
  return ['| setting | accepts | default | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
})();

const server = () => mcpTables().mcp.in.unwrap().valueType;

const serverTable = (() => {
  const { properties = {} } = jsonSchemaOf(server(), 'input');
  const rows = Object.entries(properties).map(([key, field]) => {
    const meaning = serverMeanings[key];
    if (meaning === undefined) throw new Error(`there is no meaning of ${key} in test/docs/meanings.ts`);
    const usual = field.default === undefined ? 'none' : `\`${JSON.stringify(field.default)}\``;
    const accepts = expected(server(), { [key]: Number.NaN });
    return `| \`${key}\` | ${accepts} | ${usual} | ${meaning} |`;
  });
  return ['| setting | accepts | default | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
})();

const agent = () => agentsTables().agents.in.unwrap().valueType;

const agentTable = (() => {
  const { properties = {}, required = [] } = jsonSchemaOf(agent(), 'input');
  const rows = Object.entries(properties).map(([key, field]) => {
    const meaning = agentMeanings[key];
    if (meaning === undefined) throw new Error(`there is no meaning of ${key} in test/docs/meanings.ts`);
    const usual = field.default === undefined ? 'none' : `\`${JSON.stringify(field.default)}\``;
    const accepts = expected(agent(), { purpose: 'some', tools: [], [key]: Number.NaN });
    return `| \`${key}\` | ${accepts} | ${required.includes(key) ? 'required' : usual} | ${meaning} |`;
  });
  return ['| setting | accepts | default | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
})();

const worker = () => workersTables().workers.in.unwrap().valueType;

const workerTable = (() => {
  const { properties = {}, required = [] } = jsonSchemaOf(worker(), 'input');
  const rows = Object.entries(properties).map(([key, field]) => {
    const meaning = workerMeanings[key];
    if (meaning === undefined) throw new Error(`there is no meaning of ${key} in test/docs/meanings.ts`);
    const usual = field.default === undefined ? 'none' : `\`${JSON.stringify(field.default)}\``;
    const accepts = expected(worker(), { command: 'some', [key]: Number.NaN });
    return `| \`${key}\` | ${accepts} | ${required.includes(key) ? 'required' : usual} | ${meaning} |`;
  });
  return ['| setting | accepts | default | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
})();

const peerExample = `[a2a.peers.ada]
purpose = "The agent of Ada, for dates and directions."
tools = ["web_search", "web_fetch", "ask_owner"]

[a2a.agents.travel]
url = "https://travel.example.com"
purpose = "Finds trains and books them."`;

const workerExample = `[workers.opencode]
command = "/opt/opencode/bin/opencode"
args = ["acp"]
folders = ["/opt/opencode"]`;

const agentExample = `[agents.editor]
purpose = "Improves texts of the workspace."
tools = ["read_file", "edit_file"]
prompt = "Keep the author's voice."`;

const serverExample = `[mcp.files]
command = "node"
args = ["/home/me/mcp/node_modules/.bin/mcp-server-filesystem", "/workspace"]
folders = ["/home/me/mcp"]`;

const gateExample = `[[gates]]
name = "no-drop-table"
on = "input"
kind = "predicate"
regex = "drop\\\\s+table"
ignore_case = true`;

const jobExample = `# agent.toml
[[scheduled_tasks]]
name = "daily_backup"
cron = "0 3 * * *"
builtin = "backup"
notify = "failure"`;

const intro = `# Configuration

${generated('config/schema.ts and config/config.example.toml')}

Your settings are in \`config.toml\` in the home (\`~/.straylight\` unless \`STRAYLIGHT_HOME\` or \`--home\` names another folder). \`straylight init\` writes the
file with every setting commented out, each with its default. The agent can neither read nor change it.

To change a setting, take away the \`#\` in front of it and edit the value in place. Each table is in the file already; a second table of the same name is
refused. Settings take effect at the next start.

\`\`\`sh
straylight init
straylight doctor
\`\`\`

\`straylight doctor\` names every fault with its line and what was expected. A start with a fault in the settings is refused, never guessed at. A number says
its unit in its name: \`_ms\` milliseconds, \`_s\` seconds, \`_mb\` megabytes.

A program that embeds Straylight can add tables of its own ([extending](extending.md)).

## The file config.toml`;

const agentIntro = `## The file agent.toml

\`settings/agent.toml\` in the home is the agent's own: its name, its personality and [its jobs](jobs.md#in-agenttoml). You and the agent's file tools may change it; no command it runs in a sandbox can. It is
checked before it counts. While it is wrong, the last good copy is used.`;

const environment = `## The file .env

\`.env\` in the home holds your secrets and addresses, one \`NAME=value\` a line, readable by you alone. A variable of the environment wins over a line of the
file. Whatever is in it is taken out of everything the agent shows, stores or sends. A line that sets nothing is a fault and stops the start.

| variable | meaning |
| --- | --- |
| \`ANTHROPIC_API_KEY\` | the key for Anthropic's models |
| \`ANTHROPIC_BASE_URL\` | where Anthropic's API answers; wins over \`base_url\` |
| \`OLLAMA_HOST\` | where Ollama answers; wins over \`host\` |
| \`STRAYLIGHT_TELEGRAM_TOKEN\` | the token of your Telegram bot; \`bot_token_env\` names another variable |
| \`OTEL_EXPORTER_OTLP_ENDPOINT\`, \`OTEL_EXPORTER_OTLP_TRACES_ENDPOINT\` | where spans go; win over \`endpoint\` |
| \`OTEL_EXPORTER_OTLP_HEADERS\` | headers for the collector, as \`name=value,…\` |
| \`OTEL_SDK_DISABLED\` | \`true\`: no spans |

Two variables count in the environment alone: \`STRAYLIGHT_HOME\` names the home, and \`NO_COLOR\` switches colours off in the terminal.`;
