/** Names of models: as a provider lists them, and as people type them. */
import { nearest } from '../text/writing/near.ts';

export const demoModel = 'rehearsal/rehearsal';

/** As its owner calls the demo model. */
const demoNames = /^(?:the |das |zum )?(?:demo|rehearsal|rules|regeln)(?:[ -]?(?:model|modell))?$/i;

/** The whole name of a model that people call by another; else what was typed. */
export function wholeName(typed: string): string {
  return demoNames.test(typed.trim()) ? demoModel : typed;
}

/** So many names may be one page of a list, and there may be more. */
const pageOfNames = 100;

/** What a provider lists in the place of a model, the nearest names first; undefined: it has it, or may have it. */
export function listedInstead(listed: readonly string[], wanted: string): readonly string[] | undefined {
  if (listed.length === 0 || listed.length >= pageOfNames || isListed(listed, wanted)) return undefined;
  const near = nearest(wanted, listed);
  return near === undefined ? listed : [near, ...listed.filter(one => one !== near)];
}

/** Is the model among those that a provider lists? */
export function isListed(listed: readonly string[], wanted: string): boolean {
  return listed.some(one => isSame(one, wanted));
}

/**
 * A list has the whole name; a model answers to a shorter one too: Ollama's without ":latest", Anthropic's without the
 * day, or with "-latest" in its place.
 */
function isSame(listed: string, wanted: string): boolean {
  const [whole, short] = [listed.toLowerCase(), wanted.toLowerCase()];
  if (whole === short || whole === `${short}:latest`) return true;
  return whole.replace(/-\d{8}$/, '-') === `${short.replace(/-(?:latest|0)$/, '')}-`;
}
