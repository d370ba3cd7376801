/** What agents of steps on copies may reach: their copy alone, beside the folders of their own and of what gives the work. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { childLedger } from '../../../src/adapters/agents/ledger.ts';
import { planLedger } from '../../../src/adapters/agents/plan-ledger.ts';
import { openDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { sqliteTables } from '../../../src/adapters/stores/sqlite/tables.ts';
import { type AgentProfile, sessionOfChild } from '../../../src/domain/agents/agent.ts';
import { type Delegated, delegatedWork } from '../../../src/features/agents/rights.ts';
import { ownTables } from '../../actors/stores.ts';

const agent = (name: string, folders?: readonly string[]): AgentProfile => ({
  name,
  purpose: '',
  tools: ['*'],
  prompt: '',
  minutes: 1,
  limits: folders === undefined ? {} : { folders },
});

/** A plan with the step `write` on a copy of projects/toy, and pieces of work, each given by a conversation and a call. */
function rightsWith(...works: readonly (readonly [id: string, agent: string, parent: string, call: string])[]) {
  const database = openDatabase({ file: ':memory:', synchronous: 'normal', now: () => 0, features: ownTables });
  const tables = sqliteTables(database);
  const step = { step: 'write', agent: 'writer', dependsOn: [], worktree: 'projects/toy' };
  planLedger(tables).open(
    'plan:aaaaaaaa',
    {
      name: 'p',
      title: 'P',
      session: 'session:web:main',
      turn: 't',
      call: 'tool-call:cccccccc',
      digest: 'd',
      steps: [step, { ...step, step: 'look', worktree: null }],
    },
    1,
  );
  const children = childLedger(tables);
  for (const [id, name, parent, call] of works) {
    const session = sessionOfChild(name, id);
    children.give({ id, agent: name, session, parent, turn: 't', call, taint: 'owner', startedAt: 1 });
    children.begin(id, { root: 'session:web:main', depth: 1, tools: ['*'] });
  }
  const profiles = [agent('writer'), agent('boxed', ['projects', 'notes']), agent('apart', ['notes'])];
  const config = {
    agents: profiles,
    a2a: { peers: [] },
    models: { roles: {} },
    limits: {},
    owner: {},
    personality: {},
  };
  const { rightsOf } = delegatedWork.open({ core: { config, database } } as never) as Delegated;
  return (id: string, name: string) =>
    rightsOf(sessionOfChild(name, id))?.limits?.map(one => `${one.agent}: ${one.limits.folders?.join(' ') ?? 'all'}`);
}

const main = 'session:web:main';
const ofStep = 'tool-call:cccccccc/write.2';

test('given the agent of a step on a copy, then it is held to the copy, in each try and each conversation', () => {
  const rights = rightsWith(
    ['delegation:11111111', 'writer', main, ofStep],
    ['delegation:22222222', 'writer', main, 'tool-call:cccccccc/look.1'],
    ['delegation:33333333', 'writer', main, 'tool-call:dddddddd'],
  );
  assert.deepEqual(rights('delegation:11111111', 'writer'), ['writer: plan-copies/aaaaaaaa-write', 'writer: all']);
  assert.deepEqual(rights('delegation:22222222', 'writer'), ['writer: all']);
  assert.deepEqual(rights('delegation:33333333', 'writer'), ['writer: all']);
});

test('given an agent with folders of its own, then these hold in the copy as they are called there', () => {
  const rights = rightsWith(
    ['delegation:11111111', 'boxed', main, ofStep],
    ['delegation:22222222', 'apart', main, ofStep],
  );
  const copy = 'plan-copies/aaaaaaaa-write';
  assert.deepEqual(rights('delegation:11111111', 'boxed'), [`boxed: ${copy}`, `boxed: ${copy}`]);
  assert.deepEqual(rights('delegation:22222222', 'apart'), [`apart: ${copy}`, 'apart: '], 'nothing of it');
});

test('given work that the agent of a step gives on, then that is held to the same copy', () => {
  const rights = rightsWith(
    ['delegation:11111111', 'writer', main, ofStep],
    ['delegation:22222222', 'boxed', sessionOfChild('writer', 'delegation:11111111'), 'tool-call:eeeeeeee'],
  );
  const copy = 'plan-copies/aaaaaaaa-write';
  assert.deepEqual(rights('delegation:22222222', 'boxed'), [`writer: ${copy}`, `boxed: ${copy}`, 'writer: all']);
});
