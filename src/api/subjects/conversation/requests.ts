/** What was sent to a model: each request of a conversation, whole, and what differs from the one before it. */

import type { ZodType } from 'zod';
import type { RequestPiece, RequestRow, RequestService, WholeRequest } from '../../../domain/context/sent-request.ts';
import { zoneNames } from '../../../domain/context/zones.ts';
import { catalog } from '../../../domain/text/catalog.ts';
import { operation } from '../../contract.ts';
import { address, between, count, instant, limit } from '../../fields.ts';
import { requestList, wholeRequestShown } from '../../views/conversation/requests.ts';
import { z } from '../../zod.ts';
import { requestParts } from './context.ts';

declare module '../../provided.ts' {
  interface Provided {
    /** What was sent to the models of a session, request by request. */
    readonly requests: RequestService;
  }
}

const row = () => ({
  step: count().describe('the step of the journal of its conversation in which it ended'),
  turn: z.string(),
  at: instant(),
  model: z.string(),
  parts: requestParts().describe('in tokens of the model, as they are estimated'),
  inputTokens: count().describe('what the model itself counted'),
});

const kind = z.enum(['instructions', 'tool', 'owner', 'reply', 'call', 'result', 'note', 'picture']);

const piece = () => ({
  zone: z.enum(zoneNames),
  kind,
  name: z.string().optional().describe('of a tool, a call or a result: the tool'),
  text: z.string(),
  before: z.string().optional().describe('of what changed: its text in the request before'),
});

function whole(): ZodType<WholeRequest> {
  const pieces: ZodType<RequestPiece> = z.object({ ...piece(), change: z.enum(['same', 'new', 'changed']) });
  return z.object({
    ...row(),
    state: z
      .enum(['exact', 'changed', 'unknown'])
      .describe('changed: something in it was changed or forgotten since; unknown: an older version kept less'),
    pieces: z.array(pieces).readonly(),
    before: count().optional().describe('the step of the request before it'),
    gone: z.array(z.object(piece())).readonly().describe('what that one had and this one has not'),
  });
}

const steps = () => between(0, 999_999_999_999_999).describe('the number of a step');

export const requests = {
  list: operation({
    summary: 'The requests of a conversation to its models, newest first, each with its size.',
    role: 'reader',
    http: { method: 'GET', path: '/api/sessions/{id}/requests' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'context requests',
        help: {
          en: 'List what was sent to models in a conversation. ID is as "sessions list" shows it.',
          de: 'Listet auf, was in einem Gespräch an Modelle ging. ID steht in „sessions list“.',
        },
        args: { id: 'ID' },
        options: {
          before: {
            field: 'before',
            value: 'STEP',
            help: { en: 'only those before this step', de: 'nur die vor diesem Schritt' },
          },
        },
      },
    ],
    slash: [
      {
        words: 'context requests',
        help: {
          en: 'List what was sent to models in this conversation.',
          de: 'Listet auf, was in diesem Gespräch an Modelle ging.',
        },
        ofChat: { id: 'conversation' },
      },
    ],
    input: () => ({
      id: address('session'),
      before: steps().optional(),
      turn: z.string().max(300).optional().describe('the id of a turn'),
      limit: limit(200, 20),
    }),
    output: () => {
      const rows: ZodType<RequestRow> = z.object(row());
      return z.object({ requests: z.array(rows).readonly(), next: count().optional() });
    },
    needs: ['requests'],
    run: ({ requests }, { id, ...page }) => requests.list(id, page),
    json: ({ requests }) => requests,
    view: (answer, look, { id }) => requestList(answer, look, id),
  }),
  show: operation({
    summary: 'One request to a model, whole, as it was sent, and what differs from the one before it.',
    role: 'reader',
    http: { method: 'GET', path: '/api/sessions/{id}/requests/{step}' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'context request',
        help: {
          en: 'Show one request to a model, whole; "context requests" lists their steps.',
          de: 'Zeigt eine Anfrage an ein Modell, ganz; „context requests“ nennt die Schritte.',
        },
        args: { id: 'ID', step: 'STEP' },
      },
    ],
    slash: [
      {
        words: 'context request',
        help: {
          en: 'Show one request to a model; /context requests lists their steps.',
          de: 'Zeigt eine Anfrage an ein Modell; /context requests nennt die Schritte.',
        },
        args: { step: 'STEP' },
        ofChat: { id: 'conversation' },
      },
    ],
    input: () => ({ id: address('session'), step: steps() }),
    output: whole,
    missing: 'request to a model in this step, or its step has been pruned',
    needs: ['requests'],
    run: ({ requests }, { id, step }) => requests.show(id, step),
    view: (answer, look, { id }) => wholeRequestShown(answer, look, id),
    absent: ({ step }, { language, typed }) => texts[language].absent(step, typed('context requests')),
  }),
};

const en = {
  absent: (step: number, list: string) => `there is no request to a model in step ${step}; "${list}" lists them`,
};

const de: typeof en = {
  absent: (step, list) => `in Schritt ${step} ging keine Anfrage an ein Modell; „${list}“ zählt sie auf`,
};

const texts = catalog('api/subjects/conversation/requests', { en, de });
