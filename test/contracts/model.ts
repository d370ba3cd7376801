/**
 * The contract of the port `ModelProvider`, line by line (src/ports/model.ts), for every kind of it.
 *
 * A kind that talks to a server is put on a stage with a scripted one. A kind without a server (the rehearsal model)
 * leaves `play` out and says instead what to ask it; the lines about servers, keys and broken streams are then left
 * out.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inEnglish } from '../../src/domain/policy/sentence.ts';
import { type FailureKind, toFailure } from '../../src/domain/supervision/failure.ts';
import type { ToolSpec } from '../../src/domain/tools/tool.ts';
import type { ModelMessage, ModelProvider, ModelReply, ModelRequest } from '../../src/ports/model.ts';
import type { Asked, Script, TurnFault } from '../peers/script.ts';

/** One kind of provider with what it talks to. */
export interface ModelStage {
  /** A model of it that takes tools. */
  readonly model: string;
  /** The provider, with short deadlines or a wrong key where a test wants them. */
  provider(with_?: {
    readonly firstByteMs?: number;
    readonly silenceMs?: number;
    readonly wrongKey?: true;
  }): ModelProvider;
  readonly server?: StagedServer;
  close(): Promise<void>;
}

/** The scripted server of a stage. */
export interface StagedServer {
  /** The right key, then the wrong one; neither may be seen in a message. */
  readonly secrets: readonly string[];
  play(script: Script): void;
  /** Requests so far, of all kinds. */
  requests(): number;
  /** Stops it, so that nobody listens any more. */
  stop(): Promise<void>;
}

export interface ModelContractOptions {
  /** What makes an unscripted kind answer in text, and call this tool. */
  readonly asks?: { readonly text: string; readonly call: { readonly text: string; readonly tool: ToolSpec } };
  /** Can the other side refuse with a stop reason of its own? */
  readonly refuses?: boolean;
  /** Does the other side count cached tokens? */
  readonly countsCache?: boolean;
}

/** A tool for the requests of the tests. */
export const lookUp: ToolSpec = {
  name: 'look_up',
  description: 'Looks a word up.',
  parameters: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
};

/** A request in a few words. */
export function asking(
  model: string,
  said: string | readonly ModelMessage[],
  more: Partial<ModelRequest> = {},
): ModelRequest {
  const messages = typeof said === 'string' ? [userSays(said)] : said;
  return { model, system: [], messages, tools: [], maxOutputTokens: 1_000, ...more };
}

export function userSays(text: string): ModelMessage {
  return { role: 'user', content: [{ type: 'text', text }] };
}

/** Completes and keeps the pieces that were told. */
export async function completed(
  models: ModelProvider,
  request: ModelRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ readonly reply: ModelReply; readonly told: readonly string[] }> {
  const told: string[] = [];
  const reply = await models.complete(request, { signal, onText: delta => told.push(delta) });
  return { reply, told };
}

/** Expects the promise to fail with this kind; answers the failure. */
export async function failsWith(kind: FailureKind, promise: Promise<unknown>): Promise<ReturnType<typeof toFailure>> {
  const failure = await promise.then(
    value => assert.fail(`expected ${kind}, got ${JSON.stringify(value)}`),
    (error: unknown) => toFailure(error),
  );
  assert.equal(failure.kind, kind, failure.message);
  return failure;
}

/** Runs the contract against one kind. `make` is called once for each test and its stage closed after it. */
export function modelContract(name: string, make: () => Promise<ModelStage>, options: ModelContractOptions = {}): void {
  const line = (title: string, body: (stage: ModelStage) => Promise<void>): void => {
    test(title, async () => {
      const stage = await make();
      try {
        await body(stage);
      } finally {
        await stage.close();
      }
    });
  };
  const scripted = (title: string, body: (stage: ModelStage, server: StagedServer) => Promise<void>): void => {
    if (options.asks !== undefined) return;
    line(title, async stage => {
      assert.ok(stage.server, 'a kind without a server says what to ask it');
      await body(stage, stage.server);
    });
  };
  const say = options.asks?.text ?? 'Say something.';
  const call = options.asks?.call ?? { text: 'Look both up.', tool: lookUp };

  describe(`${name} keeps the contract of a model provider`, () => {
    line(
      'given a reply in pieces, when it is complete, then what was told is the reply and nothing else',
      async stage => {
        stage.server?.play([{ text: 'Grüße, 世界 👋🏽!', thinking: 'They greet me.', deltas: 6 }]);
        const { reply, told } = await completed(stage.provider(), asking(stage.model, say));
        assert.equal(told.join(''), reply.text);
        assert.notEqual(reply.text, '');
        assert.equal(reply.stop, 'end');
        assert.deepEqual(reply.toolCalls, []);
        assert.notEqual(reply.model, '');
        if (!stage.server) return;
        assert.equal(reply.text, 'Grüße, 世界 👋🏽!');
        assert.ok(told.length > 1, `expected several pieces, got ${told.length}`);
      },
    );

    line(
      'given a reply with tool calls, when it is complete, then each is whole and has an id of its own',
      async stage => {
        stage.server?.play([
          {
            text: 'Let me look.',
            toolCalls: [
              { name: 'look_up', arguments: { word: 'löwe "x"' } },
              { name: 'look_up', arguments: { word: 'löwe "x"' } },
              { name: 'look_up', arguments: {} },
            ],
            deltas: 4,
          },
        ]);
        const request = asking(stage.model, call.text, { tools: [call.tool] });
        const { reply, told } = await completed(stage.provider(), request);
        assert.equal(reply.stop, 'tools');
        assert.equal(told.join(''), reply.text);
        assert.ok(reply.toolCalls.length > 0);
        assert.equal(new Set(reply.toolCalls.map(({ id }) => id)).size, reply.toolCalls.length);
        for (const { id, name: tool, arguments: text } of reply.toolCalls) {
          assert.notEqual(id, '');
          assert.equal(tool, call.tool.name);
          assert.equal(typeof JSON.parse(text), 'object');
        }
        if (!stage.server) return;
        const words = reply.toolCalls.map(({ arguments: text }) => JSON.parse(text));
        assert.deepEqual(words, [{ word: 'löwe "x"' }, { word: 'löwe "x"' }, {}]);
      },
    );

    line('given usage, then every kind of token is a whole number', async stage => {
      const usage = { inputTokens: 11, outputTokens: 7, cacheReadTokens: 5, cacheWriteTokens: 3 };
      stage.server?.play([{ text: 'Counted.', usage }]);
      const { reply } = await completed(stage.provider(), asking(stage.model, say));
      const { estimated: _, ...counts } = reply.usage;
      for (const count of Object.values(counts)) assert.ok(Number.isInteger(count) && count >= 0);
      if (stage.server)
        assert.deepEqual(
          reply.usage,
          options.countsCache ? usage : { ...usage, cacheReadTokens: 0, cacheWriteTokens: 0 },
        );
    });

    line('given several calls at once, then each gets its own reply', async stage => {
      stage.server?.play(({ said }) => ({ text: `You said: ${said}`, deltas: 3 }));
      const models = stage.provider();
      const words = Array.from({ length: 8 }, (_, index) => (stage.server ? `word ${index}` : say));
      const replies = await Promise.all(words.map(word => completed(models, asking(stage.model, word))));
      for (const [index, { reply, told }] of replies.entries()) {
        assert.equal(told.join(''), reply.text);
        if (stage.server) assert.equal(reply.text, `You said: ${words[index]}`);
      }
    });

    line(
      'given a signal that has aborted, when it is asked, then it throws cancelled and tells nothing',
      async stage => {
        const told: string[] = [];
        const signal = AbortSignal.abort();
        const answer = stage
          .provider()
          .complete(asking(stage.model, say), { signal, onText: delta => told.push(delta) });
        await failsWith('cancelled', answer);
        assert.deepEqual(told, []);
      },
    );

    line(
      'given a model, when its facts are asked twice, then they are the same and asked of the other side once',
      async stage => {
        const models = stage.provider();
        const { signal } = new AbortController();
        const info = await models.info(stage.model, signal);
        const asked = stage.server?.requests();
        assert.ok(Number.isInteger(info.contextTokens) && info.contextTokens > 0);
        assert.equal(info.takesTools, true);
        assert.equal(typeof info.takesImages, 'boolean');
        assert.deepEqual(await models.info(stage.model, signal), info);
        assert.equal(stage.server?.requests(), asked);
      },
    );

    line('given it answers, when its health is asked, then the model is among its models', async stage => {
      const health = await stage.provider().health(new AbortController().signal);
      assert.ok(health.ok);
      assert.ok(health.models.includes(stage.model));
    });

    scripted(
      'given instructions, tools and a long exchange, then the other side gets all of it in order',
      async (stage, server) => {
        let seen: Asked | undefined;
        server.play([
          asked => {
            seen = asked;
            return { text: 'Thank you.' };
          },
        ]);
        const request = asking(stage.model, exchange, {
          system: [
            { text: 'You are terse.', stable: true },
            { text: 'It is Monday.', stable: false },
          ],
          tools: [lookUp],
        });
        await completed(stage.provider(), request);
        assert.match(seen?.system ?? '', /You are terse\.[\s\S]*It is Monday\./);
        assert.deepEqual(seen?.tools, ['look_up']);
        assert.equal(seen?.said, 'And now?');
        assert.deepEqual(
          seen?.results.map(({ failed, text }) => [failed, text.replace(/^Error: /, '')]),
          [
            [false, 'a big cat'],
            [true, 'no such word'],
          ],
        );
        assert.match(JSON.stringify(seen?.body), /look_up.*löwe/);
      },
    );

    scripted('given an image and a model that takes images, then the image is sent', async (stage, server) => {
      const models = stage.provider();
      assert.ok((await models.info(stage.model, new AbortController().signal)).takesImages);
      let body = '';
      server.play([
        asked => {
          body = JSON.stringify(asked.body);
          return { text: 'A pixel.' };
        },
      ]);
      const content = [
        { type: 'text', text: 'What is this?' },
        { type: 'image', mediaType: 'image/png', base64: onePixel },
      ] as const;
      await completed(models, asking(stage.model, [{ role: 'user', content }]));
      assert.ok(body.includes(onePixel));
    });

    scripted(
      'given a format, then its schema is asked of the other side and the text is JSON',
      async (stage, server) => {
        let body = '';
        server.play([
          asked => {
            body = JSON.stringify(asked.body);
            return { text: '{"mood":"good"}', deltas: 3 };
          },
        ]);
        const format = {
          type: 'object',
          properties: { mood: { type: 'string', enum: ['good', 'bad'] } },
          required: ['mood'],
        };
        const { reply } = await completed(stage.provider(), asking(stage.model, 'How are you?', { format }));
        assert.deepEqual(JSON.parse(reply.text), { mood: 'good' });
        assert.match(body, /"enum":\["good","bad"\]/);
      },
    );

    scripted('given the token limit came first, then the reply says length', async (stage, server) => {
      server.play([
        { text: 'It began well and', stop: 'length' },
        { text: 'The window is', stop: 'contextFull' },
      ]);
      const models = stage.provider();
      for (const text of ['It began well and', 'The window is']) {
        const { reply } = await completed(models, asking(stage.model, say));
        assert.equal(reply.stop, 'length');
        assert.equal(reply.text, text);
      }
    });

    if (options.refuses)
      scripted('given a refusal, then the reply says refusal and calls nothing', async (stage, server) => {
        server.play([{ text: 'I', toolCalls: [{ name: 'look_up', arguments: {} }], stop: 'refusal' }]);
        const { reply } = await completed(stage.provider(), asking(stage.model, say, { tools: [lookUp] }));
        assert.equal(reply.stop, 'refusal');
        assert.deepEqual(reply.toolCalls, []);
      });

    for (const broken of ['cut', 'end-early', 'error-event'] as const)
      scripted(
        `given a stream that breaks (${broken}), then it throws unavailable, whatever was told`,
        async (stage, server) => {
          server.play([{ text: 'It began well and then it went on', fault: broken }]);
          const told: string[] = [];
          const onText = (delta: string): void => void told.push(delta);
          const { signal } = new AbortController();
          await failsWith('unavailable', stage.provider().complete(asking(stage.model, say), { signal, onText }));
          assert.ok(told.length > 0);
        },
      );

    scripted(
      'given the caller aborts before the first byte, then it throws cancelled within a second',
      async (stage, server) => {
        const caller = new AbortController();
        let at = 0;
        server.play([
          () => {
            at = performance.now();
            caller.abort();
            return { fault: 'hang' };
          },
        ]);
        await failsWith('cancelled', completed(stage.provider(), asking(stage.model, say), caller.signal));
        assert.ok(performance.now() - at < 1_000);
      },
    );

    scripted(
      'given the caller aborts in mid-stream, then it throws cancelled within a second and tells no more',
      async (stage, server) => {
        server.play([{ text: 'one two three four', fault: 'stall' }]);
        const caller = new AbortController();
        let at = 0;
        let told = 0;
        const onText = (): void => {
          told += 1;
          at = performance.now();
          caller.abort();
        };
        const answer = stage.provider().complete(asking(stage.model, say), { signal: caller.signal, onText });
        await failsWith('cancelled', answer);
        assert.ok(performance.now() - at < 1_000);
        assert.equal(told, 1);
      },
    );

    scripted('given no first byte in time, then it throws timeout', async (stage, server) => {
      const models = stage.provider({ firstByteMs: 250 });
      await models.info(stage.model, new AbortController().signal);
      server.play([{ fault: 'hang' }]);
      await failsWith('timeout', completed(models, asking(stage.model, say)));
    });

    scripted('given a stream that falls silent, then it throws timeout', async (stage, server) => {
      server.play([{ text: 'It began well and', fault: 'stall' }]);
      await failsWith('timeout', completed(stage.provider({ silenceMs: 50 }), asking(stage.model, say)));
    });

    for (const [fault, kind] of statuses)
      scripted(`given ${told(fault)}, then it throws ${kind}, asks once and shows no key`, async (stage, server) => {
        const models = stage.provider();
        await models.info(stage.model, new AbortController().signal);
        const before = server.requests();
        const message = `${fault.message ?? 'no'} (${server.secrets[0]})`;
        server.play([{ fault: { ...fault, message } }, { text: 'a second try' }]);
        const failure = await failsWith(kind, completed(models, asking(stage.model, say)));
        assert.equal(server.requests(), before + 1);
        for (const secret of server.secrets) assert.ok(!JSON.stringify(failure).includes(secret), failure.message);
        if (fault.retryAfter !== undefined) assert.equal(failure.retryAfterMs, Number(fault.retryAfter) * 1_000);
      });

    scripted(
      'given a wrong key, then it throws denied, names the setting, and its health says so',
      async (stage, server) => {
        const models = stage.provider({ wrongKey: true });
        const failure = await failsWith('denied', completed(models, asking(stage.model, say)));
        assert.match(failure.message, /[A-Z]+_[A-Z]+/);
        const health = await models.health(new AbortController().signal);
        assert.ok(!health.ok);
        for (const secret of server.secrets)
          assert.ok(!`${failure.message} ${inEnglish(health.problem)}`.includes(secret));
      },
    );

    scripted('given a model that is not there, then it throws invalid and names it', async stage => {
      const failure = await failsWith('invalid', completed(stage.provider(), asking('no-such-model', say)));
      assert.match(failure.message, /no-such-model/);
    });

    scripted('given a dropped connection, then it throws unavailable', async (stage, server) => {
      server.play([{ fault: 'refuse' }]);
      await failsWith('unavailable', completed(stage.provider(), asking(stage.model, say)));
    });

    scripted(
      'given nobody listens, then it throws unavailable, and its health says so without throwing',
      async (stage, server) => {
        await server.stop();
        const models = stage.provider();
        await failsWith('unavailable', completed(models, asking(stage.model, say)));
        const health = await models.health(new AbortController().signal);
        assert.ok(!health.ok && inEnglish(health.problem).length > 20);
        assert.ok(!(await models.health(AbortSignal.abort())).ok);
      },
    );
  });
}

/** Two calls with results, a late result nobody asked for in this message's place, and words of the owner between. */
const exchange: readonly ModelMessage[] = [
  userSays('What are these?'),
  {
    role: 'assistant',
    text: '',
    toolCalls: [
      { id: 'a', name: 'look_up', arguments: '{"word":"löwe"}' },
      { id: 'telegram:42#7.1', name: 'look_up', arguments: '{"word":"xyzzy"}' },
    ],
  },
  { role: 'tool', callId: 'a', name: 'look_up', text: 'a big cat', failed: false },
  { role: 'tool', callId: 'telegram:42#7.1', name: 'look_up', text: 'no such word', failed: true },
  userSays('And now?'),
];

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

type Status = Exclude<TurnFault, string>;

const statuses: readonly (readonly [Status, FailureKind])[] = [
  [{ status: 400 }, 'invalid'],
  [{ status: 404 }, 'invalid'],
  [{ status: 413 }, 'exhausted'],
  [{ status: 422 }, 'invalid'],
  [{ status: 401 }, 'denied'],
  [{ status: 403 }, 'denied'],
  [{ status: 402 }, 'exhausted'],
  [{ status: 400, message: 'prompt is too long: 210000 tokens > 200000 maximum' }, 'exhausted'],
  [{ status: 400, message: 'request (8889 tokens) exceeds the available context size (4096 tokens)' }, 'exhausted'],
  [{ status: 400, message: 'Your credit balance is too low to access the API' }, 'exhausted'],
  [{ status: 429, message: 'You have reached your monthly usage limit' }, 'exhausted'],
  [{ status: 408 }, 'unavailable'],
  [{ status: 429, retryAfter: 7 }, 'unavailable'],
  [{ status: 500 }, 'unavailable'],
  [{ status: 503, retryAfter: 2 }, 'unavailable'],
  [{ status: 529 }, 'unavailable'],
];

function told({ status, message, retryAfter }: Status): string {
  return [`status ${status}`, message, retryAfter === undefined ? undefined : `retry-after ${retryAfter}`]
    .filter(Boolean)
    .join(', ');
}
