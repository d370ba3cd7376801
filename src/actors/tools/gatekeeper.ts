/** Asks the gates that are for something, one after the other, each seeing what those before it have changed. */

import type { AuditNote } from '../../domain/audit/audit.ts';
import {
  allowedChanges,
  changed,
  type GateAnswer,
  type GateOutcome,
  graver,
  isFor,
  passed,
  type Subject,
} from '../../domain/policy/gates.ts';
import { inEnglish, says } from '../../domain/policy/sentence.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Gate } from '../../ports/gate.ts';

export interface Gatekeeper {
  /** The names of the gates for this; none: it costs nothing. */
  names(subject: Subject): readonly string[];
  /** What they come to. Never throws: a gate that fails blocks. */
  ask(subject: Subject, signal: AbortSignal): Promise<GateOutcome>;
}

export function gatekeeper({
  gates,
  record,
  report,
}: {
  readonly gates: readonly Gate[];
  readonly record: (note: AuditNote) => void;
  /** The owner is told. */
  readonly report: (gate: string, text: string) => void;
}): Gatekeeper {
  async function judge(
    { check }: Gate,
    subject: Subject,
    signal: AbortSignal,
  ): Promise<GateAnswer & { failed?: true }> {
    try {
      return await check(subject, signal);
    } catch (error) {
      return { verdict: 'block', reason: `it could not be asked: ${toFailure(error).message}`, failed: true };
    }
  }

  async function answerOf(gate: Gate, subject: Subject, signal: AbortSignal): Promise<GateOutcome> {
    const { rule } = gate;
    let answer = await judge(gate, subject, signal);
    if (answer.verdict === 'block' && rule.onBlock === 'retry') answer = await judge(gate, subject, signal);
    const { verdict, reason = 'it gave no reason', failed } = answer;
    const { dropped, ...changes } = allowedChanges(subject.point, answer.changes);
    const { point, session, tool } = subject;
    const facts = {
      point,
      verdict,
      ...defined({ tool: tool || undefined, failed, advice: rule.binds ? undefined : true }),
    };
    record({
      kind: `gate.${verdictWord[verdict]}`,
      subject: rule.name,
      actor: session,
      facts: { ...facts, reason: verdict === 'pass' ? '' : reason },
    });
    if (dropped.length > 0)
      record({ kind: 'gate.dropped', subject: rule.name, actor: session, facts: { point, changes: [...dropped] } });
    if (!rule.binds) return passed;
    if (verdict === 'pass') return { ...passed, ...changes };
    const escalates = verdict === 'block' && rule.onBlock === 'escalate' && tool !== undefined && !failed;
    const outcome = escalates || (verdict === 'require_approval' && tool !== undefined) ? 'require_approval' : 'block';
    const why =
      outcome === 'block'
        ? says`The gate ${rule.name} blocks this: ${reason}.`
        : says`The gate ${rule.name} asks for your approval: ${reason}.`;
    if (outcome === 'block' && (rule.onBlock === 'report' || rule.onBlock === 'escalate'))
      report(rule.name, inEnglish(why));
    const kept = outcome === 'block' ? {} : changes;
    return {
      verdict: outcome,
      gate: rule.name,
      reason: why,
      onBlock: rule.onBlock,
      ...kept,
    };
  }

  return {
    names: subject => gates.filter(({ rule }) => isFor(rule, subject)).map(({ rule }) => rule.name),
    async ask(subject, signal) {
      let now = subject;
      let outcome = passed;
      for (const gate of gates) {
        if (!isFor(gate.rule, subject)) continue;
        const { text, args, ...said } = await answerOf(gate, now, signal);
        now = changed(now, { text, args });
        outcome = graver(outcome, said);
        if (outcome.verdict === 'block') return outcome;
      }
      if (now === subject) return outcome;
      const change = now.args === subject.args ? { text: now.text } : { args: now.args ?? {} };
      return { ...outcome, ...change };
    },
  };
}

const verdictWord = { pass: 'passed', block: 'blocked', require_approval: 'asked' } as const;
