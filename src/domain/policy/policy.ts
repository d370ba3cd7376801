/**
 * May this call run: unasked, after a question to the owner, or not at all?
 *
 * Pure, and in one place: no adapter asks anyone, and a tool only states facts. Commands are taken apart by a real
 * grammar (shell/verdict.ts). The sandbox decides what needs approval: inside one that passed its self-probe, a command
 * that would be asked about runs and is told, unless it destroys what the owner has in there or shows what nobody else
 * may see. Without walls everything counts one more.
 */

import type { Risk } from '../approvals/card.ts';
import { riskOf } from '../approvals/risk-ladder.ts';
import { type LinkVerdict, linkBits } from '../egress/shown-links.ts';
import type { ExecutorKind } from '../security/sandbox.ts';
import { readFindings, shown, writeFindings } from '../shell/paths.ts';
import { defined } from '../text/json.ts';
import { executorOf, rulesOf } from '../tools/declaration.ts';
import { isShown, notAsAllowed, runText } from '../tools/run-file.ts';
import type { CallFacts, FrozenCall } from '../tools/tool.ts';
import {
  asks,
  asksAnywhere,
  type Finding,
  gravest,
  type Level,
  refused,
  reports,
  weighty,
  withinWalls,
  withoutWalls,
} from './finding.ts';
import { oneCommand } from './one-command.ts';
import { ofRecords, recordFindings, runsLater, saysLater } from './own-records.ts';
import { type Form, inEnglish, type Sentence, says } from './sentence.ts';
import type { Taint } from './taint.ts';

export interface Verdict {
  readonly verdict: 'allow' | 'ask' | 'deny';
  readonly level: Level;
  /** For the owner, whole sentences, the gravest first; at least one. */
  readonly reasons: readonly Sentence[];
  readonly risk: Risk;
  /** It cannot be undone, and all it can reach lies within proved walls. */
  readonly isContained?: true;
  /** What acts later because of it, as sentences for beneath the reply; absent where nothing does. */
  readonly later?: readonly string[];
}

/** What is known of a call beside itself. */
export interface Circumstances {
  /** How far the least trusted text of its session is trusted. */
  readonly taint: Taint;
  /** By what such text came into it. */
  readonly distrust?: string;
  /** Where programs run, whichever tool is judged; left out: where the call was frozen for. */
  readonly executor?: ExecutorKind | undefined;
}

/** Judges one frozen call. */
export function judge(call: FrozenCall, { taint, distrust, executor = executorOf(call) }: Circumstances): Verdict {
  const { facts } = call;
  const refusal = facts.withheld ?? facts.refused;
  if (refusal !== undefined) return { verdict: 'deny', level: 3, reasons: [refusal], risk: 'high' };
  const isCommand = rulesOf(call) === 'command' && call.effect === 'act';
  const found = weighty([
    ...(isCommand ? commandFindings(facts) : [...toolFindings(call, taint, executor), ...leakFindings(call, taint)]),
    ...privateFindings(facts),
    ...strayedFindings(facts),
    ...beyondFindings(facts),
    ...ownNetworkFindings(call, taint),
  ]);
  const isDirect = executor === 'direct' && (isCommand || reachesOut(call));
  const counted = trusting(isCommand ? countedIn(executor) : isDirect ? withoutWalls : plain, taint);
  const weighedUp = weighed(found, counted, isDirect);
  const contained = isContained(weighedUp, facts, executor) ? { ...weighedUp, isContained: true as const } : weighedUp;
  const verdict = withRuns(contained, facts);
  if (verdict.level !== 2 || taint !== 'external') return verdict;
  if (distrust !== undefined) {
    const source = says`This request may come from untrusted content: ${sourceOf(distrust)}.`;
    return { ...verdict, reasons: [...verdict.reasons, source] };
  }
  if (verdict.reasons.includes(leak)) return verdict;
  return {
    ...verdict,
    reasons: [...verdict.reasons, 'This request may come from untrusted content.'],
  };
}

/** What such text came with, as the conversation names it (src/actors/conversation/trust/shown-window.ts). */
function sourceOf(distrust: string): Form {
  const [, tool] = /^a result of (\w+)$/.exec(distrust) ?? [];
  return tool === undefined ? { form: distrust.replace(/\.$/, '') } : says`a result of ${tool}`;
}

/** Does what cannot be undone end at proved walls? A secret that it is given may leave them in a way nobody sees. */
function isContained(
  { level, risk }: Verdict,
  { secrets = [], url }: CallFacts,
  executor: ExecutorKind | undefined,
): boolean {
  const hasWalls = executor !== undefined && executor !== 'direct';
  return level === 2 && risk === 'irreversible' && hasWalls && secrets.length === 0 && url === undefined;
}

/** Judges a command by its text alone. `executor`: where it would run; left out, nothing is known of that. */
export function judgeCommand(text: string, executor?: ExecutorKind): Verdict {
  return weighed(oneCommand(text), countedIn(executor), executor === 'direct');
}

/**
 * An act that changes something beside our own rows: without walls each counts one more, whichever tool it is. What is
 * written, made or sent there can reach whatever its user reaches, at once or when something else runs it.
 */
function reachesOut({ effect, facts }: FrozenCall): boolean {
  return effect === 'act' && facts.records !== true && facts.asksSecret !== true && facts.schedules !== 'reads';
}

/** What an owner's yes was given for is not what would run now: he is asked, wherever it runs. */
function strayedFindings({ strayed = [] }: CallFacts): readonly Finding[] {
  return strayed.map(what => asksAnywhere(notAsAllowed(what), 'high'));
}

/** A skill in use was not granted this, or it is beyond an agent: its owner is asked, wherever it runs. */
function beyondFindings({ beyond = [], exceeds }: CallFacts): readonly Finding[] {
  const ofAgent = exceeds === undefined ? [] : [asksAnywhere(ofExceeding(exceeds), 'medium')];
  return [...ofAgent, ...beyond.map(sentence => asksAnywhere(sentence, 'medium'))];
}

/**
 * What is asked about says which files it executes, or reads as a list, and which folders of the owner's it reaches.
 */
function withRuns(verdict: Verdict, { runs = [], folders }: CallFacts): Verdict {
  if (verdict.verdict !== 'ask') return verdict;
  const shown = runs.filter(isShown);
  const more = shown.length > mostShown ? [says`It also runs or reads ${shown.length - mostShown} more files.`] : [];
  const reached = folders === undefined ? [] : folderReasons(folders);
  return { ...verdict, reasons: [...verdict.reasons, ...shown.slice(0, mostShown).map(runText), ...more, ...reached] };
}

/** A command may reach more than it names. */
function folderReasons({ writes, reads }: NonNullable<CallFacts['folders']>): readonly Sentence[] {
  return [
    ...(writes.length === 0 ? [] : [says`It can change what is in your folders: ${writes.join(', ')}.`]),
    ...(reads.length === 0 ? [] : [says`It can read what is in your folders: ${reads.join(', ')}.`]),
  ];
}

const mostShown = 8;

type Counted = (finding: Finding) => Level;

const plain: Counted = ({ level }) => level;

/** Where commands run: proved walls, no walls, or nobody said. */
function countedIn(executor: ExecutorKind | undefined): Counted {
  if (executor === undefined) return plain;
  return executor === 'direct' ? withoutWalls : withinWalls;
}

/** Where outside text may have chosen it, what destroys or stays is asked about, wherever it runs. */
function trusting(counted: Counted, taint: Taint): Counted {
  if (taint !== 'external') return counted;
  return finding => (finding.lasting === undefined ? counted(finding) : (Math.max(2, counted(finding)) as Level));
}

function weighed(found: readonly Finding[], counted: Counted, direct: boolean): Verdict {
  const all = found.length > 0 ? found : [{ level: 0, reason: 'It only reads.' } as const];
  const level = Math.max(...all.map(counted)) as Level;
  const decisive = gravest(all.filter(finding => counted(finding) === level));
  const reasons = withoutParts(decisive.map(({ reason }) => reason));
  if (direct && level > 0 && level < 3)
    reasons.push('It would run without a sandbox, with all rights of the user that runs Straylight.');
  const risk = level === 2 ? riskOf(decisive, { direct }) : level === 3 ? 'irreversible' : 'low';
  const later = [...new Set(all.flatMap(finding => finding.later ?? []))].slice(0, mostLater);
  return {
    verdict: level === 3 ? 'deny' : level === 2 ? 'ask' : 'allow',
    level,
    reasons,
    risk,
    ...defined({ later: later.length > 0 && level < 3 ? later : undefined }),
  };
}

/** “It deletes x.” says nothing beside “It deletes x and its contents.” */
function withoutParts(reasons: readonly Sentence[]): Sentence[] {
  const all = reasons.map(inEnglish);
  return reasons.filter(
    (_, at) => !all.some(other => other.startsWith(`${all[at]?.replace(/\.$/, '')} and its contents`)),
  );
}

const mostLater = 5;

function commandFindings({ command, found, secrets = [] }: CallFacts): readonly Finding[] {
  const inText =
    command === undefined ? (found ?? [asksAnywhere('The command is not known.', 'high')]) : oneCommand(command);
  if (secrets.length === 0) return inText;
  // whatever the command is: it could write the value down anywhere
  return [asksAnywhere(says`It would be given the secret ${secrets.join(', ')}.`, 'high'), ...inText];
}

/** What is private is the owner's to give, file by file. */
function privateFindings({ private: named = [], reaches = [] }: CallFacts): readonly Finding[] {
  return [
    ...named.map(path => asksAnywhere(says`It gets ${shown(path)}, which is private.`, 'medium')),
    ...reaches.map(path => asksAnywhere(says`It may read ${shown(path)}, which is private.`, 'medium')),
  ];
}

function toolFindings(
  { tool, effect, facts }: FrozenCall,
  taint: Taint,
  executor: ExecutorKind | undefined,
): readonly Finding[] {
  const { path, paths = [], writes, empties, trusted, url } = facts;
  const named = path === undefined ? paths : [path, ...paths];
  if (effect === 'read') return named.flatMap(one => readFindings(one, '.'));
  if (facts.changes !== undefined && writes === undefined)
    return [reports(ofRecords), ...recordFindings(facts.changes, taint)];
  if (facts.schedules !== undefined && writes === undefined) return schedulingFindings(facts, taint);
  if (effect === 'record' || facts.records === true) return [reports(ofRecords)];
  if (effect === 'ask') return [reports('It asks you something.')];
  if (facts.asksSecret === true) return [(taint === 'external' ? asks : reports)(ofAskingSecret)];
  if (effect === 'plan') return [facts.plans === 'reads' ? reports(ofResearch) : asksAnywhere(ofPlan, 'medium')];
  if (effect === 'delegate') return [reports(ofDelegating(facts.delegates ?? ''))];
  if (facts.worker !== undefined)
    return [taint === 'external' ? asksAnywhere(ofWorker(facts.worker), 'medium') : reports(ofWorker(facts.worker))];
  if (facts.forgets === true) return [asksAnywhere(ofForgetting, 'medium')];
  if (facts.server !== undefined) return serverFindings(facts, taint, executor);
  if (facts.publishes !== undefined) return publishingFindings(facts.publishes);
  if (facts.restores === true) return [{ ...reports(ofRestoring), lasting: 'destroys', risk: 'medium' }];
  if (trusted === true)
    return [
      reports('It was allowed before, or goes only to you.'),
      ...(path === undefined ? [] : readFindings(path, '.', 1)),
    ];
  const emptied: readonly Finding[] = empties
    ? [
        {
          ...reports(says`It empties ${shown(path ?? 'a file')}, or removes most of it.`),
          lasting: 'destroys',
          risk: 'irreversible',
        },
      ]
    : [];
  if (writes !== undefined) {
    const isOpen = taint === 'external' || executor === 'direct';
    if (writes === 'scripts' && isOpen) return [asks('It changes the programs the agent runs.')];
    if (writes === 'settings') return [...schedulingFindings(facts, taint), (isOpen ? asks : reports)(ofSettings)];
    const files = named.flatMap(one => writeFindings(one, '.'));
    return [...emptied, ...(files.length > 0 ? files : [reports(ofFiles[writes])])];
  }
  if (trusted === false)
    return [asks(url === undefined ? 'You have not allowed this code.' : 'You have not allowed this domain.')];
  return [asks(says`The tool ${tool} acts outside of Straylight.`)];
}

/** Commits that were sent are with others: each push is the owner's to allow, wherever it goes. */
function publishingFindings(publishes: NonNullable<CallFacts['publishes']>): readonly Finding[] {
  if (publishes === 'nothing') return [];
  const sends = asksAnywhere('It publishes commits to another repository.');
  if (publishes === 'adds') return [sends];
  return [asksAnywhere('It overwrites what others may have (a forced push).'), sends];
}

/** What a server says of its own tools is a hint: it counts only where walls bound what a wrong one could do. */
function serverFindings(
  { server = '', trusted, outward, readsInWalls, isMild }: CallFacts,
  taint: Taint,
  executor: ExecutorKind | undefined,
): readonly Finding[] {
  const leaves = outward && taint === 'external' ? [asks(leakByServer(server), 'medium')] : [];
  if (trusted) return [reports(says`You have allowed this tool of the MCP server ${server}.`), ...leaves];
  if (readsInWalls && executor !== undefined && executor !== 'direct')
    return [reports(says`It says that it only reads, and the MCP server ${server} has no network.`), ...leaves];
  return [asks(says`It acts by the MCP server ${server}.`, isMild ? 'medium' : 'high'), ...leaves];
}

const leakByServer = (server: string) =>
  says`What it is given may come from untrusted content, and the MCP server ${server} can carry it out.`;

/** Outside text that could make a job would act when nobody looks. */
function schedulingFindings({ changes, schedules }: CallFacts, taint: Taint): readonly Finding[] {
  if (changes !== undefined) return recordFindings(changes, taint);
  if (schedules === undefined) return [];
  return [schedules === 'acts' || taint === 'external' ? asks(runsLater, 'medium') : reports(saysLater)];
}

/** An address can carry out what was said: where outside text may have chosen it, the owner looks at it first. */
function leakFindings(call: FrozenCall, taint: Taint): readonly Finding[] {
  const { effect, facts } = call;
  const { url, urlGiven, link } = facts;
  // an address the owner wrote carries nothing of what was read since
  if (url === undefined || urlGiven === true || taint !== 'external') return [];
  const risk = url.includes('?') || url.length > 200 ? 'medium' : 'low';
  if (link === undefined || rulesOf(call) !== 'page' || effect !== 'read') return [asks(leak, risk)];
  if (link === 'followed') return [reports('It follows a link of a page that was read before.')];
  return [asks(leak, risk), asks(whyNotFollowed[link], risk)];
}

/** What it reaches is the owner's, and is for what the owner has asked for. */
function ownNetworkFindings({ effect, facts }: FrozenCall, taint: Taint): readonly Finding[] {
  const { ownHost, url } = facts;
  if (ownHost === undefined) return [];
  const reaches = says`It reaches ${ownHost} in your own network.`;
  if (taint !== 'external')
    return [effect === 'read' ? { level: 0, whenDirect: 0, reason: reaches } : reports(reaches)];
  // on a page that the owner had opened: what it shows is text from outside, too
  if (url === undefined) return [asks(says`It acts on a page of ${ownHost} in your own network.`, 'medium')];
  return [
    refused(
      says`It reaches ${ownHost} in your own network, and text from outside may have asked for it. Ask for it in a new message.`,
    ),
  ];
}

const ofFiles = {
  workspace: 'It changes only files of the workspace.',
  scripts: 'It changes only files of the scripts.',
} as const;

/** What the agent then does is judged call by call, and trusted no further than what gave the work. */
const ofWorker = (worker: string) =>
  says`The coding worker ${worker} works on a copy; nothing reaches the folder before you accept it.`;
const ofDelegating = (agent: string) => says`It gives a piece of work to the agent ${agent}.`;

const ofExceeding = (agent: string) =>
  says`The agent ${agent} asks for more than your settings allow it. A yes holds for this alone.`;

const ofAskingSecret = 'It asks you for a secret, which the agent never sees.';
const ofPlan = 'It has agents carry out this plan, and nothing but this plan.';

const ofResearch = 'It has agents find something out by a plan; none of them may change anything.';

const ofForgetting = 'It forgets for good whatever holds these words: memories, messages and all their copies.';

const ofRestoring = 'It restores files of the workspace as they were before a turn. That can be undone.';

const ofSettings = 'It changes the agent’s own settings, which become part of every instruction.';

const leak = 'This address may come from untrusted content, and an address can carry data out.';

const whyNotFollowed: Readonly<Record<Exclude<LinkVerdict, 'followed'>, Sentence>> = {
  unseen: 'No page that was read in this conversation has a link to it.',
  shape:
    'A page that was read has this link, but the link has parts that can hold data: a query, a fragment, a port, a number instead of a name, or a part that is long or looks random.',
  site: 'A page that was read has this link, but it leads to another site, and something was called in this conversation that could have put data on the page.',
  budget: says`A page that was read has this link, but the choice of a link can carry data out, too, and the ${linkBits} bits that links may carry without approval in one conversation are used up.`,
};
