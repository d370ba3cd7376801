/** Credentials by the place they stand in: headers, addresses, options of commands. The place says that it is one. */
import { ahead, codeAt, type Finding, isFresh, isOf, nextOf, type Reading, runEnd } from '../views/reading.ts';
import { hasDifferent, type SecretRule } from './token-shape.ts';
import { isCredible, isPlaceholder, isRandom } from './values.ts';

/** The userinfo of a URL, plain, in escaped JSON, or percent-encoded: `://user:password@`. */
const urlPassword: SecretRule = rule(['://', ':\\/\\/', '%3a%2f%2f'], (reading, start, end) => {
  const { text } = reading;
  const isEncoded = text[start] === '%';
  let at = end;
  let colon = -1;
  let signAt = -1;
  for (; at - end < 300; at++) {
    const code = codeAt(reading, at);
    const isSign = code === 64 || (isEncoded && text.startsWith('%40', at));
    const isColon = code === 58 || (isEncoded && /^%3a/i.test(text.slice(at, at + 3)));
    if (isSign) signAt = at;
    else if (isColon && colon === -1) colon = at;
    // `$`, `<` and `{` belong to placeholders, which are looked at below
    else if (
      code <= 32 ||
      [47, 63, 35, 34, 39, 96, 92].includes(code) ||
      (isEncoded && /^%2f/i.test(text.slice(at, at + 3)))
    )
      break;
  }
  if (signAt === -1 || text.startsWith('[secret:', end)) return [];
  if (colon === -1 || colon > signAt) {
    const user = text.slice(end, signAt);
    const isPublicKey = /^@[^/\s]*(?:sentry|ingest)/.test(ahead(reading, signAt, 60, /^[^/\s]*$/));
    return isRandom(user, 24) && !isPublicKey ? [{ start: end, end: signAt, kind: 'url-password' }] : [];
  }
  const from = colon + (isEncoded && text[colon] === '%' ? 3 : 1);
  const password = text.slice(from, signAt);
  return password === '' || isPlaceholder(password) ? [] : [{ start: from, end: signAt, kind: 'url-password' }];
});

const bearer: SecretRule = rule(['bearer ', 'bearer%20', 'bearer: '], (reading, start, end) => {
  if (!isFresh(reading, start)) return [];
  const from = blanks(reading, end);
  return tokenAt(reading, from, 'bearer-token');
});

/** `Basic`, then base64 that holds a colon. */
const basic: SecretRule = rule(['basic ', 'basic%20'], (reading, start, end) => {
  if (!isFresh(reading, start)) return [];
  const from = blanks(reading, end);
  let to = runEnd(reading, 'b64', from);
  for (let signs = 0; signs < 2 && codeAt(reading, to) === 61; signs++) to++;
  return holdsColon(reading.text.slice(from, to)) ? [{ start: from, end: to, kind: 'basic-auth' }] : [];
});

/** `Authorization: SCHEME value`, in headers, JSON and code. */
const authorization: SecretRule = rule(['authorization'], (reading, _, end) => {
  const head = /^\\{0,3}["']?\]?\s{0,4}[:=,]\s{0,4}(?:[bf]?\\{0,3}["'`])?(?:(?:[A-Za-z][\w-]{1,24})[ ]{1,3})?/.exec(
    ahead(reading, end, 60, /^[\\"'\]\s:=,bf`\w-]*$/),
  );
  if (!head) return [];
  const from = end + head[0].length;
  return tokenAt(reading, from, 'authorization');
});

/** Cookies that look like sessions. */
const cookies: SecretRule = rule(['cookie: ', 'cookie":"', "cookie': '", 'cookie": "'], (reading, _, end) => {
  const findings: Finding[] = [];
  let at = end;
  for (let pairs = 0; pairs < 40; pairs++) {
    const nameEnd = runEnd(reading, 'wt', at);
    if (codeAt(reading, nameEnd) !== 61 || nameEnd - at > 80) break;
    let to = nameEnd + 1;
    while (to - nameEnd < 4096 && codeAt(reading, to) > 32 && !/[;"',]/.test(reading.text[to] ?? '')) to++;
    if (isRandom(reading.text.slice(nameEnd + 1, to))) findings.push({ start: nameEnd + 1, end: to, kind: 'cookie' });
    if (codeAt(reading, to) !== 59) break;
    at = blanks(reading, to + 1);
  }
  return findings;
});

/** `?key=…` of a public interface: only what a machine made. */
const queryKey: SecretRule = rule(
  ['?key=', '&key=', '?appid=', '&appid=', '?sig=', '&sig=', '&code='],
  (reading, _, end) => {
    const { text } = reading;
    let to = end;
    while (to - end < 2048 && (isOf('we', codeAt(reading, to)) || /[%.~+/]/.test(text[to] ?? ''))) to++;
    return isRandom(text.slice(end, to), 28) ? [{ start: end, end: to, kind: 'api-key' }] : [];
  },
);

/** The private part of a JSON web key. */
const jsonWebKey: SecretRule = rule(['"d":', '"d" :'], (reading, _, end) => {
  const from = blanks(reading, end) + 1;
  const to = runEnd(reading, 'w', from);
  return codeAt(reading, from - 1) === 34 && codeAt(reading, to) === 34 && isRandom(reading.text.slice(from, to), 40)
    ? [{ start: from, end: to, kind: 'private-key' }]
    : [];
});

/** A key file of PuTTY: so many lines of base64. */
const putty: SecretRule = rule(['private-lines: '], (reading, _, end) => {
  const count = /^(\d{1,3})\r?\n/.exec(ahead(reading, end, 8, /^\d*\r?$/));
  if (!count) return [];
  const from = end + count[0].length;
  let to = from;
  for (let line = 0; line < Number(count[1]); line++) {
    let at = runEnd(reading, 'b64', to);
    while (codeAt(reading, at) === 61) at++;
    if (at === to) break;
    to = at;
    while (line + 1 < Number(count[1]) && /[\r\n]/.test(reading.text[to] ?? '')) to++;
  }
  return to > from ? [{ start: from, end: to, kind: 'private-key' }] : [];
});

/** Options of commands: which of them is a password depends on the command, which stands before it on the line. */
const option: SecretRule = rule([' -u', ' --user', ' -p', ' -a ', '=pass:', ' pass:'], (reading, start, end) => {
  const { text } = reading;
  const line =
    text
      .slice(Math.max(0, start - 300), start)
      .split('\n')
      .at(-1) ?? '';
  const sign = text.slice(start, end).trim();
  if (/^-u$|^--user$/.test(sign)) {
    if (!/\b(?:curl|http|https|wget|mc|elasticdump)\b/.test(line)) return [];
    const value = optionValue(reading, end);
    const colon = value ? text.slice(value.start, value.end).indexOf(':') : -1;
    return value && colon > 0 ? passwordAt(text, value.start + colon + 1, value.end) : [];
  }
  if (sign === '-P' && !/\bzip\b|\bunzip\b/.test(line)) return [];
  if (sign === '-p') {
    const isAttached = codeAt(reading, end) > 32;
    if (/\b(?:mysql\w*|mariadb\w*)\b/.test(line) && !isAttached) return [];
    if (
      !/\b(?:sshpass|7za?|rar|unrar|mysql\w*|mariadb\w*|(?:docker|podman|registry|oc|az|nerdctl|buildah|skopeo)\b.*\blogin)\b/.test(
        line,
      )
    )
      return [];
  } else if (
    sign === '-a'
      ? !/\bredis-cli\b/.test(line)
      : sign !== '-P' && (!sign.endsWith('pass:') || !/\bopenssl\b/.test(line))
  )
    return [];
  const value = optionValue(reading, end);
  return value ? passwordAt(text, value.start, value.end) : [];
});

/** The other half of a pair of Amazon's, in the next cell or line: it has no mark of its own. */
const awsPair: SecretRule = rule(['akia', 'asia'], (reading, start) => {
  const { text } = reading;
  if (!/^A[KS]IA[A-Z2-7]{16}(?![A-Za-z0-9])/.test(ahead(reading, start, 21, /^\w*$/))) return [];
  for (let at = start + 20; at < start + 120; at++) {
    if (!isOf('b64', codeAt(reading, at))) {
      if (reading.touchedEnd) return [];
      continue;
    }
    const end = runEnd(reading, 'b64', at);
    if (end - at === 40 && isRandom(text.slice(at, end), 40)) return [{ start: at, end, kind: 'aws-secret-key' }];
    at = end;
  }
  return [];
});

/** `htpasswd -b FILE USER PASSWORD` */
const htpasswd: SecretRule = rule(['htpasswd '], (reading, _, end) => {
  const words = /^-\w*b\w*\s+\S+\s+\S+\s+/.exec(ahead(reading, end, 200, /^-[^\n]*$/));
  const value = words ? optionValue(reading, end + words[0].length) : undefined;
  return value ? passwordAt(reading.text, value.start, value.end) : [];
});

export const carrierRules: readonly SecretRule[] = [
  urlPassword,
  bearer,
  basic,
  authorization,
  cookies,
  queryKey,
  jsonWebKey,
  putty,
  awsPair,
  option,
  htpasswd,
];

function rule(anchors: readonly string[], find: SecretRule['find']): SecretRule {
  return { anchors, holds: false, from: (_, __, end) => end, find };
}

function blanks(reading: Reading, at: number): number {
  let end = at;
  while (codeAt(reading, end) === 32 && end - at < 4) end++;
  return end;
}

/** A token of RFC 6750 that somebody's machine has made. */
function tokenAt(reading: Reading, from: number, kind: string): readonly Finding[] {
  const { text } = reading;
  let end = from;
  while (end - from < 4096 && (isOf('wt', codeAt(reading, end)) || /[+/=:|]/.test(text[end] ?? ''))) end++;
  while (end > from && /[.:,|]/.test(text[end - 1] ?? '')) end--;
  const token = text.slice(from, end);
  return isRandom(token, 16) ||
    (token.length >= 10 &&
      /\d/.test(token) &&
      /[A-Za-z]/.test(token) &&
      !isPlaceholder(token) &&
      hasDifferent(token, 8))
    ? [{ start: from, end, kind }]
    : [];
}

function holdsColon(encoded: string): boolean {
  if (encoded.length < 8 || encoded.length > 4096) return false;
  try {
    return /^[^\0-\x08\x0e-\x1f]*:[^\0-\x08\x0e-\x1f]*$/.test(atob(encoded));
  } catch {
    return false;
  }
}

function optionValue(reading: Reading, at: number): { readonly start: number; readonly end: number } | undefined {
  const { text } = reading;
  let start = at;
  while ((codeAt(reading, start) === 32 || codeAt(reading, start) === 61) && start - at < 4) start++;
  const quote = text[start];
  if (quote === "'" || quote === '"') {
    const end = nextOf(reading, quote, start + 1);
    return end === -1 || end - start > 400 ? undefined : { start: start + 1, end };
  }
  let end = start;
  while (end - start < 400 && codeAt(reading, end) > 32 && !/["'`;|\\]/.test(text[end] ?? '')) end++;
  return end > start ? { start, end } : undefined;
}

function passwordAt(text: string, start: number, end: number): readonly Finding[] {
  const facts = { certainty: 'sure', isPassword: true, isQuoted: true } as const;
  return isCredible(text.slice(start, end), facts) ? [{ start, end, kind: 'password' }] : [];
}
