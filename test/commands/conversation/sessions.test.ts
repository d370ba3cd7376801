import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Agent } from '../../../src/api/client/agent.ts';
import type { Provided } from '../../../src/api/provided.ts';
import { lineChat } from '../../../src/commands/conversation/chat.ts';
import { slashAnswer } from '../../../src/commands/conversation/slash.ts';
import { chatOf, numbered } from '../../../src/domain/conversation/chat-session.ts';
import { agentOver } from '../agent-over.ts';
import { fakeAgent, fakeIo, report } from '../fake-agent.ts';

const chat = 'session:terminal:main';

suite('the conversations of a chat', () => {
  const said = async (agent: Agent, name: string, args = '', from = chat) => {
    const answer = await slashAnswer(name, { agent, args, chat: from, now: 1_000_000, language: 'en' });
    return { text: answer?.lines.join('\n') ?? '', session: answer?.session };
  };

  test('given one conversation, when a new one is begun, listed and left, then each is told, and where it leads', async () => {
    const agent = fakeAgent();
    const begun = await said(agent, 'new');
    assert.equal(begun.session, `${chat}~2`);
    assert.equal(
      begun.text,
      'New conversation, number 2. What was said before is kept: /sessions lists all, /session N goes back to one.',
    );
    const list =
      'Conversations of this chat\n2  (no messages yet)  you are here\n1  hello             \n\n/session N, /new';
    assert.equal((await said(agent, 'sessions')).text.replace(/ +$/gm, ''), list.replace(/ +$/gm, ''));
    assert.equal((await said(agent, 'session')).text, (await said(agent, 'sessions')).text);
    assert.deepEqual(await said(agent, 'session', '1'), { text: 'Switched to conversation 1: hello', session: chat });
    await assert.rejects(said(agent, 'session', '9'), {
      message: 'there is no conversation 9 here; /sessions lists them',
    });
    await assert.rejects(said(agent, 'session', 'abc'), {
      message: 'there is no conversation abc; /sessions lists them',
    });
    assert.match((await said(agent, 'session', 'a b')).text, /^Nothing was done\./);
  });

  test('given conversations of other chats, when they are listed and named in the terminal, then it leads there; elsewhere they are not named', async () => {
    const garden = 'session:terminal:garden';
    const at = 940_000;
    const listed = { title: 'roses', isNamed: false, isPinned: false, isArchived: false, isCurrent: true, at };
    const all = [chat, garden, 'session:web:main'].map(session => ({ ...listed, session }));
    const numbers = (id: string) =>
      [2, 1].map(number => ({
        number,
        session: numbered(chatOf(id), number),
        isCurrent: number === 2,
        title: 'roses',
        at: chatOf(id) === garden ? at : undefined,
      }));
    const sessions = {
      current: async (id: string) => numbered(chatOf(id), 2),
      list: async (id: string) => numbers(id),
    } as unknown as Provided['sessions'];
    const agent = agentOver({ sessions, conversations: { list: () => all } as unknown as Provided['conversations'] });
    assert.match(
      (await said(agent, 'sessions')).text,
      /1 {2}roses.*\nOther conversations, with \/session NAME:\ngarden {2}roses {2}1 minute ago\n/,
    );
    assert.doesNotMatch((await said(agent, 'sessions', '', 'session:telegram:42')).text, /garden/);
    for (const name of ['garden', 'terminal:garden', garden])
      assert.deepEqual(await said(agent, 'session', name), {
        text: 'Switched to garden~2: roses',
        session: `${garden}~2`,
      });
    for (const name of ['garden~9', 'nowhere', '1.5'])
      await assert.rejects(said(agent, 'session', name), {
        message: `there is no conversation ${name}; /sessions lists them`,
      });
    await assert.rejects(said(agent, 'session', 'garden', 'session:telegram:42'), /there is no conversation garden/);
    await assert.rejects(
      said(agent, 'session', '-1'),
      /to be the number of a conversation; in the terminal also the name/,
    );
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
