import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  fileFinding,
  isAsJudged,
  judgedRecord,
  laterOf,
  makerOf,
  type RecordChange,
  type RecordMaker,
  recordFile,
  recordFindings,
} from '../../../src/domain/policy/own-records.ts';
import { judge } from '../../../src/domain/policy/policy.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';
import type { Taint } from '../../../src/domain/policy/taint.ts';
import type { FrozenCall } from '../../../src/domain/tools/tool.ts';

const hash = (text: string) => `#${text}`;
const taints: readonly Taint[] = ['owner', 'auth', 'external'];
const others: readonly RecordMaker[] = ['owner', 'here', 'elsewhere', 'unknown'];

/** What becomes of a call of the owner's and of one that other text may have made. */
function verdicts(change: RecordChange): readonly string[] {
  const call: FrozenCall = {
    callId: 'c',
    tool: 'schedule_job',
    arguments: '{}',
    digest: '',
    effect: 'act',
    timeoutMs: 1,
    intent: '',
    facts: { changes: [change], schedules: laterOf([change]) ?? 'reads' },
  };
  return (['owner', 'external'] as const).map(taint => judge(call, { taint }).verdict);
}

const job = { kind: 'job', name: 'tea' } as const;

test('given each row of the rule, when a call of the owner’s and one of other text are judged, then both get what the table says', () => {
  const rows: readonly (readonly [change: RecordChange, owner: string, external: string])[] = [
    [{ ...job, act: 'add' }, 'allow', 'allow'],
    [{ ...job, act: 'add', later: 'reads' }, 'allow', 'ask'],
    [{ ...job, act: 'add', later: 'acts' }, 'ask', 'ask'],
    ...others.flatMap(maker => [
      [{ ...job, act: 'change', maker }, 'allow', 'ask'] as const,
      [{ ...job, act: 'change', maker, later: 'acts' }, 'ask', 'ask'] as const,
      [{ ...job, act: 'end', maker }, 'allow', 'ask'] as const,
    ]),
    [{ ...job, act: 'change', maker: 'outside' }, 'allow', 'allow'],
    [{ ...job, act: 'change', maker: 'outside', later: 'reads' }, 'allow', 'ask'],
    [{ ...job, act: 'change', maker: 'outside', later: 'acts' }, 'ask', 'ask'],
    [{ ...job, act: 'end', maker: 'outside' }, 'allow', 'allow'],
  ];
  for (const [change, owner, external] of rows)
    for (const kind of ['job', 'goal'] as const)
      assert.deepEqual(verdicts({ ...change, kind }), [owner, external], JSON.stringify({ ...change, kind }));
});

test('given any record, when it is ended, then that never weighs more than making it did', () => {
  const weight = (change: RecordChange, taint: Taint) =>
    Math.max(0, ...recordFindings([change], taint).map(({ level }) => level));
  for (const taint of taints)
    for (const later of ['acts', 'reads'] as const)
      for (const maker of ['here', 'outside'] as const)
        assert.ok(
          weight({ ...job, act: 'end', maker }, taint) <= weight({ ...job, act: 'add', later }, taint),
          `${taint} ${later} ${maker}`,
        );
});

test('given changes of several records, when one of them is another’s, then all of them wait for it', () => {
  const mine: RecordChange = { ...job, act: 'change', maker: 'outside' };
  const found = recordFindings([mine, { ...job, name: 'bin', act: 'end', maker: 'owner' }], 'external');
  assert.deepEqual(
    found.map(({ level, reason }) => [level, inEnglish(reason)]),
    [
      [1, 'It changes the job “tea” (made by outside text in this conversation).'],
      [2, 'It ends the job “bin” (made by you).'],
    ],
  );
  assert.deepEqual(recordFindings([], 'external'), []);
});

test('given a file that is a record, when it is written, then it persists, whoever wrote what stood there', () => {
  for (const kind of ['heartbeat', 'prompt'] as const)
    for (const maker of others) {
      const [finding] = recordFindings([{ kind, name: 'x', act: 'change', maker, later: 'reads' }], 'external');
      assert.deepEqual(finding, fileFinding(kind));
      assert.equal(finding?.lasting, 'persists');
      assert.ok(finding?.later?.startsWith('It writes '));
    }
  // what is written there is judged by the folder it lies in
  assert.deepEqual(recordFindings([{ kind: 'settings', name: 'agent.toml', act: 'change' }], 'external'), []);
});

test('given walls or none, when outside text would end what the owner made, then it asks in both', () => {
  const [finding] = recordFindings([{ ...job, act: 'end', maker: 'owner' }], 'external');
  for (const executor of ['bubblewrap', 'docker', 'direct'] as const) {
    const call: FrozenCall = {
      callId: 'c',
      tool: 'cancel_job',
      arguments: '{}',
      digest: '',
      effect: 'act',
      timeoutMs: 1,
      intent: '',
      facts: { changes: [{ ...job, act: 'end', maker: 'owner' }], schedules: 'reads' },
    };
    assert.equal(judge(call, { taint: 'external', executor }).verdict, 'ask', executor);
  }
  assert.equal(finding?.lasting, 'destroys');
});

test('given two states, when they are the same, then nothing changes; else the record says what it does to which state', () => {
  const subject = { ...job, maker: 'owner', later: 'acts' } as const;
  assert.equal(judgedRecord(subject, { before: 'a', after: 'a' }, hash), undefined);
  assert.equal(judgedRecord(subject, {}, hash), undefined);
  assert.deepEqual(judgedRecord(subject, { after: 'b' }, hash), {
    change: { ...job, act: 'add', later: 'acts' },
    after: 'b',
  });
  assert.deepEqual(judgedRecord(subject, { before: 'a', after: 'b' }, hash), {
    change: { ...job, act: 'change', maker: 'owner', later: 'acts', was: '#a' },
    before: 'a',
    after: 'b',
  });
  assert.deepEqual(
    judgedRecord(subject, { before: 'a' }, hash)?.change,
    { ...job, act: 'end', maker: 'owner', was: '#a' },
    'what is ended does nothing later',
  );
  assert.equal(judgedRecord(job, { before: 'a' }, hash)?.change.maker, 'unknown');
  // an empty record is one
  assert.equal(judgedRecord(job, { before: '', after: 'a' }, hash)?.change.act, 'change');
});

test('given where a record was made, when a conversation asks whose it is, then only a conversation is not the owner', () => {
  const table = ['cli', 'web', 'agent.toml', 'session:a', 'session:b'].map(by => makerOf(by, 'session:a'));
  assert.deepEqual(table, ['owner', 'owner', 'owner', 'here', 'elsewhere']);
  assert.equal(makerOf('session:a', undefined), 'elsewhere');
});

test('given what a call was judged by, when it runs, then any other state, record or name is another one', () => {
  const was = (state: string): RecordChange => ({ ...job, act: 'change', maker: 'owner', was: hash(state) });
  const two = [was('a'), { ...was('b'), name: 'bin' }];
  assert.equal(isAsJudged(two, two.toReversed()), true);
  assert.equal(isAsJudged(undefined, two), true, 'it states none');
  assert.equal(isAsJudged([was('a')], [was('b')]), false);
  assert.equal(isAsJudged([was('a')], []), false);
  assert.equal(isAsJudged([], [was('a')]), false);
  assert.equal(isAsJudged([was('a')], [{ ...was('a'), name: 'bin' }]), false);
  assert.equal(isAsJudged([{ ...job, act: 'add' }], [was('a')]), false, 'one was made under this name since');
});

test('given changes, when it is asked what they leave behind, then what acts outweighs what reads', () => {
  assert.equal(laterOf([]), undefined);
  assert.equal(laterOf([{ ...job, act: 'end' }]), 'reads');
  assert.equal(
    laterOf([
      { ...job, act: 'add', later: 'reads' },
      { ...job, act: 'add', later: 'acts' },
    ]),
    'acts',
  );
});

test('given a path, when it names a record in one of its ways, then it is that record, and its neighbours are none', () => {
  const table: Readonly<Record<string, readonly string[]>> = {
    heartbeat: ['heartbeat.md', '/workspace/heartbeat.md'],
    settings: [
      '/settings/agent.toml',
      '~/.straylight/settings/agent.toml',
      '/home/me/.straylight/settings',
      '.straylight/settings',
    ],
    prompt: ['~/.straylight/prompts/system.md', '/home/me/.straylight/prompts'],
    none: [
      'notes/heartbeat.md',
      '/workspace/heartbeat.md.bak',
      '/scripts/agent.toml',
      'agent.toml',
      '/settings/other.toml',
      '~/.straylight/settings.old',
    ],
  };
  for (const [kind, paths] of Object.entries(table))
    for (const path of paths) assert.equal(recordFile(path) ?? 'none', kind, path);
});

test('given a command that is given the list of the heartbeat, when it may change it, then outside text has it asked about, in every sandbox', () => {
  const verdict = (command: string, taint: Taint) =>
    judge(
      {
        callId: 'c',
        tool: 'execute_command',
        arguments: '{}',
        digest: '',
        effect: 'act',
        timeoutMs: 1,
        intent: '',
        judgedBy: 'command',
        facts: { command },
      },
      { taint, executor: 'bubblewrap' },
    );
  const changing = [
    ...['mv HEARTBEAT.md old.md', 'mv -t sub ./HEARTBEAT.md', 'git mv HEARTBEAT.md old.md'],
    ...["perl -pi -e 's/a/b/' HEARTBEAT.md", 'python3 x.py HEARTBEAT.md', 'sh x.sh HEARTBEAT.md', './x HEARTBEAT.md'],
    ...["ex -sc '1d|x' HEARTBEAT.md", 'ed -s HEARTBEAT.md', 'mystery HEARTBEAT.md', 'openssl rand -out HEARTBEAT.md 8'],
    // the folder may not be there
    ...['cd x; cp a HEARTBEAT.md', '(cd /tmp/x; echo a > HEARTBEAT.md)'],
  ];
  for (const command of changing) {
    assert.equal(verdict(command, 'external').verdict, 'ask', command);
    assert.match(verdict(command, 'owner').later?.join() ?? '', /HEARTBEAT\.md: each heartbeat reads it/, command);
  }
  for (const command of ['cat HEARTBEAT.md', 'cp HEARTBEAT.md old.md', 'wc -l HEARTBEAT.md', 'ls', 'mv a b'])
    assert.equal(verdict(command, 'external').verdict, 'allow', command);
});
