import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApprovalCard, Risk } from '../../../src/domain/approvals/card.ts';
import { type Gesture, meaningOf, seenCard, stageAfter } from '../../../src/domain/approvals/press.ts';
import { defined } from '../../../src/domain/text/json.ts';

const card = (risk: Risk, more: Partial<ApprovalCard> = {}): ApprovalCard => ({
  key: 'k3Qm9xTd',
  session: 'session:web:main',
  tool: 'execute_command',
  intent: 'Run it.',
  risk,
  reasons: [],
  exact: 'date',
  digest: 'd1',
  nonce: 'n1',
  repeat: false,
  ...defined({
    word: risk === 'irreversible' ? 'anchor' : undefined,
    choices: risk === 'irreversible' ? ['bridge', 'anchor', 'candle', 'desert'] : undefined,
  }),
  ...more,
});
const seen = { digest: 'd1', nonce: 'n1' };
const yes = { kind: 'decide', decision: 'approve', ...seen };
const no = { kind: 'decide', decision: 'deny', ...seen };
const sealOf = ({ digest, nonce }: { readonly digest: string; readonly nonce: string }) => `${digest}.${nonce}`;

test('given a card of each risk, when the owner says yes step by step, then a yes takes what its risk asks for', () => {
  const stages = (risk: Risk, isTyped: boolean) => {
    const of = card(risk);
    const steps: string[] = [];
    let gesture: Gesture = { act: 'approve' };
    for (;;) {
      const meaning = meaningOf({ gesture, seen, card: of, isTyped });
      if (meaning.kind !== 'ask')
        return [...steps, ('confirmation' in meaning && meaning.confirmation) || meaning.kind];
      steps.push(meaning.stage);
      gesture = meaning.stage === 'word' ? { act: 'word', word: ' Anchor' } : { act: 'yes' };
    }
  };
  assert.deepEqual(stages('low', false), ['decide']);
  assert.deepEqual(stages('medium', false), ['sure', 'yes']);
  assert.deepEqual(stages('high', true), ['sure', 'yes']);
  assert.deepEqual(stages('irreversible', false), ['sure', 'word', ' Anchor']);
  assert.deepEqual(stages('irreversible', true), ['word', ' Anchor']);
});

test('given a wrong word or a way back, when it is tapped, then nothing is decided and the first stage is shown', () => {
  const of = card('irreversible');
  for (const word of ['bridge', undefined])
    assert.deepEqual(meaningOf({ gesture: { act: 'word', word }, seen, card: of }), {
      kind: 'ask',
      stage: 'choose',
      card: of,
      isWrong: true,
    });
  assert.deepEqual(meaningOf({ gesture: { act: 'back' }, seen, card: of }), { kind: 'ask', stage: 'choose', card: of });
  assert.deepEqual(meaningOf({ gesture: { act: 'why' }, seen, card: of }), { kind: 'why', card: of });
  assert.deepEqual(meaningOf({ gesture: { act: 'deny' }, seen, card: of }), no);
});

test('given a card that nobody knows or that has changed, when it is answered, then it is refused; a yes is taken back from any known one', () => {
  const press = (act: 'approve' | 'undo', which: 'nothing' | 'another') =>
    meaningOf({ gesture: { act }, seen: which, card: card('low') });
  assert.deepEqual(press('approve', 'nothing'), { kind: 'refuse', why: 'tooOld' });
  assert.deepEqual(press('undo', 'nothing'), { kind: 'refuse', why: 'tooOld' });
  assert.deepEqual(press('approve', 'another'), { kind: 'refuse', why: 'changed' });
  assert.deepEqual(press('undo', 'another'), { kind: 'decide', decision: 'undo' });
});

test('given a question that is answered, when it is answered once more, then a decision says how it ended', () => {
  for (const over of [undefined, card('high', { undoUntil: 5 })]) {
    assert.deepEqual(meaningOf({ gesture: { act: 'approve' }, seen, card: over }), yes);
    assert.deepEqual(meaningOf({ gesture: { act: 'why' }, seen, card: over }), no);
  }
});

test('given what this process or the message knows, when the card on screen is looked for, then it is found or known as another', () => {
  const [current, other] = [card('low'), card('low', { nonce: 'n2' })];
  const look = (remembered?: ApprovalCard, sealed?: string, now: ApprovalCard | undefined = current) =>
    seenCard({ remembered, sealed, current: now }, sealOf);
  assert.equal(look(current), current);
  assert.equal(look(other), 'another');
  assert.equal(look(undefined, sealOf(current)), current);
  assert.equal(look(undefined, sealOf(other)), 'another');
  assert.equal(look(), 'nothing');
  assert.deepEqual(seenCard({ remembered: undefined, sealed: 'x', current: undefined }, sealOf), {
    digest: 'seal:x',
    nonce: 'seal:x',
  });
});

test('given an answer, when the next stage is looked for, then a yes may be undone and an unconfirmed one is asked for again', () => {
  const granted = { ok: true, state: 'granted', undoUntil: 10 } as const;
  assert.equal(stageAfter(granted, card('high'), 'yes', 9), 'undo');
  assert.equal(stageAfter(granted, card('high'), 'yes', 10), undefined);
  const unconfirmed = { ok: false, why: 'unconfirmed', message: '' } as const;
  assert.equal(stageAfter(unconfirmed, card('high'), undefined, 0), 'sure');
  assert.equal(stageAfter(unconfirmed, card('irreversible'), 'yes', 0), 'word');
  assert.equal(stageAfter(unconfirmed, card('high'), 'yes', 0), 'choose');
  assert.equal(stageAfter({ ok: false, why: 'decided', message: '' }, undefined, undefined, 0), undefined);
});
