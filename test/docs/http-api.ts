/** docs/http-api.md: every operation with its route, role, fields and answer, from the contract in src/api. */

import { pathFields } from '../../src/api/contract.ts';
import { inputOf } from '../../src/api/input.ts';
import { allOperations, type NamedOperation, type OperationName } from '../../src/api/service.ts';
import { examples, notRun, read } from './http-examples.ts';
import { fieldLines, type JsonSchema, jsonSchemaOf } from './json-shape.ts';
import { blocks, generated, shell } from './page.ts';

/** What each subject is about, in one sentence. */
const subjects: Readonly<Record<string, string>> = {
  state: 'Everything at a glance.',
  sessions: 'Conversations: what was said, saying something, and which conversation a chat speaks in.',
  conversations: 'All conversations of all chats in one list: found by words, named, kept on top and put away.',
  approvals: 'Calls that wait for your approval, and your answers.',
  standing: 'Calls you allow in advance, for a limited time and number of uses.',
  actors: 'The actors: their state, their history, and what can be done to them.',
  jobs: 'Scheduled jobs: what runs by itself, when, and what came of it. [More](jobs.md)',
  tasks: 'Tasks: turns that are given from anywhere, watched and cancelled. [More](tasks.md)',
  goals: 'Goals: what the agent and you are about. [More](tasks.md#goals)',
  tools: 'The tools the agent has written.',
  mcp: 'MCP servers: the tools of other programs. [More](mcp.md)',
  callers: 'What other programs ask over MCP. [More](mcp.md#let-another-program-ask-straylight)',
  sandbox: 'Where commands run.',
  secrets: 'The names of the secrets the agent may use. No value can be read or written over HTTP.',
  undo: 'What turns changed in the workspace, and bringing it back.',
  memory: 'What the agent remembers.',
  budget: 'What was spent, and the limits.',
  personality: 'How the agent speaks.',
  models: 'Which model answers for what, and the choice of one for a conversation.',
  audit: 'The audit chain.',
  traces: 'The spans of a turn.',
  accounts: 'Accounts on Telegram that may talk to the agent. [More](telegram.md)',
  views:
    'What another operation answers, as it is shown in the language of the owner: lines, tables, code and actions. The page draws them.',
};

/** The page as it should be. */
export function httpApiPage(): string {
  const operations = allOperations();
  const bySubject = Object.groupBy(operations, ({ name }) => name.split('.', 1)[0] ?? '');
  // in the order of the sentences: an example may need what one before it has kept
  const names = [...new Set([...Object.keys(subjects), ...Object.keys(bySubject)])];
  const sections = names.flatMap(subject => [
    `## ${subject}`,
    ...(subjects[subject] === undefined ? [] : [subjects[subject]]),
    ...(bySubject[subject] ?? []).flatMap(sectionOf),
  ]);
  return blocks([intro, ...sections, others]);
}

function sectionOf({ name, operation }: NamedOperation & { readonly name: OperationName }): readonly string[] {
  const { http, role, summary, output, offered } = operation;
  const status = http.status ?? (role === 'owner' ? 202 : 200);
  const places = offered.flatMap(place => (place === 'http' ? [] : [placeNames[place]]));
  const token = role === 'owner' ? 'Needs the owner token.' : 'Works with the read-only token too.';
  return [
    `### ${name}`,
    `\`${http.method} ${http.path}\``,
    `${summary} ${token}${places.length === 0 ? '' : ` Also: ${places.join(', ')}.`}`,
    ...inputLines({ name, operation }),
    `Answers ${status}${answerIn(jsonSchemaOf(output(), 'output'), operation)}`,
    exampleOf(name, operation.http.path),
  ];
}

const placeNames = {
  http: '',
  page: 'the page',
  command: 'the command line',
  slash: 'a chat command',
  buttons: 'buttons in Telegram',
};

function inputLines({ operation }: NamedOperation): readonly string[] {
  const { http, role, commandId } = operation;
  const inPath = pathFields(http.path);
  const { properties = {}, required = [] } = jsonSchemaOf(inputOf(operation), 'input');
  const isNamed = role === 'owner' && commandId !== 'none';
  const named = isNamed
    ? [`- \`commandId\` (body${commandId === 'taken' ? ', optional' : ''}): an id you make; see [above](#acts)`]
    : [];
  const lines = Object.entries(properties).map(([field, schema]) => {
    const place = inPath.includes(field) ? 'path' : http.method === 'GET' ? 'query' : 'body';
    const optional = required.includes(field) ? '' : ', optional';
    const usual = schema.default === undefined ? '' : `, default \`${JSON.stringify(schema.default)}\``;
    return `- \`${field}\` (${place}${optional}${usual}): ${schema.description ?? 'any JSON'}${onlyBeside(field)}`;
  });
  const all = [...lines, ...named];
  return all.length === 0 ? ['Takes nothing.'] : [`Takes:\n\n${all.join('\n')}`];

  function onlyBeside(field: string): string {
    const values = operation.only?.fields[field];
    if (values === undefined) return '';
    return `; only where \`${operation.only?.beside}\` is ${values.map(value => `\`${value}\``).join(' or ')}`;
  }
}

function answerIn(schema: JsonSchema, { role, commandId, missing }: NamedOperation['operation']): string {
  const repeated = role === 'owner' && commandId === undefined ? ['- `commandId`: text; the one you sent'] : [];
  const lines = [...repeated, ...fieldLines(schema)];
  const none = missing === undefined ? '' : ` 404: there is no such ${missing}.`;
  if (lines.length === 0) return ` with JSON.${none}`;
  return ` with:${none === '' ? '' : ` (${none.trim().replace(/\.$/, '')})`}\n\n${lines.join('\n')}`;
}

function exampleOf(name: OperationName, path: string): string {
  const why = notRun[name];
  const example = examples[name] ?? read(path);
  if (why === undefined) return shell(example);
  return `${why}\n\n${shell(example, 'text')}`;
}

const intro = `# HTTP API

${generated('src/api')}

A running Straylight serves an HTTP API on this machine only (127.0.0.1). The page, the command line and your own programs use it.
\`GET /api/openapi.json\` describes the same operations as an OpenAPI 3.1 document, those of [your own features](extending.md) too.

## Tokens

There are two tokens for it, in two files of the home. Both are new at each start.

| file | may |
| --- | --- |
| \`run/token\` | read and act, as the owner |
| \`run/token.reader\` | read only |

A third one, \`run/token.mcp\`, stays the same and is good for [\`/mcp\`](mcp.md#let-another-program-ask-straylight) alone.

A request sends one as \`Authorization: Bearer …\`. The port is in \`run/port\`. The examples on this page run in one shell, in order, in a home where
Straylight runs. They need \`curl\` and \`jq\`.

${shell(`straylight start
HOST="http://127.0.0.1:$(cat ~/.straylight/run/port)"
AUTH="Authorization: Bearer $(cat ~/.straylight/run/token)"
JSON='Content-Type: application/json'
curl -fs "$HOST/health"
curl -fs -H "$AUTH" "$HOST/api/openapi.json"`)}

The examples look at what these requests leave:

${shell(`straylight ask "remember that the bins go out on Friday"
straylight ask "make a tool that counts the words of a text"
straylight ask "write a file notes.txt with: buy milk"
straylight ask "run rm -r old"`)}

## Acts

What changes something is a POST, PATCH or DELETE with a JSON body, and is answered once it is committed. \`commandId\` is an id you make (1 to 128
letters, digits and \`._:-\`). A repeat under the same id answers what the first request did and does nothing again. A message has \`clientId\` instead,
which is remembered for ever: the same id with the same text is accepted once, with another text it is refused (409).

A field that an operation does not have is refused, and so is a value of another type.

## Errors

A request that fails is answered with one JSON object: \`{"error": {"kind", "code", "message"}}\`, with \`retryAfterMs\` where a later try makes sense.

| status | means |
| --- | --- |
| 400 | a field is wrong or missing; the message says what was expected and what came |
| 401 | no token, or a wrong one (it is new at each start) |
| 403 | the token may not do this |
| 404 | there is no such thing |
| 409 | it has changed, expired, was decided already, or cannot be done now |
| 413, 431 | the request is too large (a body has at most 256 KB) |
| 421 | the \`Host\` header names another server |
| 429 | too many wrong tokens within a minute |
| 503 | Straylight is stopping, or what is needed does not answer |
| 504 | the act takes longer than 30 s; it goes on, and the same \`commandId\` asks for its outcome |`;

const others = `## Other addresses

| address | what it is |
| --- | --- |
| \`GET /health\` | whether it runs; with a token also channels, models and executor ([monitoring](monitoring.md)) |
| \`GET /metrics\` | numbers for Prometheus, if \`[metrics] enabled = true\` ([monitoring](monitoring.md)) |
| \`GET /api/openapi.json\` | all operations as an OpenAPI document |
| \`GET /api/several?of=ADDRESS&of=ADDRESS\` | the answers of up to eight GET operations in one request, each as \`{ status, value }\` or \`{ status, error }\` |
| \`GET /api/audit/export\` | the whole audit chain as JSON lines, for \`straylight audit verify --file\` |
| \`GET /api/messages/{id}/files/{at}\` | a file that a message names under \`files\`, by its place there from 0; not with the read-only token |
| \`GET /api/charts\` | the statecharts that run, each with its hash |
| \`GET /api/charts/{machine}/{hash}\` | one statechart, laid out for drawing |
| \`GET /api/stream\` | changes as they happen, as server-sent events; begin with the \`cursor\` that \`GET /api/state\` gives |
| \`POST /api/stream/{streamId}/watch\` | which actors the stream carries in detail |

${shell(`curl -fs -H "$AUTH" "$HOST/api/audit/export" > ~/trail.jsonl
straylight audit verify --file ~/trail.jsonl
curl -fs -H "$AUTH" "$HOST/api/charts"`)}`;
