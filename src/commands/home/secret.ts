/**
 * `straylight secret set` and `remove`: a value is only ever given.
 *
 * The value goes from the prompt or standard input into the encrypted file and to nobody else; the running agent is
 * told to read that file, so it crosses no connection.
 */

import type { Agent } from '../../api/client/agent.ts';
import { placesOf } from '../../api/views/secrets.ts';
import { serverSecrets } from '../../domain/mcp/server.ts';
import { isSecretName, secretNameRule } from '../../domain/secrets/handle.ts';
import {
  mainAgent,
  ruleProblem,
  type SecretRow,
  type SecretRule,
  type SecretTakers,
  type SecretWay,
  toolProblem,
} from '../../domain/secrets/rule.ts';
import { type Failure, fault, toFailure } from '../../domain/supervision/failure.ts';
import { catalog } from '../../domain/text/catalog.ts';
import { defined } from '../../domain/text/json.ts';
import { failureWords, ownWords } from '../../domain/text/texts.ts';
import { oneLine, readable } from '../../domain/text/visible.ts';
import { type Io, jsonText } from '../io.ts';
import { noSuch } from '../missing.ts';
import { sayIn } from '../say.ts';

export interface SecretOptions {
  readonly verb: 'set' | 'remove';
  /** Of the secret. */
  readonly name: string;
  readonly json: boolean;
  readonly io: Io;
  readonly now: () => number;
  /** The tools that take secrets. */
  readonly takers: SecretTakers;
  /** What of the rule was named; nothing: a rule that is there stays. */
  readonly rule: RuleWords;
  readonly note?: string;
  /** When it stops working, as it was typed. */
  readonly expires?: string;
  /** The file, which this process changes itself. */
  readonly kept: {
    rows(): Promise<readonly SecretRow[]>;
    set(secret: SecretRow & { readonly value: string }): Promise<void>;
    remove(name: string): Promise<boolean>;
  };
  /** The value, from wherever its owner gives it. */
  readonly readValue: (name: string) => Promise<string>;
  /** Straylight, to be told; rejects where it cannot be reached. */
  readonly reach: () => Promise<Pick<Agent, 'secrets' | 'close'>>;
}

/** As they were written after `--tool`, `--host`, `--header`, `--command` and `--agent`. */
export type RuleWords = Readonly<Partial<Record<keyof SecretRule, readonly string[]>>>;

const nameRules = catalog('commands/home/secret', {
  en: secretNameRule,
  de: 'ein Kleinbuchstabe oder eine Ziffer, dann höchstens 63 aus a-z, 0-9, „_“, „.“, „/“ und „-“, wie in github/deploy',
});

/** Runs one form of the command; 2 where it was written wrongly. */
export async function secret(options: SecretOptions): Promise<number> {
  const { verb, name, io } = options;
  if (!isSecretName(name)) {
    // what stands there by mistake may be the value: it is not shown
    io.err(`straylight: ${sayIn(io)('the name of a secret is {rule}', { rule: nameRules[io.language ?? 'en'] })}`);
    return 2;
  }
  return verb === 'set' ? set(options, name) : remove(options, name);
}

async function set(options: SecretOptions, name: string): Promise<number> {
  const { kept, io, json, now, readValue, takers, rule: named } = options;
  const before = (await kept.rows()).find(row => row.name === name);
  const isSame = before !== undefined && Object.values(named).every(words => words.length === 0);
  const rule = isSame ? before.rule : ruleOf(named, takers);
  const wrong = isSame ? undefined : (toolProblem(rule, takers) ?? ruleProblem(rule));
  if (wrong !== undefined) {
    io.err(`straylight: ${readable(ownWords(wrong, io.language))}`);
    return 2;
  }
  const expires = options.expires === undefined ? undefined : expiryOf(options.expires, now());
  if (options.expires !== undefined && expires === undefined) {
    io.err(`straylight: ${sayIn(io)('--expires takes a day to come as in 2027-01-31, or days as in 90d')}`);
    return 2;
  }
  const note = options.note ?? before?.note;
  // The line's end is the editor's, not the value's.
  const value = (await readValue(name)).replace(/\r?\n$/, '');
  if (value === '') throw fault('invalid', sayIn(io)('the value is empty'));
  const row: SecretRow = { name, rule, createdAt: now(), ...defined({ note, expires }) };
  return telling(options, async () => {
    await kept.set({ ...row, value });
    if (json) return jsonText(row);
    const say = sayIn(io);
    const values = { name, where: placesOf(rule, takers, io.language ?? 'en') };
    if (before === undefined) return say('Added {name}, {where}.', values);
    return isSame
      ? say('Replaced, with the same rule: {name}, {where}.', values)
      : say('Replaced, with a new rule: {name}, {where}.', values);
  });
}

/** The instant of a day (UTC) or of so many days from now; undefined: it is none, or none to come. */
function expiryOf(typed: string, now: number): number | undefined {
  const [, days] = /^(\d{1,4})d$/.exec(typed) ?? [];
  if (days !== undefined) return now + Number(days) * 86_400_000;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(typed) ? Date.parse(`${typed}T00:00:00Z`) : Number.NaN;
  return at > now ? at : undefined;
}

async function remove(options: SecretOptions, name: string): Promise<number> {
  const { kept, json, io } = options;
  return telling(options, async () => {
    if (!(await kept.remove(name)))
      throw noSuch(options, 'there is no secret {name}; "straylight secret list" lists all secrets', { name });
    return json
      ? jsonText({ name, removed: true })
      : sayIn(io)('Removed {name}. The service that issued it still accepts it; revoke it there.', { name });
  });
}

/** Changes the file while the agent is known, so that the change is written down there. */
async function telling({ reach, io }: SecretOptions, change: () => Promise<string>): Promise<number> {
  let agent: Pick<Agent, 'secrets' | 'close'> | undefined;
  let untold: Failure | undefined;
  try {
    agent = await reach();
  } catch (thrown) {
    untold = toFailure(thrown);
  }
  try {
    io.out(await change());
    await agent?.secrets.reload();
  } finally {
    await agent?.close();
  }
  if (untold)
    io.err(
      io.style.warn(
        `straylight: ${sayIn(io)('done, but the running agent could not be notified ({message})', { message: readable(failureWords(untold, io.language)) })}`,
      ),
    );
  return 0;
}

/** An MCP server gets a secret only where it is named. */
const isOfServer = (tool: string) => Object.values<string>(serverSecrets).includes(tool);

/** The rule of these words, with what follows from them. */
function ruleOf(
  { tools = [], hosts = [], headers = [], commands = [], agents = [] }: RuleWords,
  takers: SecretTakers,
): SecretRule {
  const by = (way: SecretWay) => [...takers.keys()].filter(tool => takers.get(tool) === way);
  const implied = (way: SecretWay) =>
    tools.some(tool => takers.get(tool) === way) ? [] : by(way).filter(tool => !isOfServer(tool));
  const all = new Set([
    ...tools.map(tool => oneLine(tool, 40)),
    ...(hosts.length > 0 ? implied('header') : []),
    ...(commands.length > 0 ? implied('variable') : []),
  ]);
  const isInHeader = [...all].some(tool => takers.get(tool) === 'header');
  return {
    tools: [...[...takers.keys()].filter(tool => all.has(tool)), ...[...all].filter(tool => !takers.has(tool))],
    hosts: hosts.map(host => host.toLowerCase()),
    headers: headers.length > 0 || !isInHeader ? headers.map(one => one.toLowerCase()) : ['authorization'],
    commands,
    agents: agents.length > 0 ? agents : [mainAgent],
  };
}
