/** All conversations, of every chat: listed, searched, named, kept on top and put away. */

import type { ZodType } from 'zod';
import {
  conversationLists,
  type FoundMessage,
  type ListedConversation,
} from '../../../domain/conversation/listed-conversation.ts';
import { defined } from '../../../domain/text/json.ts';
import { operation } from '../../contract.ts';
import { address, count, flag, instant, limit, oneOf, text } from '../../fields.ts';
import { z } from '../../zod.ts';

function listed(): ZodType<ListedConversation> {
  return z.object({
    session: z.string().describe('its address'),
    title: z.string().describe('its name, or what its owner said first'),
    isNamed: z.boolean().describe('its owner gave it its name'),
    isPinned: z.boolean(),
    isArchived: z.boolean(),
    isCurrent: z.boolean().describe('what is said in its chat goes here'),
    isStopped: z.literal(true).describe('it was stopped and answers no more messages').optional(),
    at: instant(),
  });
}

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
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'sessions list',
        about: 'Conversations of all chats: list, search, read',
        isDefault: true,
        help: 'List the conversations of all chats, pinned ones first.',
        options: {
          archived: { field: 'of', gives: 'archived', help: 'the archived ones instead' },
          limit: { field: 'limit', value: 'N', help: 'how many (default: 500)' },
        },
      },
    ],
    input: () => ({ of: oneOf(...conversationLists).default('active'), limit: limit(2_000, 500) }),
    output: () => z.object({ conversations: z.array(listed()).readonly() }),
    needs: ['conversations'],
    run: ({ conversations }, query) => ({ conversations: conversations.list(query) }),
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
        help: 'Search what was said in any conversation, by words.',
        args: { words: 'TEXT' },
        isOpen: true,
      },
    ],
    input: () => ({ words: text('what to look for', 300), limit: limit(100, 30) }),
    output: () =>
      z.object({
        conversations: z.array(listed()).readonly().describe('those whose name or address holds each of the words'),
        messages: z.array(found()).readonly(),
        isPartial: z.literal(true).describe('no message holds every word; these hold some').optional(),
      }),
    needs: ['conversations'],
    run: ({ conversations }, query) => ({ conversations: conversations.named(query), ...conversations.search(query) }),
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
    output: () => z.object({ conversation: listed() }),
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
