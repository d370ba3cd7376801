import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileInbox } from '../../../src/adapters/files/file-inbox.ts';
import { createRedactor } from '../../../src/domain/secrets/redaction.ts';
import { readFindings } from '../../../src/domain/shell/paths.ts';
import { confinedWorld } from './confined-world.ts';

const token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
const redactor = createRedactor([{ name: 'vault-pin', value: 'correct-horse-battery' }]);

const kept: readonly (readonly [string, RegExp, string])[] = [
  ['.env', /^inbox\/[0-9a-f]{8}\/\.env$/, '.env'],
  ['.env.local', /^inbox\/[0-9a-f]{8}\/\.env\.local$/, '.env.local'],
  ['.netrc', /^inbox\/[0-9a-f]{8}\/\.netrc$/, '.netrc'],
  ['.git-credentials', /^inbox\/[0-9a-f]{8}\/\.git-credentials$/, '.git-credentials'],
  ['.git', /^inbox\/git-[0-9a-f]{8}$/, 'git'],
  ['..', /^inbox\/file-[0-9a-f]{8}$/, 'file'],
  ['../.env', /^inbox\/[^./]\S*-[0-9a-f]{8}\S*$/, 'env'],
  ['passwords.txt', /^inbox\/[0-9a-f]{8}\/passwords\.txt$/, 'passwords.txt'],
  ['credentials', /^inbox\/[0-9a-f]{8}\/credentials$/, 'credentials'],
  ['token.json', /^inbox\/[0-9a-f]{8}\/token\.json$/, 'token.json'],
  ['id_rsa', /^inbox\/id_rsa-[0-9a-f]{8}$/, 'id_rsa'],
  ['report.pdf', /^inbox\/report-[0-9a-f]{8}\.pdf$/, 'report.pdf'],
];

for (const [name, path, shown] of kept)
  test(`given a file named ${name}, when it is kept, then it keeps what it is judged by`, async t => {
    const inbox = fileInbox(confinedWorld(t).files, redactor);
    const first = await inbox.keep('telegram/42/1', name, Buffer.from('x'));
    assert.match(first.path ?? '', path);
    assert.equal(first.name, shown);
    assert.deepEqual(await inbox.kept('telegram/42/1', name), first);
  });

/** `kinds`: what is found in it. */
const held: readonly (readonly [what: string, name: string, content: Buffer, kinds: readonly string[]])[] = [
  ['a token among words', 'notes.txt', Buffer.from(`Use ${token} for the build.\n`), ['github-token']],
  ['a known secret', 'notes.md', Buffer.from('the pin: correct-horse-battery\n'), ['vault-pin']],
  ['a token in a dotfile', '.toolrc', Buffer.from(`token = ${token}\n`), ['github-token']],
  ['UTF-16', 'export.txt', Buffer.from(`\ufeffkey ${token}\n`, 'utf16le'), ['github-token']],
  [
    'a token where one piece ends',
    'long.log',
    Buffer.from(`${'x '.repeat(32_760)}${token} ${'y '.repeat(99)}`),
    ['github-token'],
  ],
  ['a token far behind', 'far.log', Buffer.from(`${'GET /index.html\n'.repeat(60_000)}${token}\n`), ['github-token']],
  ['nothing of the kind', 'report.csv', Buffer.from('a,b\n1,2\n'), []],
  ['nothing', 'empty.txt', Buffer.alloc(0), []],
  ['a picture', 'photo.jpg', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]), Buffer.from(token)]), []],
  [
    'a token behind what is looked through',
    'huge.log',
    Buffer.concat([Buffer.alloc(8 * 2 ** 20 + 2 ** 16, 'log line\n'), Buffer.from(token)]),
    [],
  ],
];

for (const [what, name, content, kinds] of held)
  test(`given a file with ${what}, when it is kept, then what it holds is known, and its rank, also when it comes again`, async t => {
    const world = confinedWorld(t);
    const first = await fileInbox(world.files, redactor).keep('telegram/42/1', name, content);
    assert.deepEqual(first.credentials ?? [], kinds);
    assert.deepEqual(await fileInbox(world.files, redactor).kept('telegram/42/1', name), first);
    const [asks] = readFindings(first.path ?? '', '/workspace', 1);
    assert.equal(asks?.file, kinds.length > 0 ? 'sensitive' : undefined, JSON.stringify(asks));
  });
