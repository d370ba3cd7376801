import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { type TelegramOptions, telegramChannel } from '../../../../../src/adapters/channels/telegram/telegram.ts';
import { fileInbox } from '../../../../../src/adapters/files/file-inbox.ts';
import { createRedactor } from '../../../../../src/domain/secrets/redaction.ts';
import { fault } from '../../../../../src/domain/supervision/failure.ts';
import type { OutgoingFile } from '../../../../../src/ports/channel.ts';
import { receiver, receiving, rejectsWith } from '../../../../contracts/channel.ts';
import { telegramPeer } from '../../../../peers/telegram/telegram.ts';
import { confinedWorld } from '../../../files/confined-world.ts';

const owner = 42;
const chat = '42';
const never = new AbortController().signal;
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2000, 7)]);

/** A PNG as far as a server looks at it. */
function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(100);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

async function rigged(t: TestContext, options: Partial<TelegramOptions> = {}) {
  const world = confinedWorld(t);
  const peer = await telegramPeer({ known: [owner] });
  const log: string[] = [];
  const make = () =>
    telegramChannel({
      token: peer.token,
      apiRoot: peer.url,
      allowedUsers: [owner],
      inbox: fileInbox(world.files, createRedactor([])),
      log: (level, message, facts) => log.push(`${level}: ${message} ${JSON.stringify(facts ?? {})}`),
      ...options,
    });
  const channel = make();
  const done = async () => {
    await peer.polls.until(poll => poll.end === undefined && peer.unconfirmed().length === 0);
  };
  const inbox = () => (existsSync(join(world.workspace, 'inbox')) ? readdirSync(join(world.workspace, 'inbox')) : []);
  const close = async () => {
    await channel.close();
    await peer.close();
  };
  return { ...world, peer, channel, log, make, done, inbox, [Symbol.asyncDispose]: close };
}

describe('files the owner sends', () => {
  test('given a photo, a document and an album, then each lies in the inbox before its message is taken, under a name of its own', async t => {
    await using rig = await rigged(t);
    const { peer, channel, workspace } = rig;
    const agent = receiver({
      beforeCommit: async ({ attachments = [] }) => {
        for (const { path = '', bytes } of attachments)
          assert.equal(readFileSync(join(workspace, path)).length, bytes, 'it is there before the commit');
      },
    });
    await receiving(channel, agent.receiver, async () => {
      peer.upload(owner, { kind: 'photo', bytes: jpeg, caption: 'what is this?' });
      const photo = await agent.message(0);
      assert.equal(photo.text, 'what is this?');
      const [image] = photo.attachments ?? [];
      assert.deepEqual(
        [image?.kind, image?.mediaType, image?.bytes, image?.body],
        ['image', 'image/jpeg', 2004, undefined],
      );
      assert.match(image?.path ?? '', /^inbox\/photo-\d+-[0-9a-f]{8}\.jpg$/);

      const csv = Buffer.from('a,b\n1,2\n');
      for (const caption of ['sum it up', 'and again'])
        peer.upload(owner, {
          kind: 'document',
          bytes: csv,
          name: 'my data.csv',
          mediaType: 'application/pdf',
          caption,
        });
      const [first, second] = [await agent.message(1), await agent.message(2)];
      assert.deepEqual(
        [first.attachments?.[0]?.kind, first.attachments?.[0]?.name, first.attachments?.[0]?.mediaType],
        ['document', 'my_data.csv', 'text/csv'],
      );
      assert.notEqual(first.attachments?.[0]?.path, second.attachments?.[0]?.path);

      for (const at of [1, 2, 3])
        peer.upload(owner, {
          kind: 'photo',
          bytes: png(at, 1),
          album: 'a1',
          caption: at === 1 ? 'three' : undefined,
        });
      const album = await agent.message(3);
      assert.equal(album.text, 'three');
      assert.equal(new Set(album.attachments?.map(({ path }) => path)).size, 3);

      peer.upload(owner, { kind: 'document', bytes: Buffer.from('x'), name: 'x' }, { forward: 'Somebody' });
      const forwarded = await agent.message(4);
      assert.equal(forwarded.taint, 'external');
      await rig.done();
    });
    assert.equal(rig.inbox().length, 7);
    assert.deepEqual(peer.sent.all, []);
  });

  const names = [
    ['../../etc/passwd', /^etc_passwd-[0-9a-f]{8}$/],
    ['.bashrc', /^[0-9a-f]{8}\/\.bashrc$/],
    ['a\u202egpj.exe', /^a_gpj-[0-9a-f]{8}\.exe$/],
    ['rm -rf $(x);\n.txt', /^rm_-rf_x_-[0-9a-f]{8}\.txt$/],
    ['Übersicht 2026.PDF', /^Übersicht_2026-[0-9a-f]{8}\.PDF$/],
    ['日本語.csv', /^日本語-[0-9a-f]{8}\.csv$/],
    ['x'.repeat(300), /^x{60}-[0-9a-f]{8}$/],
    ['///', /^file-[0-9a-f]{8}$/],
  ] as const;
  test('given names that mean something to a path, a shell or a reader, then they mean nothing any more', async t => {
    await using rig = await rigged(t);
    const agent = receiver();
    await receiving(rig.channel, agent.receiver, async () => {
      for (const [at, [name, expected]] of names.entries()) {
        rig.peer.upload(owner, { kind: 'document', bytes: Buffer.from('x'), name });
        const { attachments } = await agent.message(at);
        assert.match(attachments?.[0]?.path?.replace('inbox/', '') ?? '', expected);
      }
    });
    assert.equal(rig.inbox().length, names.length);
  });

  test('given a message that comes again, then its file is not fetched again, and what was made of it meanwhile stays', async t => {
    await using rig = await rigged(t);
    const { peer, workspace } = rig;
    peer.upload(owner, { kind: 'document', bytes: Buffer.from('first'), name: 'notes.txt', caption: 'see' });
    const failing = receiver({ beforeCommit: () => Promise.reject(fault('unavailable', 'disk full')) });
    await rejectsWith('unavailable', rig.channel.receive(failing.receiver, never));
    const [{ attachments }] = [await failing.message(0)];
    const path = join(workspace, attachments?.[0]?.path ?? '');
    writeFileSync(path, 'changed by the agent');
    const agent = receiver();
    await receiving(rig.make(), agent.receiver, async () => {
      const again = await agent.message(0);
      assert.equal(again.attachments?.[0]?.path, attachments?.[0]?.path);
      await rig.done();
    });
    assert.equal(readFileSync(path, 'utf8'), 'changed by the agent');
    assert.equal(peer.downloads.all.length, 1);
  });

  test('given a new caption, then the correction comes with the same file', async t => {
    await using rig = await rigged(t);
    const agent = receiver();
    await receiving(rig.channel, agent.receiver, async () => {
      const said = rig.peer.upload(owner, { kind: 'document', bytes: Buffer.from('x'), name: 'a.txt', caption: 'one' });
      await agent.heard('one');
      rig.peer.edit(said, 'one');
      rig.peer.edit(said, 'two');
      const corrected = await agent.heard('two');
      assert.equal(corrected.correction, true);
      assert.deepEqual(corrected.attachments, (await agent.message(0)).attachments);
    });
    assert.deepEqual([rig.peer.downloads.all.length, agent.messages.length], [1, 2]);
  });

  test('given a file that cannot be had, then the message comes without it, and owner and model are told why', async t => {
    await using rig = await rigged(t);
    const { peer, workspace } = rig;
    const agent = receiver();
    const told = (pattern: RegExp) => peer.sent.until(sent => pattern.test(sent.text));
    await receiving(rig.channel, agent.receiver, async () => {
      const large = Buffer.alloc(20 * 2 ** 20 + 1);
      peer.upload(owner, { kind: 'document', bytes: large, name: 'film.mkv', caption: 'watch' });
      assert.match(
        (await agent.message(0)).text,
        /^watch\n\n\[A file came with this message, but it is not here: it is larger than 20 MB/,
      );
      await told(/^I did not get film\.mkv: it is larger than 20 MB, .*I did get the text of your message\.$/);

      peer.fail('getFile', { status: 400, description: 'Bad Request: wrong file_id' });
      peer.upload(owner, { kind: 'photo', bytes: jpeg, caption: 'gone' });
      assert.match((await agent.message(1)).text, /gone\n\n\[A file .*Telegram did not provide it/);

      peer.fail('file', { status: 404 });
      peer.upload(owner, { kind: 'photo', bytes: jpeg });
      assert.match((await agent.message(2)).text, /^\[A picture without words\.\]\n\n\[A file/);

      writeFileSync(join(workspace, 'inbox'), 'no folder');
      peer.upload(owner, { kind: 'photo', bytes: jpeg, caption: 'blocked' });
      assert.match((await agent.message(3)).text, /could not be saved in the workspace/);
      rmSync(join(workspace, 'inbox'));
      symlinkSync('/tmp', join(workspace, 'inbox'));
      peer.upload(owner, { kind: 'photo', bytes: jpeg, caption: 'led out' });
      assert.match((await agent.message(4)).text, /could not be saved in the workspace/);
      await rig.done();
    });
    assert.ok(agent.messages.every(({ attachments }) => attachments === undefined));
    assert.equal(peer.sent.all.length, 5);
    assert.equal(rig.log.filter(line => /could not be taken from Telegram/.test(line)).length, 5);
  });

  test('given a line that fails for a moment, then the message comes again with its file; where it fails on, then without it', async t => {
    await using rig = await rigged(t, { downloadTimeoutMs: 300 });
    const { peer } = rig;
    const agent = receiver();
    peer.upload(owner, { kind: 'document', bytes: Buffer.alloc(200_000, 'x'), name: 'a.txt', caption: 'one' });
    for (const fault of ['cut', 'hang'] as const) {
      peer.fail('file', fault);
      const failure = await rig.channel.receive(agent.receiver, never).catch(error => error.failure);
      assert.equal(failure.kind, fault === 'hang' ? 'timeout' : 'unavailable');
      assert.equal(peer.unconfirmed().length, 1);
      assert.deepEqual([agent.messages.length, rig.inbox().length], [0, 0]);
    }
    await receiving(rig.channel, agent.receiver, async () => {
      assert.equal((await agent.message(0)).attachments?.[0]?.bytes, 200_000);
      await rig.done();
    });
    peer.fail('file', { status: 500 }, 9);
    peer.upload(owner, { kind: 'document', bytes: Buffer.from('x'), name: 'b.txt', caption: 'two' });
    for (let tried = 0; tried < 2; tried++)
      await rejectsWith('unavailable', rig.channel.receive(agent.receiver, never));
    await receiving(rig.channel, agent.receiver, async () => {
      assert.match((await agent.message(1)).text, /^two\n\n\[A file .*Telegram did not provide it/);
      await peer.sent.until(sent => /did not get b\.txt/.test(sent.text));
    });
    assert.equal(peer.sent.all.length, 1);
  });

  test('given a stop while a file is on its way, then nothing is taken and the next process takes it', async t => {
    await using rig = await rigged(t);
    const agent = receiver();
    const stop = new AbortController();
    const held = rig.peer.hold('getFile');
    rig.peer.upload(owner, { kind: 'document', bytes: Buffer.from('x'), name: 'a.txt', caption: 'one' });
    const ended = rig.channel.receive(agent.receiver, stop.signal);
    await held.arrived;
    stop.abort();
    await ended;
    held.release();
    assert.equal(agent.messages.length, 0);
    await receiving(rig.make(), agent.receiver, async () => {
      assert.equal((await agent.message(0)).attachments?.length, 1);
    });
  });

  test('given a channel without a folder for files, then that is said', async t => {
    await using rig = await rigged(t);
    const bare = telegramChannel({
      token: rig.peer.token,
      apiRoot: rig.peer.url,
      allowedUsers: [owner],
      language: 'de',
    });
    const agent = receiver();
    await receiving(bare, agent.receiver, async () => {
      rig.peer.upload(owner, { kind: 'document', bytes: Buffer.from('x'), name: 'a`b.txt', caption: 'eins' });
      assert.match((await agent.message(0)).text, /^eins\n\n\[Zu dieser Nachricht gehörte eine Datei/);
      await rig.peer.sent.until(sent => /^Die Datei a'b\.txt ist nicht angekommen/.test(sent.text));
    });
    await bare.close();
  });
});

describe('files that are sent to the owner', () => {
  const file = (bytes: Buffer, more: Partial<OutgoingFile> = {}): OutgoingFile => ({
    name: 'report.txt',
    mediaType: 'text/plain',
    bytes: bytes.length,
    path: '/home/x/report.txt',
    async *content() {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
    },
    ...more,
  });
  const send = (rig: { channel: ReturnType<typeof telegramChannel> }, one: OutgoingFile, key = chat) =>
    rig.channel.sendFile!(key, one, { signal: never });

  test('given a document and a picture, then each goes as what it is, whole, with its words and into its topic', async t => {
    await using rig = await rigged(t);
    const large = Buffer.alloc(3_000_000, 'abc');
    const { ref } = await send(rig, file(large, { caption: 'All <b>of</b> it', name: 'Über; "sicht"\n.txt' }), '42:7');
    const [sent] = rig.peer.sent.all;
    assert.equal(ref, String(sent?.messageId));
    assert.deepEqual(
      [sent?.method, sent?.threadId, sent?.text, sent?.file?.name],
      ['sendDocument', 7, 'All <b>of</b> it', 'Über; _sicht_.txt'],
    );
    assert.ok(sent?.file?.bytes.equals(large));
    await send(rig, file(png(200, 100), { name: 'a.png', mediaType: 'image/png', caption: 'ä'.repeat(3_000) }));
    const photo = rig.peer.sent.all[1];
    assert.deepEqual([photo?.method, photo?.text.length], ['sendPhoto', 1024]);
  });

  test('given a picture that Telegram does not take as a photo, then it goes as a document, once', async t => {
    await using rig = await rigged(t);
    await send(rig, file(png(5_000, 10), { name: 'long.png', mediaType: 'image/png' }));
    const big = Buffer.concat([jpeg, Buffer.alloc(10 * 2 ** 20)]);
    await send(rig, file(big, { name: 'big.jpg', mediaType: 'image/jpeg' }));
    await send(rig, file(Buffer.from('GIF89a.'), { name: 'a.gif', mediaType: 'image/gif' }));
    assert.deepEqual(
      rig.peer.sent.all.map(({ method, file: sent }) => [method, sent?.name, sent?.bytes.length]),
      [
        ['sendDocument', 'long.png', 100],
        ['sendDocument', 'big.jpg', big.length],
        ['sendDocument', 'a.gif', 7],
      ],
    );
  });

  test('given every way to fail, then it is told as what it is, nothing is tried again, and no token shows', async t => {
    await using rig = await rigged(t, { uploadTimeoutMs: 200 });
    const { peer } = rig;
    const one = file(Buffer.from('hello'));
    const limited = async () => {
      peer.fail('sendDocument', { status: 429, retryAfter: 7 });
      assert.equal((await rejectsWith('unavailable', send(rig, one))).retryAfterMs, 7000);
    };
    await limited();
    for (const loss of ['lose', 'cut', 'hang', 'garbage'] as const) {
      peer.fail('sendDocument', loss);
      const { message } = await rejectsWith('unknown', send(rig, one));
      assert.match(message, /may have been sent or not/);
      assert.ok(!message.includes(peer.token.split(':')[1] ?? ''));
    }
    peer.fail('sendDocument', { status: 403 });
    await rejectsWith('unavailable', send(rig, one));
    await rejectsWith('invalid', send(rig, one, '666'));
    const tooLarge = await rejectsWith('invalid', send(rig, { ...one, bytes: 50 * 2 ** 20 + 1 }));
    assert.match(tooLarge.message, /Telegram takes at most 52428800; make it smaller/);
    peer.fail('sendPhoto', 'lose');
    await rejectsWith('unknown', send(rig, file(jpeg, { mediaType: 'image/jpeg' })));
    const tries = peer.calls.all.filter(({ method }) => method.startsWith('send'));
    assert.deepEqual(
      tries.map(({ method }) => method),
      [...Array(6).fill('sendDocument'), 'sendPhoto'],
    );
    assert.equal(peer.sent.all.length, 2, 'those whose answers were lost');
    await peer.close();
    await rejectsWith('unavailable', send(rig, one));
  });

  test('given a file that cannot be read to its end, then it is not sent', async t => {
    await using rig = await rigged(t);
    const broken = file(Buffer.alloc(100_000, 'x'), {
      async *content() {
        yield Buffer.alloc(50_000, 'x');
        throw new Error('EIO');
      },
    });
    await rejectsWith('unknown', send(rig, broken));
    assert.deepEqual(rig.peer.sent.all, []);
  });
});
