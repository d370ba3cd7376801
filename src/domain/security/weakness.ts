import { defined } from '../text/json.ts';
/**
 * What weakens the promises of SECURITY.md: how bad each kind is, how it is said, and what mends it.
 *
 * The checks (src/commands/security) find facts; order and words are here alone.
 */

/** `serious`: a promise does not hold. `weaker`: it holds less than it could. `note`: known and chosen, perhaps. */
export type Gravity = 'serious' | 'weaker' | 'note';

/**
 * One thing that was found. `names`: what it is about, as texts show it; `command`: what mends it, where a command
 * does.
 */
export interface Weakness {
  readonly kind: WeaknessKind;
  readonly names: readonly string[];
  readonly command?: string;
}

export interface SecurityFinding {
  readonly gravity: Gravity;
  readonly kind: WeaknessKind;
  /** What was found and what follows from it. */
  readonly found: string;
  /** What it is about. */
  readonly names: string;
  /** The command that mends it. */
  readonly command?: string;
  /** What else to know, or what to change where no command does it. */
  readonly advice?: string;
}

interface Rule {
  readonly gravity: Gravity;
  readonly found: (names: string) => string;
  readonly advice?: string;
}

const setting = (text: string) => `in config.toml: ${text}`;

/** The worst first: findings are told in this order. */
const rules = {
  chain: {
    gravity: 'serious',
    found: names => `the audit log is broken: ${names}`,
    advice: 'find the reason first; the command accepts the break',
  },
  open: { gravity: 'serious', found: names => `other users of this machine can reach ${names}` },
  env: { gravity: 'serious', found: names => `other users of this machine can read the secrets in ${names}` },
  token: { gravity: 'serious', found: names => `others can read the token of the page and act as you: ${names}` },
  gate: {
    gravity: 'serious',
    found: names => `others can change the program of a gate: ${names}`,
  },
  address: {
    gravity: 'serious',
    found: names => `another program listens on the port of the page, open to other machines: ${names}`,
    advice: 'Straylight listens on 127.0.0.1 and ::1 only; stop that program, or set another [channels.web] port',
  },
  direct: {
    gravity: 'serious',
    found: names => `commands run without a sandbox, with all your permissions: ${names}`,
    advice: 'install bubblewrap or Docker, and set [sandbox] executor = "auto" in config.toml',
  },
  standing: { gravity: 'serious', found: names => `a standing approval is too broad: ${names}` },
  longStanding: { gravity: 'weaker', found: names => `a standing approval lasts long or allows many uses: ${names}` },
  oldToken: { gravity: 'weaker', found: names => `the token of the page is old: ${names}` },
  tool: {
    gravity: 'weaker',
    found: names => `a tool was changed after it was trusted, so it needs approval: ${names}`,
    advice:
      'check it with "straylight tools show NAME"; if you made the change, trust it with "straylight tools enable NAME"',
  },
  gateMissing: {
    gravity: 'weaker',
    found: names => `the program of a gate cannot run, so everything it checks is blocked: ${names}`,
    advice: 'install the program, or remove its [[gates]] from config.toml',
  },
  hook: {
    gravity: 'weaker',
    found: names => `git outside the sandbox would run these hooks in the workspace: ${names}`,
  },
  undo: {
    gravity: 'weaker',
    found: () => 'undo is off: changes to the workspace cannot be undone',
    advice: setting('[undo] enabled = true'),
  },
  expires: {
    gravity: 'weaker',
    found: () => 'approvals never expire: an old one can still be approved',
    advice: setting('[approvals] expires_ms = 86400000'),
  },
  budget: {
    gravity: 'weaker',
    found: names => `there is no limit on model use: ${names} = "none"`,
    advice: setting('remove these lines from [budget]'),
  },
  egress: {
    gravity: 'weaker',
    found: names => `data may be sent without approval to hosts that anyone can own: ${names}`,
    advice: setting('[egress] allowed_domains with exact host names'),
  },
  modelKey: {
    gravity: 'weaker',
    found: names => `one key is sent to several servers of models, so each could use it at the others: ${names}`,
    advice: setting('another variable as key in each [models.providers.NAME]'),
  },
  modelAddress: {
    gravity: 'weaker',
    found: names => `conversations are sent unencrypted to another machine: ${names}`,
    advice: setting('an https:// address, or one on 127.0.0.1 at the end of an encrypted tunnel, with remote = true'),
  },
  telemetry: {
    gravity: 'weaker',
    found: names => `traces are sent to another machine: ${names}`,
    advice: setting('[telemetry] endpoint on 127.0.0.1, or none; also in OTEL_EXPORTER_OTLP_ENDPOINT'),
  },
  stately: {
    gravity: 'weaker',
    found: names => `the running process sends its charts to another site: ${names}`,
    advice: 'restart it without --stately',
  },
  synchronous: {
    gravity: 'weaker',
    found: () => 'a power cut may lose the last seconds of messages and approvals',
    advice: setting('[store] synchronous = "full"'),
  },
  telegram: {
    gravity: 'weaker',
    found: () => 'Telegram has a token but no allowed_users, so nobody can use it',
    advice: setting('[channels.telegram] allowed_users = [your numeric id]'),
  },
  formerAgent: {
    gravity: 'weaker',
    found: names => `an old settings file is still there; it is not read, and commands can change it: ${names}`,
  },
  ownNetwork: {
    gravity: 'note',
    found: names => `hosts of your own network can be reached: ${names}`,
    advice: setting('[egress] allow_private without those that are not needed'),
  },
  key: {
    gravity: 'note',
    found: names => `the signing key is in a file although this system has a keyring: ${names}`,
    advice: 'an existing key stays where it is; a new home uses the keyring with [keys] store = "auto"',
  },
  packages: {
    gravity: 'note',
    found: names => `commands in the sandbox can reach ${names}`,
    advice: setting('[packages] enabled = false when you do not need it'),
  },
  environment: {
    gravity: 'note',
    found: names => `keys are in the environment, where other programs can read them: ${names}`,
    advice: 'move them from the shell or service into .env of the home',
  },
  users: {
    gravity: 'note',
    found: names => `other users of this machine can take the port of the page while Straylight is stopped: ${names}`,
    advice: setting('[channels.web] port = 0, so that each start uses another port'),
  },
  unread: {
    gravity: 'weaker',
    found: names => `could not be checked: ${names}`,
    advice: '"straylight doctor" may show the reason',
  },
} as const satisfies Readonly<Record<string, Rule>>;

export type WeaknessKind = keyof typeof rules;

/** What is said of a kind, `{names}` being what it is about, and what else to know. */
export interface WeaknessText {
  readonly found: string;
  readonly advice?: string;
}

/** What is said of each, in English. */
export function weaknessTexts(): Readonly<Record<WeaknessKind, WeaknessText>> {
  const texts = Object.entries<Rule>(rules).map(([kind, { found, advice }]) => [
    kind,
    { found: found('{names}'), ...defined({ advice }) },
  ]);
  return Object.fromEntries(texts) as Record<WeaknessKind, WeaknessText>;
}

const order = Object.keys(rules);
const gravities: readonly Gravity[] = ['serious', 'weaker', 'note'];

/** All findings in words, the worst first. */
export function worstFirst(weaknesses: readonly Weakness[]): readonly SecurityFinding[] {
  const rank = (kind: WeaknessKind) => gravities.indexOf(rules[kind].gravity) * order.length + order.indexOf(kind);
  return weaknesses
    .toSorted((a, b) => rank(a.kind) - rank(b.kind))
    .map(({ kind, names, command }) => {
      const { gravity, found, advice }: Rule = rules[kind];
      return {
        gravity,
        kind,
        found: found(names.join(', ')),
        names: names.join(', '),
        ...defined({ command }),
        advice,
      };
    });
}

/** A path or name as a shell takes it for one word. */
export function shellWord(text: string): string {
  return /^[\w./+:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
