/** Features, opened in the order of what they need. */
import type { BuiltIn, Feature, Features } from './feature.ts';

/**
 * Each after all that it needs; where that leaves a choice, by their names, so that the order is the same whatever the
 * list's. Throws an `Error` where nothing brings what one needs, two bring the same, or some need each other in a
 * circle.
 *
 * `given`: what is there already.
 */
function sorted(features: readonly BuiltIn[], given: readonly string[]): readonly BuiltIn[] {
  const there = new Set(given);
  const left = new Map<string, BuiltIn>();
  for (const one of features) {
    if (there.has(one.name) || left.has(one.name)) throw new Error(`two features bring ${one.name}`);
    left.set(one.name, one);
  }
  for (const { name, needs } of features)
    for (const need of needs)
      if (!there.has(need) && !left.has(need)) throw new Error(`${name} needs ${need}, which no feature brings`);
  const order: BuiltIn[] = [];
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ needs }) => needs.every(need => there.has(need)));
    const [next] = ready.sort((a, b) => (a.name < b.name ? -1 : 1));
    if (!next) throw new Error(`features need each other: ${circleIn(left).join(' > ')}`);
    left.delete(next.name);
    there.add(next.name);
    order.push(next);
  }
  return order;
}

/** Every one that is left needs another one that is left. */
function circleIn(left: ReadonlyMap<string, BuiltIn>): readonly string[] {
  const path: string[] = [];
  let [at = ''] = left.keys();
  while (!path.includes(at)) {
    path.push(at);
    at = left.get(at)?.needs.find(need => left.has(need)) ?? at;
  }
  return [...path.slice(path.indexOf(at)), at];
}

/** With `tooled`: those that bring tools, always in the same order, so that providers find their cache of the list. */
export function withTooled(features: readonly BuiltIn[]): readonly BuiltIn[] {
  const needs = features.filter(({ bringsTools }) => bringsTools).map(({ name }) => name);
  needs.sort();
  const open = (opened: Features) => needs.map(name => opened[name as keyof Features]);
  return [...features, { name: 'tooled', needs, isValue: true, open }];
}

/** Opens each as soon as what it needs is open. Throws like {@link sorted}, and what an opening throws. */
export async function openAll<Given extends Partial<Features>>(
  features: readonly BuiltIn[],
  given: Given,
): Promise<{ readonly opened: Features; readonly living: readonly Feature[] }> {
  const order = sorted(features, Object.keys(given));
  const opening: Record<string, unknown> = { ...given };
  for (const { name, needs, open } of order) {
    const needed = needs.map(async need => [need, await opening[need]] as const);
    opening[name] = Promise.all(needed).then(all => open(Object.fromEntries(all) as unknown as Features));
  }
  const all = await Promise.all(Object.entries(opening).map(async ([name, value]) => [name, await value] as const));
  const opened = Object.fromEntries(all) as unknown as Features;
  const living = order.filter(({ isValue }) => !isValue).map(({ name }) => opened[name as keyof Features] as Feature);
  return { opened, living };
}
