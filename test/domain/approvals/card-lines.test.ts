/** A card in lines, how it ended and what is said of an answer, in the words of every channel. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageTexts } from '../../../inspector/page-files/page-texts.ts';
import { type ApprovalCard, endOf } from '../../../src/domain/approvals/card.ts';
import { answerText, byText, cardLines, outcomeText, riskText } from '../../../src/domain/approvals/card-lines.ts';
import { type CardTexts, cardTexts } from '../../../src/domain/approvals/card-texts.ts';
import { refusalTexts } from '../../../src/domain/approvals/refusal-texts.ts';
import { card } from '../../contracts/channel.ts';

const { en, de } = cardTexts;

test('given a card, when it is put in lines, then they say risk and reason, what is not as usual, and what each answer does', () => {
  const { facts, answers } = cardLines({ ...card, word: 'harbour' }, en, { isTyped: false });
  assert.deepEqual(
    facts.map(({ label }) => label),
    ['Risk', 'Reason', 'Conversation'],
  );
  assert.equal(facts[0]?.text, '▮▮▯▯ medium');
  const fetching = cardLines({ ...card, tool: 'fetch' }, en, { isTyped: false, session: card.session });
  assert.deepEqual(
    fetching.facts.map(({ label }) => label),
    ['Risk', 'Reason', 'Tool'],
  );
  assert.equal(answers.at(-1)?.label, 'To approve, choose this word');
  const typed = cardLines({ ...card, word: 'harbour' }, en, { isTyped: true }).answers.at(-1);
  assert.deepEqual(typed, { label: 'To approve, type this word', text: 'harbour' });
});

test('given text with line breaks, when its card is put in lines, then no line of it can pass for another', () => {
  const forged: ApprovalCard = { ...card, tool: 'ls\nRisk: low', reasons: ['x\nApprove: nothing'] };
  const { facts } = cardLines(forged, en, { isTyped: true });
  assert.doesNotMatch(facts.map(({ text }) => text).join(''), /\n(Risk|Approve)/);
});

test('given a call that cannot be undone, when undo restores the files it changes, then its risk says so', () => {
  const risk = { risk: 'irreversible' } as const;
  assert.equal(riskText(risk, en.card), 'very high: cannot be undone');
  assert.match(
    riskText({ ...risk, restoresFiles: true }, en.card),
    /^very high: cannot be undone, except for files of the workspace, which undo/,
  );
  assert.match(
    riskText({ ...risk, restoresFiles: true }, de.card),
    /^sehr hoch: nicht rückgängig zu machen, außer bei Dateien im Arbeitsordner/,
  );
  assert.equal(riskText({ risk: 'high', restoresFiles: true }, de.card), 'hoch');
});

test('given a row that is over, when its end is said, then a yes that was undone and a changed call are no denials', () => {
  assert.equal(endOf('pending', undefined), undefined);
  assert.equal(endOf('denied', 'too much'), 'denied');
  assert.equal(endOf('granted', 'changed'), 'granted');
  assert.equal(
    outcomeText(endOf('denied', 'taken back') ?? 'denied', 'web', en),
    'Undone before it started in the browser',
  );
  assert.equal(
    outcomeText(endOf('denied', 'changed') ?? 'denied', 'cli', de),
    'Durch einen geänderten Aufruf ersetzt auf der Befehlszeile',
  );
  assert.equal(byText('telegram:42', en.card), ' on Telegram (42)');
  assert.equal(byText(undefined, en.card), '');
});

test('given an answer, when it counted, then it says until when it can be undone; else why it did not count', () => {
  assert.equal(
    answerText({ ok: true, state: 'granted', undoUntil: 3_500 }, en, 1_000),
    'Approved. It starts in 3 s. Until then you can undo it.',
  );
  assert.equal(answerText({ ok: true, state: 'granted', undoUntil: 3_500 }, en, 3_500), 'Approved.');
  assert.equal(answerText({ ok: false, why: 'changed', message: 'It changed.' }, en, 0), 'It changed.');
});

test('given both languages, when their texts are compared, then they have the same values in the same places', () => {
  const values = (texts: object): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [
        name,
        typeof text === 'string' ? [...text.matchAll(/\{\w+\}/g)].map(String).sort() : values(text),
      ]),
    );
  assert.deepEqual(values(de), values(en));
  assert.deepEqual(values(refusalTexts.de), values(refusalTexts.en));
});

test('given the texts of the page, when they are compared, then page and channels say the same', async () => {
  const page = await import('../../../inspector/page/live/card-texts.js' as string);
  assert.deepEqual(JSON.parse(pageTexts('en')) as CardTexts, en);
  assert.deepEqual(JSON.parse(pageTexts('de')) as CardTexts, de);
  Object.assign(page.cardTexts, en);
  for (const risk of ['low', 'irreversible'] as const)
    for (const restores of [{}, { restoresFiles: true as const }])
      assert.equal(page.riskText({ risk, ...restores }), riskText({ risk, ...restores }, en.card));
  for (const by of [undefined, '', 'web', 'cli', 'terminal', 'telegram:42', 'signal'])
    assert.equal(page.byText(by), byText(by, en.card));
  for (const state of ['pending', 'granted', 'denied', 'expired', 'undelivered', 'cancelled'] as const)
    for (const reason of [undefined, 'taken back', 'changed', 'no'])
      assert.equal(page.endOf(state, reason), endOf(state, reason));
});
