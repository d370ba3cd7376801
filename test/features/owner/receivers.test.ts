/** What a channel hands to the agent, and in whose name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import type { Feature, Features } from '../../../src/features/feature.ts';
import type { AgentFor } from '../../../src/features/operations/local-agent.ts';
import type { Owner } from '../../../src/features/owner/owner.ts';
import { receiversFeature } from '../../../src/features/owner/receivers.ts';
import type { Channel, Receiver } from '../../../src/ports/channel.ts';

/** Who is said to ask where the channel of this name asks in the name of `by`, in every way it can. */
async function askedBy(name: string, by: string): Promise<ReadonlySet<string>> {
  const asked = new Set<string>();
  const agentFor = ((said: string) => {
    const note = async () => {
      asked.add(said);
      return { standing: [] };
    };
    return { approvals: { decide: note }, standing: { list: note } };
  }) as unknown as AgentFor;
  const channel: Pick<Channel, 'name' | 'receive'> = {
    name,
    async receive(receiver: Receiver) {
      await receiver.operations(by).approvals.decide({ id: 'k', decision: 'approve' });
      await receiver.operations(by, 'act').standing.list();
    },
  };
  const owner = { channels: { channels: new Map([[name, channel]]) }, accounts: {} } as unknown as Owner;
  const { effects } = receiversFeature.open({ owner, operations: { agentFor } } as unknown as Features) as Feature;
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
