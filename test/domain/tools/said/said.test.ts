/** What a tool answered is data: English for the model, and each language for the owner. */
import { says } from '../../../../src/domain/policy/sentence.ts';
import '../../../languages/pseudo.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerOf, saidTo } from '../../../../src/domain/tools/said/said.ts';
import { forModel, type SaidCode, saidTexts } from '../../../../src/domain/tools/said/texts.ts';

const at = { at: Date.parse('2026-11-29T09:00Z'), timeZone: 'UTC' };

test('given sentences with money, figures and instants, when they are answered, then the model reads English and the owner his language', () => {
  const { text, said } = answerOf(
    { code: 'spentOf', values: { used: { micros: 1_234_500_000 }, most: { micros: 2_000_000_000 } } },
    { code: 'tokens', values: { used: { figure: 1_247 } } },
    { code: 'jobDue', values: { name: 'bins', at, does: 'say “{name}”' } },
    { code: 'fileNew', values: { name: 'a.txt', lines: { lines: 1 }, size: { bytes: 2_048 } } },
    { code: 'left', values: { path: 'a.txt', why: says`has been changed since` } },
  );
  assert.equal(
    text,
    'Spent today: $1,234.50, with a limit of $2,000.00.\nTokens today: 1,247, with no limit.\n- bins: Sun, 29 Nov 2026, 09:00 UTC, say “{name}”\nCreated a.txt (1 line, 2.0 KB).\nLeft as it is: a.txt: has been changed since',
  );
  assert.equal(
    saidTo('de', said),
    'Heute ausgegeben: 1.234,50 $ von höchstens 2.000,00 $.\nTokens heute: 1.247, unbegrenzt.\n- bins: So., 29. Nov. 2026, 09:00 UTC, say “{name}”\nNeu: a.txt (1 Zeile, 2,0 KB).\nNicht angefasst: a.txt: hat sich seither geändert',
  );
  assert.match(
    saidTo('xx', said),
    /^⟦Spent today: .*⟧\n⟦Tokens today: 1,247, with no limit\.⟧\n⟦- bins: .*⟧\n⟦Created .*⟧\n⟦Left/,
  );
});

test('given every sentence, when its languages are compared, then none names what the model is not told', () => {
  const names = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted();
  for (const code of Object.keys(forModel) as SaidCode[])
    for (const language of ['en', 'de'] as const)
      for (const name of names(saidTexts[language][code]))
        assert.ok(names(forModel[code]).includes(name), `${language} ${code} ${name}`);
});
