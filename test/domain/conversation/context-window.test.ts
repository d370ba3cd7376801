import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { contextWindow, estimateTokens, historyTokens } from '../../../src/domain/conversation/context-window.ts';
import type { ReadMessage } from '../../../src/domain/conversation/message.ts';
import { random } from '../random.ts';

let serial = 0;
function message(role: ReadMessage['role'], text: string, more: Partial<ReadMessage> = {}): ReadMessage {
  serial += 1;
  return { id: `m${serial}`, session: 's', turn: 't', role, text, taint: 'owner', at: serial, ...more };
}
const owner = (text: string, more: Partial<ReadMessage> = {}) => message('owner', text, more);
const notice = (text: string) => message('notice', text);
const says = (text: string) => message('assistant', text);
const asks = (text: string, ...callIds: string[]) =>
  message('assistant', text, { toolCalls: callIds.map(callId => ({ callId, name: 'clock', arguments: '{}' })) });
const answer = (callId: string, text = 'noon') => message('tool', text, { callId, tool: 'clock' });
const texts = (messages: readonly ReadMessage[], budgetTokens = 100_000) =>
  contextWindow(messages, budgetTokens).messages.map(({ text }) => text);

suite('the order', () => {
  test('given an answer that came after other words, when the window is made, then it stands behind its request', () => {
    const history = [owner('a'), asks('b', 'c1', 'c2'), answer('c2', '2'), owner('meanwhile'), answer('c1', '1')];
    assert.deepEqual(texts(history), ['a', 'b', '1', '2', 'meanwhile']);
  });

  test('given a request without its answer, when the window is made, then it is left out with the answers it has', () => {
    const history = [owner('a'), asks('b', 'c1', 'c2'), answer('c1'), owner('c')];
    assert.deepEqual(texts(history), ['a', 'c']);
  });

  test('given an answer without its request, when the window is made, then it is left out', () => {
    assert.deepEqual(texts([owner('a'), answer('lost'), says('b')]), ['a', 'b']);
  });

  test('given a question of ask_owner, when the window is made, then request and result stand for it alone', () => {
    const history = [
      owner('a'),
      asks('', 'c1'),
      message('assistant', 'When?', { callId: 'c1' }),
      owner('on Monday', { callId: 'c1' }),
      answer('c1', 'on Monday'),
    ];
    assert.deepEqual(
      contextWindow(history, 1000).messages.map(({ role, text }) => [role, text]),
      [
        ['owner', 'a'],
        ['assistant', ''],
        ['tool', 'on Monday'],
      ],
    );
  });

  test('given an answer that came when its call had ended otherwise, when the window is made, then the model reads it', () => {
    const ends = { earlier: 'on Monday', stopped: 'This was cancelled before it ended.' };
    for (const text of Object.values(ends)) {
      const history = [
        ...[owner('a'), asks('', 'c1'), message('assistant', 'When?', { callId: 'c1' })],
        ...[owner('on Tuesday', { callId: 'c1' }), answer('c1', text)],
      ];
      assert.deepEqual(texts(history), ['a', '', text, 'on Tuesday']);
    }
  });

  test('given an answer with a picture, when the window is made, then the picture is shown as well', () => {
    const image = { kind: 'image', name: 'a.png', mediaType: 'image/png', bytes: 3, body: 'AAAA' } as const;
    const history = [
      owner('a'),
      asks('', 'c1'),
      owner('this one', { callId: 'c1', attachments: [image] }),
      answer('c1', 'this one'),
    ];
    assert.deepEqual(
      contextWindow(history, 10_000).messages.map(({ role, attachments }) => [role, attachments?.length]),
      [
        ['owner', undefined],
        ['assistant', undefined],
        ['tool', undefined],
        ['owner', 1],
      ],
    );
  });

  test('given a history that begins in the middle, when the window is made, then it begins with what the owner or Straylight said', () => {
    assert.deepEqual(texts([says('x'), asks('y', 'c1'), answer('c1'), notice('late'), says('z')]), ['late', 'z']);
  });

  test('given nothing, when the window is made, then it is empty', () => {
    assert.deepEqual(texts([]), []);
  });
});

suite('the budget', () => {
  const long = 'word '.repeat(300);

  test('given more than fits, when the window is made, then the newest stays', () => {
    const history = [owner(`1 ${long}`), says(`2 ${long}`), owner(`3 ${long}`), says('4'), owner('5')];
    const window = texts(history, 600);
    assert.deepEqual(
      window.map(text => text.slice(0, 1)),
      ['3', '4', '5'],
    );
  });

  test('given one message larger than the budget, when the window is made, then it is there all the same', () => {
    assert.equal(texts([owner('1'), owner(long.repeat(9))], 50).length, 1);
  });

  test('given a result larger than the budget, when the window is made, then what was asked for comes with it', () => {
    const history = [owner('read the log'), asks('', 'c1'), answer('c1', long.repeat(99))];
    assert.deepEqual(
      contextWindow(history, 50).messages.map(({ role }) => role),
      ['owner', 'assistant', 'tool'],
    );
  });

  test('given pictures and arguments, when they are weighed, then they count', () => {
    const image = { kind: 'image', name: 'a.png', mediaType: 'image/png', bytes: 3 } as const;
    assert.equal(texts([owner('1', { attachments: [image] }), owner('2')], 1000).length, 1);
    const written = message('assistant', '', {
      toolCalls: [{ callId: 'c1', name: 'clock', arguments: { blob: 'x', bytes: 9000 } }],
    });
    assert.equal(texts([owner('1'), written, answer('c1'), owner('2')], 1000).length, 1);
  });

  const of = (turn: string, ...messages: readonly ReadMessage[]) => messages.map(one => ({ ...one, turn }));

  test('given a turn of several steps in a small window, when it is made, then the whole turn is there before anything older', () => {
    const before = of('1', owner(`old ${long}`), says(`old answer ${long}`));
    const now = of(
      '2',
      ...[owner('compare the files'), asks('', 'c1'), answer('c1', `one ${long}`)],
      ...[asks('', 'c2'), answer('c2', `two ${long}`), asks('', 'c3'), answer('c3', `three ${long}`)],
    );
    const window = contextWindow([...before, ...now], 1_800, { turn: '2' });
    assert.deepEqual(
      window.messages.map(({ id }) => id),
      now.map(({ id }) => id),
    );
    assert.deepEqual([window.older, window.shortened], [2, 0]);
  });

  test('given a turn that is larger than the window, when it is made, then its results lose their middle, the older ones more, and all its steps are there', () => {
    const log = (name: string) => `${name} begins ${'word '.repeat(8_000)} ${name} ends`;
    const now = of(
      '2',
      ...[owner('compare the files'), asks('', 'c1'), answer('c1', log('one'))],
      ...[asks('', 'c2'), answer('c2', log('two')), asks('', 'c3'), answer('c3', log('three'))],
    );
    const window = contextWindow(now, 1_500, { turn: '2' });
    assert.deepEqual(
      window.messages.map(({ id }) => id),
      now.map(({ id }) => id),
    );
    assert.equal(window.shortened, 3);
    const results = window.messages.filter(({ role }) => role === 'tool').map(({ text }) => text);
    for (const [at, name] of ['one', 'two', 'three'].entries())
      assert.match(results[at] ?? '', new RegExp(`^${name} begins.*characters left out here.*${name} ends$`, 's'));
    assert.ok((results[2]?.length ?? 0) > 2 * (results[0]?.length ?? 0), 'the newest is the longest');
    assert.ok(historyTokens(window.messages) <= 1_500);
  });

  test('given a turn with more steps than fit however short, when it is made, then the words of the owner and the newest steps stay', () => {
    const steps = Array.from({ length: 30 }, (_, at) => [asks(`step ${at}`, `s${at}`), answer(`s${at}`, long)]).flat();
    const now = of('2', owner('do it all'), ...steps);
    const window = contextWindow(now, 700, { turn: '2' });
    assert.equal(window.messages[0]?.text, 'do it all');
    assert.equal(window.messages.at(-1)?.callId, 's29');
    assert.ok(window.messages.length < now.length && historyTokens(window.messages) <= 700);
  });

  test('given words of the owner that are longer than the window, when it is made, then their beginning and end are there', () => {
    const window = contextWindow(of('1', owner(`begin ${'word '.repeat(20_000)} end`)), 800, { turn: '1' });
    assert.match(window.messages[0]?.text ?? '', /^begin .*left out here.* end$/s);
    assert.ok(historyTokens(window.messages) <= 800);
  });

  test('given words that are longer than a large window, when it is made, then nearly all of its room is theirs', () => {
    for (const room of [800, 5_000, 20_000]) {
      const window = contextWindow(of('1', owner(`begin ${'word '.repeat(40_000)} end`)), room, { turn: '1' });
      const taken = historyTokens(window.messages);
      assert.ok(taken <= room && taken > room * 0.85, `${taken} of ${room}`);
    }
  });

  test('given long words and a long result that do not fit together, when the window is made, then neither takes the room of the other', () => {
    const log = 'line '.repeat(20_000);
    const now = of('1', owner(`begin ${'word '.repeat(20_000)} end`), asks('', 'c1'), answer('c1', log));
    const [words, , result] = contextWindow(now, 6_000, { turn: '1' }).messages;
    for (const { text = '' } of [words, result].map(one => one ?? {}) as readonly { readonly text?: string }[])
      assert.ok(text.length > 6_000, `${text.length} characters`);
    const short = of('1', owner(`begin ${'word '.repeat(1_000)} end`), asks('', 'c1'), answer('c1', log));
    assert.equal(
      contextWindow(short, 6_000, { turn: '1' }).messages[0],
      short[0],
      'words that take less than half stay',
    );
  });

  test('given a long paste in the turn before, when the window is made, then its beginning and end are there, and it is no brief result', () => {
    for (const room of [2_000, 12_000]) {
      const before = of('1', owner(`begin ${'word '.repeat(20_000)} end`), says('what it says'));
      const window = contextWindow([...before, ...of('2', owner('and the end?'))], room, { turn: '2' });
      assert.deepEqual(
        window.messages.map(({ role }) => role),
        ['owner', 'assistant', 'owner'],
      );
      assert.match(window.messages[0]?.text ?? '', /^begin .*left out here.* end$/s);
      assert.deepEqual([window.older, window.cut, window.brief.size, window.shortened], [0, 1, 0, 0]);
      assert.ok(historyTokens(window.messages) <= room);
    }
  });

  test('given a call with long arguments, when its turn does not fit, then they are shorter and still JSON', () => {
    const content = `first ${'line '.repeat(5_000)} last`;
    const written = message('assistant', '', {
      toolCalls: [{ callId: 'c1', name: 'write_file', arguments: { blob: 'b1', bytes: content.length + 40 } }],
    });
    const read = () => JSON.stringify({ path: 'a.txt', content });
    const now = of('1', owner('write it'), written, answer('c1', 'written'));
    const window = contextWindow(now, 500, { turn: '1', read });
    assert.ok(historyTokens(window.messages) <= 500);
    const [call] = window.messages[1]?.toolCalls ?? [];
    const { path, content: shown } = JSON.parse(String(call?.arguments));
    assert.equal(path, 'a.txt');
    assert.match(shown, /^first .*left out here.* last$/s);
  });

  test('given text without letters, when its tokens are estimated, then each sign counts', () => {
    assert.equal(estimateTokens('我们明天去北京'), 7);
    assert.equal(estimateTokens('abc 我们'), 4);
  });

  test('given text, when its tokens are estimated, then it is on the safe side', () => {
    assert.equal(estimateTokens(''), 0);
    assert.equal(estimateTokens('abcd'), 2);
  });
});

suite('whatever the history', () => {
  const weight = (messages: readonly ReadMessage[]) =>
    messages.reduce((sum, { text, toolCalls }) => sum + 8 + estimateTokens(text) + (toolCalls ?? []).length * 21, 0);

  /** A history as sessions make them, and worse: answers late, doubled, lost, requests cut off. */
  function history(seed: number): readonly ReadMessage[] {
    const { integer, shuffled } = random(seed);
    const made: ReadMessage[] = [];
    let calls = 0;
    const body = () => 'word '.repeat(integer(40));
    for (let length = integer(40); made.length < length; ) {
      const kind = integer(6);
      if (kind === 0) made.push(owner(body()));
      else if (kind === 1) made.push(notice(body()));
      else if (kind === 2) made.push(says(body()));
      else if (kind === 3) made.push(answer(`c${integer(calls + 2)}`, body()));
      else {
        const ids = Array.from({ length: 1 + integer(3) }, () => `c${calls++}`);
        made.push(asks(body(), ...ids));
        for (const id of shuffled(ids)) {
          if (integer(8) === 0) continue;
          if (integer(4) === 0) made.push(owner(body()));
          made.push(answer(id, body()));
        }
      }
    }
    return made.slice(integer(3));
  }

  test('given 3 000 random ones, when the window is made, then requests are answered in order, the budget is held, and it begins with a saying', () => {
    for (let seed = 1; seed <= 3000; seed += 1) {
      const given = history(seed);
      const { integer } = random(seed + 50_000);
      const budget = integer(600);
      const { messages: window } = contextWindow(given, budget);
      const where = `seed ${seed}`;
      const ids = window.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length, `${where}: nothing comes twice`);

      for (const [index, { role, toolCalls, callId }] of window.entries()) {
        for (const [place, call] of (toolCalls ?? []).entries())
          assert.equal(window[index + 1 + place]?.callId, call.callId, `${where}: each request is answered at once`);
        if (role === 'tool') {
          const asked = window.slice(0, index).findLast(message => message.role === 'assistant');
          assert.ok(
            asked?.toolCalls?.some(call => call.callId === callId),
            `${where}: no answer without its request`,
          );
        }
      }

      if (window.length > 0) assert.ok(window[0]?.role === 'owner' || window[0]?.role === 'notice', where);
      const opens = given.findLastIndex(({ role }) => role === 'owner' || role === 'notice');
      if (opens >= 0) assert.notEqual(window.length, 0, `${where}: what was said last is never left out`);
      if (weight(window) > budget) {
        const said = window.filter(({ role }) => role !== 'tool');
        assert.ok(said.length <= 2, `${where}: only what was said first and the newest step may break the budget`);
      }
    }
  });
});
