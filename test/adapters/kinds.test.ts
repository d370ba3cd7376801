import assert from 'node:assert/strict';
import { test } from 'node:test';
import { terminalKind } from '../../src/adapters/channels/screen/kind.ts';
import { builtInKinds, withKinds } from '../../src/adapters/kinds.ts';

test('given a kind of channel whose name cannot stand in the address of a session, when it is taken, then it is refused at once', () => {
  for (const name of ['lines2', 'my-lines', 'Lines', ''])
    assert.throws(
      () => withKinds(builtInKinds, [{ kinds: { channels: [{ ...terminalKind, name }] } }]),
      /expected a kind of channel to be named by lower case letters alone, came ".*"/,
    );
  const { channels } = withKinds(builtInKinds, [{ kinds: { channels: [{ ...terminalKind, name: 'lines' }] } }]);
  assert.equal(channels.at(-1)?.name, 'lines');
});
