import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { readCommandLine } from '../../../src/commands/arguments/command-line.ts';
import { auditFile } from '../../../src/commands/audit/audit.ts';
import { style } from '../../../src/commands/io.ts';
import type { AuditService } from '../../../src/domain/audit/service.ts';
import { type AuditWorld, auditHome, openAudit } from '../../adapters/audit/audit-world.ts';
import { random } from '../../domain/random.ts';
import { agentOver } from '../agent-over.ts';
import { typed } from '../typed.ts';

/** The audit service of an agent, over a real chain with so many rows. */
async function chainOf(
  t: TestContext,
  rows: number,
): Promise<{ readonly world: AuditWorld; readonly service: AuditService }> {
  const world = await openAudit(auditHome(t));
  t.after(world.close);
  world.store.transaction(() => {
    for (let n = 1; n <= rows; n++) {
      const facts = { call: `tool-call:${n}`, level: n % 3 };
      world.log.write({ kind: 'tool.called', subject: `tool-${n}`, actor: 'session:web:1', facts }, { at: n });
    }
  });
  world.log.record({ kind: 'secret.used', subject: 'git\u009bhub', actor: 'tool:web_request' });
  return {
    world,
    service: {
      page: async query => world.log.page(query),
      unrecorded: async () => world.log.unrecorded(),
      accept: async () => {
        world.log.accept();
        return { form: 'accepted' };
      },
    },
  };
}

/** What is typed after `audit`. */
async function run(service: AuditService, text: string) {
  const out: string[] = [];
  const err: string[] = [];
  const io = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    readAll: async () => '',
    style: style(false),
  };
  const agent = agentOver({ audit: service, acceptAudit: service.accept });
  const code = await typed(['audit', ...text.split(' ')], { agent, io });
  return { code, out, err };
}

async function verifyFile(lines: Iterable<string> | AsyncIterable<string>, file?: string) {
  const out: string[] = [];
  const io = {
    out: (line: string) => void out.push(line),
    err: () => {},
    readAll: async () => '',
    style: style(false),
  };
  return {
    code: await auditFile(lines, { io, json: false, file }),
    text: out.join('\n'),
  };
}

test('given a whole chain of more than one page, when it is verified, then every row was read and the key is named', async t => {
  const { world, service } = await chainOf(t, 2500);
  const { code, out } = await run(service, 'verify');
  assert.equal(code, 0);
  assert.match(out[0] ?? '', /^Verified: 2501 rows, none changed, signed by the key /);
  assert.ok(out[0]?.includes(world.key.publicKey));
  const { out: lines } = await run(service, 'verify --json');
  assert.deepEqual(JSON.parse(lines.join('')), {
    ok: true,
    rows: 2501,
    key: world.key.publicKey,
    accepted: 0,
    unrecorded: [],
  });
});

test('given a chain somebody changed, when it is verified, then the row is named and the exit code is 1, until the owner accepts it', async t => {
  const { world, service } = await chainOf(t, 30);
  world.database.exec('DELETE FROM audit WHERE n BETWEEN 12 AND 14');
  const { code, out } = await run(service, 'verify');
  assert.equal(code, 1);
  assert.deepEqual(out.slice(0, 2), ['Broken at row 12: rows 12 to 14 are missing.', 'Rows 1 to 11 are unchanged.']);
  const { out: json } = await run(service, 'verify --json');
  assert.deepEqual(JSON.parse(json.join('')).broken, { n: 12, problem: 'rows 12 to 14 are missing' });
  assert.equal((await run(service, 'export')).code, 1);
  assert.equal((await run(service, 'accept')).code, 0);
  const after = await run(service, 'verify');
  assert.equal(after.code, 0);
  assert.match(after.out[0] ?? '', /except 1 accepted breaks/);
});

test('given a tool call that stands in the database alone, when the chain is verified, then it is named and the exit code is 1', async t => {
  const { world, service } = await chainOf(t, 3);
  world.database
    .prepare(
      `INSERT INTO tool_calls VALUES ('tool-call:hidden', 's', 't', 'c', 'x', '', 0, '[]', 'done', 0, 1, ?, NULL)`,
    )
    .run(2 ** 50);
  const { code, out } = await run(service, 'verify');
  assert.equal(code, 1);
  assert.match(out.join('\n'), /tool-call:hidden is in the database but not in the audit log/);
});

test('given rows, when they are listed, then the newest are last, of the kind that was asked for, and steer no terminal', async t => {
  const { service } = await chainOf(t, 2100);
  const { out } = await run(service, 'list --limit 1200 --kind tool');
  assert.equal(out.length, 1200);
  assert.match(
    out.at(-1) ?? '',
    /^2100 +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +tool\.called +tool-2100 +session:web:1 +call tool-call:2100, level 0$/,
  );
  const all = await run(service, 'list --limit 1');
  assert.match(all.out[0] ?? '', /secret\.used/);
  assert.ok(!all.out.join().includes('\u009b'));
  assert.deepEqual((await run(service, 'list --kind gate')).out, ['No entries of that kind.']);
  const { out: json } = await run(service, 'list --limit 2 --json');
  const { entries, chain } = JSON.parse(json.join('\n'));
  assert.deepEqual([entries.length, entries[1].facts.level, chain.rows], [2, 0, 2101]);
});

test('given an export, when it is verified without an agent, then it is whole, and not a byte of it can change unnoticed', async t => {
  const { service } = await chainOf(t, 40);
  const { code, out: lines } = await run(service, 'export');
  assert.equal(code, 0);
  assert.equal(lines.length, 43, 'a header, the rows, the anchor');
  const whole = await verifyFile(lines);
  assert.equal(whole.code, 0, whole.text);

  const chance = random(8);
  let found = 0;
  const tries = 1500;
  for (let round = 0; round < tries; round++) {
    const at = chance.integer(lines.length);
    const line = lines[at] ?? '';
    const place = chance.integer(line.length);
    const other = chance.pick([...' {}":,0123456789abcXYZ_-'].filter(letter => letter !== line[place]));
    const changed = [
      lines.with(at, `${line.slice(0, place)}${other}${line.slice(place + 1)}`),
      lines.with(at, `${line.slice(0, place)}${line.slice(place + 1)}`),
      lines.toSpliced(at, 1),
      lines.slice(0, at),
      lines.toSpliced(at, 0, line),
      [...lines.slice(0, 1 + chance.integer(lines.length - 2)), lines.at(-1) ?? ''],
    ][round % 6] as readonly string[];
    if ((await verifyFile(changed)).code === 1) found++;
    else assert.fail(`not found: ${round % 6} at line ${at}, ${place}`);
  }
  t.diagnostic(`found ${found} of ${tries} changes of an exported file`);
  assert.equal(found, tries);
});

test('given a file that is no export, when it is verified, then that is told', async () => {
  for (const lines of [[], ['hello'], ['{}'], ['null'], ['{"format":"other","key":"x"}'], ['[1]']]) {
    const { code, text } = await verifyFile(lines);
    assert.equal(code, 1);
    assert.match(text, lines.length === 0 ? /^Broken: the file is empty\./ : /^Broken: line 1 is not /);
    assert.match(text, /The file was changed after its export/);
    assert.doesNotMatch(text, /audit accept/);
  }
});

test('given a file that is not there, or a folder, when it is verified, then that is said in words', async () => {
  const read = (file: string) => verifyFile(createInterface({ input: createReadStream(file) }), file);
  const missing = join(import.meta.dirname, 'nothing.jsonl');
  await assert.rejects(
    read(missing),
    /^Fault: expected a file from "straylight audit export" at .*nothing\.jsonl, but it does not exist$/,
  );
  await assert.rejects(read(import.meta.dirname), /, but it is a folder$/);
});

test('given a chain that is whole, when it is accepted, then that is said and nothing is written', async t => {
  const { world, service } = await chainOf(t, 3);
  const { code, out } = await run(service, 'accept');
  assert.equal(code, 0);
  assert.deepEqual(out, ['There are no new breaks to accept.']);
  assert.equal(world.log.page({ limit: 1 }).chain.rows, 4);
});

test('given the words of the command, when they are read, then verbs and options are those of the help', () => {
  const words = (...argv: string[]) => {
    const line = readCommandLine(['audit', ...argv]);
    return line.kind === 'run' ? [line.form.words, line.options, line.json] : line.kind;
  };
  assert.deepEqual(words('verify', '--file', 'a.jsonl'), ['audit verify', { file: 'a.jsonl' }, false]);
  assert.deepEqual(words('list', '--kind', 'tool', '--limit', '7', '--json'), [
    'audit list',
    { kind: 'tool', limit: '7' },
    true,
  ]);
  assert.deepEqual(words(), ['audit list', {}, false]);
  assert.deepEqual([words('list', '--limit', '0'), words('erase')], Array(2).fill('wrong'));
});

test('given a kind that is none, when it is typed, then what it takes is said', async t => {
  const { service } = await chainOf(t, 1);
  await assert.rejects(run(service, 'list --kind A;'), /^Error: --kind takes a kind or a family.*, not "A;"$/);
});
