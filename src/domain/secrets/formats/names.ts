/**
 * Which names say that their value is a secret: by their last words, as `db_password`, `clientSecret` and
 * `MAILGUN_API_KEY_PROD` do.
 */

/** A name in a text, from its first character to behind its last. */
export interface FieldName {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** `key`: it depends on the value alone. */
export type FieldKind = 'password' | 'secret' | 'token' | 'api-key' | 'key';

/** What kind of secret a field of this name holds. */
export function kindOf(name: string): FieldKind | undefined {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '');
  while (words.length > 1 && suffixes.test(words.at(-1) ?? '')) words.pop();
  const last = (words.at(-1) ?? '').replace(/\d+$/, '');
  const joined = words.join('').replace(/\d+$/, '');
  if (
    /public|publishable|^(?:gpg|pgp)key$|(?:next|page|continuation|cursor|sync|resume|eos|bos|pad|unk|mask|sep|stop|cancel|cancellation)token$/.test(
      joined,
    )
  )
    return undefined;
  if (/(?:password|passwd|passwort|kennwort|passphrase|passcode)$/.test(joined)) return 'password';
  if (
    /^(?:pass|pwd|pw|psk)$/.test(last) ||
    /^(?:db|user|my|smtp|root|ftp|ssh|admin|mysql|pg|redis|mail|become|sudo|imap|ldap)(?:pass|pwd|pw)$/.test(last)
  )
    return 'password';
  if (
    /(?:api|access|secret|private|account|shared|sharedaccess|signing|encryption|master|auth|app|application|client|session|service|role|server|admin|licen[sc]e|webhook|hmac|crypto|preshared|storage|subscription|functions?|deploy|integration|ingest|insert|origin|ca|app)key$/.test(
      joined,
    ) &&
    !/^(?:cache|primary|foreign|sort|partition)/.test(joined)
  )
    return 'api-key';
  // of a key file of a cloud: it names the key, and the issuer takes it as one
  if (/privatekeyid$/.test(joined)) return 'api-key';
  if (/(?:secret|secretkeybase|secretbase)$/.test(joined)) return 'secret';
  if (/(?:token|jwt)$/.test(joined)) return 'token';
  if (/^(?:auth|credentials?|sig)$/.test(last)) return 'key';
  return last === 'key' && name === name.toUpperCase() && words.length > 1 ? 'key' : undefined;
}

const suffixes =
  /^(?:\d+|dev|prod|production|test|staging|live|local|old|new|value|plain|primary|secondary|default|base|base64|b64|hex|string|str|text|env|main|bedrock|v\d)$/;
