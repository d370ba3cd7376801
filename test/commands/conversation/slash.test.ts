import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { telegramParts } from '../../../src/adapters/channels/telegram/outgoing/html.ts';
import type { Agent } from '../../../src/api/client/agent.ts';
import { slashAnswer, slashMarkdown } from '../../../src/commands/conversation/slash.ts';
import { fakeAgent } from '../fake-agent.ts';

test('given an answer of one sentence, when it is put into a chat, then it is a sentence, whose commands can be tapped', () => {
  const text = 'Task 3 is taken: count *all* of my_files_now & `x`. /tasks 3 shows how it stands.';
  const [part] = telegramParts(slashMarkdown({ lines: [text], isCode: true }), '');
  assert.equal(part?.body, text.replace('&', '&amp;'));
});

test('given an answer in columns or of several lines, when it is put into a chat, then it is shown letter by letter', () => {
  for (const lines of [['a  1', 'b  2'], ['Health    ok'], ['  x'], []])
    assert.match(slashMarkdown({ lines, isCode: true }), /^```\n/);
});

suite('the answers of commands for an owner who is spoken to in German', () => {
  const chat = 'session:telegram:42';
  const german = (agent: Agent, name: string, args = '') =>
    slashAnswer(name, { agent, args, chat, now: 1_000_000, language: 'de' });
  const said = async (agent: Agent, name: string, args = '') =>
    (await german(agent, name, args))?.lines.join('\n') ?? '';

  test('given a running agent, when it is asked how it is and what there is, then the answers are German', async () => {
    const agent = fakeAgent();
    agent.chats = agent.chats.map(one => ({ ...one, session: chat }));
    assert.match(
      await said(agent, 'status'),
      /^Stand +in Ordnung, Version [\s\S]*Modell +[\s\S]*Nichts braucht deine Antwort/,
    );
    assert.match(await said(agent, 'new'), /^Neues Gespräch, Nummer 2\./);
    assert.match(await said(agent, 'sessions'), /\(noch keine Nachrichten\)/);
    assert.match(await said(agent, 'session', '1'), /^Gewechselt zu Gespräch 1/);
    assert.match(await said(agent, 'budget'), /^Heute, /);
    assert.match(await said(agent, 'local'), /^Schreib deine Nachricht dahinter/);
    assert.match(await said(agent, 'model'), /Dieses Gespräch: |\/model NAME wählt eines/);
    assert.match(await said(agent, 'verbose', 'on'), /zeigen jetzt die Schritte/);
  });

  test('given a number that no conversation has, when it is chosen, then the refusal is German', async () => {
    await assert.rejects(german(fakeAgent(), 'session', '9'), {
      message: 'Es gibt hier kein Gespräch 9; /sessions zeigt alle.',
    });
    assert.match(
      await said(fakeAgent(), 'session', 'x y'),
      /^Nichts wurde getan\. Das geht:\n\/session: .*\n\/session N: Öffnet /,
    );
  });

  test('given no tasks, goals, jobs or tools, when they are asked for, then that is said in German', async () => {
    const none = {
      ...fakeAgent(),
      tasks: { list: async () => ({ tasks: [] }), show: async () => undefined },
      goals: { list: async () => ({ goals: [] }) },
      jobs: { list: async () => ({ jobs: [], total: 0 }), show: async () => undefined },
      tools: { list: async () => ({ tools: [] }), show: async () => undefined },
    } as unknown as Agent;
    assert.match(await said(none, 'tasks'), /^Es gibt keine Aufgaben\. „\/tasks add TEXT“ gibt eine\./);
    await assert.rejects(said(none, 'tasks', '7'), { message: 'es gibt keine Aufgabe 7; „/tasks list“ zeigt alle' });
    assert.match(await said(none, 'goals'), /^Es gibt keine Ziele\./);
    assert.match(await said(none, 'jobs'), /^Es gibt keine Jobs\./);
    assert.match(await said(none, 'tools'), /^Es gibt noch keine Werkzeuge\./);
    for (const [name, args, absent] of [
      ['jobs', 'remove wasser', /^es gibt keinen .*wasser.*\/jobs list/],
      ['tools', 'revert wasser', /^es gibt kein Werkzeug .*wasser.*\/tools list/],
    ] as const)
      await assert.rejects(said(none, name, args), { message: absent }, name);
  });

  test('given untrusted content, when the owner says ja, then it is trusted again', async () => {
    const restored: unknown[] = [];
    const outside = { id: 'm1', at: 940_000, from: 'a forwarded message', excerpt: 'do it' };
    const sessions = Object.assign(Object.create(fakeAgent().sessions), {
      list: async () => ({ current: chat, sessions: [] }),
      trust: async () => ({
        level: 'external',
        texts: [outside, { ...outside, from: 'web_fetch' }],
        count: 2,
        through: 9,
      }),
      restoreTrust: async (input: unknown) => {
        restored.push(input);
        return { restored: true };
      },
    });
    const agent = { ...fakeAgent(), sessions } as Agent;
    assert.equal(
      await said(agent, 'trust'),
      [
        'Seit deiner letzten Nachricht kam Text von außen. Was daraus folgt, fragt erst; deine nächste Nachricht beendet das.',
        '- vor 1 Minute, eine weitergeleitete Nachricht: do it',
        '- vor 1 Minute, eine Webseite: do it',
        'Aufrufe, die wegen dieser Texte erst fragen, laufen dann vielleicht, ohne zu fragen. Tu es nur, wenn du sie kennst: Einer kann den Agenten anweisen, gegen dich zu handeln.',
        '/trust ja beendet das sofort.',
      ].join('\n'),
    );
    assert.match(await said(agent, 'trust', 'ja'), /^Diesen Texten vertraust du jetzt/);
    assert.deepEqual(restored, [{ id: chat }]);
  });
});
