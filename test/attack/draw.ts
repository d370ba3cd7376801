/** Seeds from names, so that what was drawn can be drawn again. */
import { hash } from 'node:crypto';

export function seedOf(name: string): number {
  return hash('sha256', name, 'buffer').readUInt32BE(0);
}
