/** What a channel hands to the agent, and in whose name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import type { OperationService } from '../../../src/api/service.ts';
import type { Feature, Features } from '../../../src/features/feature.ts';
import type { Owner } from '../../../src/features/owner/owner.ts';
import { receiversFeature } from '../../../src/features/owner/receivers.ts';
import type { Channel, Receiver } from '../../../src/ports/channel.ts';

/** Who is said to ask where the channel of this name asks in the name of `by`, in every way it can. */
async function askedBy(name: string, by: string): Promise<ReadonlySet<string>> {
  const asked = new Set<string>();
  const call: OperationService['call'] = async (_, __, { by: said }) => void asked.add(said);
  const channel: Pick<Channel, 'name' | 'receive'> = {
    name,
    async receive(receiver: Receiver) {
      await receiver.ask('approvals.decide', { id: 'k', decision: 'approve' }, { by });
      await receiver.ask('standing.list', {}, { by, act: 'act' });
    },
  };
  const owner = {
    channels: { channels: new Map([[name, channel]]) },
    accounts: {},
    core: { clock: { id: () => 'id' } },
  } as unknown as Owner;
  const { effects } = receiversFeature.open({
    owner,
    operations: { operations: { call } },
  } as unknown as Features) as Feature;
  const logic = effects?.['inbox']?.logic as AnyActorLogic;
  await toPromise(createActor(logic, { input: { channel: name, signal: new AbortController().signal } }).start());
  return asked;
}

test('given a channel, when it asks in the name of another one, then what it asks for still bears its own name', async () => {
  for (const [channel, by, expected] of [
    ['telegram', 'telegram:42', 'telegram:42'],
    ['plain', 'plain', 'plain'],
    ['plain', 'telegram:42', 'plain:telegram:42'],
    ['plain', 'plainer:1', 'plain:plainer:1'],
    ['plain', 'cli', 'plain:cli'],
  ] as const)
    assert.deepEqual([...(await askedBy(channel, by))], [expected]);
});
