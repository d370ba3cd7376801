/** The masks of a sandbox, loaded with the first one that is opened: most starts open none. */
import { createRequire } from 'node:module';
import type * as Whole from './masks.ts';

const load = createRequire(import.meta.url);

/** As `masksOf` of masks.ts. */
export function lazyMasks(options: Whole.MaskOptions): Whole.Masks {
  let masks: Whole.Masks | undefined;
  const opened = () => {
    masks ??= (load('./masks.ts') as typeof Whole).masksOf(options);
    return masks;
  };
  return {
    plan: given => opened().plan(given),
    identity: () => opened().identity(),
    filesNow: most => opened().filesNow(most),
    close: () => masks?.close(),
  };
}
