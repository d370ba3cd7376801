/**
 * The three phases together: what was requested, what the calls did, and what the reply says.
 *
 * `refuted`: it says that something was done which the records do not hold. `unclear`: something ran that may have done
 * it, and nobody can look. `confirmed`: what it says of files, tests and messages stands in the records.
 */
import { claimKinds, type Deed, type Provable } from '../conversation/claim-kinds.ts';
import {
  type ClaimedCall,
  checkClaims,
  type DoingTool,
  deedsOf,
  expectation,
  isCovered,
  kindOf,
} from '../conversation/claims.ts';
import { changedTests, commandOf, isSameFile, isTestRun, pathsOf, worked } from './did.ts';
import { onlyLooks } from './looking-commands.ts';
import { nothingRequested, type Requested, type RequestedDeed } from './requested.ts';
import { isAll, type Said, type Statement, saidIn } from './said.ts';

/** Why a statement is not true, or cannot be looked up. */
export type Missing =
  | { readonly kind: 'call'; readonly expected: string }
  | { readonly kind: 'file'; readonly path: string; readonly touched: readonly string[] }
  | { readonly kind: 'tests'; readonly became: 'failed' | 'none' }
  | { readonly kind: 'edited'; readonly paths: readonly string[] }
  | { readonly kind: 'command' }
  /** What a model says that compared it. */
  | { readonly kind: 'model'; readonly why: string }
  | { readonly kind: 'agent'; readonly tool: string };

export interface Doubted {
  readonly claim: string;
  readonly missing: Missing;
}

export interface Verdict {
  readonly outcome: 'confirmed' | 'refuted' | 'unclear' | 'none';
  readonly refuted: readonly Doubted[];
  readonly unclear: readonly string[];
  readonly confirmed: readonly string[];
}

export interface Compared {
  readonly reply: string;
  readonly requested?: Requested;
  readonly calls: readonly ClaimedCall[];
  readonly tools: readonly DoingTool[];
  /** Was the file written since the turn began? undefined: nobody can look. */
  readonly isNew?: (path: string) => boolean | undefined;
}

type Found = 'yes' | 'no' | 'unclear';

/** Is the reply true? */
export function verdictOf({
  reply,
  requested = nothingRequested,
  calls,
  tools,
  isNew = () => undefined,
}: Compared): Verdict {
  const said = saidIn(reply);
  const refuted: Doubted[] = [];
  const unclear: string[] = [];
  const confirmed = new Set<string>();
  const look = looking({ reply, calls, tools, isNew, requested });

  const verdict = checkClaims(reply, calls, tools);
  if (!verdict.ok)
    for (const { claim, expected } of verdict.claims) refuted.push({ claim, missing: { kind: 'call', expected } });
  for (const one of said.statements) {
    if (refuted.some(({ claim }) => claim === one.text)) continue;
    for (const { deed, paths } of meant(one, requested, said, calls)) {
      const result = look(deed, paths, one);
      if (result.found === 'no') {
        refuted.push({ claim: one.text, missing: result.missing });
        break;
      }
      if (result.found === 'unclear') unclear.push(one.text);
      for (const proof of result.proofs ?? []) confirmed.add(proof);
    }
  }
  const agents = refuted.length === 0 ? failedAgents(said, calls) : undefined;
  if (agents) refuted.push(agents);
  const outcome = outcomeOf(refuted.length, unclear.length, confirmed.size);
  return { outcome, refuted, unclear: [...new Set(unclear)], confirmed: [...confirmed] };
}

function outcomeOf(refuted: number, unclear: number, confirmed: number): Verdict['outcome'] {
  if (refuted > 0) return 'refuted';
  if (unclear > 0) return 'unclear';
  return confirmed > 0 ? 'confirmed' : 'none';
}

/** Which deeds a statement is to be held against. */
function meant(
  one: Statement,
  requested: Requested,
  { admits }: Said,
  calls: readonly ClaimedCall[],
): readonly RequestedDeed[] {
  const { deeds, paths, isOwn } = one;
  const wanted = requested.deeds.filter(({ deed }) => deeds.includes(deed));
  const named = wanted.map(({ deed, paths: of }) => ({ deed, paths: paths.length > 0 ? paths : admits ? [] : of }));
  // a reply that speaks of tests after work says something of that work
  const tests = deeds.includes('passTests') && calls.length > 0 && !wanted.some(({ deed }) => deed === 'passTests');
  const own =
    isOwn && paths.length > 0 && deeds.includes('writeFile') && !wanted.some(({ deed }) => deed === 'writeFile');
  const all = isAll(one) && !admits && paths.length === 0 ? requested.deeds.filter(deed => !wanted.includes(deed)) : [];
  return [
    ...named,
    ...(tests ? [{ deed: 'passTests', paths: [] } as const] : []),
    ...(own ? [{ deed: 'writeFile', paths } as const] : []),
    ...all,
  ];
}

type Looked =
  | { readonly found: 'yes' | 'unclear'; readonly proofs?: readonly string[] }
  | { readonly found: 'no'; readonly missing: Missing };

function looking({
  calls,
  tools,
  isNew,
  requested,
  reply,
}: Required<Pick<Compared, 'reply' | 'calls' | 'tools' | 'isNew' | 'requested'>>): (
  deed: Provable,
  paths: readonly string[],
  said: Statement,
) => Looked {
  const doesWrite = (call: ClaimedCall) => {
    const deeds = deedsOf(call.tool, tools);
    return deeds.includes('writeFile') || deeds.includes('deleteFile');
  };

  function ofTests(): Looked {
    const runs = calls.filter(call => isTestRun(call) || deedsOf(call.tool, tools).includes('passTests'));
    const last = runs.at(-1);
    const other = calls.filter(call => worked(call) && mayDoAnything(call));
    if (!last)
      return other.length > 0 ? { found: 'unclear' } : { found: 'no', missing: { kind: 'tests', became: 'none' } };
    if (!worked(last)) return { found: 'no', missing: { kind: 'tests', became: 'failed' } };
    const paths = requested.ofTests ? [] : changedTests(calls, doesWrite).filter(path => !isNamedChange(path, reply));
    if (paths.length > 0) return { found: 'no', missing: { kind: 'edited', paths } };
    return { found: 'yes', proofs: [commandOf(last) ?? last.tool] };
  }

  /** A command of which nobody knows what it does, or a tool that says nothing of itself. */
  function mayDoAnything(call: ClaimedCall): boolean {
    const command = commandOf(call);
    if (command !== undefined) return !onlyLooks(command);
    return tools.find(({ name }) => name === call.tool)?.deeds === undefined && deedsOf(call.tool, tools).length === 0;
  }

  function isTouched(path: string): Found {
    const done = calls.filter(worked);
    if (
      done.some(
        call => commandOf(call) === undefined && doesWrite(call) && pathsOf(call).some(own => isSameFile(path, own)),
      )
    )
      return 'yes';
    const others = done.filter(mayDoAnything);
    if (others.length === 0) return 'no';
    const base = path.slice(path.lastIndexOf('/') + 1);
    if (others.some(call => commandOf(call)?.includes(base))) return 'yes';
    const seen = isNew(path);
    return seen === undefined ? 'unclear' : seen ? 'yes' : 'no';
  }

  function ofFiles(deed: Deed, paths: readonly string[]): Looked {
    const states = paths.map(path => [path, isTouched(path)] as const);
    const missing = states.find(([, found]) => found === 'no');
    if (missing) {
      const touched = [...new Set(calls.filter(call => worked(call) && doesWrite(call)).flatMap(pathsOf))];
      return { found: 'no', missing: { kind: 'file', path: missing[0], touched } };
    }
    if (states.some(([, found]) => found === 'unclear')) return { found: 'unclear' };
    return { found: 'yes', proofs: deed === 'writeFile' ? paths : [] };
  }

  return (deed, paths, said) => {
    if (deed === 'passTests') return ofTests();
    if ((deed === 'writeFile' || deed === 'deleteFile') && paths.length > 0) {
      const files = ofFiles(deed, paths);
      // a file that is gone was not written: what has deleted it says so
      if (deed === 'writeFile' || files.found !== 'no') return files;
    }
    const kind = kindOf(deed);
    if (deed === 'runCommand' && (said.isSuccess || isAll(said))) {
      const last = calls.findLast(call => deedsOf(call.tool, tools).includes('runCommand'));
      if (last?.outcome === 'done' && last.failed) return { found: 'no', missing: { kind: 'command' } };
    }
    if (!isCovered(kind, calls, tools))
      return { found: 'no', missing: { kind: 'call', expected: expectation(kind, calls, tools) } };
    return sureOf(deed, calls, tools);
  };
}

/** Does the reply say itself that it has changed the file? */
function isNamedChange(path: string, reply: string): boolean {
  const base = path.slice(path.lastIndexOf('/') + 1);
  return reply
    .split(/(?<=[.!?])\s/)
    .some(
      sentence => sentence.includes(base) && /chang|edit|adjust|rewr[io]|geändert|angepasst|bearbeitet/i.test(sentence),
    );
}

/** A message or a job that only a command, or a tool that says nothing of itself, can have sent or made is not seen. */
function sureOf(deed: Deed, calls: readonly ClaimedCall[], tools: readonly DoingTool[]): Looked {
  if (deed !== 'send' && deed !== 'schedule') return { found: 'yes' };
  const sure = calls.some(
    call => worked(call) && commandOf(call) === undefined && deedsOf(call.tool, tools).includes(deed),
  );
  const spoken = calls.some(
    call =>
      worked(call) &&
      /send|mail|messag|post|notif|remind|schedul|job|calendar/i.test(`${call.tool} ${commandOf(call) ?? ''}`),
  );
  return sure || spoken ? { found: 'yes', proofs: [] } : { found: 'unclear' };
}

/** Agents did not do it, and the reply says that all is done. */
function failedAgents({ statements, admits }: Said, calls: readonly ClaimedCall[]): Doubted | undefined {
  const last = calls.findLast(({ tool }) => tool === 'run_plan' || tool === 'delegate');
  if (!last || worked(last) || admits) return undefined;
  const claim = statements.find(isAll);
  return claim && { claim: claim.text, missing: { kind: 'agent', tool: last.tool } };
}

/** What is missing for a deed that a model has found in a reply; undefined: nothing, or the deed is not in the table. */
export function coversDeed(
  deed: string,
  calls: readonly ClaimedCall[],
  tools: readonly DoingTool[],
): Missing | undefined {
  const kind = claimKinds.find(one => one.deed === deed);
  if (!kind || isCovered(kind, calls, tools)) return undefined;
  return { kind: 'call', expected: expectation(kind, calls, tools) };
}
