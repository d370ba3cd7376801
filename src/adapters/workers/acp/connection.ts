/** JSON-RPC 2.0 with one program: calls with their answers, and what it asks of us. */
import { says } from '../../../domain/policy/sentence.ts';
import { type Fault, fault } from '../../../domain/supervision/failure.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import type { RunningResident } from '../../../ports/executor.ts';
import { jsonLines, mostLineBytes } from './lines.ts';
import { anyMessage } from './messages.ts';

export type RequestId = string | number;

export interface Connection {
  /** Rejects with `unavailable` once the program has ended, and with `invalid` where it answers with an error. */
  call(method: string, params: object): Promise<unknown>;
  reply(id: RequestId, result: unknown): void;
  refuse(id: RequestId, code: number, message: string): void;
  readonly isOver: boolean;
  /** Why it is over. */
  gone(): Fault;
}

export interface ConnectionOptions {
  /** Of the worker, in messages. */
  readonly name: string;
  readonly program: RunningResident;
  readonly onMessage: () => void;
  readonly onRequest: (id: RequestId, method: string, params: unknown) => void;
  readonly onNotification: (method: string, params: unknown) => void;
  readonly onEnd: () => void;
}

type Settle = { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void };

export function connectionTo(options: ConnectionOptions): Connection {
  const { name, program, onMessage, onRequest, onNotification, onEnd } = options;
  const calls = new Map<RequestId, Settle>();
  let complaint = '';
  let isOver = false;
  let number = 0;
  const lines = jsonLines(program, {
    message: take,
    tooLong() {
      complaint = `it sent a line of more than ${mostLineBytes} bytes`;
      void program.kill();
    },
  });
  void program.ended.then(end, end);

  function gone(): Fault {
    const why = complaint || oneLine(program.complaint().slice(-500), 300) || 'it gave no reason';
    return fault('unavailable', says`the program of the worker ${name} has ended: ${why}`);
  }

  function end(): void {
    isOver = true;
    for (const { reject } of calls.values()) reject(gone());
    calls.clear();
    onEnd();
  }

  function take(message: object): void {
    onMessage();
    const read = anyMessage.safeParse(message);
    if (!read.success) return;
    const { id, method, params, result, error } = read.data;
    if (method !== undefined) {
      if (id === undefined) onNotification(method, params);
      else onRequest(id, method, params);
      return;
    }
    const settle = calls.get(id ?? '');
    calls.delete(id ?? '');
    if (error === undefined) settle?.resolve(result);
    else
      settle?.reject(
        fault('invalid', says`the worker ${name} answered with an error: ${oneLine(error.message ?? '', 300)}`),
      );
  }

  return {
    call(method, params) {
      if (isOver) return Promise.reject(gone());
      number += 1;
      const id = number;
      lines.send({ jsonrpc: '2.0', id, method, params });
      return new Promise((resolve, reject) => calls.set(id, { resolve, reject }));
    },
    reply: (id, result) => lines.send({ jsonrpc: '2.0', id, result }),
    refuse: (id, code, message) => lines.send({ jsonrpc: '2.0', id, error: { code, message } }),
    get isOver() {
      return isOver;
    },
    gone,
  };
}
