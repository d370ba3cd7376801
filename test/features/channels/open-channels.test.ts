import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secret } from '../../../config/secrets.ts';
import { terminalKind, webKind } from '../../../src/adapters/channels/screen/kind.ts';
import { screenChannel } from '../../../src/adapters/channels/screen/screen.ts';
import { telegramKind } from '../../../src/adapters/channels/telegram/kind.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { openChannels, trustedChannels } from '../../../src/features/channels/open-channels.ts';
import { type ChannelKind, defineChannelKind } from '../../../src/ports/channel-kind.ts';

const owner = { language: 'en', timeZone: 'UTC' } as const;
const telegram = { botTokenEnv: 'BOT_TOKEN', allowedUsers: [42], apiRoot: 'http://127.0.0.1:1' };
const web = { enabled: false, port: 0, gatherMs: 0 };
const settings = (...names: readonly string[]) => ({
  owner,
  channels: { deliverForHours: 1, web, settings: { telegram } },
  secrets: names.map(name => secret(name, 'the-secret-itself')),
});
const services = { clock: systemClock, log: () => {} };

/** A kind that says nothing of its trust. */
function plainKind(more: Partial<ChannelKind> = {}): ChannelKind {
  return defineChannelKind({
    name: 'plain',
    title: 'Plain',
    secrets: () => ['PLAIN_KEY'],
    create: async () => screenChannel({ name: 'web', ownerChats: [] }),
    ...more,
  });
}

test('given a kind that declares no trust, when the trusted channels are listed, then it is not among them', () => {
  const set = settings('BOT_TOKEN', 'PLAIN_KEY');
  const trusted = (...kinds: readonly ChannelKind[]) => trustedChannels(kinds, set);
  assert.equal(trusted(plainKind()), undefined);
  assert.deepEqual(trusted(terminalKind, webKind, telegramKind, plainKind()), [
    { name: 'terminal' },
    { name: 'telegram', title: 'Telegram' },
  ]);
  assert.deepEqual(trusted(plainKind({ trust: 'account' })), [{ name: 'plain', title: 'Plain' }]);
  assert.equal(trustedChannels([terminalKind, telegramKind], settings()), undefined, 'Telegram is not set up');
});

test('given kinds, when the channels are opened, then those without a secret are there, and the others where theirs is set', async t => {
  const usual = [terminalKind, webKind, telegramKind];
  const names = async (reaching: boolean, ...secrets: readonly string[]) => {
    const opened = await openChannels(usual, settings(...secrets), services, reaching);
    t.after(() => Promise.all([...opened.values()].map(channel => channel.close())));
    return [...opened.keys()];
  };
  assert.deepEqual(await names(true), ['terminal', 'web']);
  assert.deepEqual(await names(true, 'BOT_TOKEN'), ['terminal', 'web', 'telegram']);
  assert.deepEqual(await names(false, 'BOT_TOKEN'), ['terminal', 'web']);
});
