/** What the owner can make of the conversation that is shown: a name, a place on top or in the archive, nothing. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { client } from '../../live/client.js';
import { actButton } from '../../parts/act-button.js';
import { a, button, component, div, form, input, label, p, span } from '../../parts/tags.js';
import { announce } from '../../view/announce.js';
import { href } from '../../view/router.js';
import { say } from '../../words/say.js';

/** @import { ListedConversation } from '../../../../src/domain/conversation/listed-conversation.ts' */

export const conversationTools = component(ConversationTools);

/** @param {{ row: ListedConversation, onChanged: (row: ListedConversation) => Promise<void>, onDeleted: () => Promise<void> }} props */
function ConversationTools({ row, onChanged, onDeleted }) {
  const isDeleting = useSignal(false);
  const isNaming = useSignal(false);
  const rename = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const wasNaming = useRef(false);
  useEffect(() => {
    // the form is gone, and the focus with it
    if (wasNaming.current && !isNaming.value) rename.current?.focus();
    wasNaming.current = isNaming.value;
  }, [isNaming.value]);
  const mark = async (/** @type {{ title?: string, pinned?: boolean, archived?: boolean }} */ marks) => {
    const { conversation } = await client.conversations.mark({ id: row.session, ...marks });
    await onChanged(conversation);
    isNaming.value = false;
  };
  if (isNaming.value) return naming({ row, mark, onCancel: () => (isNaming.value = false) });
  if (isDeleting.value) return deleting({ row, onDeleted, onCancel: () => (isDeleting.value = false) });
  return div(
    { class: 'conversation-tools' },
    button(
      { type: 'button', class: 'button small', ref: rename, onClick: () => (isNaming.value = true) },
      say('Rename'),
    ),
    actButton({ label: row.isPinned ? say('Unpin') : say('Pin'), onAct: () => mark({ pinned: !row.isPinned }) }),
    actButton({
      label: row.isArchived ? say('Restore') : say('Archive'),
      onAct: () => mark({ archived: !row.isArchived }),
    }),
    a({ class: 'button small', href: href('context', row.session) }, say('What the model sees')),
    button({ type: 'button', class: 'button small', onClick: () => (isDeleting.value = true) }, say('Delete…')),
  );
}

const deleting = component(Deleting);

/** Says what goes and what stays, first. @param {{ row: ListedConversation, onDeleted: () => Promise<void>, onCancel: () => void }} props */
function Deleting({ row: { session }, onDeleted, onCancel }) {
  const forgets = useSignal(false);
  return div(
    { class: 'conversation-delete', role: 'group', 'aria-label': say('Delete this conversation') },
    p(
      { class: 'section-note' },
      say(
        'This deletes its messages, tool calls and approvals for good. Costs, files in the workspace, goals and the audit log stay.',
      ),
    ),
    label(
      { class: 'conversation-forget' },
      input({
        type: 'checkbox',
        checked: forgets.value,
        onChange: event => (forgets.value = event.currentTarget.checked),
      }),
      span({}, say('Also forget what was learned from it')),
    ),
    div(
      { class: 'conversation-tools' },
      actButton({
        label: say('Delete'),
        confirm: say('Delete it for good'),
        tone: 'danger',
        onAct: async () => {
          const { messages, memories, isComplete } = await client.conversations.delete({
            id: session,
            forget: forgets.value,
          });
          const learned =
            memories > 0
              ? memories === 1
                ? say(' and one memory')
                : say(' and {memories} memories', { memories })
              : '';
          const rest = isComplete ? '' : say(' Files are cleaned as soon as no other process reads them.');
          announce(
            say('Deleted: {value}{learned}.{rest}', {
              value: messages === 1 ? say('one message') : say('{messages} messages', { messages }),
              learned,
              rest,
            }),
          );
          await onDeleted();
        },
      }),
      button({ type: 'button', class: 'button small', ref: field => field?.focus(), onClick: onCancel }, say('Cancel')),
    ),
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
      'aria-label': say('Name of the conversation'),
      placeholder: say('As its first message'),
      maxLength: 100,
      ref: field => field?.focus(),
      value: title.value,
      onInput: event => (title.value = event.currentTarget.value),
      onKeyDown: event => {
        if (event.key === 'Escape') onCancel();
      },
    }),
    actButton({ label: say('Save'), isSubmit: true, onAct: () => mark({ title: title.value }) }),
    button({ type: 'button', class: 'button small', onClick: onCancel }, say('Cancel')),
  );
}
