/** Which keys would be sent where they do not belong, or could be read on the way: faults of the settings. */
import type { ModelKind } from '../src/ports/model-kind.ts';
import type { ConfigFault } from './faults.ts';
import type { Secret } from './secrets.ts';

/** Of kinds whose address the environment may have set; those the owner names say it in their own table. */
export function misdirectedKeys(
  kinds: readonly ModelKind[],
  secrets: readonly Secret[],
  file: string,
): readonly ConfigFault[] {
  return kinds.flatMap(({ name, fault, address, secrets: needed }) => {
    if (!fault || !needed.some(variable => secrets.some(secret => secret.name === variable))) return [];
    const { setting, expected } = fault;
    const came = `${needed.join(', ')} for ${address?.origin ?? 'no address'}`;
    return [{ file, key: `models.${name}.${setting}`, expected, came }];
  });
}
