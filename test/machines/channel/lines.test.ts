/** The line of each chat: what is sent, tried again and given up. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Failure } from '../../../src/domain/supervision/failure.ts';
import { busy, channel, down, halt, line, online, outgoing, refused, reply, start, unknown } from './stands.ts';

const card = (approval: string, chat = '42') => ({
  type: 'card.settled',
  approval,
  chat,
  ref: '17',
  outcome: 'granted',
  by: 'telegram:42',
});

/** An item without its instant. */
const plain = (item: unknown) => {
  const { at: _, ...rest } = item as { readonly at: number };
  return rest;
};

const whole = { ref: '100', of: 1 };

const gone: Failure = { kind: 'invalid', message: 'the chat is gone' };

suite('deliveries', () => {
  test('given a reply, when it is queued, then it is sent, marked and done', () => {
    const sending = online().send(reply('d1'));
    assert.deepEqual(sending.asked, [`start ${line} delivery`]);
    assert.deepEqual(sending.started(line), {
      channel: 'telegram',
      outgoing: outgoing('d1', { at: sending.at }),
      also: [],
    });
    const sent = sending.ends(line, whole);
    assert.deepEqual(sent.asked, ['write markPartSent', 'write endDelivery']);
    assert.deepEqual(sent.wrote('markPartSent'), [{ delivery: 'd1', ref: '100' }]);
    assert.deepEqual(sent.wrote('endDelivery'), [{ delivery: 'd1', status: 'sent', failure: null }]);
    assert.deepEqual(sent.context.lines, {});
  });

  test('given several replies to one chat, when they are queued, then each waits for the one before it', () => {
    let stand = online().send(reply('d1')).send(reply('d2')).send(reply('d3'));
    assert.deepEqual(Object.keys(stand.children), ['inbox', line]);
    const order: unknown[] = [];
    for (let sent = 0; sent < 3; sent += 1) {
      order.push(plain(stand.context.lines['42']?.queue[0]));
      stand = stand.ends(line, whole);
    }
    assert.deepEqual(order, [outgoing('d1'), outgoing('d2'), outgoing('d3')]);
    assert.deepEqual(stand.context.lines, {});
  });

  test('given two chats, when one is slow, then the other does not wait for it', () => {
    const stand = online().send(reply('d1', '42')).send(reply('d2', '43:7'));
    assert.deepEqual(Object.keys(stand.children), ['inbox', 'line-42', 'line-43:7']);
    const after = stand.ends('line-43:7', whole);
    assert.deepEqual(after.wrote('endDelivery')[0]?.['delivery'], 'd2');
    assert.deepEqual(Object.keys(after.context.lines), ['42']);
  });

  test('given a long reply, when a part is out, then the next one follows and the reply ends with the last', () => {
    const two = online().send(reply('d1')).send(reply('d2')).ends(line, { ref: '100', of: 3 });
    assert.deepEqual(two.asked, ['write markPartSent', `start ${line} delivery`]);
    assert.deepEqual(plain(two.started(line)?.['outgoing']), outgoing('d1', { part: 1 }));
    const three = two.ends(line, { ref: '101', of: 3 });
    assert.deepEqual(plain(three.started(line)?.['outgoing']), outgoing('d1', { part: 2 }));
    const over = three.ends(line, { ref: '102', of: 3 });
    assert.deepEqual(over.asked, ['write markPartSent', 'write endDelivery', `start ${line} delivery`]);
    assert.deepEqual(plain(over.started(line)?.['outgoing']), outgoing('d2'));
  });

  test('given 429, when a part fails, then it goes again after what the other side wished, and nothing overtakes it', () => {
    const failed = online().send(reply('d1')).send(reply('d2')).fails(line, busy);
    assert.deepEqual(failed.asked, ['wait 7000']);
    const waiting = failed.send(reply('d3'));
    assert.deepEqual(waiting.asked, [], 'the chat waits as a whole');
    const again = waiting.fires('due-42');
    assert.deepEqual(plain(again.started(line)?.['outgoing']), outgoing('d1', { attempt: 2 }));
  });

  test('given 429 in one chat, when it waits, then another chat goes on', () => {
    const stand = online().send(reply('d1')).fails(line, busy).send(reply('d2', '43'));
    assert.deepEqual(stand.asked, ['start line-43 delivery']);
  });

  test('given an outcome that nobody knows, when it is heard, then the part goes once more and says that it may be a repeat', () => {
    const again = online().send(reply('d1')).fails(line, unknown);
    assert.deepEqual(again.asked, ['wait 1000']);
    const sent = again.fires('due-42');
    assert.deepEqual(plain(sent.started(line)?.['outgoing']), outgoing('d1', { attempt: 2, repeat: true }));
    const certain = sent.fails(line, down).fires('due-42');
    assert.deepEqual(
      plain(certain.started(line)?.['outgoing']),
      outgoing('d1', { attempt: 3, repeat: true }),
      'it may still be a repeat of the first',
    );
  });

  test('given a repeat of one part, when it is out, then the next part is no repeat', () => {
    const next = online().send(reply('d1')).fails(line, unknown).fires('due-42').ends(line, { ref: '100', of: 2 });
    assert.deepEqual(plain(next.started(line)?.['outgoing']), outgoing('d1', { part: 1 }));
  });

  test('given a chat that is gone, when a reply fails, then it is given up, reported, and the next one goes', () => {
    const stand = online().send(reply('d1')).send(reply('d2')).fails(line, gone);
    assert.deepEqual(stand.asked, ['write endDelivery', 'send supervisor report.raised', `start ${line} delivery`]);
    assert.deepEqual(stand.wrote('endDelivery'), [{ delivery: 'd1', status: 'failed', failure: 'the chat is gone' }]);
    assert.deepEqual(stand.sent('supervisor'), [
      {
        type: 'report.raised',
        kind: 'failed',
        code: 'undelivered',
        subject: 'channel:telegram',
        chat: '42',
        failure: gone,
      },
    ]);
  });

  for (const [what, failure] of [
    ['stays down', down],
    ['does not know our token', refused],
    ['leaves it open each time', unknown],
  ] as const)
    test(`given a side that ${what}, when a part fails for days, then it is tried on, at least every five minutes`, () => {
      let stand = online().send(reply('d1'));
      const waits: number[] = [];
      for (let attempt = 1; attempt < 60; attempt += 1) {
        const failed = stand.fails(line, failure);
        assert.deepEqual(failed.wrote('endDelivery'), []);
        waits.push(failed.timers['due-42']?.delayMs ?? 0);
        stand = failed.fires('due-42');
      }
      assert.deepEqual(waits.slice(0, 4), [1000, 2000, 4000, 8000]);
      assert.equal(waits.at(-1), 300_000);
      assert.deepEqual(stand.ends(line, whole).context.lines, {});
    });

  test('given a reply that is too old, when that is found, then it is given up, and the owner is told once for all of them', () => {
    const old: Failure = { kind: 'exhausted', message: 'too old' };
    const first = online().send(reply('d1')).send(reply('d2')).send(reply('d3')).fails(line, old);
    assert.equal(first.wrote('endDelivery')[0]?.['status'], 'failed');
    assert.equal(first.sent('supervisor')[0]?.['code'], 'tooOld');
    const next = first.fails(line, old);
    assert.deepEqual(next.sent('supervisor'), []);
    assert.equal(next.fails(line, old).context.lines['42'], undefined);
  });

  test('given a defect of ours, when it stays, then it is tried five times', () => {
    const defect: Failure = { kind: 'defect', message: 'we are wrong' };
    let stand = online().send(reply('d1')).send(reply('d2'));
    for (let times = 1; times < 5; times += 1) stand = stand.fails(line, defect).fires('due-42');
    const over = stand.fails(line, defect);
    assert.equal(over.wrote('endDelivery')[0]?.['status'], 'failed');
    assert.deepEqual(plain(over.started(line)?.['outgoing']), outgoing('d2'));
  });

  test('given messages that have waited for minutes, when a try fails, then the other channels hear of it once', () => {
    const failed = online().send(reply('d1')).send(reply('d2'));
    const late = failed.fails(line, down, { at: failed.at + 300_000 });
    assert.partialDeepStrictEqual(late.sent('supervisor'), [{ code: 'waiting', times: 2, channel: 'telegram' }]);
    const later = late.fires('due-42').fails(line, down);
    assert.deepEqual(later.sent('supervisor'), []);
    assert.equal(later.fires('due-42').ends(line, whole).ends(line, whole).context.isWaitTold, false);
  });

  test('given notices that wait, when the first is sent, then it knows of the others, and those it told are over', () => {
    const notice = (delivery: string) => ({ ...reply(delivery), notice: true });
    const waiting = channel().send(notice('n1')).send(reply('d1')).send(notice('n2')).send(notice('n3'));
    const stand = waiting.send(start).ends('connection', { identity: '@agent' });
    assert.deepEqual(stand.started(line)?.['also'], ['n2', 'n3']);
    const told = stand.ends(line, { ref: '100', of: 1, also: ['n2'] });
    assert.deepEqual(
      told.wrote('endDelivery').map(({ delivery, status }) => [delivery, status]),
      [
        ['n1', 'sent'],
        ['n2', 'sent'],
      ],
    );
    const next = told.ends(line, whole);
    assert.partialDeepStrictEqual(next.started(line)?.['outgoing'], { delivery: 'n3' });
  });

  test('given a channel that is not online, when replies are queued, then they wait, and go in order when it is', () => {
    const waiting = channel().send(reply('d1')).send(reply('d2')).send(reply('d3', '43'));
    assert.deepEqual(waiting.asked, []);
    const connecting = waiting.send(start).send(reply('d4'));
    assert.deepEqual(connecting.asked, []);
    const stand = connecting.ends('connection', { identity: '@agent' });
    assert.deepEqual(
      stand.asked.filter(asked => asked.includes('line')),
      ['start line-42 delivery', 'start line-43 delivery'],
    );
    assert.deepEqual(
      stand.context.lines['42']?.queue.map(item => item.kind === 'reply' && item.delivery),
      ['d1', 'd2', 'd4'],
    );
  });

  test('given a part under way, when the connection is lost, then its end still counts, and the rest waits', () => {
    const lost = online().send(reply('d1')).send(reply('d2')).fails('inbox', down);
    assert.deepEqual(Object.keys(lost.children), [line]);
    const sent = lost.ends(line, whole);
    assert.deepEqual([sent.leaf, sent.asked], ['backingOff', ['write markPartSent', 'write endDelivery']]);
    const back = sent.fires('backoff').ends('connection', { identity: '@agent' });
    assert.deepEqual(plain(back.started(line)?.['outgoing']), outgoing('d2'));
  });

  test('given a part under way, when the connection is lost and it fails, then it is due later, also while offline', () => {
    const failed = online().send(reply('d1')).send(halt).fails(line, down);
    assert.deepEqual([failed.leaf, failed.asked], ['stopped', ['wait 1000']]);
    const due = failed.fires('due-42');
    assert.deepEqual([due.leaf, due.asked], ['stopped', []]);
    const back = due.send(start).ends('connection', { identity: '@agent' });
    assert.deepEqual(plain(back.started(line)?.['outgoing']), outgoing('d1', { attempt: 2 }));
  });

  test('given a part that waits of our own accord, when the channel comes back before, then it goes at once', () => {
    const back = online().send(reply('d1')).fails(line, down).fails('inbox', down).fires('backoff');
    const stand = back.ends('connection', { identity: '@agent' });
    assert.deepEqual(plain(stand.started(line)?.['outgoing']), outgoing('d1', { attempt: 2 }));
    assert.equal('due-42' in stand.timers, false);
  });

  test('given a part that goes since its channel is back, when its pause was over already and that is heard now, then it goes once', () => {
    const back = online()
      .send(reply('d1'))
      .send(halt)
      .fails(line, down)
      .send(start)
      .ends('connection', { identity: '@agent' });
    assert.ok(back.asked.includes(`start ${line} delivery`));
    const late = back.send({ type: 'delivery.due', chat: '42' });
    assert.deepEqual(late.asked, []);
    assert.deepEqual(late.ends(line, whole).context.lines, {});
  });

  test('given a part that the other side has put off, when the channel comes back before, then it still waits', () => {
    const back = online()
      .send(reply('d1'))
      .fails(line, busy)
      .send(halt)
      .send(start)
      .ends('connection', { identity: '@agent' });
    assert.deepEqual(back.asked, ['wait 60000', 'start inbox']);
    assert.deepEqual(plain(back.fires('due-42').started(line)?.['outgoing']), outgoing('d1', { attempt: 2 }));
  });

  test('given an unknown outcome while offline, when the channel is online again, then the repeat goes', () => {
    const back = online()
      .send(reply('d1'))
      .send(halt)
      .fails(line, unknown)
      .send(start)
      .ends('connection', { identity: '@agent' });
    assert.deepEqual(plain(back.started(line)?.['outgoing']), outgoing('d1', { attempt: 2, repeat: true }));
  });
});

suite('cards', () => {
  test('given a decided approval, when its card is to be settled, then it takes its place in the line', () => {
    const stand = online().send(reply('d1')).send(card('approval:x'));
    assert.deepEqual(stand.asked, []);
    const after = stand.ends(line, whole);
    assert.deepEqual(after.asked, ['write markPartSent', 'write endDelivery', `start ${line} settlement`]);
    assert.deepEqual(plain(after.started(line)?.['outgoing']), {
      kind: 'card',
      approval: 'approval:x',
      chat: '42',
      ref: '17',
      outcome: 'granted',
      by: 'telegram:42',
      attempt: 1,
    });
    const over = after.ends(line, { ref: '17', of: 1 });
    assert.deepEqual([over.asked, over.context.lines], [[], {}]);
  });

  test('given a card while offline, when the channel is online, then it is settled', () => {
    const stand = channel().send(card('approval:x')).send(start).ends('connection', { identity: '@agent' });
    assert.ok(stand.asked.includes(`start ${line} settlement`));
  });

  test('given a card that fails, when the other side is down, then it is tried again; when the chat is gone, it is dropped', () => {
    const again = online().send(card('approval:x')).fails(line, down);
    assert.deepEqual(again.asked, ['wait 1000']);
    assert.ok(again.fires('due-42').asked.includes(`start ${line} settlement`));
    const dropped = online().send(card('approval:x')).send(reply('d1')).fails(line, gone);
    assert.deepEqual(dropped.asked, [`start ${line} delivery`], 'nobody is told of a card');
  });
});

suite('questions', () => {
  const question = (approval: string) => ({ type: 'card.queued', approval, chat: '42' });
  const ended = (approval: string) => ({ ...card(approval), ref: null, outcome: 'expired', by: null });
  const shown = { ref: '7', of: 1, nonce: 'n' };

  test('given an approval, when its card is queued, then it takes its place in the line, and the approval hears where it is', () => {
    const stand = online().send(reply('d1')).send(question('approval:x')).send(reply('d2')).ends(line, whole);
    assert.deepEqual(stand.asked.at(-1), `start ${line} consent`);
    const out = stand.ends(line, shown);
    assert.deepEqual(out.sent('approval:x'), [
      { type: 'card.shown', channel: 'telegram', chat: '42', ref: '7', nonce: 'n' },
    ]);
    assert.deepEqual(plain(out.started(line)?.['outgoing']), outgoing('d2'));
  });

  test('given a card whose fate is unknown, when that is heard, then the approval is told before the card goes again', () => {
    const stand = online().send(question('approval:x')).fails(line, unknown);
    assert.deepEqual(stand.sent('approval:x'), [{ type: 'card.unsure', channel: 'telegram', chat: '42' }]);
    assert.deepEqual(stand.asked.at(-1), 'wait 1000');
    assert.ok(stand.fires('due-42').asked.includes(`start ${line} consent`));
    assert.deepEqual(online().send(question('approval:x')).fails(line, down).sent('approval:x'), []);
  });

  test('given a card that was not sent yet, when the approval ends, then it is not sent any more', () => {
    const stand = channel().send(reply('d1')).send(question('approval:x')).send(ended('approval:x'));
    assert.deepEqual(
      stand.context.lines['42']?.queue.map(({ kind }) => kind),
      ['reply'],
    );
    assert.deepEqual(channel().send(ended('approval:x')).context.lines, {});
  });

  test('given a card on its way, when the approval ends, then the card is settled as soon as it is known', () => {
    const stand = online().send(question('approval:x')).send(ended('approval:x')).send(reply('d1'));
    const out = stand.ends(line, shown);
    assert.partialDeepStrictEqual(out.started(line)?.['outgoing'], { kind: 'card', ref: '7', outcome: 'expired' });
    const none = stand.ends(line, { ref: '', of: 1, nonce: '' });
    assert.deepEqual(none.sent('approval:x'), []);
    assert.deepEqual(plain(none.started(line)?.['outgoing']), outgoing('d1'));
  });

  test('given a chat that is gone, when a card fails, then that is told, and nothing is left of it', () => {
    const stand = online().send(question('approval:x')).send(ended('approval:x')).fails(line, gone);
    assert.equal(stand.sent('supervisor')[0]?.['code'], 'undelivered');
    assert.deepEqual(stand.context.lines, {});
  });
});
