/** The agent of another process, over its HTTP interface: what `straylight ask`, `status` and `approvals` talk to. */
import type { Agent } from '../../api/client/agent.ts';
import { client } from '../../api/client/client.ts';
import { type OperationRequest, requestOf } from '../../api/client/request.ts';
import type { Answered, Sent } from '../../api/contract.ts';
import { type Operations, operationOf } from '../../api/operations.ts';
import { type Refusal, refuse } from '../../api/refusal.ts';
import type { OperationName } from '../../api/service.ts';
import { type Failure, toFailure } from '../../domain/supervision/failure.ts';
import type { Frame } from '../../domain/supervision/view.ts';
import type { Clock } from '../../ports/clock.ts';
import { systemClock } from '../process/clock.ts';
import { isUnsent, type RemoteAddress, type RemoteAnswer, remoteCall } from './call.ts';
import { catchUp } from './catch-up.ts';
import { framesOf } from './frames.ts';
import { remoteStream } from './stream.ts';

export interface RemoteAgentOptions {
  /** `http://127.0.0.1:8420` */
  readonly url: string;
  readonly token: string;
  /**
   * Where that process is by now, asked when it did not answer: it may have come back at another port. Undefined:
   * nowhere yet.
   */
  readonly again?: () => RemoteAddress | undefined;
  readonly clock?: Clock;
  /** Told when a watch loses its connection and when it has it (again); the watch goes on by itself. */
  readonly onLink?: (link: { readonly state: 'live' } | { readonly state: 'lost'; readonly failure: Failure }) => void;
}

/**
 * The same answers as this process would give, a network in between. Nothing is retried but the stream of `watch`,
 * which reconnects until its signal and makes good what it missed (remote/catch-up.ts), and what found nobody at the
 * old port of a process that has another by now.
 */
export function remoteAgent(options: RemoteAgentOptions): Agent {
  const { clock = systemClock, onLink } = options;
  let address: RemoteAddress = { url: options.url, token: options.token };
  const closing = new AbortController();
  const spoken = new Map<string, string>();

  /** Looks where that process is by now; true where that is elsewhere. */
  const moved = () => {
    const now = options.again?.() ?? address;
    const isElsewhere = now.url !== address.url || now.token !== address.token;
    address = now;
    return isElsewhere;
  };
  const call = async (method: OperationRequest['method'], path: string, body?: unknown) => {
    const sent = () => remoteCall(address, method, path, { body, signal: closing.signal });
    try {
      return await sent();
    } catch (thrown) {
      // only what surely never arrived is sent once more
      const mayRepeat = method === 'GET' || isUnsent(toFailure(thrown));
      if (closing.signal.aborted || !moved() || !mayRepeat) throw thrown;
      return sent();
    }
  };
  const ask = async (name: OperationName, input: object): Promise<unknown> => {
    const operation = operationOf(name);
    if (!operation) throw refuse(404, `there is no operation ${name}`);
    const { method, path, body } = requestOf(operation, input, clock.id());
    const answer = await call(method, path, body);
    if (answer.ok) {
      if (name === 'sessions.say') note(answer.value as Answered<Operations['sessions']['say']>, input);
      return answer.value;
    }
    if (answer.status === 404 && operation.missing !== undefined) return undefined;
    const refusal = refused(answer);
    const no = operation.refusing?.toAnswer(refusal);
    if (no === undefined) throw refusal;
    return no;
  };
  const note = ({ turn }: Answered<Operations['sessions']['say']>, input: object) => {
    spoken.set(turn, (input as Sent<Operations['sessions']['say']>).id);
    if (spoken.size > 100) spoken.delete(spoken.keys().next().value ?? '');
  };
  const operations = client(ask);

  const agent: Agent = {
    where: 'there',
    ...operations,
    watch(onFrame, signal, { onLink: onState } = {}) {
      const begun = Promise.withResolvers<void>();
      const missed = catchUp(operations, spoken);
      const tell = (frame: Frame) => {
        missed.note(frame);
        receive(onFrame, frame);
      };
      remoteStream({
        address: () => address,
        clock,
        signal: AbortSignal.any([signal, closing.signal]),
        onEvent: async event => {
          if (event.name === 'resync') await missed.run(frame => receive(onFrame, frame));
          else for (const frame of framesOf(event)) tell(frame);
        },
        onLink: link => {
          if (link.state === 'lost') moved();
          begun.resolve();
          onLink?.(link);
          onState?.(link.state);
        },
      }).then(begun.resolve, thrown => {
        // a watch that is begun again finds one that came back at another port
        moved();
        begun.reject(thrown);
      });
      return begun.promise;
    },

    async close() {
      closing.abort();
    },
  };
  return agent;
}

/** The refusal as it was thrown there. */
function refused({ status, fault, error }: Extract<RemoteAnswer, { ok: false }>): Refusal {
  const { message: _, ...more } = error;
  return refuse(status, fault.message, more);
}

/** A listener that throws is wrong; that must not look like a lost connection. */
function receive(onFrame: (frame: Frame) => void, frame: Frame): void {
  try {
    onFrame(frame);
  } catch (thrown) {
    queueMicrotask(() => {
      throw thrown;
    });
  }
}
