/** All conversations in one list. */
import type { Implements } from '../../api/service.ts';
import type { ConversationListService } from '../../domain/conversation/listed-conversation.ts';

export function conversationOperations(
  service: ConversationListService,
  isActing: boolean,
): Partial<Implements<'conversations'>> {
  return {
    list: query => ({ conversations: service.list(query) }),
    search: query => ({ conversations: service.named(query), ...service.search(query) }),
    ...(isActing && {
      async mark({ id, title, pinned, archived }) {
        const conversation = await service.mark(id, {
          ...(title !== undefined && { title }),
          ...(pinned !== undefined && { isPinned: pinned }),
          ...(archived !== undefined && { isArchived: archived }),
        });
        return conversation && { conversation };
      },
      delete: ({ id, forget = false }, { by }) => service.remove(id, { forgets: forget }, by),
    }),
  };
}
