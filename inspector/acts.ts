/**
 * What the owner can do over HTTP: decide, say, abort, switch a tool.
 *
 * Each act carries an id of the client's making, and a repeat of it answers what the first one answered. That memory is
 * short and of this process; the house itself takes a message once by its `clientId` and an approval once at all.
 */

import type { Decision, DecisionAnswer } from '../src/domain/approvals/card.ts';
import type { StandingWish } from '../src/domain/approvals/standing.ts';
import { longestDeadlineMs, priorities, type Saying } from '../src/domain/conversation/turn-terms.ts';
import { type AdminVerb, adminVerbs } from '../src/domain/supervision/admin.ts';
import { type Choice, choices } from '../src/domain/supervision/remediation.ts';
import type { ApprovalRow } from '../src/domain/supervision/view.ts';
import { canonical, type JsonObject } from '../src/domain/text/json.ts';
import { toolActs } from '../src/domain/tools/health.ts';
import { between, clientMadeId, count, type Field, fields, listOf, maybe, oneOf, onlyWith, text } from './body.ts';
import type { Limits, ServerClock } from './limits.ts';
import type { Levers, Reader } from './reader.ts';
import { turnNumber } from './reads.ts';
import { type Refusal, refuse, toRefusal } from './refusal.ts';
import { type Answer, address, type Call, type Route } from './routes.ts';
import type { StreamHub } from './stream.ts';

/** The routes that act. Without levers they are there and refuse. */
export function acts(
  levers: Levers | undefined,
  reader: Reader,
  hub: StreamHub,
  limits: Pick<Limits, 'actMs' | 'commands'>,
  clock: ServerClock,
): readonly Route[] {
  const first = new Map<string, Promise<Answer>>();

  /** Runs an act once per command id, tells the streams how it ended, and bounds the wait for it. */
  async function once(call: Call, commandId: string, act: (levers: Levers) => Promise<Answer>): Promise<Answer> {
    if (!levers) throw refuse(403, 'this server only shows; it was started without the means to act');
    const key = `${call.request.url?.split('?')[0]} ${commandId}`;
    const known = first.get(key);
    if (known) return within(known, call, limits.actMs, clock);
    const running = act(levers);
    first.set(key, running);
    if (first.size > limits.commands) first.delete(first.keys().next().value ?? '');
    running.then(
      () => hub.publish({ type: 'command', commandId, state: 'done' }),
      (thrown: unknown) => {
        const refusal = toRefusal(thrown);
        // Nothing was settled by a fault of ours or a house that was busy: the same id may try again.
        if (refusal.status === 429 || refusal.status >= 500) first.delete(key);
        hub.publish({ type: 'command', commandId, state: 'failed', error: refusal.message });
      },
    );
    return within(running, call, limits.actMs, clock);
  }

  return [
    {
      method: 'POST',
      path: '/api/approvals/{id}/decision',
      acts: true,
      run: call => {
        const body = decisionIn(call.body);
        const key = address(call.params['id'] ?? '', 'approval').slice('approval:'.length);
        if (call.origin === 'web' && body.decision !== 'undo' && (body.digest === undefined || body.rev === undefined))
          throw refuse(
            400,
            'expected digest and rev of the card that was on screen; only the command line decides by key alone',
          );
        return once(call, body.commandId, async house => {
          const decision = seen(body, key, call, reader);
          if (body.decision === 'session' && (!house.standing || !waiting(reader, key)?.card.mayStand))
            throw refuse(400, 'no yes can stand for this call; each time is asked for');
          const answer = await house.decide(decision);
          if (!answer.ok) throw turnedDown(answer, waiting(reader, key));
          const { ok: _, ...counted } = answer;
          // only once the yes counts, so that nothing stands for which there is none
          const standing = body.decision === 'session' ? await house.standing?.add(forSession(key, call)) : undefined;
          const value = { commandId: body.commandId, ...counted, ...(standing && { standing: standing.id }) };
          return { status: 202, value };
        });
      },
    },
    {
      method: 'POST',
      path: '/api/approvals/decisions',
      acts: true,
      run: call => {
        const { commandId, decisions } = fields<BatchBody>(call.body, batchShape);
        return once(call, commandId, async ({ decideAll }) => {
          if (!decideAll) throw refuse(404, 'this house decides one by one');
          const answers = await decideAll(decisions.map(one => ({ ...one, by: call.origin })));
          return { status: 202, value: { commandId, answers } };
        });
      },
    },
    {
      method: 'POST',
      path: '/api/sessions/{id}/messages',
      acts: true,
      run: call => {
        const saying = fields<SayingBody>(call.body, messageShape);
        const session = address(call.params['id'] ?? '', 'session');
        // No memory of the first answer here: the house knows the `clientId` for ever and says whether it is a repeat.
        if (!levers) throw refuse(403, 'this server only shows; it was started without the means to act');
        const said = levers.say(session, saying);
        return within(
          said.then(({ isOther, ...taken }) => {
            if (isOther)
              throw refuse(
                409,
                'another message was taken under this clientId, so this one was not; send it under a new clientId',
              );
            return { status: 202, value: { commandId: saying.clientId, ...taken } };
          }),
          call,
          limits.actMs,
          clock,
        );
      },
    },
    {
      method: 'POST',
      path: '/api/sessions/{id}/abort',
      acts: true,
      run: call => {
        const { commandId } = fields<AbortBody>(call.body, { commandId: clientMadeId });
        const session = address(call.params['id'] ?? '', 'session');
        return once(call, commandId, async house => ({
          status: 202,
          value: { commandId, aborted: await house.abort(session) },
        }));
      },
    },
    {
      method: 'POST',
      path: '/api/chats/{id}/new',
      acts: true,
      run: call => {
        const { commandId } = fields<AbortBody>(call.body, { commandId: clientMadeId });
        const chat = address(call.params['id'] ?? '', 'session');
        return once(call, commandId, async ({ sessions }) => {
          if (!sessions) throw refuse(404, 'this house keeps no conversations apart');
          return { status: 202, value: { commandId, session: await sessions.begin(chat) } };
        });
      },
    },
    {
      method: 'POST',
      path: '/api/chats/{id}/current',
      acts: true,
      run: call => {
        const { commandId, number } = fields<CurrentBody>(call.body, { commandId: clientMadeId, number: count });
        const chat = address(call.params['id'] ?? '', 'session');
        return once(call, commandId, async ({ sessions }) => {
          if (!sessions) throw refuse(404, 'this house keeps no conversations apart');
          return { status: 202, value: { commandId, session: await sessions.choose(chat, number) } };
        });
      },
    },
    {
      method: 'POST',
      path: '/api/actors/{id}/commands',
      acts: true,
      run: call => {
        const { commandId, verb, mode, ...more } = fields<CommandBody>(call.body, commandShape);
        onlyWith(call.body, 'verb', verb, { mode: ['restart'], seq: ['rewind'] });
        const actor = address(call.params['id'] ?? '');
        return once(call, commandId, async ({ admin }) => {
          if (!admin) throw refuse(404, 'this house takes no acts on its actors');
          const from = mode === undefined ? {} : { from: mode };
          const outcome = await admin.command({ id: commandId, verb, actor, by: call.origin, ...from, ...more });
          if (outcome.state === 'failed')
            throw refuse(409, outcome.error ?? 'it could not be done', { code: 'changed' });
          return { status: 202, value: { commandId, outcome } };
        });
      },
    },
    {
      method: 'POST',
      path: '/api/incidents/{id}/answer',
      acts: true,
      run: call => {
        const { commandId, choice } = fields<ChoiceBody>(call.body, choiceShape);
        const incident = address(call.params['id'] ?? '', 'incident').slice('incident:'.length);
        return once(call, commandId, async ({ admin }) => {
          if (!admin) throw refuse(404, 'this house asks nothing');
          await admin.choose(incident, choice, call.origin);
          return { status: 202, value: { commandId } };
        });
      },
    },
    {
      method: 'POST',
      path: '/api/tools/{name}/{act}',
      acts: true,
      run: call => {
        const { commandId } = fields<AbortBody>(call.body, { commandId: clientMadeId });
        const { name = '', act } = call.params;
        const known = toolActs.find(one => one === act);
        if (!known) throw refuse(404, `expected one of ${toolActs.join(', ')} after the name of the tool`);
        return once(call, commandId, async ({ changeTool }) => {
          if (!changeTool) throw refuse(404, 'this house has no tools of its own');
          return { status: 202, value: { commandId, message: await changeTool(name, known) } };
        });
      },
    },
    {
      method: 'POST',
      path: '/api/sandbox/reset',
      acts: true,
      run: call => {
        const { commandId } = fields<AbortBody>(call.body, { commandId: clientMadeId });
        return once(call, commandId, async ({ resetSandbox }) => {
          if (!resetSandbox) throw refuse(404, 'this house has no sandbox');
          return { status: 202, value: { commandId, message: await resetSandbox() } };
        });
      },
    },
    {
      method: 'POST',
      path: '/api/undo/{id}',
      acts: true,
      run: call => {
        const { commandId, overwrite } = fields<UndoBody>(call.body, {
          commandId: clientMadeId,
          overwrite: maybe(yesOrNo),
        });
        const id = turnNumber(call.params['id']);
        return once(call, commandId, async ({ applyUndo }) => {
          if (!applyUndo) throw refuse(404, 'this program keeps nothing to undo');
          const outcome = await applyUndo(id, overwrite === undefined ? {} : { overwrite });
          return { status: 202, value: { commandId, outcome } };
        });
      },
    },
    {
      method: 'POST',
      path: '/api/secrets/reload',
      acts: true,
      run: call => {
        const { commandId } = fields<AbortBody>(call.body, { commandId: clientMadeId });
        return once(call, commandId, async ({ reloadSecrets }) => {
          if (!reloadSecrets) throw refuse(404, 'this house has no secrets');
          return { status: 202, value: { commandId, message: await reloadSecrets() } };
        });
      },
    },
    {
      method: 'POST',
      path: '/api/audit/accept',
      acts: true,
      run: call => {
        const { commandId } = fields<AbortBody>(call.body, { commandId: clientMadeId });
        return once(call, commandId, async ({ acceptAudit }) => {
          if (!acceptAudit) throw refuse(404, 'this house has no audit chain');
          return { status: 202, value: { commandId, message: await acceptAudit() } };
        });
      },
    },
  ];
}

type AbortBody = { readonly commandId: string };
type UndoBody = { readonly commandId: string; readonly overwrite?: boolean };
type SayingBody = { readonly [K in keyof Saying]: Saying[K] };
type CurrentBody = { readonly commandId: string; readonly number: number };
type DecisionBody = {
  readonly commandId: string;
  readonly decision: Decision['decision'] | 'session';
  readonly confirmation?: string;
  readonly digest?: string;
  readonly rev?: number;
  readonly nonce?: string;
  readonly reason?: string;
  readonly args?: JsonObject;
};
type CommandBody = {
  readonly commandId: string;
  readonly verb: AdminVerb;
  readonly mode?: 'checkpoint' | 'fresh';
  readonly seq?: number;
  readonly rev?: number;
  readonly reason?: string;
};
type ChoiceBody = { readonly commandId: string; readonly choice: Choice };
type BatchBody = { readonly commandId: string; readonly decisions: readonly Omit<Decision, 'by'>[] };

const commandShape = {
  commandId: clientMadeId,
  verb: oneOf(...adminVerbs),
  mode: maybe(oneOf('checkpoint', 'fresh')),
  seq: maybe(count),
  rev: maybe(count),
  reason: maybe(text('why', 500)),
};

const choiceShape = { commandId: clientMadeId, choice: oneOf(...choices) };

const messageShape = {
  clientId: clientMadeId,
  text: text('what you want to say', 200_000),
  priority: maybe(oneOf(...priorities)),
  deadlineMs: maybe(between(1000, longestDeadlineMs, 'milliseconds')),
  key: maybe(clientMadeId),
};

const yesOrNo: Field<boolean> = {
  expected: 'true or false',
  check: (value): value is boolean => typeof value === 'boolean',
};

const argumentsField: Field<JsonObject> = {
  expected: 'an object, the arguments of the call as they are to be',
  check: (value): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value),
};

const decisionShape = {
  commandId: clientMadeId,
  decision: oneOf('approve', 'deny', 'session', 'edit', 'undo'),
  confirmation: maybe(text('"yes" or the word of the card, as its risk asks', 100)),
  digest: maybe(text('the digest of the card that was on screen', 128)),
  rev: maybe(count),
  nonce: maybe(text('the nonce of the card that was on screen', 128)),
  reason: maybe(text('your reason', 2_000)),
  args: maybe(argumentsField),
};

/** Harmless and alike, so none is confirmed and none has a reason of its own; each names the card that was seen. */
const seenDecision = {
  approval: text('the key of the approval', 128),
  decision: oneOf('approve', 'deny'),
  digest: text('the digest of the card that was on screen', 128),
  nonce: text('the nonce of the card that was on screen', 128),
};

const batchShape = {
  commandId: clientMadeId,
  decisions: listOf<Omit<Decision, 'by'>>(
    'decisions, each with approval, decision, digest and nonce',
    seenDecision,
    50,
  ),
};

/** A decision with what belongs to it: what would count for nothing is refused. */
function decisionIn(given: Call['body']): DecisionBody {
  const body = fields<DecisionBody>(given, decisionShape);
  onlyWith(given, 'decision', body.decision, {
    args: ['edit'],
    confirmation: ['approve', 'session'],
    reason: ['approve', 'session', 'deny'],
  });
  return body;
}

/** The decision as the house takes it. `by` is what we know of the asker, never what he says. */
function seen(body: DecisionBody, key: string, call: Call, reader: Reader): Decision {
  const row = body.rev === undefined ? undefined : waiting(reader, key);
  // a yes is taken back from whatever card is left on screen
  if (row && row.rev !== body.rev && body.decision !== 'undo')
    throw refuse(409, 'the card has changed since it was shown; look at it again before you decide', {
      why: 'changed',
      approval: row,
    });
  // The same rev is the same card, so its nonce was on screen too.
  const nonce = body.nonce ?? row?.card.nonce;
  return {
    approval: key,
    decision: body.decision === 'session' ? 'approve' : body.decision,
    by: call.origin,
    ...(body.args === undefined ? {} : { arguments: canonical(body.args) }),
    ...(body.confirmation === undefined ? {} : { confirmation: body.confirmation }),
    ...(body.reason === undefined ? {} : { reason: body.reason }),
    ...(body.digest === undefined ? {} : { digest: body.digest }),
    ...(nonce === undefined ? {} : { nonce }),
  };
}

/** A yes to this very call for as long as its conversation lasts, within bounds. */
function forSession(key: string, { origin }: Call): StandingWish {
  return { pattern: { approval: key }, isForSession: true, forMs: 86_400_000, most: 100, by: origin };
}

/** The approval as it waits now, if it does. */
function waiting(reader: Reader, key: string): ApprovalRow | undefined {
  return reader.approvals('pending').find(({ card }) => card.key === key);
}

/** A decision that did not count. `why` and `outcome` let a client say who was first; what still waits goes along as it is now. */
function turnedDown(answer: Extract<DecisionAnswer, { ok: false }>, approval: ApprovalRow | undefined): Refusal {
  const { why, outcome, message } = answer;
  const more = { why, ...(outcome === undefined ? {} : { outcome }), ...(approval === undefined ? {} : { approval }) };
  if (why === 'unknown' && approval === undefined) return refuse(404, message, more);
  if (why === 'forbidden') return refuse(403, message, more);
  if (why === 'invalid') return refuse(400, message, more);
  return refuse(409, message, { ...more, code: why === 'expired' ? 'expired' : 'changed' });
}

/** Waits for an act as long as the asker does, and not for ever. The act itself goes on. */
function within(answer: Promise<Answer>, call: Call, ms: number, clock: ServerClock): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () =>
      reject(
        refuse(504, 'it takes longer than expected; its outcome will be seen in the stream, the same id asks again'),
      ),
    );
    call.response.once('close', cancel);
    answer.then(resolve, reject).finally(cancel);
  });
}
