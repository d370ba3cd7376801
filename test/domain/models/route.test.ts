import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  byDefault,
  type ModelSettings,
  mayAnotherAnswer,
  modelAt,
  modelsInLine,
  preferred,
  splitModel,
} from '../../../src/domain/models/route.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';
import type { FailureKind } from '../../../src/domain/supervision/failure.ts';
import { defined } from '../../../src/domain/text/json.ts';

const modelFor = (...asked: Parameters<typeof modelsInLine>) => modelsInLine(...asked)[0];

const settings: ModelSettings = {
  default: 'ollama/qwen3:8b',
  roles: { session: 'anthropic/claude-sonnet-5', observer: 'ollama/small' },
  skills: { code: 'anthropic/claude-opus-5' },
};

suite('which model answers', () => {
  const table: readonly (readonly [Parameters<typeof modelFor>[1], string])[] = [
    [{}, 'ollama/qwen3:8b'],
    [{ role: 'session' }, 'anthropic/claude-sonnet-5'],
    [{ role: 'unheard-of' }, 'ollama/qwen3:8b'],
    [{ skill: 'code' }, 'anthropic/claude-opus-5'],
    [{ skill: 'code', role: 'session' }, 'anthropic/claude-opus-5'],
    [{ skill: 'unheard-of', role: 'observer' }, 'ollama/small'],
    [{ skill: 'unheard-of', role: 'unheard-of' }, 'ollama/qwen3:8b'],
  ];
  for (const [work, name] of table)
    test(`given ${JSON.stringify(work)}, when a model is chosen, then it is ${name}`, () =>
      assert.equal(modelFor(settings, work), name));

  test('given a role named as what every object has, when a model is chosen, then it is the default', () => {
    assert.equal(modelFor(settings, { role: 'constructor' }), 'ollama/qwen3:8b');
    assert.equal(modelFor(settings, { skill: 'toString', role: 'session' }), 'anthropic/claude-sonnet-5');
  });
});

suite('the line of models', () => {
  const line = modelsInLine({ ...settings, fallbacks: ['ollama/small', 'ollama/qwen3:8b'] }, { role: 'session' });

  test('given fall-backs, when the line is made, then chosen, default and fall-backs follow each other, each once', () =>
    assert.deepEqual(line, ['anthropic/claude-sonnet-5', 'ollama/qwen3:8b', 'ollama/small']));

  test('given the demo model by default, when another one is chosen, then the demo model does not stand behind it, unless it is named as a fall-back', () => {
    const demo = 'rehearsal/rehearsal';
    const home: ModelSettings = { default: demo, roles: { observer: 'ollama/small' }, skills: {} };
    assert.deepEqual(modelsInLine(home, {}), [demo]);
    assert.deepEqual(modelsInLine(home, { own: 'server/x' }), ['server/x']);
    assert.deepEqual(modelsInLine(home, { role: 'observer' }), ['ollama/small']);
    const named = { ...home, fallbacks: ['ollama/small', demo] };
    assert.deepEqual(modelsInLine(named, { own: 'server/x' }), ['server/x', 'ollama/small', demo]);
    assert.deepEqual(modelsInLine({ ...home, default: 'server/y' }, { own: demo }), [demo, 'server/y']);
  });

  test('given a place, when a model is looked up, then it is the one there, by number or by the names of an older version', () => {
    assert.deepEqual(
      [0, 1, 2, 9, 'chosen', 'default'].map(place => modelAt(line, place)),
      [...line, 'ollama/small', line[0], line[1]],
    );
  });
});

suite('a name taken apart', () => {
  const table: readonly (readonly [string, ReturnType<typeof splitModel>])[] = [
    ['anthropic/claude-sonnet-5', { provider: 'anthropic', model: 'claude-sonnet-5' }],
    ['ollama/hf.co/someone/model:q4', { provider: 'ollama', model: 'hf.co/someone/model:q4' }],
    ['claude', undefined],
    ['/claude', undefined],
    ['anthropic/', undefined],
    ['/', undefined],
    ['', undefined],
  ];
  for (const [name, parts] of table)
    test(`given ${JSON.stringify(name)}, when it is split, then it is ${JSON.stringify(parts)}`, () =>
      assert.deepEqual(splitModel(name), parts));

  test('given a failure, when it is asked whether another may answer, then only what speaks against the request itself says no', () => {
    const may = (kind: FailureKind, cause?: string) => mayAnotherAnswer({ kind, message: '', ...defined({ cause }) });
    for (const kind of ['unavailable', 'timeout', 'denied', 'exhausted'] as const) assert.equal(may(kind), true, kind);
    for (const kind of ['invalid', 'cancelled', 'defect'] as const) assert.equal(may(kind), false, kind);
    assert.equal(may('invalid', 'HTTP 404 not_found_error'), true, 'a model it does not have');
  });
});

for (const [prefer, by, expected] of [
  [undefined, byDefault, 'cloud/dear local/a cloud/cheap local/b demo/x'],
  ['local', byDefault, 'local/a local/b cloud/dear cloud/cheap demo/x'],
  ['cloud', byDefault, 'cloud/dear cloud/cheap local/a local/b demo/x'],
  ['cheapest', byDefault, 'local/a local/b cloud/cheap cloud/dear demo/x'],
  ['local', 'models.roles.gate', 'cloud/dear local/a local/b cloud/cheap demo/x'],
] as const)
  test(`given the preference ${prefer} and a first model by ${inEnglish(by)}, when the line is made, then it is in that order`, () => {
    const facts = (name: string) => ({
      isLocal: name.startsWith('demo') ? undefined : name.startsWith('local'),
      cost: name === 'cloud/dear' ? 90 : name === 'cloud/cheap' ? 2 : 0,
    });
    const line = ['cloud/dear', 'local/a', 'cloud/cheap', 'local/b', 'demo/x'];
    assert.equal(preferred(line, prefer ? { prefer } : {}, { by }, facts).join(' '), expected);
  });
