/**
 * `npm run demo`: a conversation that anybody can watch offline, in a home of its own that is gone afterwards.
 *
 * The program is the real one, as a process of its own. Telegram and Anthropic are played by the peers of the tests
 * over real HTTP; what the model says stands below, so what is shown is Straylight, not a mind. It is killed once in
 * mid-answer.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withAgent } from './flows/rig/agent.ts';
import { anthropicPeer } from './peers/anthropic.ts';
import type { AnswerTurn, Turn } from './peers/script.ts';
import { type SentMessage, telegramPeer } from './peers/telegram/telegram.ts';

const owner = 42;
const print = (line: string) => process.stdout.write(`${line}\n`);

const telegram = await telegramPeer({ known: [owner] });
const thinking = Promise.withResolvers<void>();
const forever = Promise.withResolvers<never>();
let died = false;

/** The mind of this demonstration. The first time it is asked for the birthday, it is not given the time to answer. */
const mind: AnswerTurn = async ({ said, results: [result] }): Promise<Turn> => {
  if (/birthday\?$/.test(said) && !died) {
    died = true;
    thinking.resolve();
    return forever.promise;
  }
  if (result?.text.startsWith('Not run yet')) return { text: 'That cannot be undone, so it waits for your yes.' };
  if (said.includes('exit code 0')) return { text: 'Done: the old drafts are gone.' };
  if (result && said.startsWith('Run')) return { text: `Here it is:\n\`\`\`\n${linuxIn(result.text)}\n\`\`\`` };
  if (result) return { text: said.endsWith('?') ? 'On 4 May.' : 'I will keep that in mind.' };
  if (said.startsWith('My sister'))
    return call('memory_save', { content: "The owner's sister has her birthday on 4 May." });
  if (said.endsWith('birthday?')) return call('memory_search', { query: said });
  if (said.startsWith('Run')) return call('execute_command', { command: 'uname -sm' });
  return call('execute_command', { command: 'rm -r drafts' });
};

function call(name: string, input: Readonly<Record<string, string>>): Turn {
  return { toolCalls: [{ name, arguments: input }] };
}

function linuxIn(result: string): string {
  return /^Linux.*$/m.exec(result)?.[0] ?? result;
}

const key = `sk-ant-${randomBytes(20).toString('hex')}`;
const anthropic = await anthropicPeer({ script: mind, key });
const config = `
[models]
default = "anthropic/claude-sonnet-5"
[approvals]
undo_window_s = 1
[channels.telegram]
allowed_users = [${owner}]
api_root = "${telegram.url}"
`;
const env = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: anthropic.url, STRAYLIGHT_TELEGRAM_TOKEN: telegram.token };

try {
  await withAgent({ config, env, secrets: [key, telegram.token] }, async agent => {
    const first = await agent.start();
    print(first.greeting.trim().replaceAll(/^/gm, '  '));
    print('');

    say('My sister has her birthday on 4 May. Please remember that.');
    await hears(/keep that in mind/);

    say('When is my sister’s birthday?');
    await thinking.promise;
    await first.kill();
    print('         (kill -9, while the model thinks; then it is started again)');
    const second = await agent.start();
    await hears(/4 May/);

    say('Run uname -sm');
    await hears(/Linux/);

    mkdirSync(join(agent.workspace, 'drafts'));
    say('Throw the old drafts away.');
    const card = await hears(/rm -r drafts/);
    await hears(/waits for your yes/);
    await presses(card, 'Approve');
    await presses(card, card.buttons.find(({ text }) => text.startsWith('Yes: '))?.text ?? '');
    await hears(/^Done/);

    const said = agent.tables.value("SELECT count(*) FROM messages WHERE role = 'owner'");
    const answered = agent.tables.value("SELECT count(*) FROM turns WHERE outcome = 'done'");
    const acts = agent.tables.rows('SELECT tool, outcome FROM tool_calls ORDER BY at');
    await second.stop();
    print('');
    print(
      `${said} messages taken, ${answered} turns answered, tool calls: ${acts.map(({ tool, outcome }) => `${tool} ${outcome}`).join(', ')}.`,
    );
  });
  print(
    'Every journal was replayed and led to the stored state; neither key nor token stands anywhere but in the environment.',
  );
} finally {
  await Promise.all([telegram.close(), anthropic.close()]);
}

function say(text: string): void {
  print(`you      ${text}`);
  telegram.say(owner, text);
}

/** A button of the card pressed, and what the owner is told. */
async function presses(card: SentMessage, button: string): Promise<void> {
  print(`you      (press “${button}”)`);
  const id = telegram.press(owner, card, button);
  const { text } = await telegram.answers.until(answer => answer.id === id, { timeoutMs: 30_000 });
  print(`         ${text}`);
}

/** The bot's next message that fits, printed. */
async function hears(pattern: RegExp): Promise<SentMessage> {
  const sent = await telegram.sent.until(message => pattern.test(message.text), { timeoutMs: 30_000 });
  const buttons = sent.buttons.map(({ text }) => `[${text}]`).join(' ');
  print(`agent    ${[sent.text, ...(buttons === '' ? [] : [buttons])].join('\n').replaceAll('\n', '\n         ')}`);
  return sent;
}
