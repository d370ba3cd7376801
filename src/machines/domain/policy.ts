/**
 * May this call run: unasked, after a question to the owner, or not at all?
 *
 * Pure, and in one place: no adapter asks anyone. Of the tools that act, `execute_command` runs one plainly written reading
 * program unasked (reading-programs.ts); what stays within the agent's own folders or was allowed before runs and is told; every
 * other act is put before the owner.
 */
import type { Risk } from './approval-card.ts';
import { plainWords } from './plain-command.ts';
import { notReading } from './reading-programs.ts';
import type { Taint } from './taint.ts';
import type { CallFacts, FrozenCall } from './tool.ts';

/** L0 run, L1 run and tell, L2 ask, L3 refuse. */
export type Level = 0 | 1 | 2 | 3;

export interface Verdict {
  readonly verdict: 'allow' | 'ask' | 'deny';
  readonly level: Level;
  /** For the owner, whole sentences; empty where nothing had to be said. */
  readonly reasons: readonly string[];
  readonly risk: Risk;
}

/** Judges one frozen call. `taint`: how far the least trusted text of its session is trusted. */
export function judge(call: FrozenCall, { taint }: { readonly taint: Taint }): Verdict {
  if (call.effect === 'read')
    return call.facts.url !== undefined && taint === 'external' ? leaks(call.facts.url) : allowed(0);
  if (call.effect === 'record' || call.effect === 'ask') return allowed(1);
  const { facts } = call;
  if (facts.url !== undefined && taint === 'external') return leaks(facts.url);
  if (isOwn(facts, taint)) return allowed(1);
  const why = call.tool === 'execute_command' ? whyCommandAsks(facts.command) : whyToolAsks(call.tool, facts);
  const direct = facts.executor === 'direct';
  if (why === undefined) return allowed(direct ? 1 : 0); // without walls everything counts one more
  const reasons = [why];
  if (direct) reasons.push('It would run without a sandbox, with all rights of the user that runs Straylight.');
  if (taint === 'external')
    reasons.push('The conversation holds text that came from outside, which may have asked for this.');
  return { verdict: 'ask', level: 2, reasons, risk: riskOf(facts.command ?? '', direct) };
}

/** What stays within the agent's own folders, or was allowed before. Outside text must not write tools, and nothing is trusted without walls. */
function isOwn({ writes, trusted, executor }: CallFacts, taint: Taint): boolean {
  if (executor === 'direct') return false;
  return trusted === true || writes === 'workspace' || (writes === 'scripts' && taint !== 'external');
}

/** An address can carry out what was said: where outside text may have chosen it, the owner looks at it first. */
function leaks(url: string): Verdict {
  const reasons = [
    'The conversation holds text that came from outside, which may have chosen this address, and an address can carry data out.',
  ];
  return { verdict: 'ask', level: 2, reasons, risk: url.includes('?') || url.length > 200 ? 'medium' : 'low' };
}

function allowed(level: Level): Verdict {
  return { verdict: 'allow', level, reasons: [], risk: 'low' };
}

function whyToolAsks(tool: string, { writes, trusted, url }: CallFacts): string {
  if (writes === 'scripts') return 'It changes the programs the agent runs.';
  if (trusted === false) return `You have not allowed this ${url === undefined ? 'code' : 'domain'}.`;
  return `The tool ${tool} acts outside.`;
}

function whyCommandAsks(command: string | undefined): string | undefined {
  if (command === undefined) return 'The command is not known.';
  const plain = plainWords(command);
  const problem = 'problem' in plain ? plain.problem : notReading(plain.words);
  return problem && `The command is not just reading: ${problem}.`;
}

/** What a mistake would cost. Only for the card: a word that is not recognised makes nothing run. */
function riskOf(command: string, direct: boolean): Risk {
  if (undoneByNothing.test(command)) return 'irreversible';
  return direct || reachesFar.test(command) ? 'high' : 'medium';
}

const undoneByNothing =
  /\b(rm|rmdir|unlink|shred|dd|mkfs|wipefs|truncate|fdisk|parted)\b|\bgit\s+(push|reset|clean|rebase|filter-branch)\b|\bfind\b.*-delete\b/;
const reachesFar =
  /\b(sudo|su|doas|curl|wget|ssh|scp|sftp|rsync|nc|ncat|socat|chmod|chown|kill|pkill|killall|crontab|systemctl|mount|docker|eval|npm\s+publish)\b/;
