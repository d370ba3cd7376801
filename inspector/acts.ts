/**
 * What the owner can do over HTTP: decide, say, abort, switch a tool.
 *
 * Each act carries an id of the client's making, and a repeat of it answers what the first one answered. That memory is
 * short and of this process; the house itself takes a message once by its `clientId` and an approval once at all.
 */
import type { Decision, DecisionAnswer } from '../src/machines/domain/approval-card.ts';
import { toolActs } from '../src/machines/domain/tool-health.ts';
import { clientMadeId, count, fields, maybe, oneOf, text } from './body.ts';
import type { Limits, ServerClock } from './limits.ts';
import type { Levers, Reader } from './reader.ts';
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
        const body = fields<DecisionBody>(call.body, decisionShape);
        const key = address(call.params['id'] ?? '', 'approval').slice('approval:'.length);
        if (call.origin === 'web' && (body.digest === undefined || body.rev === undefined))
          throw refuse(
            400,
            'expected digest and rev of the card that was on screen; only the command line decides by key alone',
          );
        return once(call, body.commandId, async house => {
          const answer = await house.decide(seen(body, key, call, reader));
          if (!answer.ok) throw turnedDown(answer);
          return { status: 202, value: { commandId: body.commandId, state: answer.state } };
        });
      },
    },
    {
      method: 'POST',
      path: '/api/sessions/{id}/messages',
      acts: true,
      run: call => {
        const { clientId, text } = fields<MessageBody>(call.body, messageShape);
        const session = address(call.params['id'] ?? '', 'session');
        // No memory of the first answer here: the house knows the `clientId` for ever and says whether it is a repeat.
        if (!levers) throw refuse(403, 'this server only shows; it was started without the means to act');
        const said = levers.say(session, { clientId, text });
        return within(
          said.then(({ turn, duplicate }) => ({ status: 202, value: { commandId: clientId, turn, duplicate } })),
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
  ];
}

type MessageBody = { readonly clientId: string; readonly text: string };
type AbortBody = { readonly commandId: string };
type DecisionBody = {
  readonly commandId: string;
  readonly decision: 'approve' | 'deny';
  readonly digest?: string;
  readonly rev?: number;
  readonly nonce?: string;
  readonly reason?: string;
};

const messageShape = { clientId: clientMadeId, text: text('what you want to say', 200_000) };

const decisionShape = {
  commandId: clientMadeId,
  decision: oneOf('approve', 'deny'),
  digest: maybe(text('the digest of the card that was on screen', 128)),
  rev: maybe(count),
  nonce: maybe(text('the nonce of the card that was on screen', 128)),
  reason: maybe(text('your reason', 2_000)),
};

/** The decision as the house takes it. `by` is what we know of the asker, never what he says. */
function seen(body: DecisionBody, key: string, call: Call, reader: Reader): Decision {
  const row = body.rev === undefined ? undefined : reader.approvals('pending').find(({ card }) => card.key === key);
  if (row && row.rev !== body.rev)
    throw refuse(409, 'the card has changed since it was shown; look at it again before you decide', {
      why: 'changed',
    });
  // The same rev is the same card, so its nonce was on screen too.
  const nonce = body.nonce ?? row?.card.nonce;
  return {
    approval: key,
    decision: body.decision,
    by: call.origin,
    ...(body.reason === undefined ? {} : { reason: body.reason }),
    ...(body.digest === undefined ? {} : { digest: body.digest }),
    ...(nonce === undefined ? {} : { nonce }),
  };
}

/** A decision that did not count. `why` and `outcome` let a client say who was first. */
function turnedDown(answer: Extract<DecisionAnswer, { ok: false }>): Refusal {
  const more = { why: answer.why, ...(answer.outcome === undefined ? {} : { outcome: answer.outcome }) };
  if (answer.why === 'unknown') return refuse(404, answer.message, more);
  if (answer.why === 'forbidden') return refuse(403, answer.message, more);
  return refuse(409, answer.message, { ...more, code: answer.why === 'expired' ? 'expired' : 'changed' });
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
