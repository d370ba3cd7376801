import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceUnit } from '../../../../src/commands/home/setup/service-step.ts';

test('given a home whose path holds line breaks and marks of the unit, when its unit is written, then it stays one word of one line', () => {
  const home = '/home/a\nExecStartPre=/bin/x\r\t"\\ %h $HOME\u007f';
  const lines = serviceUnit(['/usr/bin/node', 'main.js', '--home', home, 'start']).split('\n');
  assert.deepEqual(
    lines.filter(line => line.startsWith('Exec')),
    ['ExecStart=/usr/bin/node main.js --home "/home/a\\x0aExecStartPre=/bin/x\\x0d\\x09\\"\\\\ %%h $$HOME\\x7f" start'],
  );
  assert.doesNotMatch(lines.join('\n'), /[\r\t\x7f]/);
});
