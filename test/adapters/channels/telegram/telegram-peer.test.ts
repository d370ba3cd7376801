/**
 * The scripted Telegram itself, held against grammY's own bot: what is not true of the peer proves nothing of the
 * channel.
 */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Bot, GrammyError, InputFile } from 'grammy';
import { parseHtml } from '../../../peers/telegram/markup.ts';
import { telegramPeer } from '../../../peers/telegram/telegram.ts';

const owner = 42;

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

/** As much of a PNG as says how large it is. */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(24);
  header.write('\x89PNG\r\n\x1a\n', 'latin1');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
}

async function withBot() {
  const peer = await telegramPeer({ known: [owner] });
  const bot = new Bot(peer.token, { client: { apiRoot: peer.url } });
  return { peer, bot, api: bot.api, [Symbol.asyncDispose]: () => peer.close() };
}

async function refused(promise: Promise<unknown>): Promise<GrammyError> {
  const error = await promise.then(
    () => assert.fail('expected a refusal'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof GrammyError, String(error));
  return error;
}

describe('the scripted Telegram', () => {
  test('runs a grammY bot: long polling, commands, buttons, stop', async () => {
    await using rig = await withBot();
    const { peer, bot } = rig;
    bot.command('start', ctx =>
      ctx.reply('hi', { reply_markup: { inline_keyboard: [[{ text: 'Go', callback_data: 'go' }]] } }),
    );
    bot.on('callback_query:data', ctx => ctx.answerCallbackQuery(`you pressed ${ctx.callbackQuery.data}`));
    bot.on('edited_message:text', ctx => ctx.reply(`now ${ctx.msg.text}`));
    bot.on('message:text', ctx => ctx.reply(`you said ${ctx.msg.text} at ${ctx.msg.date < 1e11}`));
    const running = bot.start();
    await peer.polls.until(poll => poll.timeout > 0 && poll.end === undefined);
    peer.say(owner, '/start');
    const hi = await peer.sent.until(message => message.text === 'hi');
    const id = peer.press(owner, hi, 'Go');
    assert.equal((await peer.answers.until(answer => answer.id === id)).text, 'you pressed go');
    const said = peer.say(owner, 'hello');
    await peer.sent.until(message => message.text === 'you said hello at true');
    peer.edit(said, 'bye');
    await peer.sent.until(message => message.text === 'now bye');
    await bot.stop();
    await running;
    assert.deepEqual(peer.unconfirmed(), []);
  });

  test('keeps updates until an offset confirms them, lets a newer poll take over, and wakes a waiting one', async () => {
    await using rig = await withBot();
    const { peer, api } = rig;
    peer.say(owner, 'one');
    peer.say(owner, 'two');
    const [first] = await api.getUpdates({ limit: 1 });
    assert.equal((await api.getUpdates({ limit: 1 }))[0]?.update_id, first?.update_id);
    const [second] = await api.getUpdates({ offset: first!.update_id + 1 });
    assert.equal(second?.message?.text, 'two');
    const older = refused(api.getUpdates({ offset: second!.update_id + 1, timeout: 30 }));
    await peer.polls.until(poll => poll.timeout === 30);
    const newer = api.getUpdates({ timeout: 30 });
    assert.equal((await older).error_code, 409);
    peer.say(owner, 'three');
    assert.equal((await newer)[0]?.message?.text, 'three');
  });

  test('answers with the errors of the real one', async () => {
    await using rig = await withBot();
    const { peer, api } = rig;
    const html = { parse_mode: 'HTML' } as const;
    const { message_id } = await api.sendMessage(owner, '<b>x</b>', html);
    const cases: readonly (readonly [Promise<unknown>, number, RegExp])[] = [
      [api.editMessageText(owner, message_id, '<b>x</b>', html), 400, /message is not modified/],
      [api.editMessageText(owner, 999, 'y'), 400, /message to edit not found/],
      [api.sendMessage(owner, 'x'.repeat(4097)), 400, /message is too long/],
      [api.sendMessage(owner, '<div>x</div>', html), 400, /can't parse entities: Unsupported start tag "div"/],
      [api.sendMessage(owner, '<b><i>x</b></i>', html), 400, /Unmatched end tag/],
      [api.sendMessage(owner, '<b>x', html), 400, /Can't find end tag/],
      [api.sendMessage(owner, 'x</b>', html), 400, /Unexpected end tag/],
      [api.sendMessage(owner, ' <b> </b>', html), 400, /message text is empty/],
      [api.sendMessage(owner, '\ud800'), 400, /UTF-8/],
      [api.sendMessage(7, 'x'), 400, /chat not found/],
      [api.answerCallbackQuery('old'), 400, /query is too old/],
      [
        api.sendMessage(owner, 'x', {
          reply_markup: { inline_keyboard: [[{ text: 'b', callback_data: 'x'.repeat(65) }]] },
        }),
        400,
        /BUTTON_DATA_INVALID/,
      ],
      [api.sendMessageDraft(owner, 0, 'x'), 400, /draft_id/],
      [new Bot(`${peer.token}x`, { client: { apiRoot: peer.url } }).api.getMe(), 401, /Unauthorized/],
    ];
    for (const [call, code, description] of cases) {
      const error = await refused(call);
      assert.equal(error.error_code, code);
      assert.match(error.description, description);
    }
    // 4 096 units are counted after the tags are read.
    await api.sendMessage(owner, `<b>${'&lt;'.repeat(4096)}</b>`, html);
    peer.fail('editMessageText', { status: 429, retryAfter: 3 });
    assert.equal((await refused(api.editMessageText(owner, message_id, 'z'))).parameters.retry_after, 3);
    await api.editMessageText(owner, message_id, 'z');
    assert.deepEqual(
      peer.sent.all[0]?.history.map(look => look.text),
      ['x'],
    );
  });

  test('takes files in multipart bodies and hands out what people upload', async () => {
    await using rig = await withBot();
    const { peer, api } = rig;
    await api.sendDocument(owner, new InputFile(Buffer.from('# hi'), 'a.md'), {
      caption: 'note',
      message_thread_id: 7,
    });
    const [sent] = peer.sent.all;
    assert.deepEqual(
      [sent?.file?.name, sent?.file?.bytes.toString(), sent?.text, sent?.threadId],
      ['a.md', '# hi', 'note', 7],
    );
    await api.sendMediaGroup(owner, [
      { type: 'photo', media: new InputFile(jpeg, '1.jpg') },
      { type: 'document', media: new InputFile(Buffer.from('2'), '2.txt') } as never,
    ]);
    assert.deepEqual(
      peer.sent.all.map(({ method, file }) => [method, file?.name]),
      [
        ['sendDocument', 'a.md'],
        ['sendPhoto', '1.jpg'],
        ['sendDocument', '2.txt'],
      ],
    );
    const photo = (bytes: Buffer) => api.sendPhoto(owner, new InputFile(bytes, 'x.png'));
    assert.ok((await photo(png(200, 100))).photo.length > 0);
    for (const [call, code, description] of [
      [() => photo(Buffer.from('no picture')), 400, /IMAGE_PROCESS_FAILED/],
      [() => photo(png(9_000, 2_000)), 400, /PHOTO_INVALID_DIMENSIONS/],
      [() => photo(png(2_100, 100)), 400, /PHOTO_INVALID_DIMENSIONS/],
      [() => photo(Buffer.concat([jpeg, Buffer.alloc(10 * 2 ** 20)])), 400, /PHOTO_TOO_BIG/],
      [() => api.sendDocument(owner, new InputFile(Buffer.alloc(50 * 2 ** 20 + 1), 'x')), 413, /Too Large/],
      [() => api.sendDocument(owner, new InputFile(Buffer.alloc(0), 'x')), 400, /file must be non-empty/],
    ] as const) {
      const error = await refused(call());
      assert.equal(error.error_code, code);
      assert.match(error.description, description);
    }
    const bytes = Buffer.from([1, 2, 3]);
    const message = peer.upload(owner, { kind: 'document', bytes, name: 'b c.bin' });
    const file = await api.getFile(message.document!.file_id);
    const response = await fetch(
      `${peer.url}/file/bot${peer.token}/${file.file_path?.split('/').map(encodeURIComponent).join('/')}`,
    );
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes);
    assert.equal(peer.downloads.all.length, 1);
    const large = peer.upload(owner, { kind: 'document', bytes: Buffer.alloc(20 * 2 ** 20 + 1) });
    assert.match((await refused(api.getFile(large.document!.file_id))).description, /file is too big/);
  });

  test('knows drafts, topics, reactions, pins, commands and rich messages', async () => {
    await using rig = await withBot();
    const { peer, api } = rig;
    const topic = await api.createForumTopic(owner, 'plans');
    await api.editForumTopic(owner, topic.message_thread_id, { name: 'other plans' });
    await api.sendMessageDraft(owner, 5, 'so far', { can_stop: true, message_thread_id: topic.message_thread_id });
    await api.sendRichMessageDraft(owner, 5, { markdown: '**so far**' });
    assert.deepEqual(
      peer.drafts.all.map(draft => [draft.draftId, draft.canStop]),
      [
        [5, true],
        [5, false],
      ],
    );
    await api.getUpdates({ allowed_updates: ['stopped_message_generation', 'message_reaction'] });
    peer.pressDraftStop(peer.drafts.all[0]!);
    const { message_id } = await api.sendRichMessage(owner, { markdown: '| a |\n|---|' });
    await api.setMessageReaction(owner, message_id, [{ type: 'emoji', emoji: '👍' }]);
    await api.pinChatMessage(owner, message_id);
    peer.react(owner, peer.sent.all[0]!, '🔥');
    peer.say(owner, 'not asked for');
    const updates = await api.getUpdates();
    assert.equal(updates[0]?.stopped_message_generation?.draft_id, 5);
    assert.equal(updates[0]?.stopped_message_generation?.message_thread_id, topic.message_thread_id);
    assert.deepEqual(updates[1]?.message_reaction?.new_reaction, [{ type: 'emoji', emoji: '🔥' }]);
    assert.equal(updates.length, 2);
    assert.deepEqual([peer.sent.all[0]?.reaction, peer.sent.all[0]?.pinned], ['👍', true]);
    await api.setMyCommands([{ command: 'help', description: 'Help' }]);
    assert.deepEqual(await api.getMyCommands(), [{ command: 'help', description: 'Help' }]);
    await api.deleteMessage(owner, message_id);
    assert.equal(peer.sent.all[0]?.deleted, true);
  });

  test('reads HTML as Telegram does', () => {
    const parsed = parseHtml(
      'a<b>b<i>c</i></b><a href="https://e.org/?a=1&amp;b=2">d</a><pre><code class="language-ts">e</code></pre>&#33;&unknown;',
    );
    assert.deepEqual(parsed, {
      ok: true,
      text: 'abcde!&unknown;',
      entities: [
        { type: 'italic', offset: 2, length: 1 },
        { type: 'bold', offset: 1, length: 2 },
        { type: 'text_link', offset: 3, length: 1, url: 'https://e.org/?a=1&b=2' },
        { type: 'pre', offset: 4, length: 1, language: 'ts' },
      ],
    });
  });

  test('stands alone as a process, with the people’s side over HTTP', async () => {
    const file = fileURLToPath(new URL('../../../peers/telegram/telegram.ts', import.meta.url));
    const child = fork(file, ['--known', '42'], { silent: true });
    try {
      const [{ url, token }] = (await once(child, 'message')) as [{ url: string; token: string }];
      const { api } = new Bot(token, { client: { apiRoot: url } });
      const post = (path: string, args: unknown) =>
        fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(args) });
      await post('/person/say', [owner, 'hello']);
      const [update] = await api.getUpdates();
      assert.equal(update?.message?.text, 'hello');
      const reply_markup = { inline_keyboard: [[{ text: 'Yes', callback_data: 'y' }]] };
      const { message_id } = await api.sendMessage(owner, 'sure?', { reply_markup });
      await post('/person/press', [owner, { sent: message_id }, 'Yes']);
      const [press] = await api.getUpdates({ offset: update!.update_id + 1 });
      assert.equal(press?.callback_query?.data, 'y');
      const seen = (await (await fetch(`${url}/seen/sent`)).json()) as { readonly text: string }[];
      assert.deepEqual(
        seen.map(message => message.text),
        ['sure?'],
      );
    } finally {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    }
  });
});
