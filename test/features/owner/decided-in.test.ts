import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decidedIn } from '../../../src/features/owner/decided-in.ts';

test('given a channel, when it says that another one decided, then the decision still bears its own name', () => {
  const yes = { approval: 'k', decision: 'approve' } as const;
  const by = (channel: string, said: string) => decidedIn(channel, { ...yes, by: said }).by;
  assert.equal(by('telegram', 'telegram:42'), 'telegram:42');
  assert.equal(by('plain', 'plain'), 'plain');
  assert.equal(by('plain', 'telegram:42'), 'plain:telegram:42');
  assert.equal(by('plain', 'plainer:1'), 'plain:plainer:1');
});
