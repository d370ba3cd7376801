import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { screenChannel } from '../../../src/adapters/channels/screen/screen.ts';
import { telegramChannel } from '../../../src/adapters/channels/telegram/telegram.ts';
import { sendFileTool } from '../../../src/adapters/tools/send-file.ts';
import { judge } from '../../../src/domain/policy/policy.ts';
import { Fault } from '../../../src/domain/supervision/failure.ts';
import type { Channel, OutgoingFile } from '../../../src/ports/channel.ts';
import type { RunningTool } from '../../../src/ports/tool.ts';
import { telegramPeer } from '../../peers/telegram/telegram.ts';
import { confinedWorld, secret, use } from '../files/confined-world.ts';

test('given the tool, when it is judged, then its owner need not be asked, and it is an act that is done once', t => {
  const tool = sendFileTool(confinedWorld(t).files, () => undefined) as RunningTool;
  const args = tool.schema.parse({ path: 'a.txt', caption: 'see' });
  assert.deepEqual(
    [tool.effect, tool.facts?.(args, { said: [] })],
    ['act', { trusted: true, path: '/workspace/a.txt' }],
  );
  assert.equal(tool.intent(args), 'Send /workspace/a.txt to you.');
  assert.equal(tool.exact?.(args), 'send /workspace/a.txt\n\nsee');
  const call = { effect: 'act', tool: 'send_file', facts: tool.facts?.(args, { said: [] }) } as unknown as Parameters<
    typeof judge
  >[0];
  assert.equal(judge(call, { taint: 'external' }).level, 1);
});

test('given a session on Telegram, when a file is sent, then it arrives there, whole', async t => {
  const world = confinedWorld(t);
  const peer = await telegramPeer({ known: [42] });
  t.after(() => peer.close());
  const telegram = telegramChannel({ token: peer.token, apiRoot: peer.url, allowedUsers: [42] });
  t.after(() => telegram.close());
  const tool = sendFileTool(world.files, name => (name === 'telegram' ? telegram : undefined));
  const content = Buffer.alloc(200_000, 'report\n');
  world.has('out/report.csv', content);
  const session = 'session:telegram:42:7';
  const sent = await use(tool, { path: 'out/report.csv', caption: 'Here' }, { session });
  assert.partialDeepStrictEqual(sent, {
    text: 'The owner has it: /workspace/out/report.csv (text/csv, 195.3 KB).',
    taint: 'owner',
  });
  const [message] = peer.sent.all;
  assert.deepEqual([message?.threadId, message?.text, message?.file?.name], [7, 'Here', 'report.csv']);
  assert.ok(message?.file?.bytes.equals(content));

  peer.fail('sendDocument', 'lose');
  const lost = await use(tool, { path: 'out/report.csv' }, { session }).catch((error: unknown) => error);
  assert.ok(lost instanceof Fault);
  assert.equal(lost.failure.kind, 'unknown');
  peer.fail('sendDocument', { status: 429, retryAfter: 3 });
  const limited = await use(tool, { path: 'out/report.csv' }, { session }).catch((error: unknown) => error);
  assert.ok(limited instanceof Fault && limited.failure.retryAfterMs === 3000);
  const stranger = await use(tool, { path: 'out/report.csv' }, { session: 'session:telegram:666' });
  assert.equal(stranger.failed, true);
  assert.match(stranger.text, /expected a private chat/);
});

test('given what is not to be sent, when it is asked for, then nothing leaves and the answer says why', async t => {
  const world = confinedWorld(t);
  const offered: OutgoingFile[] = [];
  const channel = {
    ...screenChannel({ name: 'web', ownerChats: [] }),
    async sendFile(_chat: string, file: OutgoingFile) {
      offered.push(file);
      return { ref: '1' };
    },
  } as Channel;
  const tool = sendFileTool(world.files, () => channel);
  world.has('empty.txt', '');
  symlinkSync(world.outside, join(world.workspace, 'secret.txt'));
  symlinkSync('../outside', join(world.workspace, 'folder'));
  const cases = [
    ['empty.txt', /is empty, so there is nothing to send/],
    ['none.txt', /does not exist/],
    ['secret.txt', /leads out of its folder/],
    ['folder/secret.txt', /is or passes a link, and nothing was done/],
    ['.', /is a folder, not a file/],
  ] as const;
  for (const [path, why] of cases) {
    const { failed, text } = await use(tool, { path });
    assert.equal(failed, true);
    assert.match(text, why);
    assert.ok(!text.includes(secret));
  }
  for (const path of ['/etc/passwd', '/scripts/.git/config', '../straylight.db'])
    await assert.rejects(use(tool, { path }), /lies (outside|in the \.git)/);
  assert.deepEqual(offered, []);
});

test('given a screen, or no channel at all, when a file is sent, then the page offers it and of a terminal the model is told to say where it lies', async t => {
  const world = confinedWorld(t);
  const path = world.has('a.txt', 'x');
  const sentTo = async (name: 'web' | 'terminal') =>
    (
      await use(
        sendFileTool(world.files, () => screenChannel({ name, ownerChats: [] })),
        { path: 'a.txt' },
      )
    ).text;
  assert.equal(await sentTo('web'), 'The owner has it: /workspace/a.txt (text/plain, 1 byte).');
  assert.equal(
    await sentTo('terminal'),
    `It is ready: /workspace/a.txt (text/plain, 1 byte). A terminal shows no files. Tell the owner where it lies: ${path}`,
  );
  const none = await use(
    sendFileTool(world.files, () => undefined),
    { path: 'a.txt' },
    { session: 'session:job:night' },
  );
  assert.deepEqual([none.failed, /has no channel that carries files/.test(none.text)], [true, true]);
});
