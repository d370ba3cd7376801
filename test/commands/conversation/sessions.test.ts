import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { lineChat } from '../../../src/commands/conversation/chat.ts';
import { sessionsCommand } from '../../../src/commands/conversation/sessions.ts';
import { chatOf, numbered } from '../../../src/domain/conversation/chat-session.ts';
import { fakeAgent, fakeIo, report } from '../fake-agent.ts';

const chat = 'session:terminal:main';

suite('the conversations of a chat', () => {
  test('given one conversation, when a new one is begun, listed and left, then each is told, and where it leads', async () => {
    const agent = fakeAgent();
    const say = (name: string, args = '') => sessionsCommand(agent, name, args, chat, 1_000_000);
    const begun = await say('new');
    assert.equal(begun?.session, `${chat}~2`);
    assert.match(begun?.text ?? '', /^New conversation, number 2\./);
    assert.equal((await say('sessions'))?.text, '* 2  (no messages yet)\n  1  hello');
    assert.deepEqual(await say('session', '1'), { text: 'Switched to conversation 1: hello', session: chat });
    await assert.rejects(say('session', '9'), /there is no conversation 9/);
    await assert.rejects(say('session', 'abc'), { message: 'there is no conversation abc; /sessions lists them' });
    for (const word of ['1.5', '-1'])
      await assert.rejects(say('session', word), {
        message: `expected the number of a conversation, as in "/session 2", got "${word}"; /sessions lists them`,
      });
  });

  test('given conversations of other chats, when they are listed and named in the terminal, then it leads there; elsewhere they are not named', async () => {
    const known = fakeAgent();
    const garden = 'session:terminal:garden';
    const listed = { title: 'roses', isNamed: false, isPinned: false, isArchived: false, isCurrent: true, at: 940_000 };
    const conversations = {
      ...known.conversations,
      list: async () => ({
        conversations: [chat, garden, 'session:web:main'].map(session => ({ ...listed, session })),
      }),
    };
    const numbers = (id: string) =>
      [2, 1].map(number => ({
        number,
        session: numbered(chatOf(id), number),
        isCurrent: number === 2,
        title: 'roses',
        at: 940_000,
      }));
    const list: (typeof known)['sessions']['list'] = async ({ id }) =>
      id === chat ? known.sessions.list({ id }) : { current: numbered(chatOf(id), 2), sessions: numbers(id) };
    const agent = { ...known, conversations, sessions: { ...known.sessions, list } };
    const say = (name: string, args = '', from = chat) => sessionsCommand(agent, name, args, from, 1_000_000);
    assert.match(
      (await say('sessions')).text,
      /1 {2}hello\nOther conversations, .*\n {2}garden {2}roses {2}\(1 minute ago\)$/,
    );
    assert.doesNotMatch((await say('sessions', '', 'session:telegram:42')).text, /garden/);
    for (const name of ['garden', 'terminal:garden', garden])
      assert.deepEqual(await say('session', name), { text: 'Switched to garden~2', session: `${garden}~2` });
    await assert.rejects(say('session', 'garden~9'), /there is no conversation garden~9/);
  });

  test('given a chat of lines, when a new conversation is begun, then what is said later goes there', async () => {
    const agent = fakeAgent({
      onSay: (_, turn, agent) => agent.emit({ type: 'turn', report: report(turn, { reply: 'yes' }) }),
    });
    async function* lines() {
      yield* ['one', '/new', 'two', '/session 1', 'three', '/sessions'];
    }
    const io = fakeIo();
    const { signal } = new AbortController();
    const base = { agent, io, session: chat, lines: lines(), signal };
    assert.equal(await lineChat({ ...base, clientId: () => 'c', now: () => 1_000_000 }), 0);
    assert.deepEqual(
      agent.said.map(({ session, text }) => [session, text]),
      [
        [chat, 'one'],
        [`${chat}~2`, 'two'],
        [chat, 'three'],
      ],
    );
    assert.match(io.output(), /Switched to conversation 1: hello/);
  });
});
