/**
 * Port: one configured check.
 *
 * The contract:
 * - It looks and changes nothing: after a crash it may be asked again.
 * - It answers within its deadline or throws; the caller takes a throw for a block.
 * - What it sees stands in the subject; nothing of it becomes part of a command line or of a pattern.
 */
import type { GateAnswer, GateRule, Subject } from '../domain/policy/gates.ts';

export interface Gate {
  readonly rule: GateRule;
  check(subject: Subject, signal: AbortSignal): Promise<GateAnswer>;
}
