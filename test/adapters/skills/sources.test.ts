/** Where skills are installed from: folders, archives good and bad, and a git server. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { zipSync } from 'fflate';
import { createTarGzip } from 'nanotar';
import { adapted } from '../../../src/adapters/skills/adapting.ts';
import { brought, type SourceOptions } from '../../../src/adapters/skills/sources.ts';
import { gitServer } from '../../peers/servers/git-server.ts';

const skill = '---\nname: tidy\ndescription: Tidies up. Use on Fridays.\n---\n\n# Tidy\n';
const bytes = (text: string) => new Uint8Array(Buffer.from(text));

function place(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-sources-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function options(folder: string, download: SourceOptions['download'] = async () => bytes('')): SourceOptions {
  return { folder, download, mayReach: () => {} };
}

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const names = async (source: string, sha256: string | undefined, how: SourceOptions) => [
  ...(await brought(source, sha256, how)).files.keys(),
];

test('given folders, when a skill is taken from one, then its files come; a link, several skills and none are refused', async t => {
  const root = place(t);
  put(join(root, 'one', 'SKILL.md'), skill);
  put(join(root, 'one', 'references', 'a.md'), 'a');
  put(join(root, 'one', '.git', 'config'), 'x');
  assert.deepEqual(await names(join(root, 'one'), undefined, options(root)), ['SKILL.md', 'references/a.md']);
  assert.deepEqual(
    await names(root, undefined, options(root)),
    ['SKILL.md', 'references/a.md'],
    'the only one beneath',
  );
  put(join(root, 'two', 'SKILL.md'), skill);
  await assert.rejects(names(root, undefined, options(root)), /several skills; name one behind a #: one, two/);
  assert.deepEqual(await names(`${root}#two`, undefined, options(root)), ['SKILL.md']);
  symlinkSync('/etc/passwd', join(root, 'two', 'link.md'));
  await assert.rejects(names(join(root, 'two'), undefined, options(root)), /link\.md is a link/);
  await assert.rejects(names('one', undefined, options(root)), /expected a whole path/);
  await assert.rejects(names(join(root, 'three'), undefined, options(root)), /three is none/);
  await assert.rejects(names(join(root, 'one'), 'a'.repeat(64), options(root)), /is of an archive/);
});

test('given archives, when a skill is taken from one, then its SHA-256 has to be the one that was named', async t => {
  const root = place(t);
  const zip = zipSync({
    'tidy/SKILL.md': bytes(skill),
    'tidy/scripts/a.py': bytes('print(1)'),
    '__MACOSX/x': bytes('x'),
  });
  put(join(root, 'tidy.zip'), zip);
  assert.deepEqual(await names(join(root, 'tidy.zip'), hash('sha256', zip), options(root)), [
    'SKILL.md',
    'scripts/a.py',
  ]);
  await assert.rejects(
    names(join(root, 'tidy.zip'), '0'.repeat(64), options(root)),
    /this one has [0-9a-f]{64}\. Nothing was installed/,
  );
  const tar = await createTarGzip([
    { name: 'repo/skills/tidy/SKILL.md', data: skill },
    { name: 'repo/skills/tidy/assets/b.txt', data: 'b' },
    { name: 'repo/README.md', data: 'r' },
  ]);
  put(join(root, 'tidy.tar.gz'), tar);
  assert.deepEqual(await names(join(root, 'tidy.tar.gz'), undefined, options(root)), ['SKILL.md', 'assets/b.txt']);
  const asked: string[] = [];
  const download = async (url: string) => {
    asked.push(url);
    return tar;
  };
  const address = 'https://skills.example/tidy.tgz';
  assert.deepEqual(await names(address, hash('sha256', tar), options(root, download)), ['SKILL.md', 'assets/b.txt']);
  assert.deepEqual(asked, [address]);
  await assert.rejects(
    names('https://skills.example/page.html', undefined, options(root, download)),
    /address of an archive/,
  );
});

test('given archives that lead out of themselves, link, or swell, when a skill is taken, then nothing is', async t => {
  const root = place(t);
  const how = options(root);
  const refuses = async (name: string, content: Uint8Array, why: RegExp) => {
    put(join(root, name), content);
    await assert.rejects(names(join(root, name), undefined, how), why, name);
  };
  await refuses('up.zip', zipSync({ 'SKILL.md': bytes(skill), '../../evil.md': bytes('x') }), /outside of itself/);
  await refuses('root.zip', zipSync({ 'SKILL.md': bytes(skill), '/etc/evil': bytes('x') }), /outside of itself/);
  await refuses('back.zip', zipSync({ 'SKILL.md': bytes(skill), '..\\evil': bytes('x') }), /outside of itself/);
  await refuses('none.zip', zipSync({ 'README.md': bytes('x') }), /expected a SKILL\.md in the archive/);
  await refuses(
    'bomb.zip',
    zipSync({ 'SKILL.md': bytes(skill), zeros: new Uint8Array(30 * 2 ** 20) }),
    /larger than 10 MB/,
  );
  await refuses(
    'bomb.tgz',
    await createTarGzip([
      { name: 'SKILL.md', data: skill },
      { name: 'zeros', data: new Uint8Array(30 * 2 ** 20) },
    ]),
    /larger than|cannot be read/,
  );
  await refuses('no.zip', bytes('PK but no archive at all'), /cannot be read/);
  mkdirSync(join(root, 'linked'));
  put(join(root, 'linked', 'SKILL.md'), skill);
  symlinkSync('/etc/passwd', join(root, 'linked', 'p'));
  execFileSync('tar', ['czf', join(root, 'link.tgz'), '-C', root, 'linked']);
  await refuses('link.tgz', readFileSync(join(root, 'link.tgz')), /is a link/);
  const many = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`f${at}`, bytes('x')]));
  await refuses('many.zip', zipSync({ 'SKILL.md': bytes(skill), ...many }), /more than 500 files/);
  assert.equal(existsSync(join(dirname(root), 'evil.md')), false);
});

test('given a git server, when a skill is cloned, then its newest files come, no hook of it runs, and what it links to stays away', async t => {
  const root = place(t);
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
      cwd: join(root, 'work'),
      env: { PATH: process.env['PATH'], HOME: root, GIT_CONFIG_NOSYSTEM: '1' },
    });
  put(join(root, 'work', 'skills', 'tidy', 'SKILL.md'), skill);
  put(join(root, 'work', '.gitattributes'), '* filter=evil\n');
  symlinkSync('/etc/passwd', join(root, 'work', 'skills', 'tidy', 'p.md'));
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('commit', '--quiet', '-m', 'one');
  git('clone', '--quiet', '--bare', '.', '../tidy.git');
  const server = await gitServer(root);
  t.after(server.close);
  const address = server.address('tidy.git');
  const incoming = join(root, 'incoming');
  mkdirSync(incoming);
  const { files, folder } = await brought(`${address}#skills/tidy`, undefined, options(incoming));
  assert.equal(folder, 'tidy');
  assert.equal(files.get('SKILL.md')?.toString(), skill);
  assert.equal(files.get('p.md')?.toString(), '/etc/passwd', 'the link is a text, and is followed nowhere');
  await assert.rejects(brought(`${address}#../..`, undefined, options(incoming)), /within the repository/);
  await assert.rejects(brought('git+file:///etc', undefined, options(incoming)), /begins with https/);
  await assert.rejects(brought('ssh://user@host/x', undefined, options(incoming)), /begins with https/);
  const refusing = { ...options(incoming), mayReach: () => assert.fail('not there') };
  await assert.rejects(brought(address, undefined, refusing), /not there/);
});

test('given an index, when a skill of it is taken, then its bytes have the digest that stands there, or nothing is taken', async t => {
  const root = place(t);
  const zip = zipSync({ 'tidy/SKILL.md': bytes(skill), 'tidy/scripts/a.py': bytes('print(1)') });
  const digest = (content: Uint8Array) => `sha256:${hash('sha256', content)}`;
  const index = (skills: readonly object[]) =>
    bytes(JSON.stringify({ $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json', skills }));
  const served = new Map<string, Uint8Array>([
    ['https://skills.example/tidy/SKILL.md', bytes(skill)],
    ['https://files.example/tidy.zip', zip],
  ]);
  const entries = [
    {
      name: 'tidy',
      type: 'skill-md',
      description: 'Tidies.',
      url: 'https://skills.example/tidy/SKILL.md',
      digest: digest(bytes(skill)),
    },
    { name: 'packed', type: 'archive', url: 'https://files.example/tidy.zip', digest: digest(zip) },
    { name: 'forged', type: 'archive', url: 'https://files.example/tidy.zip', digest: digest(bytes('other')) },
    { name: 'unsigned', type: 'skill-md', url: '/tidy/SKILL.md' },
    { name: 'near', type: 'skill-md', url: '../../tidy/SKILL.md', digest: digest(bytes(skill)) },
  ];
  served.set('https://skills.example/.well-known/agent-skills/index.json', index(entries));
  const how = options(root, async url => served.get(url) ?? assert.fail(`nothing at ${url}`));
  const site = 'https://skills.example';
  assert.deepEqual(await names(`${site}#tidy`, undefined, how), ['SKILL.md']);
  assert.deepEqual(await names(`${site}/.well-known/agent-skills/index.json#packed`, undefined, how), [
    'SKILL.md',
    'scripts/a.py',
  ]);
  assert.deepEqual(await names(`${site}#near`, undefined, how), ['SKILL.md'], 'relative to the index');
  await assert.rejects(names(`${site}#forged`, undefined, how), /Nothing was installed/);
  await assert.rejects(names(`${site}#unsigned`, undefined, how), /nothing vouches for it/);
  await assert.rejects(
    names(`${site}#tidy`, '0'.repeat(64), how),
    /Nothing was installed/,
    'what the owner says counts, too',
  );
  await assert.rejects(names(`${site}#none`, undefined, how), /behind a #: tidy, packed, forged, unsigned, near/);
  put(
    join(root, 'index.json'),
    index([
      { ...entries[0], url: 'tidy/SKILL.md' },
      { ...entries[0], name: 'up', url: '../SKILL.md' },
    ]),
  );
  put(join(root, 'tidy', 'SKILL.md'), skill);
  assert.deepEqual(await names(`${join(root, 'index.json')}#tidy`, undefined, how), ['SKILL.md']);
  await assert.rejects(names(`${join(root, 'index.json')}#up`, undefined, how), /a file beside the index/);
});

test('given skills of other forms, when they are taken, then name and description are those of the standard, and their text is as it came', async t => {
  const root = place(t);
  const taken = async (path: string, content: string) => {
    put(join(root, path), content);
    const { files, adapted: changes } = await adapted(await brought(join(root, path), undefined, options(root)));
    return { text: files.get('SKILL.md')?.toString() ?? '', changes };
  };
  const plain = await taken('Restart Server.md', '# Restart the server\n\nLog in and restart it.\n');
  assert.deepEqual(plain.changes, ['name', 'description']);
  assert.match(
    plain.text,
    /^---\nname: restart-server\ndescription: Log in and restart it\.\n---\n\n# Restart the server/,
  );
  const geofrey = await taken(
    'deploy.md',
    '---\nname: deploy\ndescription: Deploys.\nversion: 1.0.0\npermissions:\n  filesystem: read\n---\n\nDeploy it.\n',
  );
  assert.deepEqual(geofrey.changes, []);
  const rule = await taken(
    'tests.mdc',
    '---\ndescription: How we test.\nglobs: "*.test.ts"\nalwaysApply: false\n---\n\nUse node:test.\n',
  );
  assert.deepEqual(rule.changes, ['name']);
  assert.match(rule.text, /name: tests\n|name: tests$/m);
  const titled = await taken('pack/SKILL.md', '---\nname: PDF Forms\ndescription: Fills forms.\n---\n\nFill it.\n');
  assert.deepEqual(titled.changes, ['name']);
  assert.match(titled.text, /name: pdf-forms/);
});
