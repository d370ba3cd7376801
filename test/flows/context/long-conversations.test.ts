/**
 * Forty long conversations with a model of 8 192 tokens, on a server that counts for itself and refuses what does not fit:
 * what was said early stands before the model when it is asked for late, as it was corrected. Summaries are made by
 * rules, since the server answers with nothing that is one.
 */
import assert from 'node:assert/strict';
import { openaiPeer } from '../../peers/openai.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';
import { type LongConversation, longConversations } from './long-conversations.ts';

const tokens = 8_192;
/** So many pages are told between the fact and the question: more than the model takes. */
const pages = 14;
const subjects = ['weather', 'harbour', 'garden', 'market', 'railway', 'library', 'workshop'];

/** A page of talk, with figures that mean nothing. */
const page = (at: number, subject: string) =>
  `Page ${at}, about the ${subject}: ${Array.from({ length: 14 }, (_, line) => `note ${line} of the ${subject} says that it was quiet, with ${at * 31 + line} visitors`).join('; ')}.`;

for (const [language, conversations] of [
  ['English', longConversations.filter(({ name }) => name.startsWith('en'))],
  ['German', longConversations.filter(({ name }) => name.startsWith('de'))],
] as const)
  test(`given 20 long conversations in ${language}, when a fact of the beginning is asked for at the end, then it stands before the model in 95 of 100, and no request was refused as too long`, async t => {
    let answered = 0;
    const peer = await openaiPeer({
      models: ['m'],
      script({ system }) {
        answered += 1;
        return { text: system.startsWith('You summarise') ? 'no' : 'Good.' };
      },
      dialect: {
        facts: {},
        takes: tokens,
        beside: { 'GET /props': { default_generation_settings: { n_ctx: tokens } } },
      },
    });
    const config = `[models]\ndefault = "llamacpp/m"\n[models.providers.llamacpp]\nbase_url = "${peer.url}/v1"\n`;
    try {
      await withAgent({ config }, async agent => {
        const running = await agent.start();
        const missed: string[] = [];
        const talk = async (conversation: LongConversation) => {
          const { name, fact, correction, distractor, question } = conversation;
          const session = `session:web:${name}`;
          const say = async (text: string) => assert.equal((await running.say(session, text)).outcome, 'done');
          await say(fact);
          for (let at = 1; at <= pages; at += 1) {
            if (at === 3) await say(distractor);
            if (at === 4 && correction !== undefined) await say(correction);
            await say(page(at, subjects[at % subjects.length] ?? ''));
          }
          await say(question);
          const body = peer.requests
            .map(request => JSON.stringify(request.body ?? ''))
            .findLast(text => text.includes(JSON.stringify(question).slice(1, -1)));
          // the sentence as it was said, or as its summary has it
          const holds = (correction ?? fact).replace(/^(?:Correction|Berichtigung): /, '').replace(/\.$/, '');
          if (!body?.includes(JSON.stringify(holds).slice(1, -1))) missed.push(name);
        };
        // four at once: a conversation mostly waits
        for (let at = 0; at < conversations.length; at += 4)
          await Promise.all(conversations.slice(at, at + 4).map(talk));
        const share = 1 - missed.length / conversations.length;
        const left = agent.tables.value('SELECT count(DISTINCT session) FROM compactions');
        const tooLong = peer.requests.filter(({ path }) => path.endsWith('/chat/completions')).length - answered;
        t.diagnostic(
          `${(100 * share).toFixed(1)} % of ${conversations.length} facts before the model (not: ${missed.join(', ') || 'none'}); ${left} conversations were summarised; ${tooLong} requests were refused`,
        );
        assert.equal(left, conversations.length, 'each was longer than its model');
        assert.equal(tooLong, 0);
        assert.ok(share >= 0.95, missed.join(', '));
      });
    } finally {
      await peer.close();
    }
  });
