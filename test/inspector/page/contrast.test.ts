/** The contrast of the page's colours, in both themes, by the formula of WCAG 2.2. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const css = readFileSync(new URL('../../../inspector/page/styles/tokens.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name = '', light = '', dark = '']) => [
    name,
    { light, dark },
  ]),
);

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(at => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const grounds = ['bg', 'panel', 'd1', 'd2', 'd3'];
const states = ['working', 'needs', 'failed', 'suspended', 'background', 'healthy', 'idle'];
const pairs: readonly (readonly [ink: string, ground: string, least: number])[] = [
  ...['ink', 'ink2'].flatMap(ink => grounds.map(ground => [ink, ground, 4.9] as const)),
  // the faintest text stands on the page, on panels and on the first nesting
  ...['bg', 'panel', 'd1'].map(ground => ['ink3', ground, 4.9] as const),
  ...states.map(state => [state, `${state}-tint`, 5.3] as const),
  ...states.map(state => ['ink2', `${state}-tint`, 4.9] as const),
  ...['bg', 'panel', 'd1', 'd2', 'd3'].map(ground => ['edge', ground, 3] as const),
  ['accent', 'bg', 4.9],
  ['accent-ink', 'accent', 4.9],
];

for (const theme of ['light', 'dark'] as const)
  test(`given the colours of the ${theme} theme, when text, chips and edges are measured, then each is strong enough`, t => {
    const measured = pairs.map(([ink, ground, least]) => {
      const [front, back] = [tokens.get(ink)?.[theme], tokens.get(ground)?.[theme]];
      assert.ok(front && back, `${ink} on ${ground}`);
      return { pair: `${ink} on ${ground}`, ratio: contrast(front, back), least };
    });
    const weakest = measured.toSorted((a, b) => a.ratio / a.least - b.ratio / b.least)[0];
    t.diagnostic(`weakest: ${weakest?.pair}, ${weakest?.ratio.toFixed(2)} of ${weakest?.least}`);
    assert.deepEqual(
      measured.filter(({ ratio, least }) => ratio < least).map(({ pair, ratio }) => `${pair}: ${ratio.toFixed(2)}`),
      [],
    );
  });
