/** What the owner can make of the conversation that is shown: a name, a place on top, a place in the archive. */
import { useSignal } from '@preact/signals';
import { client } from '../../live/client.js';
import { actButton } from '../../parts/act-button.js';
import { button, component, div, form, input } from '../../parts/tags.js';

/** @import { ListedConversation } from '../../../../src/domain/conversation/listed-conversation.ts' */

export const conversationTools = component(ConversationTools);

/** @param {{ row: ListedConversation, onChanged: (row: ListedConversation) => Promise<void> }} props */
function ConversationTools({ row, onChanged }) {
  const isNaming = useSignal(false);
  const mark = async (/** @type {{ title?: string, pinned?: boolean, archived?: boolean }} */ marks) => {
    const { conversation } = await client.conversations.mark({ id: row.session, ...marks });
    isNaming.value = false;
    await onChanged(conversation);
  };
  if (isNaming.value) return naming({ row, mark, onCancel: () => (isNaming.value = false) });
  return div(
    { class: 'conversation-tools' },
    button({ type: 'button', class: 'button small', onClick: () => (isNaming.value = true) }, 'Rename'),
    actButton({ label: row.isPinned ? 'Unpin' : 'Pin', onAct: () => mark({ pinned: !row.isPinned }) }),
    actButton({ label: row.isArchived ? 'Restore' : 'Archive', onAct: () => mark({ archived: !row.isArchived }) }),
  );
}

const naming = component(Naming);

/** @param {{ row: ListedConversation, mark: (marks: { title: string }) => Promise<void>, onCancel: () => void }} props */
function Naming({ row, mark, onCancel }) {
  const title = useSignal(row.title);
  return form(
    { class: 'conversation-tools', onSubmit: event => event.preventDefault() },
    input({
      class: 'filter',
      'aria-label': 'Name of the conversation',
      placeholder: 'As its first message',
      maxLength: 100,
      ref: field => field?.focus(),
      value: title.value,
      onInput: event => (title.value = event.currentTarget.value),
      onKeyDown: event => {
        if (event.key === 'Escape') onCancel();
      },
    }),
    actButton({ label: 'Save', isSubmit: true, onAct: () => mark({ title: title.value }) }),
    button({ type: 'button', class: 'button small', onClick: onCancel }, 'Cancel'),
  );
}
