/** Where the owner writes. Enter sends, with Shift it is a new line; a draft stays through a reload. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { actorSignal, roster } from '../../live/actors.js';
import { canAct, isReadOnly } from '../../live/agent.js';
import { client } from '../../live/client.js';
import { beginConversation, conversationOf, wantedField } from '../../live/conversations.js';
import { actButton } from '../../parts/act-button.js';
import { button, component, div, form, input, p, textarea } from '../../parts/tags.js';
import { go } from '../../view/router.js';
import { say } from '../../words/say.js';
import { attachedList, attachFiles, filesFor, setFiles } from './attaching.js';
import { draftOf, keepDraft, post } from './outbox.js';
import { commandIn, runCommand } from './slash.js';

export const composer = component(Composer);

/**
 * Give it the session as its key.
 * @param {{
 *   session: string,
 *   given?: { readonly text: string } | undefined,
 *   onPost: () => void,
 *   onStop: () => void,
 * }} props `given`: words that come back
 */
function Composer({ session, given, onPost, onStop }) {
  const text = useSignal(draftOf(session));
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const chooser = useRef(/** @type {HTMLInputElement | null} */ (null));
  const isFieldWanted = wantedField.value === session;
  useEffect(() => {
    if (!isFieldWanted) return undefined;
    // the stage takes the focus with each new address: this comes after it. Where the field is drawn again before that, the
    // new one takes it
    const frame = requestAnimationFrame(() => {
      field.current?.focus();
      wantedField.value = undefined;
    });
    return () => cancelAnimationFrame(frame);
  }, [isFieldWanted]);
  useEffect(() => {
    if (given === undefined) return;
    write(given.text);
    field.current?.focus();
  }, [given]);
  const write = (/** @type {string} */ words) => {
    text.value = words;
    keepDraft(session, words);
  };
  // one that is on its way is waited for
  const isSendable = (/** @type {string} */ words) => {
    const files = filesFor(session).filter(({ trouble }) => !trouble);
    return files.every(({ isKept }) => isKept) && (words !== '' || files.length > 0);
  };
  const send = () => {
    const words = text.value.trim();
    if (!canAct.value || !isSendable(words)) return;
    const files = filesFor(session).filter(({ isKept }) => isKept);
    const command = files.length === 0 ? commandIn(words) : undefined;
    if (command) {
      write('');
      void runCommand(session, command);
      onPost();
      return;
    }
    write('');
    // what could not go stays to be seen, until its owner removes it
    setFiles(
      session,
      filesFor(session).filter(({ trouble }) => trouble),
    );
    post(session, words, files);
    onPost();
    field.current?.focus();
  };
  const attach = (/** @type {Iterable<File>} */ files) => void attachFiles(session, [...files]);
  const why = isReadOnly.value
    ? say('This page is read-only.')
    : canAct.value
      ? undefined
      : say('Not connected to Straylight.');
  return form(
    {
      class: 'composer',
      onSubmit: event => {
        event.preventDefault();
        send();
      },
    },
    attachedList({ session }),
    input({
      ref: chooser,
      type: 'file',
      multiple: true,
      hidden: true,
      onChange: event => {
        attach(event.currentTarget.files ?? []);
        event.currentTarget.value = '';
      },
    }),
    button(
      {
        type: 'button',
        class: 'button composer-attach',
        'aria-label': say('Attach files'),
        title: why ?? say('Attach files: pictures and texts, each of at most 5 MB. You can also drop or paste them.'),
        disabled: why !== undefined,
        onClick: () => chooser.current?.click(),
      },
      '+',
    ),
    textarea({
      ref: field,
      rows: 1,
      dir: 'auto',
      disabled: isReadOnly.value,
      placeholder: isReadOnly.value
        ? say('This page is read-only.')
        : isWanted(session)
          ? say('Your answer')
          : say('Write to the agent'),
      'aria-label': say('Message'),
      maxLength: 200_000,
      value: text.value,
      onInput: event => write(event.currentTarget.value),
      onPaste: event => {
        const files = event.clipboardData?.files ?? [];
        if (files.length === 0 || !canAct.value) return;
        event.preventDefault();
        attach(files);
      },
      onKeyDown: event => {
        if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
        event.preventDefault();
        send();
      },
    }),
    isAtWork(session) &&
      actButton({
        label: say('Stop'),
        onAct: () => {
          onStop();
          return client.sessions.abort({ id: session });
        },
      }),
    button(
      {
        type: 'submit',
        class: 'button strong',
        disabled: why !== undefined || !isSendable(text.value.trim()),
        title: why,
      },
      say('Send'),
    ),
  );
}

/** Nothing that is said to it is ever answered. @param {string} session */
export function isStopped(session) {
  const row = rowOf(session);
  // its row is gone after a while
  return row ? row.status === 'stopped' : conversationOf(session)?.isStopped === true;
}

export const stoppedNote = component(StoppedNote);

/** In place of the composer. @param {{ session: string }} props */
function StoppedNote({ session }) {
  const restart = async () => {
    const { rev } = rowOf(session) ?? (await client.actors.snapshot({ id: session }));
    await client.actors.command({ id: session, verb: 'restart', rev, mode: 'fresh' });
  };
  return div(
    { class: 'composer composer-stopped' },
    p({ role: 'status' }, say('This conversation was stopped and answers no more messages.')),
    actButton({ label: say('Restart'), tone: 'strong', onAct: restart }),
    actButton({ label: say('New conversation'), onAct: async () => go('chat', await beginConversation()) }),
  );
}

/** Whether a session is in the middle of a turn. @param {string} session */
export function isAtWork(session) {
  const row = rowOf(session);
  return row?.status === 'active' && row.leaf !== 'idle';
}

/** @param {string} session */
function isWanted(session) {
  return rowOf(session)?.leaf === 'waitingForInput.answer';
}

/** Its row; the roster is looked at so that a session that appears is seen. @param {string} session */
function rowOf(session) {
  return actorSignal(session)?.value ?? roster.value.find(({ id }) => id === session);
}
