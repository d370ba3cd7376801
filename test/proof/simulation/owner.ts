/**
 * The owner of a simulated agent: writes, stops, decides, steps in; in calm times sees to whatever waits for a word.
 */

import type { ApprovalCard, Decision } from '../../../src/domain/approvals/card.ts';
import type { AdminAct, AdminVerb } from '../../../src/domain/supervision/admin.ts';
import type { Choice } from '../../../src/domain/supervision/remediation.ts';
import type { Luck } from './chance.ts';
import { chats, polled, screen } from './channels.ts';
import type { WorkOwner } from './coding.ts';
import type { Ground } from './ground.ts';
import type { JobOwner } from './jobs.ts';
import type { Life } from './life.ts';
import type { Outside, Said } from './outside.ts';

export interface Owner {
  /** Does something, whatever it may be. */
  act(life: Life): void;
  /** Does one thing that waits for the owner; false: nothing does. */
  oblige(life: Life): boolean;
}

/** `jobs`, `works`: what the owner does with these, where this seed has them. */
export function seededOwner(
  ground: Ground,
  outside: Outside,
  luck: Luck,
  { jobs, works }: { readonly jobs?: JobOwner | undefined; readonly works?: WorkOwner | undefined },
): Owner {
  let commands = 0;

  function say(life: Life, session?: string): void {
    const chat = luck.pick([...chats, 'main']);
    const [, channel, where] = (session ?? `session:${chat === 'main' ? screen : polled}:${chat}`).split(':');
    const tag = `m${outside.said.length + 1}`;
    const origin = channel === screen ? 'local' : polled;
    const said: Said = {
      tag,
      channel: channel ?? '',
      chat: where ?? '',
      text: `${tag}: do what you think is right`,
      id: `${origin}:${tag}`,
      accepted: false,
      underWay: false,
    };
    outside.said.push(said);
    hand(life, said);
  }

  /** Over HTTP, or by whoever polls; handed over again until it is taken, and now and then although it was. */
  function hand(life: Life, said: Said): boolean {
    const { tag: key, channel, chat, text } = said;
    const message = { key, text, taint: 'owner' } as const;
    if (channel === polled && !life.line) return false;
    said.underWay = true;
    const taken =
      channel === polled
        ? life.line?.receiver.message({ ...message, chat })
        : life.inside.message('local', `session:${channel}:${chat}`, message);
    taken
      ?.then(
        () => {
          if (!life.isDead) said.accepted = true;
        },
        () => {
          if (!life.isDead) outside.turnedAway += 1;
        },
      )
      .finally(() => {
        said.underWay = false;
      });
    return true;
  }

  function decide(
    life: Life,
    card: ApprovalCard,
    decision: Exclude<Decision['decision'], 'edit'>,
    isSure: boolean,
  ): void {
    const { key, digest, nonce, risk, word } = card;
    const confirmation = !isSure || decision !== 'approve' || risk === 'low' ? {} : { confirmation: word ?? 'yes' };
    const decided: Outside['decided'][number] = { approval: `approval:${key}`, decision };
    outside.decided.push(decided);
    void life.inside
      .decide({ approval: key, decision, by: 'post:1', digest, nonce, ...confirmation })
      .then(answer => {
        // "not now" says nothing: an answer that is held back, or whose step failed at first, counts later
        if (!life.isDead && (answer.ok || answer.why !== 'unknown')) decided.answer = answer.ok ? 'ok' : 'refused';
      })
      .catch(() => {
        // it was not taken: Straylight is stopping, or its disk is full
        if (life.isDead) return;
        outside.turnedAway += 1;
        decided.answer = 'refused';
      });
  }

  function press(life: Life): void {
    const { card } = luck.pick(outside.cards);
    const current = ground.conversation.approval(`approval:${card.key}`)?.card ?? card;
    decide(life, luck.once(5) ? card : current, luck.weighed({ approve: 6, deny: 3, undo: 2 }), !luck.once(6));
  }

  function stepIn(life: Life): void {
    const alive = ground.store.actors(Number.MAX_SAFE_INTEGER).filter(({ machine }) => stepsInto.includes(machine));
    if (alive.length === 0) return;
    const busy = alive.filter(({ tags }) => tags.includes('busy'));
    const { address, machine, status, seq } = luck.pick(busy.length > 0 && luck.once(2) ? busy : alive);
    const verb: AdminVerb =
      status === 'suspended' ? luck.pick(['resume', 'restart']) : luck.pick(['suspend', 'restart', 'restart', 'retry']);
    const rev = luck.once(2) ? { rev: seq } : {};
    // an act that is begun anew must still happen once, one that is taken back too
    const graver: readonly AdminAct[] = [
      { verb: 'restart', actor: address, from: 'fresh', ...rev },
      { verb: 'rewind', actor: address, seq: luck.between(1, Math.max(1, seq - 1)), ...rev },
      { verb: 'stop', actor: address },
    ];
    const isGrave = machine === 'tool-call' && luck.once(2);
    command(life, isGrave ? luck.pick(graver) : { verb, actor: address, ...rev });
  }

  function command(life: Life, act: AdminAct): void {
    commands += 1;
    void life.admin.command({ ...act, id: `c${commands}`, by: 'cli' }).catch(() => {
      if (!life.isDead) outside.turnedAway += 1;
    });
  }

  return {
    act(life) {
      const known = outside.said.filter(({ underWay }) => !underWay);
      switch (
        luck.weighed({
          say: 10,
          again: known.length > 0 ? 4 : 0,
          press: outside.cards.length > 0 ? 8 : 0,
          stop: 2,
          stepIn: 3,
          job: jobs ? 8 : 0,
          work: works ? 2 : 0,
        })
      ) {
        case 'say':
          return say(life);
        case 'again':
          return void hand(life, luck.pick(known));
        case 'press':
          return press(life);
        case 'stop':
          return void life.inside
            .abort(luck.pick([...chats.map(chat => `session:${polled}:${chat}`), `session:${screen}:main`]))
            .catch(() => {});
        case 'stepIn':
          return stepIn(life);
        case 'job':
          return jobs?.act(life);
        case 'work':
          return works?.act(life);
      }
    },
    oblige(life) {
      const actors = ground.store.actors(Number.MAX_SAFE_INTEGER);
      const standing = (machine: string, leaf: string) =>
        actors.find(row => row.status === 'active' && row.machine === machine && row.leaf.startsWith(leaf))?.address;

      const parked = standing('incident', 'waitingForInput.open');
      if (parked !== undefined) {
        const { trouble } = contextOf(parked) as { readonly trouble: { readonly kind: string } };
        void life.admin.choose(parked, choiceFor(trouble.kind), 'cli').catch(() => {});
        return true;
      }
      const suspended = actors.find(({ status }) => status === 'suspended');
      if (suspended) {
        command(life, { verb: 'resume', actor: suspended.address });
        return true;
      }
      const unheard = outside.said.find(({ accepted, underWay }) => !accepted && !underWay);
      if (unheard && hand(life, unheard)) return true;
      // nobody answers the conversation of a job: its time runs out
      // what an agent asks is put in the conversation at the top
      const asking = actors.find(
        ({ status, machine, leaf, address }) =>
          status === 'active' &&
          machine === 'session' &&
          leaf.startsWith('waitingForInput.answer') &&
          !address.startsWith('session:agent:'),
      )?.address;
      if (
        asking !== undefined &&
        !asking.startsWith('session:job:') &&
        !outside.said.some(({ accepted }) => !accepted)
      ) {
        say(life, asking);
        return true;
      }
      if (jobs?.oblige(life) || works?.oblige(life)) return true;
      const approval = standing('approval', 'waitingForInput');
      const card = approval === undefined ? undefined : ground.conversation.approval(approval)?.card;
      if (!card) return false;
      decide(life, card, luck.pick(['approve', 'deny']), true);
      return true;
    },
  };

  function contextOf(address: string): object {
    return (JSON.parse(ground.store.actor(address)?.state ?? '{}') as { readonly context: object }).context;
  }
}

/** Charts that a careless owner steps into. */
const stepsInto: readonly string[] = ['session', 'tool-call', 'approval', 'channel'];

function choiceFor(trouble: string): Choice {
  if (trouble === 'unclean') return 'go';
  if (trouble === 'wedged') return 'restart';
  return trouble === 'buried' ? 'retry' : 'leave';
}
