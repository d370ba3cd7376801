/** S5: odd and hostile updates, and what became of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardHtml } from '../../../../src/adapters/channels/telegram/cards/card.ts';
import { sealOf } from '../../../../src/adapters/channels/telegram/cards/seen-cards.ts';
import { telegramTexts } from '../../../../src/adapters/channels/telegram/texts.ts';
import type { ApprovalCard } from '../../../../src/domain/approvals/card.ts';
import { cardTexts } from '../../../../src/domain/approvals/card-texts.ts';
import { card, receiver, receiving } from '../../../contracts/channel.ts';
import { type OddUpdate, oddUpdates, type Scene } from '../../../corpora/telegram-updates.ts';
import { parseHtml } from '../../../peers/telegram/markup.ts';
import { chat, owner, rigged } from './telegram-rig.ts';

/** Low, so that one tap that should not count would be enough. */
const low: ApprovalCard = { ...card, risk: 'low', word: 'harbour', choices: ['lemon', 'harbour', 'zebra', 'candle'] };

test('given odd and hostile updates, when they come in, then none decides, none speaks for the owner, and polling goes on', async t => {
  let rows = 0;
  const violations: string[] = [];
  for (const process of ['that showed the card', 'that was started anew'] as const) {
    await using rig = await rigged();
    const { ref } = await rig.channel.ask(chat, low, new AbortController().signal);
    const channel = process === 'that showed the card' ? rig.channel : rig.make();
    const parsed = parseHtml(
      cardHtml(low, { cards: cardTexts.en, texts: telegramTexts.en, language: 'en', timeZone: 'UTC' }, chat),
    );
    assert.ok(parsed.ok);
    const scene: Scene = {
      owner,
      bot: rig.peer.bot.id,
      key: low.key,
      cardId: Number(ref),
      cardText: parsed.text,
      questionText: `Why not?\n${low.key} ✎ ${sealOf(low)}`,
    };
    const agent = receiver({ card: low, waiting: () => [low] });
    const odd = new Map<string, OddUpdate>();
    await receiving(channel, agent.receiver, async () => {
      for (const row of oddUpdates(scene)) odd.set(String(rig.peer.update(row.update)), row);
      rig.peer.say(owner, 'still there?');
      await agent.heard('still there?');
      await rig.done();
    });
    // Straylight may be asked how a question ended, by a digest that matches no card
    for (const decision of agent.decisions)
      if (!decision.digest?.startsWith('seal:')) violations.push(`decided: ${JSON.stringify(decision)}`);
    if (agent.aborted.length > 0) violations.push(`aborted: ${agent.aborted}`);
    for (const sent of rig.peer.sent.all)
      if (sent.chatId !== owner) violations.push(`sent to ${sent.chatId}: ${sent.text}`);
    violations.push(...misheard(odd, agent.messages));
    rows += odd.size;
    if (channel !== rig.channel) await channel.close();
  }
  t.diagnostic(`S5: ${rows} odd and hostile updates, ${violations.length} violations`);
  assert.ok(rows >= 400);
  assert.deepEqual(violations, []);
});

/** What was heard although it should not, was not although it should, or was trusted further than it may. */
function misheard(
  odd: ReadonlyMap<string, OddUpdate>,
  messages: readonly { readonly key: string; readonly taint: string }[],
): string[] {
  const heard = new Map(messages.map(({ key, taint }) => [key, taint]));
  return [...odd].flatMap(([key, row]) =>
    heard.get(key) === row.heard ? [] : [`${row.what}: heard as ${heard.get(key)}, not as ${row.heard}`],
  );
}
