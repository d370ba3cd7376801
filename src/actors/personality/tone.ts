/** How the agent speaks in a turn, made of what its owner has chosen, what the turn is about, and the mood. */

import { isApart } from '../../domain/agents/agent.ts';
import { callerConversation } from '../../domain/callers/caller.ts';
import { type ProfileName, profileNames } from '../../domain/context/profiles.ts';
import { placeOf } from '../../domain/conversation/chat-session.ts';
import type { ReadMessage } from '../../domain/conversation/message.ts';
import { jobChannel } from '../../domain/jobs/job.ts';
import { directiveOf } from '../../domain/personality/directive.ts';
import { moodDeltas, moodOf } from '../../domain/personality/mood.ts';
import {
  axisNames,
  baselineOf,
  effectiveAxes,
  isNeutral,
  type PersonalitySettings,
  presetNames,
} from '../../domain/personality/personality.ts';
import {
  modeOf,
  modeSaid,
  registerOf,
  situationDeltas,
  situationOf,
  topicOf,
} from '../../domain/personality/situation.ts';
import type { PersonalityService, PersonalityView } from '../../domain/personality/view.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault, toFailure } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PersonaLedger } from '../../ports/ledgers/context/persona.ts';

export interface ToneOptions {
  readonly ledger: PersonaLedger;
  /** As the file says it now. */
  readonly settings: () => PersonalitySettings;
  readonly clock: Pick<Clock, 'now'>;
  readonly perform: (work: () => void) => Promise<void>;
  /** Does something of this conversation wait for a yes? */
  readonly isWaiting: (session: string) => boolean;
  readonly messagesOf: (session: string) => readonly ReadMessage[];
  readonly profileOf: (session: string, messages: readonly ReadMessage[]) => ProfileName;
  /** Called with each problem once. */
  readonly onProblem: (problem: string) => void;
}

export interface Tone {
  /** For the instructions of a conversation; empty: nothing is said of it. Never throws: what fails is neutral. */
  directive(session: string, messages: readonly ReadMessage[]): string;
  /** The profile of the topic that the newest words name; undefined: none. */
  profile(messages: readonly ReadMessage[]): ProfileName | undefined;
  readonly service: PersonalityService;
}

export function tone(options: ToneOptions): Tone {
  const { ledger, settings, clock, perform } = options;
  const reported = new Set<string>();

  function viewOf(session: string | undefined, messages: readonly ReadMessage[]): PersonalityView {
    const chosen = settings();
    const words = newestWords(messages);
    const topic = topicOf(words, chosen.topics);
    const { preset, axes, from } = baselineOf(chosen, ledger.get(), chosen.topics[topic ?? '']?.preset);
    const listed = (now = axes) =>
      axisNames.map(axis => ({ axis, value: axes[axis], now: now[axis], from: from[axis] }));
    const presets = presetNames(chosen);
    if (isNeutral({ axes }) || session === undefined) {
      const directive = isNeutral({ axes }) ? '' : directiveOf(axes, undefined);
      return { preset, presets, axes: listed(), topic, directive };
    }
    const register = registerOf(words);
    const situation = situationOf(words, register, options.profileOf(session, messages));
    const mood = chosen.mood ? moodOf(messages, clock.now()) : undefined;
    const now = effectiveAxes(
      axes,
      situation === undefined ? {} : situationDeltas[situation],
      mood === undefined ? {} : moodDeltas(mood),
    );
    const work = placeOf(session).channel === jobChannel ? 'act_and_report' : undefined;
    const turn = modeSaid(words);
    const needsConfirmation = options.isWaiting(session);
    const mode = modeOf({ needsConfirmation, work, turn, initiative: now.initiative });
    const isSaid = needsConfirmation || work !== undefined || turn !== undefined || mode !== 'default_and_offer';
    const directive = directiveOf(now, isSaid ? mode : undefined);
    return { preset, presets, axes: listed(now), situation, register, mode, topic, mood, directive };
  }

  /** Neutral, and said once. */
  function failed(thrown: unknown): PersonalityView {
    const problem = toFailure(thrown).message;
    if (!reported.has(problem)) {
      reported.add(problem);
      options.onProblem(problem);
    }
    const axes = axisNames.map(axis => ({ axis, value: 0.5, now: 0.5, from: 'neutral' as const }));
    return { preset: 'default', presets: presetNames({ presets: {} }), axes, directive: '', problem };
  }

  function look(session: string | undefined, messages: readonly ReadMessage[]): PersonalityView {
    try {
      return viewOf(session, messages);
    } catch (thrown) {
      return failed(thrown);
    }
  }

  return {
    directive(session, messages) {
      // an agent that a piece of work was given to, and a program that asks, are spoken to plainly
      if (isApart(session) || callerConversation(session) !== undefined) return '';
      return look(session, messages).directive;
    },
    profile(messages) {
      try {
        const { topics } = settings();
        const named = topics[topicOf(newestWords(messages), topics) ?? '']?.profile;
        return profileNames.find(name => name === named);
      } catch (thrown) {
        failed(thrown);
        return undefined;
      }
    },
    service: {
      look: session => look(session, session === undefined ? [] : options.messagesOf(session)),
      set: (axis, value) => perform(() => ledger.setAxis(axis, value, clock.now())),
      async preset(name) {
        const known = presetNames(settings());
        if (!known.includes(name))
          throw fault('invalid', says`expected a preset of ${known.join(', ')}; came ${JSON.stringify(name)}`);
        await perform(() => ledger.setPreset(name, clock.now()));
      },
      reset: () => perform(() => ledger.clear()),
    },
  };
}

/** What the owner said last; a text from outside sets no tone. */
function newestWords(messages: readonly ReadMessage[]): string {
  const newest = messages.findLast(({ role }) => role === 'owner');
  return newest?.taint === 'owner' ? newest.text : '';
}
