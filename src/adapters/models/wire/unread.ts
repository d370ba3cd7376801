/** What of a reply nobody here can read: told, and never left out without a word. */
import { says } from '../../../domain/policy/sentence.ts';
import { type Fault, fault } from '../../../domain/supervision/failure.ts';

export function notUnderstood(names: readonly string[]): Fault {
  const listed = names.slice(0, 5).map(name => `"${name.slice(0, 80)}"`);
  return fault(
    'invalid',
    says`the reply holds ${listed.join(', ')}, which is not understood here, so none of it is used; if that may be passed over, name it under "ignore" in the server's table [models.providers.NAME] of config.toml`,
    { cause: 'unread' },
  );
}
