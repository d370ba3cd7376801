/** What went wrong, in German: each sentence comes from where it is said, and none stays half English. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerFault, brokenAnswer, connectionFault, type Service } from '../../../src/adapters/models/http-fault.ts';
import { detailsOf } from '../../../src/adapters/undo/turn-view.ts';
import { described } from '../../../src/api/described.ts';
import { inputOf, typeOf } from '../../../src/api/input.ts';
import { operationOf } from '../../../src/api/operations.ts';
import { wishOf } from '../../../src/commands/approvals/standing-wish.ts';
import { commands } from '../../../src/commands/arguments/forms.ts';
import { isDenied, judgeAnswer, judgeUrl, redirectOf } from '../../../src/domain/egress/egress.ts';
import { readSchedule, zoneProblem } from '../../../src/domain/jobs/schedule.ts';
import { exported } from '../../../src/domain/memory/export.ts';
import { inEnglish, type Sentence, says } from '../../../src/domain/policy/sentence.ts';
import { ruleProblem } from '../../../src/domain/secrets/rule.ts';
import { worksHere } from '../../../src/domain/security/sandbox.ts';
import { resaid, saidOf, toFailure } from '../../../src/domain/supervision/failure.ts';
import { ownWords, texts } from '../../../src/domain/text/texts.ts';

const service: Service = {
  name: says`${'server'} at ${'http://127.0.0.1:9/v1'}`,
  keySetting: 'SERVER_KEY',
  secrets: [],
  unknownModel: says`check the model name in config.toml, and ${'base_url in [models.providers.server]'}`,
  unreachable: says`check that it runs, and ${'base_url in [models.providers.server]'}`,
};

const english = /\b(?:the|is|are|and|or|to|not|no|of|expected|with|its|it|that|was|has|be)\b/i;

function messageOf(act: () => unknown): Sentence {
  try {
    act();
  } catch (thrown) {
    return saidOf(toFailure(thrown));
  }
  assert.fail('nothing was thrown');
}

function problemOfSchedule(text: string): Sentence {
  const read = readSchedule(text, { timeZone: 'UTC', now: Date.UTC(2026, 0, 1) });
  assert.ok('problem' in read, text);
  return read.problem;
}

function refusalOf(verdict: object | undefined): Sentence {
  assert.ok(isDenied(verdict));
  return verdict.reason;
}

const problemOf = { memory: () => undefined, link: () => undefined };
const rule = { tools: ['web_request'], hosts: [], headers: [], commands: [], agents: ['main'] };

const systemCodes = [
  ...['EROFS', 'ENOSPC', 'EDQUOT', 'EACCES', 'EMFILE', 'ENFILE', 'EIO', 'EAGAIN', 'ENOMEM'],
  ...['FULL', 'READONLY', 'CANTOPEN', 'IOERR', 'PERM', 'CORRUPT', 'BUSY'].map(code => `SQLITE_${code}`),
];

const said: Readonly<Record<string, readonly Sentence[]>> = {
  'the system': systemCodes.map(code => saidOf(toFailure(Object.assign(new Error('x'), { code, syscall: 'open' })))),
  'a model server': [
    ...[400, 401, 404, 301, 402, 503].map(status => answerFault(service, { status, text: '{}' }, 0)),
    connectionFault(service, Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })),
    ...[
      ['connect ECONNREFUSED 127.0.0.1:9', 'ECONNREFUSED'],
      ['getaddrinfo ENOTFOUND a.example', 'ENOTFOUND'],
    ].map(([message, code]) => connectionFault(service, Object.assign(new Error(message), { code }))),
    brokenAnswer(service, says`it is not JSON`),
  ].map(({ failure }) => saidOf(failure)),
  'the sandbox': [
    worksHere(undefined, undefined),
    worksHere(says`though not with its newest options`, undefined),
    worksHere(says`with gVisor`, says`${'docker'} is not available here`),
    says`chosen in config.toml: commands run without a sandbox.`,
    says`Commands run directly on this machine, without a sandbox: ${says`${'bubblewrap'} is not available here`}.`,
    says`No command runs: config.toml asks for ${'docker'}, and ${says`${'docker'} is not available here`}.`,
  ],
  'an act that a crash cut off': [
    says`Straylight died while ${'execution'} was under way; it may or may not have happened`,
    says`${'execution'} did not answer within ${9} s; it may or may not have happened`,
  ],
  'what undo keeps': detailsOf(
    {
      id: 3,
      turn: 't',
      session: 's',
      at: 0,
      facts: {
        what: [],
        overlaps: [4],
        isCut: true,
        notes: [says`Not kept for undo: ${'a'} (${says`not readable`}).`],
      },
    },
    [],
    { objects: { read: () => undefined }, others: [4, 5] },
  ).notes.map(({ said = '' }) => said),
  Docker: [
    says`there is no Docker engine: no socket at ${'/run/docker.sock'}`,
    says`the Docker engine may not be used by this user: it belongs to the group “docker”`,
    says`bubblewrap is not there or does not start: install it so that ${'/usr/bin/bwrap'} works`,
  ],
  'a standing approval': [
    { arg: ['x'], tool: 'a' },
    { command: ['a', 'b'] },
    { command: [' '] },
    { command: ['a "b'] },
    { approval: 'a', tool: 'b' },
    { for: 'x' },
    { for: '9999d' },
    { times: '0' },
    {},
  ].map(options => messageOf(() => wishOf(options as Parameters<typeof wishOf>[0]))),
  'an export of memories': ['', '{"format":"straylight.memory/2"}\nx'].map(text =>
    messageOf(() => exported(text, problemOf)),
  ),
  'a rule of a secret': [
    { ...rule, tools: [] },
    { ...rule, hosts: ['A B'] },
    { ...rule, headers: ['A B'] },
    { ...rule, commands: ['"'] },
    { ...rule, agents: ['A'] },
    { ...rule, agents: [] },
  ].map(one => ruleProblem(one) ?? ''),
  'a schedule': [
    ...['61 * * * *', '* 99 * * *', '* * 99 * *', '* * * 99 *', '* * * * 99', '99 * * * * *', '* * * * * * x', '* * *'],
    ...[
      '',
      '@reboot',
      '0 0 31 2 *',
      '0 0 0 1 1 * 2001',
      '2001-01-01T00:00',
      'every 0s',
      'every 900d from 2026-01-01T00:00',
    ],
  ].map(text => problemOfSchedule(text)),
  'a time zone': ['', 'x'].map(zone => zoneProblem(zone) ?? ''),
  'the option of a command': commands()
    .flatMap(({ forms }) => forms)
    .flatMap(({ operation, options = {}, args = {} }) => {
      const declared = operation === undefined ? undefined : operationOf(operation);
      if (!declared) return [];
      const { shape } = inputOf(declared);
      const inWords = (field: string) => (shape[field] === undefined ? [] : [described(shape[field])]);
      return [
        ...Object.entries<{ readonly field?: string }>(options)
          .filter(([, { field = '' }]) => shape[field] !== undefined && typeOf(shape[field]) !== 'boolean')
          .flatMap(([name, { field = '' }]) =>
            inWords(field).map(takes => says`--${name} takes ${takes}, not "${'x'}"`),
          ),
        ...Object.keys(args).flatMap(field =>
          inWords(field).map(is => says`expected ${'id'} to be ${is}, got ${says`the text "${'x'}"`}`),
        ),
      ];
    }),
  'a request': [
    ...['https://localhost/', 'https://10.0.0.1/', 'https://169.254.169.254/', 'https://a.local/', 'https://word/'].map(
      url => refusalOf(judgeUrl(url)),
    ),
    refusalOf(judgeAnswer('a.example', { addresses: [] })),
    refusalOf(judgeAnswer('a.example', { addresses: ['127.0.0.1'] })),
    refusalOf(judgeAnswer('a.example', { addresses: [], aliases: ['b.internal'] })),
    refusalOf(redirectOf({ href: 'https://a.example/', method: 'GET' }, { status: 302, location: 'https://[' })),
  ],
};

for (const [what, messages] of Object.entries(said))
  test(`given what is wrong with ${what}, when its owner reads German, then the whole sentence is German`, () => {
    for (const message of messages) {
      assert.equal(ownWords(message, 'en'), inEnglish(message));
      const german = ownWords(message, 'de').replace(/--[a-z-]+|„[^“]*“|\[[^\]]*\]|\{.*\}/g, '');
      assert.notEqual(german, message);
      assert.doesNotMatch(german, english, inEnglish(message));
    }
  });

test('given a model that could not be reached, when the reply says so, then it quotes no English sentence of ours', () => {
  const failure = connectionFault(service, Object.assign(new Error(''), { code: 'ECONNREFUSED' })).failure;
  assert.equal(
    texts('de').modelDown(resaid(failure, says`${'server/small'}: ${saidOf(failure)}`).failure),
    'Ich konnte das Modell nicht erreichen: server/small: die Verbindung zu server unter http://127.0.0.1:9/v1 kam nicht zustande (ECONNREFUSED); prüf, ob er läuft, und base_url in [models.providers.server]. Deine Nachricht ist gespeichert; schreib noch einmal, wenn das Modell wieder erreichbar ist.',
  );
});

test('given a sentence that is not ours, when it is read in German, then it stays as it is', () => {
  for (const text of ['Something else went wrong.', 'a: b', '', 'Ärger']) assert.equal(ownWords(text, 'de'), text);
});
