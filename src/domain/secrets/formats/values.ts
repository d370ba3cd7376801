/**
 * Is what stands after “password =” a password? Names of variables, types, calls, placeholders and sentences stand
 * there too.
 *
 * How much a value must look like a secret depends on where it stands: after `DB_PASSWORD=` in an environment file
 * anything is one that is no placeholder; in a program or a table it must show it.
 */
import { hasDifferent } from './token-shape.ts';

/** `sure`: only a secret can stand here. `likely`: it must look like one. `doubtful`: nothing else may look like it. */
export type Certainty = 'sure' | 'likely' | 'doubtful';

export interface ValueFacts {
  readonly certainty: Certainty;
  /** A password may be a word; a key or token is made by a machine. */
  readonly isPassword: boolean;
  readonly isQuoted: boolean;
}

/** The value without quotes. */
export function isCredible(value: string, { certainty, isPassword, isQuoted }: ValueFacts): boolean {
  if (value.length < 4 || value.length > 10_000) return false;
  if (value.length > 200) return isCredible(value.slice(0, 200), { certainty, isPassword, isQuoted });
  if (isPlaceholder(value)) return false;
  if (!isQuoted && isCode(value)) return false;
  if (
    /^(?:https?|ftp|file|ssh):/i.test(value) ||
    /^(?:~|\.{1,2})?\/[\w.-]+(?:\/|$)/.test(value) ||
    /^[A-Z]:\\/.test(value)
  )
    return false;
  const looks = mixture(value);
  const hasSpace = /\s/.test(value);
  if (hasSpace && isSentence(value)) return false;
  if (certainty === 'sure')
    return isPassword ? true : value.length >= 8 && (looks.digit || value.length >= 16) && !/^\d+$/.test(value);
  if (/^\d+$/.test(value)) return isPassword && isQuoted && value.length >= 6;
  if (/^\d{4}-\d{2}-\d{2}/.test(value) || /^v?\d+(?:\.\d+)+$/.test(value)) return false;
  if (!isPassword) {
    if (hasSpace) return false;
    return looks.digit && (looks.lower || looks.upper) && value.length >= (certainty === 'likely' ? 10 : 20);
  }
  const isMixed = (looks.digit || looks.sign) && (looks.lower || looks.upper);
  if (certainty === 'likely') return isMixed && value.length >= 6 && !isName(value);
  return looks.digit && (looks.lower || looks.upper) && !hasSpace && value.length >= 8 && (looks.sign || looks.both);
}

/** As long and as mixed as only something made by a machine is. */
export function isRandom(value: string, least = 20): boolean {
  const { digit, lower, upper } = mixture(value);
  return value.length >= least && digit && (lower || upper) && hasDifferent(value, 8) && !isPlaceholder(value);
}

/** What stands where a secret will be, or has been. */
export function isPlaceholder(value: string): boolean {
  if (beginsAsPlaceholder.test(value) || holdsPlaceholder.test(value) || !hasDifferent(value, 2)) return true;
  if (value.length > 40 || /\d/.test(value)) return false;
  if (/^[A-Z]+(?:_[A-Z]+)+$/.test(value)) return true;
  const word = value.toLowerCase().replace(/[^a-z]+/g, '');
  return (
    placeholderWords.has(word) ||
    /^(?:your|insert|enter|replace|change)\w*(?:api|key|token|secret|password|here|me)$/.test(word)
  );
}

const beginsAsPlaceholder = /^(?:[$<{[?]|%\w+%|%[sd(]|[:@]\w+$|#\{|\*{2}|\.{3}|…|•{2}|[-_]+$|!\w+ ?)/;
const holdsPlaceholder = /\$[{(]|\{\{|<%|\[secret:|\[redacted|…|\.\.\.$|\*{4}|EXAMPLE|x{6}|X{6}/;

const placeholderWords: ReadonlySet<string> = new Set(
  (
    'password passwd passwort kennwort pass pwd secret token key apikey credential credentials changeme changeit todo tbd none null nil undefined ' +
    'true false yes no on off string str text bytes number int integer boolean bool any unknown object required optional include default example ' +
    'sample placeholder dummy redacted hidden masked removed secrettoken mypassword yourpassword yourtoken yourapikey userpassword userpass bearer basic ' +
    'value empty unset missing invalid expired deprecated env environment vault file prompt ask this self'
  ).split(' '),
);

/** A reference, a call or an expression of a program rather than a value. */
function isCode(value: string): boolean {
  return (
    /^(?:await|new|function|typeof|return|async|lambda|ref|func)\b/.test(value) ||
    /^[A-Za-z_$][\w$]*(?:(?:\.|->|::)[A-Za-z_$][\w$]*)*[([]/.test(value) ||
    /^(?:process|os|env|self|this|config|conf|cfg|settings|options|opts|args|req|request|res|params|props|state|user|data|var|local|module|secrets?|ctx|context|input|body|form|event|e|t|n|r)(?:\.|->|\[)\D*$/.test(
      value,
    ) ||
    (/^[a-z]\w*(?:\.[A-Za-z_]\w*)+$/.test(value) && !/\.\w*\d/.test(value))
  );
}

/** One written word, as names of variables and labels are: `getToken`, `Passwort`, `user_name`. */
function isName(value: string): boolean {
  return (
    /^[A-Za-z]+(?:[-_.][A-Za-z]+)*\d?[?:!.]?$/.test(value) &&
    !/[a-z][A-Z]?[-_.].*[!?]$/.test(value) &&
    !/\d/.test(value)
  );
}

const sentenceWords =
  /\b(?:must|is|are|be|the|your|a|an|at|least|with|please|enter|not|wrong|invalid|for|to|of|characters?|has|have|was|will|and|or|see|ist|sind|das|die|der|dein|ihr|mindestens|zeichen|bitte|nicht|und|oder)\b/i;

function isSentence(value: string): boolean {
  return sentenceWords.test(value) || value.split(/\s+/).length > 8;
}

function mixture(value: string) {
  const lower = /[a-zäöüß]/.test(value);
  const upper = /[A-ZÄÖÜ]/.test(value);
  return { digit: /\d/.test(value), lower, upper, both: lower && upper, sign: /[^A-Za-z0-9\s._-]/.test(value) };
}
