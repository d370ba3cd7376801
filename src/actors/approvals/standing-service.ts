/**
 * Standing approvals, listed, given and revoked by the owner; each is signed, so one that did not come in here speaks
 * for nothing.
 */

import {
  checkedTerm,
  exactly,
  exampleOf,
  neverStanding,
  type StandingApproval,
  type StandingPattern,
  type StandingService,
  standingText,
} from '../../domain/approvals/standing.ts';
import { neverWithin } from '../../domain/approvals/standing-reach.ts';
import type { AuditNote } from '../../domain/audit/audit.ts';
import { says } from '../../domain/policy/sentence.ts';
import type { ExecutorKind } from '../../domain/security/sandbox.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined, type JsonObject } from '../../domain/text/json.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { executorOf, judgedByOf } from '../../domain/tools/declaration.ts';
import { boundContent, isKnown } from '../../domain/tools/run-file.ts';
import type { CallFacts, FrozenCall, ToolSpec } from '../../domain/tools/tool.ts';
import { storedState } from '../../machines/stored.ts';
import { toolCallView } from '../../machines/tool-call/view.ts';
import type { ApprovalLedger } from '../../ports/ledgers/approval.ts';
import type { SigningKey } from '../../ports/secrets/signing-key.ts';
import type { ActorCore } from '../core.ts';

/** A pattern, with what the calls it covers run, and where. */
type Bound = StandingPattern & { readonly runs: CallFacts['runs']; readonly executor: ExecutorKind | undefined };

/** A tool by its name, with its arguments where they are known. */
type KnownTool = Pick<ToolSpec, 'name'> & Partial<Pick<ToolSpec, 'parameters'>> & Pick<FrozenCall, 'judgedBy'>;

/** What standing approvals can be about. */
export interface KnownTools {
  /** Where commands run. */
  readonly executor?: ExecutorKind;
  /** What a call of this tool runs, as it lies there now; left out: nothing is looked at. */
  readonly runsOf?: (tool: string, args: JsonObject) => CallFacts['runs'];
  /** The tools there are; left out: any name is taken. */
  readonly tools?: () => Promise<readonly KnownTool[]>;
}

/** `audit`: called in the transaction of what it tells. */
export function standingService(
  { system, store, conversation, clock }: ActorCore,
  approvals: ApprovalLedger,
  key: Pick<SigningKey, 'sign'>,
  audit: (note: AuditNote, step: { readonly at: number }) => void,
  known: KnownTools,
): StandingService {
  /** The pattern of exactly the call that waits for this approval, or was just granted with it. */
  function patternOf(address: string, isGranted: boolean): Bound {
    const approval = address.replace(/^approval:/, '');
    const row = store.actor(address);
    const call = row?.parent && store.actor(row.parent);
    const isThere = isGranted ? conversation.approval(address)?.state === 'granted' : row?.status === 'active';
    if (!call || !isThere)
      throw fault('invalid', says`there is no pending approval ${approval}; "straylight approvals" lists them`);
    const { call: frozen, risk = 'irreversible', taint } = toolCallView(storedState(call.state));
    if (!frozen) throw fault('invalid', `the approval ${approval} is not for a tool call`);
    const never = neverStanding({ facts: frozen.facts, risk, taint });
    if (never !== undefined) throw fault('denied', `nothing can stand for this. ${never}`);
    const args = JSON.parse(conversation.read(frozen.arguments)) as JsonObject;
    const place = { runs: frozen.facts.runs, executor: executorOf(frozen) };
    return { ...exactly({ tool: frozen.tool, arguments: args }), ...place };
  }

  /** A pattern in so many words, where it may ever speak for a call of a tool that is there. */
  async function checked(pattern: StandingPattern): Promise<Bound> {
    const there = await known.tools?.();
    const tool = there?.find(({ name }) => name === pattern.tool);
    if (there && !tool) {
      const names = [...new Set(there.map(({ name }) => name))];
      throw fault('invalid', says`there is no tool "${oneLine(pattern.tool, 80)}"; there are ${names.join(', ')}`);
    }
    const { executor } = known;
    const never = neverWithin(pattern, {
      executor,
      spec: tool?.parameters === undefined ? undefined : { parameters: tool.parameters },
      ...judgedByOf(tool),
    });
    if (never !== undefined) throw fault('denied', `nothing can stand for this. ${never}`);
    const example = exampleOf(pattern);
    const runs = example && known.runsOf?.(pattern.tool, example);
    if (!isKnown(runs))
      throw fault('denied', 'nothing can stand for this. What it runs can only be known when it runs.');
    return { ...pattern, runs, executor };
  }

  return {
    list: async () => approvals.standing(clock.now()).map(withoutSignature),
    async add({ pattern, forMs, most, by, isForSession = false }) {
      checkedTerm({ forMs, most });
      const named = 'approval' in pattern ? undefined : await checked(pattern);
      const at = clock.now();
      const approval = 'approval' in pattern ? `approval:${pattern.approval.replace(/^approval:/, '')}` : undefined;
      const { tool, arguments: given, runs, executor } = named ?? patternOf(approval ?? '', isForSession);
      const place = defined({ runs: boundContent(runs), executor });
      const session = approval && conversation.approval(approval)?.card.session;
      if (isForSession && !session) throw fault('invalid', 'only an approval can be extended to its conversation');
      const id = clock.id().replaceAll(/\W/g, '').slice(0, 8);
      const bounds = isForSession && session && approval ? { session, approval } : {};
      const term = { at, until: at + forMs, most, used: 0 };
      const standing: StandingApproval = { id, tool, arguments: given, by, ...term, ...bounds, ...place };
      const signature = key.sign(standingText(standing));
      await system.perform(() => {
        approvals.addStanding({ ...standing, signature });
        audit({ kind: 'approval.standing', subject: id, actor: by, facts: { tool, until: at + forMs, most } }, { at });
      });
      return standing;
    },
    async revoke(id) {
      const at = clock.now();
      return system.perform(() => {
        const done = approvals.revokeStanding(id, at);
        if (done) audit({ kind: 'approval.revoked', subject: id, actor: 'owner' }, { at });
        return done;
      });
    },
  };
}

/** What a tool call keeps of itself. */
function withoutSignature({ signature: _, ...standing }: StandingApproval & { readonly signature: string }) {
  return standing;
}
