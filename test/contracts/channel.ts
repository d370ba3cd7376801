/**
 * The contract of the port `Channel` (src/ports/channel.ts), line by line, for every kind of channel.
 *
 * A kind shows itself through a rig: a channel with an outside that the test can move. What a kind has no outside for
 * it leaves out, and says why; that line is then skipped with the reason.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Provided } from '../../src/api/provided.ts';
import { operationService } from '../../src/api/service.ts';
import type { ApprovalCard, Decision, DecisionAnswer } from '../../src/domain/approvals/card.ts';
import type { StandingService } from '../../src/domain/approvals/standing.ts';
import type { JobService } from '../../src/domain/jobs/service.ts';
import type { AdminService } from '../../src/domain/supervision/admin.ts';
import { type FailureKind, Fault, fault } from '../../src/domain/supervision/failure.ts';
import type { JournalEntry, StateBatch } from '../../src/domain/supervision/view.ts';
import { defined } from '../../src/domain/text/json.ts';
import type { UndoService } from '../../src/domain/undo/undo.ts';
import type { Channel, IncomingMessage, Receiver } from '../../src/ports/channel.ts';

/** The parts of an outside that not every kind of channel has. */
export interface ChannelOutside {
  /** The owner writes into `rig.chat`. */
  say(text: string): void;
  /** How many of the owner's messages are not acknowledged yet, as the other side sees it. */
  unacknowledged(): number;
  /** Resolves when the other side counts everything as acknowledged. */
  acknowledged(): Promise<void>;
  /** The last message arrives once more, as it does when an acknowledgement was lost. */
  redeliver(): void;
  /** Somebody writes who is not the owner; answers the id that has to stand in the log. */
  sayAsStranger(text: string): string;
  /** Answers the newest card by its buttons, and does all that a yes takes for its risk. */
  press(decision: 'approve' | 'deny'): Promise<void>;
  /** Answers what was sent last by its button with this number. */
  answer(button: number): Promise<void>;
  /** The next send is refused for this long. */
  limit(seconds: number): void;
  /** Nothing answers any more. */
  die(): Promise<void>;
  /** A second program receives with the same account. */
  compete(): Promise<void>;
  /** A chat of the owner that the other side does not know (any more). */
  readonly goneChat: string;
  /** The same channel with a token that the other side does not know. */
  withWrongToken(): Channel;
}

export interface ChannelRig {
  readonly channel: Channel;
  /** A conversation with the owner in which something can be sent. */
  readonly chat: string;
  /** The texts the owner sees in that chat now, oldest first; of an edited one its present text. */
  seen(): readonly string[];
  /** What the channel has logged. */
  logged?(): readonly string[];
  readonly outside: Partial<ChannelOutside>;
  close(): Promise<void>;
}

/** Why a line does not apply to a kind, by the name of what its outside lacks. */
export type Inapplicable = Partial<Record<keyof ChannelOutside, string>>;

/** Runs the contract against one kind of channel; `make` gives a fresh rig each time. */
export function channelContract(name: string, make: () => Promise<ChannelRig>, inapplicable: Inapplicable = {}): void {
  const line = (
    what: string,
    needs: readonly (keyof ChannelOutside)[],
    check: (rig: ChannelRig, outside: ChannelOutside) => Promise<void>,
  ): void => {
    const missing = needs.find(need => inapplicable[need] !== undefined);
    const skip = missing === undefined ? false : (inapplicable[missing] ?? true);
    test(what, { skip, timeout: 30_000 }, async () => {
      const rig = await make();
      try {
        for (const need of needs) assert.ok(rig.outside[need] !== undefined, `the rig has no ${need}`);
        await check(rig, rig.outside as ChannelOutside);
      } finally {
        await rig.channel.close();
        await rig.close();
      }
    });
  };

  describe(`the channel contract, ${name}`, () => {
    line(
      'connect says who we are there, and receive goes on until abort, then ends quietly',
      [],
      async ({ channel }) => {
        const stop = new AbortController();
        assert.notEqual((await channel.connect(stop.signal)).identity, '');
        let isOver = false;
        const receiving = channel.receive(receiver().receiver, stop.signal).finally(() => {
          isOver = true;
        });
        await channel.connect(stop.signal);
        await new Promise(setImmediate);
        assert.equal(isOver, false, 'it returned before it was stopped');
        stop.abort();
        await receiving;
      },
    );

    line(
      'nothing is acknowledged before the receiver has resolved',
      ['say', 'unacknowledged', 'acknowledged'],
      async (rig, outside) => {
        const commit = Promise.withResolvers<void>();
        const agent = receiver({ beforeCommit: () => commit.promise });
        await receiving(rig.channel, agent.receiver, async () => {
          outside.say('keep this');
          const message = await agent.message(0);
          assert.equal(message.text, 'keep this');
          assert.equal(message.chat, rig.chat);
          assert.equal(message.taint, 'owner');
          assert.equal(outside.unacknowledged(), 1);
          commit.resolve();
          await outside.acknowledged();
        });
      },
    );

    line(
      'a message Straylight could not take is not acknowledged, receive throws, and it comes again',
      ['say', 'unacknowledged', 'acknowledged'],
      async (rig, outside) => {
        const failing = receiver({ beforeCommit: () => Promise.reject(fault('unavailable', 'the store is full')) });
        outside.say('do not lose me');
        await assert.rejects(rig.channel.receive(failing.receiver, new AbortController().signal), /the store is full/);
        assert.equal(outside.unacknowledged(), 1);
        const agent = receiver();
        await receiving(rig.channel, agent.receiver, async () => {
          assert.equal((await agent.message(0)).key, (await failing.message(0)).key);
          await outside.acknowledged();
        });
      },
    );

    line(
      'a message Straylight refuses is answered with the reason and acknowledged',
      ['say', 'acknowledged'],
      async (rig, outside) => {
        for (const kind of ['denied', 'invalid'] as const) {
          const agent = receiver({ beforeCommit: () => Promise.reject(fault(kind, `it looked ${kind}`)) });
          await receiving(rig.channel, agent.receiver, async () => {
            outside.say('hunter2');
            await agent.message(0);
            await outside.acknowledged();
            assert.match(rig.seen().join('\n'), new RegExp(`it looked ${kind}`));
          });
        }
      },
    );

    line('a redelivered message carries the same key', ['say', 'redeliver', 'acknowledged'], async (rig, outside) => {
      const agent = receiver();
      await receiving(rig.channel, agent.receiver, async () => {
        outside.say('once');
        await agent.message(0);
        await outside.acknowledged();
        outside.redeliver();
        outside.say('next');
        await agent.heard('next');
        const keys = agent.messages.filter(message => message.text === 'once').map(message => message.key);
        assert.equal(new Set(keys).size, 1);
        assert.notEqual(agent.messages.find(message => message.text === 'next')?.key, keys[0]);
      });
    });

    line('a stranger gets no answer, and his id stands in the log', ['say', 'sayAsStranger'], async (rig, outside) => {
      const agent = receiver();
      await receiving(rig.channel, agent.receiver, async () => {
        const id = outside.sayAsStranger('let me in');
        outside.say('after him');
        await agent.heard('after him');
        assert.equal(agent.messages.length, 1);
        assert.deepEqual(rig.seen(), []);
        assert.match((rig.logged?.() ?? []).join('\n'), new RegExp(id));
      });
    });

    line('parts is pure and gives at least one part', [], async ({ channel }) => {
      for (const text of ['', ' \n', 'short', '**bold** _it_', 'long text\n'.repeat(900), '<b>&amp;'.repeat(3000)]) {
        const parts = channel.parts(text);
        assert.ok(parts.length >= 1, JSON.stringify(text.slice(0, 20)));
        assert.ok(
          parts.every(part => part.body !== ''),
          JSON.stringify(text.slice(0, 20)),
        );
        assert.deepEqual(channel.parts(text), parts);
      }
    });

    line('what is sent arrives once, in order, and is named by its own ref', [], async ({ channel, chat, seen }) => {
      const { signal } = new AbortController();
      const refs = [];
      for (const text of ['first', 'second'])
        for (const part of channel.parts(text))
          refs.push((await channel.send(chat, part, { repeat: false, signal })).ref);
      assert.deepEqual(seen(), ['first', 'second']);
      assert.equal(new Set(refs).size, refs.length);
    });

    line('a possible repeat says that it is one', [], async ({ channel, chat, seen }) => {
      const [part] = channel.parts('again');
      assert.ok(part);
      await channel.send(chat, part, { repeat: true, signal: new AbortController().signal });
      assert.match(seen().join('\n'), /again/);
      assert.notEqual(seen().at(-1), 'again');
    });

    line('a send that was cancelled before it began sends nothing', [], async ({ channel, chat, seen }) => {
      const [part] = channel.parts('never');
      assert.ok(part);
      await rejectsWith('cancelled', channel.send(chat, part, { repeat: false, signal: AbortSignal.abort() }));
      assert.deepEqual(seen(), []);
    });

    line('a file is put before the owner once, and one that was cancelled before it began is not', [], async rig => {
      const { channel, chat, seen } = rig;
      const file = {
        name: 'a.txt',
        mediaType: 'text/plain',
        bytes: 5,
        path: '/home/a.txt',
        caption: 'the file',
        async *content() {
          yield Buffer.from('hello');
        },
      };
      if (channel.sendFile === undefined) return;
      await rejectsWith('cancelled', channel.sendFile(chat, file, { signal: AbortSignal.abort() }));
      const { ref } = await channel.sendFile(chat, file, { signal: new AbortController().signal });
      assert.notEqual(ref, '');
      assert.deepEqual(seen(), ['the file']);
    });

    line(
      'a refusal for now is unavailable, names the wait, and is not tried again by the channel',
      ['limit'],
      async ({ channel, chat, seen }, outside) => {
        const [part] = channel.parts('patience');
        assert.ok(part);
        const { signal } = new AbortController();
        outside.limit(7);
        const failure = await rejectsWith('unavailable', channel.send(chat, part, { repeat: false, signal }));
        assert.equal(failure.retryAfterMs, 7000);
        assert.deepEqual(seen(), []);
      },
    );

    line('a dead network is unavailable', ['die'], async ({ channel, chat }, outside) => {
      const [part] = channel.parts('anybody?');
      assert.ok(part);
      const { signal } = new AbortController();
      await outside.die();
      await rejectsWith('unavailable', channel.send(chat, part, { repeat: false, signal }));
      await rejectsWith('unavailable', channel.connect(signal));
      await rejectsWith('unavailable', channel.receive(receiver().receiver, signal));
    });

    line('a wrong token is denied, and no message shows it', ['withWrongToken'], async (_rig, outside) => {
      const channel = outside.withWrongToken();
      await rejectsWith('denied', channel.connect(new AbortController().signal));
      await channel.close();
    });

    line('a second receiver is unavailable with cause conflict', ['compete', 'say'], async (rig, outside) => {
      const agent = receiver();
      const receiving = rig.channel.receive(agent.receiver, new AbortController().signal);
      outside.say('are you there?');
      await agent.message(0);
      const ended = rejectsWith('unavailable', receiving);
      await outside.compete();
      assert.equal((await ended).cause, 'conflict');
    });

    line('a chat that is gone is invalid', ['goneChat'], async ({ channel }, outside) => {
      const [part] = channel.parts('hello?');
      assert.ok(part);
      const { signal } = new AbortController();
      await rejectsWith('invalid', channel.send(outside.goneChat, part, { repeat: false, signal }));
    });

    line(
      'a card is shown where the owner is asked; settled twice, it looks settled once',
      [],
      async ({ channel, seen }) => {
        const { signal } = new AbortController();
        for (const chat of channel.ownerChats) {
          const { ref } = await channel.ask(chat, card, signal);
          await channel.settle(chat, ref, card, 'granted', 'cli', signal);
          const once = [...seen()];
          await channel.settle(chat, ref, card, 'granted', 'cli', signal);
          assert.deepEqual(seen(), once);
        }
      },
    );

    line(
      'a decision names who decided and the card that was on screen',
      ['press', 'acknowledged'],
      async (rig, outside) => {
        const { signal } = new AbortController();
        const [chat] = rig.channel.ownerChats;
        assert.ok(chat !== undefined);
        await rig.channel.ask(chat, card, signal);
        const agent = receiver({ card });
        await receiving(rig.channel, agent.receiver, async () => {
          await outside.press('approve');
          await outside.acknowledged();
          const [decision] = agent.decisions;
          assert.equal(agent.decisions.length, 1);
          assert.equal(decision?.confirmation, 'yes', 'a risk above low takes more than one tap');
          assert.equal(decision?.approval, card.key);
          assert.equal(decision?.decision, 'approve');
          assert.equal(decision?.digest, card.digest);
          assert.equal(decision?.nonce, card.nonce);
          assert.match(decision?.by ?? '', new RegExp(`^${rig.channel.name}`));
        });
      },
    );

    line('what may be answered is sent like any other part, and is not answered by being shown', [], async rig => {
      const { channel, chat, seen } = rig;
      const [part] = channel.parts('It needs you.');
      assert.ok(part);
      const asks = { incident: 'Zk3Qm9xT', choices: ['restart', 'fresh', 'stop'] } as const;
      const { ref } = await channel.send(chat, part, { repeat: false, asks, signal: new AbortController().signal });
      assert.notEqual(ref, '');
      assert.deepEqual(seen(), ['It needs you.']);
    });

    line(
      'an answer to the supervisor names the incident, the choice and who it was',
      ['answer', 'acknowledged'],
      async (rig, outside) => {
        const { channel, chat } = rig;
        const [part] = channel.parts('It needs you.');
        assert.ok(part);
        const asks = { incident: 'Zk3Qm9xT', choices: ['restart', 'fresh', 'stop'] } as const;
        await channel.send(chat, part, { repeat: false, asks, signal: new AbortController().signal });
        const chosen: string[][] = [];
        const actors = actorsWindow({ choose: async (...choice) => void chosen.push(choice) });
        const agent = receiver({ actors });
        await receiving(channel, agent.receiver, async () => {
          await outside.answer(1);
          await outside.acknowledged();
        });
        assert.deepEqual(chosen, [['Zk3Qm9xT', 'fresh', chosen[0]?.[2]]]);
        assert.match(chosen[0]?.[2] ?? '', new RegExp(`^${channel.name}:`));
        assert.deepEqual([agent.messages.length, agent.decisions.length], [0, 0]);
      },
    );

    line('a preview never throws, and the message does not depend on it', [], async ({ channel, chat, seen }) => {
      for (const text of ['', 'so far', 'so far, so **good', undefined]) channel.preview(chat, 'turn-1', text);
      channel.preview('no such chat', 'turn-1', 'text');
      channel.preview(chat, 'turn-unknown', undefined);
      const [part] = channel.parts('the reply');
      assert.ok(part);
      await channel.send(chat, part, { repeat: false, signal: new AbortController().signal });
      assert.deepEqual(seen(), ['the reply']);
    });
  });
}

/** A card with everything a card can have, for any channel's tests. */
export const card: ApprovalCard = {
  key: 'k3Qm9xTd',
  session: 'session:telegram:42',
  tool: 'execute_command',
  intent: 'Run a command that removes a file.',
  risk: 'medium',
  reasons: ['It changes files.', 'It is not on the list of reading programs.'],
  exact: 'rm notes.txt',
  digest: 'd'.repeat(64),
  nonce: 'nonce-1',
  expiresAt: Date.UTC(2026, 10, 22, 14, 5, 0),
  repeat: false,
};

export interface TestAgent {
  readonly receiver: Receiver;
  readonly messages: readonly IncomingMessage[];
  readonly decisions: readonly Decision[];
  readonly aborted: readonly string[];
  /** The message with this number, present or to come. */
  message(index: number): Promise<IncomingMessage>;
  /** The first message with this text, present or to come. */
  heard(text: string): Promise<IncomingMessage>;
}

/** An inside that remembers what it was handed; a key taken before is a duplicate. */
export function receiver(
  options: {
    readonly beforeCommit?: (message: IncomingMessage) => Promise<void>;
    readonly card?: ApprovalCard;
    readonly waiting?: () => readonly ApprovalCard[];
    readonly standing?: Pick<StandingService, 'list' | 'revoke'>;
    readonly actors?: ActorsPeer;
    readonly undo?: UndoService;
    readonly jobs?: JobService;
    /** What other operations are carried out with. */
    readonly provided?: Partial<Provided>;
    readonly decide?: Provided['decide'];
    readonly abort?: Receiver['abort'];
    readonly command?: Receiver['command'];
  } = {},
): TestAgent {
  const messages: IncomingMessage[] = [];
  const decisions: Decision[] = [];
  const aborted: string[] = [];
  const keys = new Set<string>();
  const waiting = new Set<() => void>();
  const until = <T>(look: () => T | undefined): Promise<T> =>
    new Promise(resolve => {
      const check = (): void => {
        const found = look();
        if (found === undefined) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });
  const open = () => [...(options.waiting?.() ?? []), ...(options.card ? [options.card] : [])];
  async function decide(decision: Decision): Promise<DecisionAnswer> {
    decisions.push(decision);
    return options.decide?.(decision) ?? { ok: true, state: decision.decision === 'approve' ? 'granted' : 'denied' };
  }
  return {
    messages,
    decisions,
    aborted,
    message: index => until(() => messages[index]),
    heard: text => until(() => messages.find(message => message.text === text)),
    receiver: {
      async message(message) {
        messages.push(message);
        for (const check of [...waiting]) check();
        await options.beforeCommit?.(message);
        const duplicate = keys.has(message.key);
        keys.add(message.key);
        return { duplicate };
      },
      async abort(chat) {
        aborted.push(chat);
        return options.abort?.(chat) ?? true;
      },
      async command(name, args, chat, key) {
        return options.command?.(name, args, chat, key);
      },
      ask: askFor({
        ...options,
        provided: {
          approvals: () => open().map(one => ({ id: `approval:${one.key}`, card: one, state: 'pending', rev: 1 })),
          decide,
          decideAll: all => Promise.all(all.map(decide)),
          ...options.provided,
        },
      }),
    },
  };
}

/** The actors as a test has them. */
interface ActorsPeer extends AdminService {
  state(): Pick<StateBatch, 'actors' | 'needs' | 'now'>;
  steps(actor: string, most: number): readonly JournalEntry[] | undefined;
}

/** No actors at all; what a test needs of them, it gives. */
export function actorsWindow(own: Partial<ActorsPeer> = {}): ActorsPeer {
  return {
    state: () => ({ actors: [], needs: [], now: 0 }),
    steps: () => undefined,
    command: async ({ id }) => ({ id, state: 'done' }),
    choose: async () => {},
    preview: async () => undefined,
    ...own,
  };
}

/** The operations of Straylight, carried out by what a test has. */
function askFor({
  standing = { list: async () => [], revoke: async () => false },
  actors = actorsWindow(),
  undo,
  jobs,
  provided = {},
}: {
  readonly standing?: Pick<StandingService, 'list' | 'revoke'>;
  readonly actors?: ActorsPeer;
  readonly undo?: UndoService;
  readonly jobs?: JobService;
  readonly provided?: Partial<Provided>;
}): Receiver['ask'] {
  const reads = {
    state: actors.state,
    actor: (id: string) => actors.state().actors.find(one => one.id === id),
    needs: () => actors.state().needs,
    reading: () => ({ language: 'en', now: actors.state().now }),
    journal(id: string, { limit }: { readonly limit: number }) {
      const entries = actors.steps(id, limit);
      return entries && { entries };
    },
  };
  const service = operationService({
    ...(reads as unknown as Provided),
    ...provided,
    restartPreview: actors.preview,
    admin: actors,
    standing: { ...standing, add: () => assert.fail() },
    ...defined({
      jobs,
      undo,
      applyUndo: undo?.apply,
    }),
  });
  let acts = 0;
  return (name, input, { by, act = `act ${acts++}` }) =>
    service.call(name, input, { by, role: 'owner', commandId: act }) as Promise<never>;
}

/** Receives while `body` runs, then stops; a receive that ends by itself before that fails the test. */
export async function receiving(channel: Channel, inside: Receiver, body: () => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const ended = channel.receive(inside, stop.signal);
  await Promise.race([
    body(),
    ended.then(() => {
      throw new Error('receive ended although nobody stopped it');
    }),
  ]).finally(() => stop.abort());
  await ended;
}

/** Awaits a rejection with a `Fault` of this kind, and answers its failure. */
export async function rejectsWith(kind: FailureKind, promise: Promise<unknown>): Promise<Fault['failure']> {
  const error = await promise.then(
    () => assert.fail(`expected a fault of kind ${kind}, but it succeeded`),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Fault, `expected a Fault, got ${String(error)}`);
  assert.equal(error.failure.kind, kind, error.failure.message);
  return error.failure;
}
