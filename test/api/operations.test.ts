/** What is declared of the operations holds where they are mounted, and the document says it. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CommandForm } from '../../src/api/command-form.ts';
import { type Place, pathFields } from '../../src/api/contract.ts';
import { described } from '../../src/api/described.ts';
import { openApi } from '../../src/api/openapi.ts';
import { operationOf } from '../../src/api/operations.ts';
import { allOperations } from '../../src/api/service.ts';
import { commands } from '../../src/commands/arguments/forms.ts';
import { slashCommands } from '../../src/commands/conversation/slash.ts';
import { says } from '../../src/domain/policy/sentence.ts';
import { answers } from '../../src/features/command-line/answers.ts';
import { ask, known, serve } from '../inspector/visitor.ts';
import { root, sourceFiles } from '../source-files.ts';

/** The operations that the code of a folder asks for, by the names of the client. */
function askedIn(...files: readonly string[]): readonly string[] {
  const names = new Set(allOperations().map(({ name }) => name as string));
  const code = files.map(file => readFileSync(join(root, file), 'utf8').replaceAll(/\s+/g, ' ')).join(' ');
  // `agent.tools.list(` by the client, `ask('tools.list'` by its whole name
  const calls = [/\b(\w+)\.(\w+)\(/g, /\bask\( ?'(\w+)\.(\w+)'/g]
    .flatMap(form => [...code.matchAll(form)])
    .map(([, subject, act]) => `${subject}.${act}`);
  return [...new Set(calls)].filter(name => names.has(name)).toSorted();
}

function offeredAt(place: Place): readonly string[] {
  return allOperations()
    .filter(({ operation }) => operation.offered.includes(place))
    .map(({ name }) => name as string)
    .toSorted();
}

test('given the slash commands, when what they use is listed, then it is what is offered there', () => {
  const viewed = allOperations().flatMap(({ name, operation }) =>
    operation.view && operation.offered.includes('slash') ? [name] : [],
  );
  const used = new Set([...Object.values(slashCommands).flatMap(({ uses }) => uses), ...viewed]);
  assert.deepEqual([...used].toSorted(), offeredAt('slash'));
});

test('given the command line and the terminal, when what they ask for is listed, then it is what is offered there', () => {
  const chats = ['sessions.ts', 'slash.ts'].map(name => `src/commands/conversation/${name}`);
  const names = readdirSync(join(root, 'src/commands'), { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.ts'),
  );
  const terminal = sourceFiles('src/adapters/channels/terminal').map(({ path }) => path);
  const files = [
    ...names.map(name => `src/commands/${name}`).filter(path => !chats.includes(path)),
    ...sourceFiles('src/features/command-line').map(({ path }) => path),
    ...terminal,
  ];
  const viewed = offeredAt('command').filter(name => operationOf(name)?.view !== undefined);
  // what an operation asks others about before it is done
  const ahead = sourceFiles('src/api/subjects').flatMap(({ code }) =>
    [...code.matchAll(/\bask\('([\w.]+)'/g)].map(([, name = '']) => name),
  );
  assert.deepEqual([...new Set([...askedIn(...files), ...viewed, ...ahead])].toSorted(), offeredAt('command'));
});

test('given the forms of the command line, when an operation names them, then it is offered there, and they name its fields', () => {
  for (const { name, operation } of allOperations().filter(({ operation }) => operation.commands !== undefined)) {
    assert.ok(operation.offered.includes('command'), name);
    const fields = Object.keys(operation.input());
    for (const { words, args = {}, fixed = {}, options = {} } of operation.commands ?? [])
      for (const field of [...Object.keys(args), ...Object.keys(fixed), ...fieldsOfOptions(options)])
        assert.ok(fields.includes(field), `${words}: ${field}`);
  }
});

function fieldsOfOptions(options: NonNullable<CommandForm['options']>): readonly string[] {
  return Object.values(options).flatMap(({ field }) => (field === undefined ? [] : [field]));
}

test('given the operations on the command line, when one has no form of its own, then a command that does more asks for it', () => {
  const alone = offeredAt('command').filter(name => operationOf(name)?.commands === undefined);
  assert.deepEqual(alone, [
    'actors.preview', // actors restart, rewind and stop show it first
    'audit.unrecorded', // audit verify
    ...['callers.answer', 'callers.memories', 'callers.remember', 'callers.say', 'callers.stop'], // mcp serve
    ...['callers.turn', 'callers.waiting'], // mcp serve
    'memory.carrying', // memory forget --words shows it first
    'memory.forgetAll', // memory forget --all
    'memory.forgetWords', // memory forget --words
    'memory.import', // memory import reads a file
    'secrets.reload', // secret set and remove
    ...['sessions.abort', 'sessions.attach', 'sessions.list'], // ask and chat
    'sessions.restoreTrust', // sessions trust shows it first
    ...['sessions.say', 'sessions.turn'], // ask and chat
  ]);
});

test('given every form of the command line, when it is run, then there is what runs it, and nothing else is there', () => {
  const asked = commands()
    .flatMap(({ forms }) => forms)
    .filter(({ operation }) => operation !== undefined);
  const severalAsked = ['memory import', 'approvals show', 'audit verify', 'audit export'];
  const viewed = asked.filter(({ operation = '' }) => operationOf(operation)?.view !== undefined);
  const special = Object.keys(answers).filter(words => !viewed.some(form => form.words === words));
  const printed = asked.filter(form => !viewed.includes(form)).map(({ words }) => words);
  assert.deepEqual(special.toSorted(), [...printed, ...severalAsked].toSorted());
  const local = commands()
    .flatMap(({ forms }) => forms)
    .filter(({ operation }) => operation === undefined);
  assert.deepEqual([...new Set(local.map(({ words }) => words.split(' ')[0]))].toSorted(), [
    ...[
      'actors',
      'approvals',
      'ask',
      'audit',
      'chat',
      'completion',
      'config',
      'cron',
      'doctor',
      'egress',
      'help',
      'init',
      'logs',
      'mcp',
      'memory',
      'peers',
      'policy',
    ],
    ...['redact', 'secret', 'start', 'stop', 'ui'],
  ]);
});

test('given the buttons of Telegram, when what they ask for is listed, then it is what is offered there', () => {
  const folder = 'src/adapters/channels/telegram';
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.ts'),
  );
  const asked = askedIn('src/features/owner/receivers.ts', ...files.map(name => `${folder}/${name}`));
  // what has a view is pressed where its list is drawn
  const viewed = offeredAt('buttons').filter(name => operationOf(name)?.view !== undefined);
  assert.deepEqual([...new Set([...asked, ...viewed])].toSorted(), offeredAt('buttons'));
});

const filesOfPage = sourceFiles('inspector/page');

test('given the page, when what it asks for is listed, then it is what is offered there', () => {
  const viewed = offeredAt('page').filter(name => operationOf(name)?.view !== undefined);
  const asked = askedIn(...filesOfPage.map(({ path }) => path));
  assert.deepEqual([...new Set([...asked, ...viewed])].toSorted(), offeredAt('page'));
});

test('given the page, when the addresses it names are listed, then none is that of an operation', () => {
  const plain = (path: string) => path.replaceAll(/\$?\{[^}]*\}/g, '{}');
  const mayBeThere = ['/api/stately', '/api/messages/{}/files/{}'];
  const beside = [...others.map(route => plain(route.split(' ')[1] ?? '')), ...mayBeThere];
  const named = filesOfPage.flatMap(({ path, code }) =>
    [...code.matchAll(/['"`](\/api\/[^'"`?]*)/g)].map(([, address = '']) => `${plain(address)} in ${path}`),
  );
  assert.deepEqual(
    named.filter(one => !beside.includes(one.split(' ', 1)[0] ?? '')),
    [],
  );
});

/** What the server has beside the operations: streams, downloads, charts, and the way in. */
const others = [
  'GET /api/openapi.json',
  'GET /api/several',
  'GET /api/audit/export',
  'GET /api/charts',
  'GET /api/charts/{machine}/{hash}',
  'GET /api/stream',
  'POST /api/stream/{streamId}/watch',
  'POST /api/continuations',
  'POST /api/entries',
  'POST /api/token/renew',
];

test('given the operations, when the routes of the server are listed, then each is there once, and nothing else but what is named', async () => {
  await using served = await serve();
  const routes = served.server.routes.map(({ method, path }) => `${method} ${path}`);
  const declared = allOperations().map(({ operation: { http } }) => `${http.method} ${http.path}`);
  assert.deepEqual(routes.toSorted(), [...declared, ...others].toSorted());
});

test('given an operation, when its declaration is read, then it is offered over HTTP, its fields are described, and its path names fields', () => {
  for (const { name, operation } of allOperations()) {
    const fields = operation.input();
    assert.ok(operation.offered.includes('http'), name);
    assert.match(operation.summary, /\.$/, name);
    for (const [field, schema] of Object.entries(fields))
      assert.notDeepEqual(described(schema), says`something else`, field);
    for (const field of pathFields(operation.http.path)) assert.ok(fields[field], `${name}: ${field}`);
    assert.equal(operation.role === 'reader', operation.http.method === 'GET', name);
  }
});

test('given the document of the operations, when it is asked for, then it names each with its path, fields and answers', async () => {
  await using served = await serve();
  const { status, json } = await ask(served.server.url, '/api/openapi.json', { headers: known });
  assert.equal(status, 200);
  assert.deepEqual(json, JSON.parse(JSON.stringify(openApi('0.1.0'))));
  const ids = Object.values<Record<string, { operationId: string }>>(json.paths).flatMap(path =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  assert.deepEqual(
    ids.toSorted(),
    allOperations()
      .map(({ name }) => name as string)
      .toSorted(),
  );
  const decision = json.paths['/api/approvals/{id}/decision'].post;
  assert.deepEqual(decision.requestBody.content['application/json'].schema.required, ['commandId', 'decision']);
  assert.equal(decision.responses[202].content['application/json'].schema.allOf.length, 2);
  const journal = json.paths['/api/actors/{id}/journal'].get;
  assert.deepEqual(
    journal.parameters.map(({ name, in: place }: Record<string, string>) => `${place} ${name}`),
    ['path id', 'query before', 'query limit', 'query q'],
  );
});
