/** All conversations, of every chat: listed, searched, named, kept on top and put away. */

import type { ZodType } from 'zod';
import { conversationLists, type FoundMessage } from '../../../domain/conversation/listed-conversation.ts';
import { defined } from '../../../domain/text/json.ts';
import { operation } from '../../contract.ts';
import { address, count, flag, instant, limit, oneOf, text } from '../../fields.ts';
import { listedConversation } from '../../rows.ts';
import { allConversations, foundConversations } from '../../views/sessions.ts';
import { z } from '../../zod.ts';

function found(): ZodType<FoundMessage> {
  return z.object({
    session: z.string().describe('the address of its conversation'),
    title: z.string().describe('of its conversation'),
    message: z.string().describe('its id'),
    role: z.enum(['owner', 'assistant']),
    excerpt: z.string().describe('its text around the first word that was found'),
    at: instant(),
  });
}

export const conversations = {
  list: operation({
    summary: 'The conversations of all chats: the pinned ones first, then the one that spoke last first.',
    role: 'reader',
    http: { method: 'GET', path: '/api/conversations' },
    offered: ['http', 'page', 'command'],
    commands: [
      {
        words: 'sessions list',
        about: {
          en: 'Conversations of all chats: list, search, read',
          de: 'Gespräche aller Chats: auflisten, durchsuchen, lesen',
        },
        isDefault: true,
        help: {
          en: 'List the conversations of all chats, pinned ones first.',
          de: 'Listet die Gespräche aller Chats auf, angeheftete zuerst.',
        },
        options: {
          archived: {
            field: 'of',
            gives: 'archived',
            help: { en: 'the archived ones instead', de: 'stattdessen die archivierten' },
          },
          limit: { field: 'limit', value: 'N', help: { en: 'how many (default: 500)', de: 'wie viele (sonst: 500)' } },
        },
      },
    ],
    input: () => ({ of: oneOf(...conversationLists).default('active'), limit: limit(2_000, 500) }),
    output: () => z.object({ conversations: z.array(listedConversation()).readonly() }),
    needs: ['conversations'],
    run: ({ conversations }, query) => ({ conversations: conversations.list(query) }),
    view: allConversations,
  }),
  search: operation({
    summary:
      'The conversations of a name or an address, and the messages of any that hold every word, or else some; the best match first.',
    role: 'reader',
    http: { method: 'GET', path: '/api/conversations/search' },
    offered: ['http', 'page', 'command'],
    commands: [
      {
        words: 'sessions search',
        help: {
          en: 'Search what was said in any conversation, by words.',
          de: 'Sucht nach Wörtern in allem, was gesagt wurde.',
        },
        args: { words: 'TEXT' },
        isOpen: true,
      },
    ],
    input: () => ({
      words: text({ en: 'what to look for', de: 'wonach zu suchen ist' }, 300),
      limit: limit(100, 30),
    }),
    output: () =>
      z.object({
        conversations: z
          .array(listedConversation())
          .readonly()
          .describe('those whose name or address holds each of the words'),
        messages: z.array(found()).readonly(),
        isPartial: z.literal(true).describe('no message holds every word; these hold some').optional(),
      }),
    needs: ['conversations'],
    run: ({ conversations }, query) => ({ conversations: conversations.named(query), ...conversations.search(query) }),
    view: foundConversations,
  }),
  mark: operation({
    summary: 'Names a conversation, keeps it on top of the list, or puts it away; what is not named stays.',
    role: 'owner',
    http: { method: 'PATCH', path: '/api/conversations/{id}' },
    offered: ['http', 'page'],
    input: () => ({
      id: address('session'),
      title: z.string().trim().max(100).describe('a name of at most 100 characters; empty: none of its own').optional(),
      pinned: flag().optional(),
      archived: flag().optional(),
    }),
    output: () => z.object({ conversation: listedConversation() }),
    missing: 'conversation in which anything was said',
    needs: ['conversations'],
    run: async ({ conversations }, { id, title, pinned, archived }) => {
      const conversation = await conversations.mark(id, defined({ title, isPinned: pinned, isArchived: archived }));
      return conversation && { conversation };
    },
  }),
  delete: operation({
    summary:
      'Deletes a conversation for good: its messages, calls, approvals and steps, and its actor. What was learned from it stays unless it is to be forgotten too; costs, files and the audit log stay.',
    role: 'owner',
    http: { method: 'DELETE', path: '/api/conversations/{id}' },
    offered: ['http', 'page'],
    input: () => ({
      id: address('session'),
      forget: flag().describe('true to forget what was learned from it too').optional(),
    }),
    output: () =>
      z.object({
        messages: count(),
        memories: count().describe('what was learned from it and is forgotten now'),
        isComplete: z
          .boolean()
          .describe('false: another process reads the files, which are cleaned as soon as none does'),
      }),
    missing: 'conversation in which anything was said',
    needs: ['conversations'],
    run: ({ conversations }, { id, forget = false }, { by }) => conversations.remove(id, { forgets: forget }, by),
  }),
};
