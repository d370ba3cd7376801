import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonWords } from '../../../../src/adapters/models/rehearsal/texts/reason-words.ts';
import { reasonIn } from '../../../../src/domain/approvals/reason-texts.ts';
import { judgeCommand } from '../../../../src/domain/policy/policy.ts';
import { inEnglish } from '../../../../src/domain/policy/sentence.ts';
import { hostileCommands, ordinaryCommands } from '../../../corpora/commands.ts';

test('given what rules say of commands, when the demo model repeats the English of it, then it says what the card says', () => {
  const bare = (text: string) => text.replace(/\.$/, '');
  const other = new Set<string>();
  for (const { cmd } of [...hostileCommands, ...ordinaryCommands])
    for (const reason of judgeCommand(cmd).reasons) {
      const said = reasonWords(bare(inEnglish(reason)), 'de');
      if (said !== bare(reasonIn('de', reason))) other.add(`${inEnglish(reason)} → ${said}`);
    }
  assert.deepEqual([...other], []);
  assert.equal(reasonWords('It does what nobody wrote', 'de'), 'It does what nobody wrote');
});
