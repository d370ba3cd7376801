/**
 * What any two texts of a model have in common: models put all texts into one corner, each model into another, so that
 * only what lies clearly closer than that says anything.
 */
import { bytesOf, likeness } from '../../../../domain/memory/quantised.ts';

export interface VectorSample {
  add(vector: Uint8Array): void;
  /** The likeness from which on a text stands out from the others. */
  standsOut(vector: Float32Array): number;
}

/** With fewer, those that answer are too large a part of the sample. */
const many = 40;
const most = 256;

export function vectorSample(): VectorSample {
  let kept: Int8Array[] = [];
  let seen = 0;
  let stride = 1;
  return {
    add(vector) {
      if (seen % stride === 0) kept.push(Int8Array.from(bytesOf(vector)));
      seen += 1;
      if (kept.length < 2 * most) return;
      kept = kept.filter((_, at) => at % 2 === 0);
      stride *= 2;
    },
    standsOut(vector) {
      if (kept.length < 2) return -1;
      const found = kept.map(one => likeness(vector, one));
      const mean = found.reduce((sum, one) => sum + one, 0) / found.length;
      const deviation = Math.sqrt(found.reduce((sum, one) => sum + (one - mean) ** 2, 0) / found.length);
      return mean + (found.length < many ? 1 : 2) * deviation;
    },
  };
}
