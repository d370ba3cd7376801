/**
 * What a model sees of a conversation: the parts of its newest request, and the summary that stands for its beginning.
 */

import type { ZodType } from 'zod';
import type { CompactionAnswer, CompactionService, UndoneCompaction } from '../../../domain/context/compaction.ts';
import type { Eviction } from '../../../domain/context/evictions.ts';
import { type ProfileService, profileNames } from '../../../domain/context/profiles.ts';
import { zoneNames } from '../../../domain/context/zones.ts';
import type { ModelContext } from '../../../domain/conversation/context-window.ts';
import { catalog } from '../../../domain/text/catalog.ts';
import { defined } from '../../../domain/text/json.ts';
import { operation } from '../../contract.ts';
import { address, count, instant, oneOf } from '../../fields.ts';
import { lines } from '../../view.ts';
import { contextShown, type ShownContext } from '../../views/conversation/context.ts';
import { z } from '../../zod.ts';
import { subscription } from './watched.ts';

declare module '../../provided.ts' {
  interface Provided {
    readonly compactions: CompactionService;
    readonly profiles: ProfileService;
    /** When what is left out of the requests of a session changed, the newest `limit`, newest first. */
    evictions(session: string, limit: number): readonly Eviction[];
  }
}

const answer = (): ZodType<CompactionAnswer> =>
  z.object({
    state: z
      .enum(['done', 'running', 'failed', 'nothing'])
      .describe('running: it is being made; failed: the conversation says why; nothing: it is too short'),
    messages: count().describe('so many messages the summary stands for'),
  });

const undone = (): ZodType<UndoneCompaction> =>
  z.object({ undone: z.boolean().describe('false: no summary stood'), messages: count() });

const zone = () =>
  z.object({
    tokens: count(),
    characters: count().describe('of its text, as it was sent'),
    items: count().describe('so many orders, parts, tools, memories, messages, or results and files'),
  });

/** What a request held, by parts. */
export function requestParts(): ZodType<ModelContext['parts']> {
  return z.object({
    system: z.number(),
    tools: z.number(),
    memories: z.number(),
    history: z.number(),
    window: z.number().describe('what the model takes at most'),
    room: z.number().describe('what the messages may take together').optional(),
    zones: z
      .object({
        orders: zone(),
        system: zone(),
        tools: zone(),
        memory: zone(),
        chronicle: zone().describe('what was said, and the summary of what was said before'),
        workspace: zone().describe('calls of tools, their results, and files'),
      })
      .describe(`in this order: ${zoneNames.join(', ')}`)
      .optional(),
    left: z
      .object({
        older: count().describe('messages that were left out'),
        brief: count().describe('results that were one line'),
        shortened: count().describe('messages of the running turn that were shortened'),
        tools: count().describe('tools that were only named'),
      })
      .optional(),
    profile: z
      .object({ name: oneOf(...profileNames), isSet: z.boolean().describe('its owner has named it') })
      .describe('how the room was shared out')
      .optional(),
  });
}

function shown(): ZodType<ShownContext> {
  return z.object({
    at: instant(),
    model: z.string(),
    parts: requestParts().describe('in tokens of the model, as they are estimated'),
    agent: z.string().describe('the agent that the conversation belongs to').optional(),
    inputTokens: count().describe('what the model itself counted'),
    summary: z
      .object({
        summary: z.string().describe('the id of its message'),
        session: z.string(),
        messages: count().describe('so many messages it stands for'),
        at: instant(),
      })
      .describe('the summary that stands for the beginning now')
      .optional(),
    watched: z.array(subscription()).readonly().describe('files and pages that stand beside the conversation'),
    evictions: z.array(eviction()).readonly().describe('when what was left out changed, the newest five, newest first'),
  });
}

function eviction(): ZodType<Eviction> {
  return z.object({
    turn: z.string(),
    at: instant(),
    model: z.string(),
    why: z
      .enum(['room', 'refused', 'scored'])
      .describe('room: too little of it; refused: its server refused more; scored: a model chose'),
    brief: count().describe('so many results are one line each'),
    briefTo: z.string().nullable().describe('the newest of them, a message'),
    older: count().describe('so many older messages are not in it'),
    olderTo: z.string().nullable().describe('the newest of them'),
  });
}

const about = {
  en: 'What a model sees of a conversation; summarise it, and undo that',
  de: 'Was ein Modell von einem Gespräch sieht; es zusammenfassen und das zurücknehmen',
};

const shownEvictions = 5;

export const context = {
  show: operation({
    summary: 'What the newest model request of a conversation held, by zones with their sizes, and what was left out.',
    role: 'reader',
    http: { method: 'GET', path: '/api/sessions/{id}/context' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'context show',
        about,
        help: {
          en: 'Show what the model saw of a conversation. ID is as "sessions list" shows it.',
          de: 'Zeigt, was das Modell von einem Gespräch sah. ID steht in „sessions list“.',
        },
        args: { id: 'ID' },
      },
    ],
    slash: [
      {
        words: 'context',
        isDefault: true,
        about: { en: 'What the model sees of this conversation', de: 'Was das Modell von diesem Gespräch sieht' },
        help: {
          en: 'Show what the model sees of this conversation, with sizes.',
          de: 'Zeigt, was das Modell von diesem Gespräch sieht, mit Größen.',
        },
        ofChat: { id: 'conversation' },
      },
    ],
    input: () => ({ id: address('session') }),
    output: shown,
    missing: 'model call in the newest steps of this conversation',
    needs: ['modelContext', 'compactions', 'evictions', 'watched', 'agents'],
    run({ modelContext, compactions, evictions, watched, agents }, { id }) {
      const found = modelContext(id);
      const summary = compactions.look(id);
      const agent = agents.holderOf(id)?.agent;
      return (
        found && {
          ...found,
          ...defined({ agent }),
          summary,
          watched: watched.list(id),
          evictions: evictions(id, shownEvictions),
        }
      );
    },
    view: (answer, look, { id }) => contextShown(answer, look, id),
    absent: (_, { language }) => texts[language].noCall,
  }),
  profile: operation({
    summary:
      'Says how the room of a conversation is shared out between what was said, memories and results; auto: rules choose for each turn.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/sessions/{id}/profile' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'context profile',
        help: {
          en: 'Share the room of a conversation out for conversation, coding, research, support or planning; auto: rules choose.',
          de: 'Teilt den Platz eines Gesprächs auf für conversation, coding, research, support oder planning; auto: Regeln wählen.',
        },
        args: { id: 'ID', profile: 'NAME' },
      },
    ],
    slash: [
      {
        words: 'context profile',
        help: {
          en: 'Share the room out for conversation, coding, research, support or planning; auto: rules choose.',
          de: 'Teilt den Platz auf für conversation, coding, research, support oder planning; auto: Regeln wählen.',
        },
        args: { profile: 'NAME' },
        ofChat: { id: 'conversation' },
      },
    ],
    input: () => ({ id: address('session'), profile: oneOf(...profileNames, 'auto') }),
    output: () => z.object({ profile: oneOf(...profileNames, 'auto') }),
    needs: ['profiles'],
    async run({ profiles }, { id, profile }) {
      await profiles.set(id, profile === 'auto' ? undefined : profile);
      return { profile };
    },
    view: ({ profile }, { language }) => [lines(texts[language].profile(profile))],
  }),
  compact: operation({
    summary:
      'Summarises the beginning of a conversation for its model. The newest ten messages stay as they are, and nothing is deleted.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/sessions/{id}/compact' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'context compact',
        help: {
          en: 'Summarise the beginning of a conversation. ID is as "sessions list" shows it.',
          de: 'Fasst den Anfang eines Gesprächs zusammen. ID steht in „sessions list“.',
        },
        args: { id: 'ID' },
      },
    ],
    slash: [
      {
        words: 'compact',
        isDefault: true,
        about: {
          en: 'Summarise this conversation; /compact undo takes it back',
          de: 'Dieses Gespräch zusammenfassen; /compact undo nimmt es zurück',
        },
        help: {
          en: 'Summarise the beginning of this conversation, so that more fits.',
          de: 'Fasst den Anfang dieses Gesprächs zusammen, damit mehr hineinpasst.',
        },
        ofChat: { id: 'conversation' },
      },
    ],
    input: () => ({ id: address('session') }),
    output: answer,
    needs: ['compactions'],
    run: ({ compactions }, { id }, { commandId }) => compactions.ask(id, commandId),
    view: (answer, { language }) => [lines(texts[language][answer.state](answer.messages))],
    outcome: ({ state }) => (state === 'done' ? 'done' : state === 'running' ? 'open' : 'nothing'),
  }),
  undo: operation({
    summary: 'Takes the newest summary of a conversation back: its model sees the messages themselves again.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/sessions/{id}/compact/undo' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'context undo',
        help: {
          en: 'Take the newest summary of a conversation back.',
          de: 'Nimmt die neueste Zusammenfassung eines Gesprächs zurück.',
        },
        args: { id: 'ID' },
      },
    ],
    slash: [
      {
        words: 'compact undo',
        help: {
          en: 'Take the newest summary of this conversation back.',
          de: 'Nimmt die neueste Zusammenfassung dieses Gesprächs zurück.',
        },
        ofChat: { id: 'conversation' },
      },
    ],
    input: () => ({ id: address('session') }),
    output: undone,
    needs: ['compactions'],
    run: ({ compactions }, { id }, { commandId }) => compactions.undo(id, commandId),
    view: (answer, { language }) => [
      lines(answer.undone ? texts[language].undone(answer.messages) : texts[language].notUndone),
    ],
    outcome: answer => (answer.undone ? 'done' : 'nothing'),
  }),
};

const en = {
  profile: (name: string) =>
    name === 'auto'
      ? 'From the next turn on, rules choose how the room is shared out.'
      : `From the next turn on, the room is shared out for ${name}.`,
  noCall: 'No model was asked in the newest steps of this conversation; say something first.',
  done: (messages: number) => `Summarised: ${messages} earlier messages. /compact undo brings them back.`,
  running: () => 'The conversation is being summarised; it says when that is done.',
  failed: () => 'The conversation was not summarised; it says why.',
  nothing: (messages: number) =>
    `There is nothing to summarise: the conversation has ${messages} ${messages === 1 ? 'message' : 'messages'}, and the newest ten always stay as they are.`,
  undone: (messages: number) => `The model sees ${messages} messages again, in place of their summary.`,
  notUndone: 'There is no summary to take back.',
};

const de: typeof en = {
  profile: name =>
    name === 'auto'
      ? 'Ab der nächsten Runde wählen Regeln, wie der Platz aufgeteilt wird.'
      : `Ab der nächsten Runde ist der Platz für ${name} aufgeteilt.`,
  noCall: 'In den neuesten Schritten dieses Gesprächs wurde kein Modell gefragt; sag erst etwas.',
  done: messages => `Zusammengefasst: ${messages} frühere Nachrichten. /compact undo holt sie zurück.`,
  running: () => 'Das Gespräch wird zusammengefasst; es sagt, wenn das fertig ist.',
  failed: () => 'Das Gespräch wurde nicht zusammengefasst; es sagt, warum.',
  nothing: messages =>
    `Es gibt nichts zusammenzufassen: Das Gespräch hat ${messages} ${messages === 1 ? 'Nachricht' : 'Nachrichten'}, und die neuesten zehn bleiben immer, wie sie sind.`,
  undone: messages => `Das Modell sieht wieder ${messages} Nachrichten statt ihrer Zusammenfassung.`,
  notUndone: 'Es gibt keine Zusammenfassung, die zurückzunehmen wäre.',
};

const texts = catalog('api/subjects/conversation/context', { en, de });
