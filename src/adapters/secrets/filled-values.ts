/** Values of settings in which secrets stand by their handles, with what these stand for. */
import { filled, handlesIn } from '../../domain/secrets/handle.ts';
import type { SecretUse } from '../../domain/secrets/rule.ts';
import type { SecretAccess } from '../../ports/secrets/access.ts';

/** `by`: who uses them, for the audit chain; `use`: of the value under this key. Throws `denied` where one may not be used so. */
export async function filledValues(
  values: Readonly<Record<string, string>>,
  secrets: SecretAccess,
  by: string,
  use: (key: string) => SecretUse,
): Promise<Readonly<Record<string, string>>> {
  const requests = Object.entries(values).flatMap(([key, value]) => {
    const names = handlesIn(value);
    return 'problem' in names ? [] : names.map(name => ({ name, use: use(key) }));
  });
  const revealed = await secrets.reveal(requests, by);
  const whole = Object.entries(values).map(
    ([key, value]) => [key, filled(value, name => revealed.get(name) ?? '')] as const,
  );
  return Object.fromEntries(whole);
}
