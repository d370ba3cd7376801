/**
 * `straylight egress check`: would this request be let out, and where would it connect? Nothing is resolved and nothing
 * connected.
 *
 * A row tells what DNS and servers would say; the walk from name to address to redirect is the fetcher's, by the same
 * rules.
 */

import {
  type Denied,
  type DnsAnswer,
  isDenied,
  judgeAnswer,
  judgeUrl,
  maxRedirects,
  redirectOf,
} from '../../domain/egress/egress.ts';
import { inEnglish, type Sentence, says } from '../../domain/policy/sentence.ts';
import { catalog } from '../../domain/text/catalog.ts';
import { ownWords } from '../../domain/text/texts.ts';
import { type Io, jsonText } from '../io.ts';
import { type EgressRow, readEgressRow } from './egress-row.ts';

/** One answer. `connects`: the addresses of the hops that were let through, in order. */
export interface EgressAnswer {
  readonly verdict: 'allow' | 'deny';
  readonly reason: string;
  readonly connects: readonly string[];
}

type Answer = Omit<EgressAnswer, 'reason'> & { readonly reason: Sentence };

export type EgressCheckOptions = { readonly io: Io } & (
  | { readonly url: string; readonly json: boolean }
  /** JSON rows, one a line; empty lines are passed over. */
  | { readonly lines: Iterable<string> | AsyncIterable<string> }
);

/** Exit code: 1 for a URL that is denied, or for lines of which one is no row; else 0. */
export async function egressCheck(options: EgressCheckOptions): Promise<number> {
  const { io } = options;
  if ('url' in options) {
    const answer = checkUrl(options.url);
    const said = verdicts[io.language ?? 'en'][answer.verdict];
    io.out(options.json ? oneLineJson(answer) : `${said}: ${ownWords(answer.reason, io.language)}`);
    return answer.verdict === 'allow' ? 0 : 1;
  }
  let exitCode = 0;
  for await (const line of options.lines) {
    if (line.trim() === '') continue;
    const row = readEgressRow(line);
    if ('problem' in row) exitCode = 1;
    io.out(oneLineJson('problem' in row ? deny(says`this is no row: ${row.problem}`, []) : checkRow(row)));
  }
  return exitCode;
}

const verdicts = catalog('commands/rules/egress', {
  en: { allow: 'allow', deny: 'deny' },
  de: { allow: 'erlaubt', deny: 'abgelehnt' },
});

/** A URL alone: what can be said without asking DNS. */
function checkUrl(url: string): Answer {
  const to = judgeUrl(url);
  if (isDenied(to)) return deny(to.reason, []);
  if ('address' in to.host) return allow(says`${to.host.address} is a public address`, [to.host.address]);
  return allow(says`nothing in the URL is refused; the addresses of ${to.host.name} are judged when it is fetched`, []);
}

function checkRow(row: EgressRow): Answer {
  const connects: string[] = [];
  const [resolve, respond] = [resolverOf(row), responderOf(row)];
  let url = row.url;
  for (let redirects = 0; ; redirects++) {
    const there = (reason: Sentence) => (redirects === 0 ? reason : says`redirect ${redirects}: ${reason}`);
    const to = judgeUrl(url);
    if (isDenied(to)) return deny(there(to.reason), connects);
    const answer = 'address' in to.host ? { addresses: [to.host.address] } : judgedAnswer(to.host.name, resolve);
    if (isDenied(answer)) return deny(there(answer.reason), connects);
    connects.push(...answer.addresses.slice(0, 1));
    const next = redirectOf({ href: to.href, method: 'GET' }, respond(to.href));
    if (isDenied(next)) return deny(says`redirect ${redirects + 1}: ${next.reason}`, connects);
    if (next === undefined) return allow(there(says`every address of ${new URL(to.origin).host} is public`), connects);
    if (redirects === maxRedirects) return deny(says`more than ${maxRedirects} redirects`, connects);
    url = next.to;
  }
}

type Resolver = (name: string) => DnsAnswer | { readonly error: Sentence };

function judgedAnswer(name: string, resolve: Resolver): Denied | { readonly addresses: readonly string[] } {
  const answer = resolve(name);
  return 'error' in answer ? { verdict: 'deny', reason: answer.error } : judgeAnswer(name, answer);
}

/** Follows aliases, then takes the next answer of the name they end at; the last one repeats. */
function resolverOf({ dns, cname }: EgressRow): Resolver {
  const counts = new Map<string, number>();
  return name => {
    const aliases: string[] = [];
    let at = name;
    for (let target = cname.get(at); target !== undefined; target = cname.get(at)) {
      if (aliases.includes(target)) return { error: says`the aliases of ${name} go round in a circle` };
      aliases.push(target);
      at = target;
    }
    const times = counts.get(at) ?? 0;
    counts.set(at, times + 1);
    const answers = dns.get(at) ?? [];
    const answer = answers[Math.min(times, answers.length - 1)];
    if (typeof answer === 'string') return { error: says`DNS gave no answer for ${name}: ${answer.slice(0, 60)}` };
    if (answer === undefined) return { error: says`${[name, ...aliases].at(-1) ?? ''} does not exist` };
    return { addresses: answer, aliases };
  };
}

/** What the servers of the row answer: the redirect noted for that URL, the next one at each visit, else a page. */
function responderOf({ redirects }: EgressRow): (href: string) => { status: number; location?: string | undefined } {
  const visits = new Map<string, number>();
  return href => {
    const times = visits.get(href) ?? 0;
    visits.set(href, times + 1);
    const own = redirects.filter(({ from }) => from === href);
    return own[Math.min(times, own.length - 1)] ?? { status: 200 };
  };
}

function allow(reason: Sentence, connects: readonly string[]): Answer {
  return { verdict: 'allow', reason, connects };
}

function deny(reason: Sentence, connects: readonly string[]): Answer {
  return { verdict: 'deny', reason, connects };
}

/** Line breaks inside JSON stand between members only: in a text they are written as an escape. */
function oneLineJson(answer: Answer): string {
  return jsonText({ ...answer, reason: inEnglish(answer.reason) }).replace(/\n\s*/g, '');
}
