/** A definition with its long texts. Events and rows name a text above 2 KB instead of holding it. */
import type { BlobRef, Body } from '../conversation/body.ts';
import type { JobSpec } from './job.ts';

/** The same job, each text of it in full. */
export function wholeSpec(spec: JobSpec, read: (body: Body) => string): JobSpec {
  return whole(spec, read) as JobSpec;
}

function whole(value: unknown, read: (body: Body) => string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(item => whole(item, read));
  if (isRef(value)) return read(value);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, whole(item, read)]));
}

function isRef(value: object): value is BlobRef {
  const { blob, bytes } = value as Partial<BlobRef>;
  return Object.keys(value).length === 2 && typeof blob === 'string' && typeof bytes === 'number';
}
