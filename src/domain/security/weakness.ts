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
    found: names => `the audit chain does not hold: ${names}`,
    advice: 'find out why first; the command says that you know of it',
  },
  open: { gravity: 'serious', found: names => `other users of this machine can reach ${names}` },
  env: { gravity: 'serious', found: names => `other users of this machine can read the secrets in ${names}` },
  token: { gravity: 'serious', found: names => `a token others could read makes them you: ${names}` },
  gate: {
    gravity: 'serious',
    found: names => `others can change a program that decides for you: ${names}`,
  },
  address: {
    gravity: 'serious',
    found: names => `the port of the page is open to other machines: a program listens on ${names}`,
    advice:
      'Straylight itself listens on 127.0.0.1 and ::1 alone; end that program, or set another [channels.web] port',
  },
  direct: {
    gravity: 'serious',
    found: names => `commands run without a sandbox, with all your rights: ${names}`,
    advice: 'install bubblewrap or Docker, and set [sandbox] executor = "auto" in config.toml',
  },
  standing: { gravity: 'serious', found: names => `a standing approval covers more than can be foreseen: ${names}` },
  longStanding: { gravity: 'weaker', found: names => `a standing approval is far in term or number: ${names}` },
  oldToken: { gravity: 'weaker', found: names => `the token of the page is old: ${names}` },
  tool: {
    gravity: 'weaker',
    found: names => `a tool is not what was trusted, so it asks each time: ${names}`,
    advice: '"straylight tools show NAME" shows it; if the change is yours, "straylight tools enable NAME" trusts it',
  },
  gateMissing: {
    gravity: 'weaker',
    found: names => `the program of a gate cannot be run, so what it judges is blocked: ${names}`,
    advice: 'put the program there, or take its [[gates]] out of config.toml',
  },
  hook: {
    gravity: 'weaker',
    found: names => `your own git, outside the sandbox, would run hooks that lie in the workspace: ${names}`,
  },
  undo: {
    gravity: 'weaker',
    found: () => 'undo is off: what a turn changes in the workspace cannot be brought back',
    advice: setting('[undo] enabled = true'),
  },
  expires: {
    gravity: 'weaker',
    found: () => 'approvals never expire: an old card can still be answered',
    advice: setting('[approvals] expires_ms = 86400000'),
  },
  budget: {
    gravity: 'weaker',
    found: names => `nothing bounds what models may use: ${names} = "none"`,
    advice: setting('take these lines of [budget] out'),
  },
  egress: {
    gravity: 'weaker',
    found: names => `requests may be sent unasked to hosts that anybody can own: ${names}`,
    advice: setting('[egress] allowed_domains with whole host names'),
  },
  telemetry: {
    gravity: 'weaker',
    found: names => `spans leave this machine: ${names}`,
    advice: setting('[telemetry] endpoint on 127.0.0.1, or none; also in OTEL_EXPORTER_OTLP_ENDPOINT'),
  },
  stately: {
    gravity: 'weaker',
    found: names => `the running process shows what happens to a page of others: ${names}`,
    advice: 'stop it and start it without --stately',
  },
  synchronous: {
    gravity: 'weaker',
    found: () => 'a power cut may take the last seconds of what was accepted and signed',
    advice: setting('[store] synchronous = "full"'),
  },
  telegram: {
    gravity: 'weaker',
    found: () => 'Telegram has a token and nobody in allowed_users: approvals cannot be given there, only here',
    advice: setting('[channels.telegram] allowed_users = [your numeric id]'),
  },
  formerAgent: {
    gravity: 'weaker',
    found: names => `an old file where commands can write looks like settings, and is not read: ${names}`,
  },
  key: {
    gravity: 'note',
    found: names => `the signing key lies in a file although this system has a keyring: ${names}`,
    advice: 'a key stays where it was made; a new home takes the keyring while [keys] store = "auto"',
  },
  packages: {
    gravity: 'note',
    found: names => `commands in the sandbox can reach ${names}`,
    advice: setting('[packages] enabled = false, when nothing is to be installed'),
  },
  environment: {
    gravity: 'note',
    found: names => `keys stand in the environment, where every program that is started with it reads them: ${names}`,
    advice: 'move them into .env of the home, and out of the shell or the service',
  },
  users: {
    gravity: 'note',
    found: names => `other people can log in here, and take the port of the page while Straylight is down: ${names}`,
    advice: setting('[channels.web] port = 0, which gives each start an address of its own'),
  },
  unread: {
    gravity: 'weaker',
    found: names => `could not be looked at: ${names}`,
    advice: '"straylight doctor" may say why',
  },
} as const satisfies Readonly<Record<string, Rule>>;

export type WeaknessKind = keyof typeof rules;

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
        ...(command === undefined ? {} : { command }),
        ...(advice === undefined ? {} : { advice }),
      };
    });
}

/** A path or name as a shell takes it for one word. */
export function shellWord(text: string): string {
  return /^[\w./+:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
