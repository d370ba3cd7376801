/** One conversation on the screen: what was said, what was done, what waits for a yes, and where one writes. */
import { useComputed, useSignal } from '@preact/signals';
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { isBeneath, roster } from '../../live/actors.js';
import { canAct, isReadOnly } from '../../live/agent.js';
import { followApprovals, pendingApprovals } from '../../live/approvals.js';
import { answerButtons } from '../../parts/answer-buttons.js';
import { emptyState, skeleton } from '../../parts/lists/empty.js';
import { a, button, component, div, li, ol, p, span, ul } from '../../parts/tags.js';
import { age } from '../../parts/values/age.js';
import { readable } from '../../parts/values/visible.js';
import { href } from '../../view/router.js';
import { say } from '../../words/say.js';
import { approvalCard } from '../approvals/card.js';
import { undoBar } from '../approvals/undo-bar.js';
import { attachFiles } from './attaching.js';
import { composer, isAtWork, isStopped, stoppedNote } from './composer.js';
import { openConversation } from './conversation.js';
import { mayExist } from './conversation-list.js';
import { holdOf } from './held.js';
import { lineView } from './lines/line.js';
import { groupsOf, lineGroup } from './lines/line-group.js';
import { linesOf, withNotesTogether } from './lines/lines.js';
import { sentFiles } from './lines/sent-files.js';
import { draftOf, dropArrived, noteOf, outgoing, post, takeBack } from './outbox.js';
import { reply } from './reply.js';
import { useEnd } from './scroll.js';
import { answerCount, commandAnswers } from './slash.js';
import { trustNote } from './trust.js';
import { useUndos } from './undo-links.js';

/** @import { ApprovalRow, TurnReport } from '../../../../src/domain/supervision/view.ts' */
/** @import { Line } from './lines/lines.js' */

export const talk = component(Talk);

/**
 * Give it the session as its key.
 * @param {{ session: string, message?: string }} props `message`: the one that is to be seen
 */
function Talk({ session, message }) {
  const conversation = useMemo(() => openConversation(session), [session]);
  useEffect(() => () => conversation.close(), [conversation]);
  useEffect(followApprovals, []);
  const { messages, writing, outputs, state, earlier, ending, reported } = conversation;
  const lines = useComputed(() => withActors(withNotesTogether(linesOf(messages.value)), session));
  const returned = useSignal(/** @type {{ readonly text: string } | undefined} */ (undefined));
  const onReuse = useCallback(
    (/** @type {string} */ text) => {
      returned.value = { text: [draftOf(session), text].filter(Boolean).join('\n') };
    },
    [session],
  );
  const onStop = useUnread(conversation, onReuse);
  const drop = useDrop(session);
  const isThere = (/** @type {string} */ clientId) => messages.value.some(({ id }) => id.endsWith(`:${clientId}`));
  const onWay = outgoing.value.filter(one => one.session === session && !isThere(one.clientId));
  useEffect(() => dropArrived(isThere), [messages.value, outgoing.value]);
  const waiting = pendingApprovals.value.filter(({ card }) => card.session === session);
  const isRunning = isAtWork(session);
  const hold = holdOf(session);
  const lastOwn = lines.value.findLast(({ kind, message }) => kind === 'owner' && !message.isSetAside)?.message.id;
  const undoOf = useUndos(lines.value);
  const end = useEnd(
    messages.value.length + waiting.length + (writing.value ? 1 : 0) + answerCount(session),
    messages.value[0]?.id ?? '',
  );
  useFound({ conversation, message, end });
  const isEmpty = state.value === 'ready' && messages.value.length === 0 && onWay.length === 0;
  const isMissing = isEmpty && !mayExist(session);

  const anchor = useRef(/** @type {string | undefined} */ (undefined));
  anchor.current ??= lines.value[0]?.message.id;
  const atCalls = new Map(lines.value.map(line => [line, approvalsOf(line, waiting)]));
  const shown = new Set([...atCalls.values()].flatMap(rows => rows ?? []));
  const elsewhere = waiting.filter(row => !shown.has(row));
  const groups = groupsOf(withoutEnding(lines.value, ending.value), anchor.current);
  const show = (/** @type {Line} */ line) =>
    lineView({
      key: line.message.id,
      line,
      isFound: line.message.id === message,
      // what a line without open calls looks like does not depend on what runs
      isRunning: isRunning && line.calls.some(isOpen),
      isHeld: hold !== undefined && line.calls.some(isOpen),
      undo: undoOf(line.message),
      note: line.kind === 'owner' ? noteOf(line.message.id) : undefined,
      onReuse,
      approvals: atCalls.get(line),
      again: line.message.id === lastOwn && !isRunning && !hold ? conversation : undefined,
      outputs: line.calls.some(isOpen) ? outputs.value : undefined,
    });

  return div(
    drop,
    div(
      {
        class: 'talk-scroll',
        ref: end.frame,
        onScroll: end.onScroll,
        tabIndex: 0,
        role: 'region',
        'aria-label': say('Conversation'),
      },
      div(
        { class: 'talk-inner' },
        earlier.value !== undefined &&
          button(
            { type: 'button', class: 'show-all', onClick: () => void conversation.fetchEarlier() },
            say('Load earlier messages'),
          ),
        state.value === 'loading' && skeleton(4),
        state.value === 'failed' &&
          emptyState(
            say('The conversation could not be read.'),
            button({ type: 'button', class: 'button', onClick: conversation.retry }, say('Try again')),
          ),
        isMissing &&
          emptyState(
            say('This conversation does not exist, or no longer does.'),
            a({ href: href('chat') }, say('Go to the current one')),
          ),
        isEmpty && !isMissing && firstWords({ onTake: onReuse }),
        ...groups.map((group, index) =>
          lineGroup({
            key: group.key,
            lines: group.lines,
            show,
            isWanted: message !== undefined && group.lines.some(line => line.message.id === message),
            isNewest: index >= groups.length - 2,
          }),
        ),
        ol(
          { class: 'lines lines-newest' },
          writing.value &&
            li(
              { key: writing.value.messageId, class: 'line line-agent line-writing', 'aria-busy': 'true' },
              // as the line will be (line.js), so that nothing is drawn again when the reply is done
              [reply(writing.value.text)],
            ),
          ...onWay.map(one =>
            li(
              { key: one.clientId, class: 'line line-owner line-outgoing' },
              one.text !== '' && p({ class: 'said', dir: 'auto' }, ...readable(one.text)),
              one.files && sentFiles(undefined, one.files),
              one.trouble === undefined
                ? span({ class: 'line-facts' }, one.isTaken ? (hold ? say('Kept') : say('Sent')) : say('Sending'))
                : span(
                    { class: 'line-facts line-trouble', role: 'alert' },
                    `${one.trouble} `,
                    button(
                      {
                        type: 'button',
                        class: 'button small',
                        onClick: () => (returned.value = { text: takeBack(one) }),
                      },
                      say('Edit again'),
                    ),
                  ),
            ),
          ),
          endingLine(ending.value),
        ),
        reportedElsewhere(reported.value, messages.value),
        commandAnswers({ session }),
        hold
          ? p({ class: 'work' }, hold.words, ' ', a({ class: 'link', href: hold.href }, say('Look')))
          : workLine({ session, isWriting: writing.value !== undefined }),
        answerButtons({
          session,
          onAnswer: text => {
            post(session, text);
            end.toEnd();
          },
        }),
        ...elsewhere.map(row => div({ key: row.id, class: 'talk-card' }, approvalCard({ row, isCompact: true }))),
      ),
    ),
    end.fresh.value > 0 &&
      button(
        { type: 'button', class: 'button small pill', onClick: end.toEnd },
        say('{value} new', { value: end.fresh.value }),
      ),
    undoBar({ session }),
    trustNote({ key: session, session }),
    !isMissing &&
      (isStopped(session)
        ? stoppedNote({ session })
        : composer({ session, given: returned.value, onPost: end.toEnd, onStop })),
  );
}

/** What a fresh agent can be asked, as the terminal says it too. */
const tries = [
  say("remember that my sister's birthday is 4 May"),
  say('make a tool that counts the words of a text'),
  say('write a file notes.txt with: buy milk'),
];

/** Nothing was said yet. @param {{ onTake: (text: string) => void }} props */
function firstWords({ onTake }) {
  if (isReadOnly.value) return emptyState(say('No messages yet.'), say('Messages appear here as they arrive.'));
  return [
    emptyState(
      say('No messages yet.'),
      say('Write below: a question, a task, or something to remember. /help lists the commands. Try:'),
    ),
    ul(
      { class: 'tries' },
      ...tries.map(text =>
        li({ key: text }, button({ type: 'button', class: 'link-button', onClick: () => onTake(text) }, text)),
      ),
    ),
  ];
}

/**
 * What a stopped turn had not read comes back to the field, to be sent again or not.
 * @param {import('./conversation.js').Conversation} conversation
 * @param {(text: string) => void} onReuse
 * @returns {() => void} for the moment in which its owner stops it
 */
function useUnread({ ending, messages }, onReuse) {
  const isStopping = useRef(false);
  const report = ending.value;
  useEffect(() => {
    if (!report || !isStopping.current) return;
    isStopping.current = false;
    const begin = (/** @type {string} */ text) => text.replace(/\s+/g, ' ').trim().slice(0, 60);
    const unread = messages
      .peek()
      .filter(({ role, turn, text }) => role === 'owner' && turn === report.turn && text.trim() !== '')
      .slice(1)
      .filter(({ text }) => report.reply.includes(begin(text)));
    if (unread.length > 0) onReuse(unread.map(({ text }) => text).join('\n'));
  }, [report]);
  return () => (isStopping.current = true);
}

/**
 * Files that are dropped anywhere on a conversation go with the next message; while some are held over it, it says so.
 * @param {string} session
 */
function useDrop(session) {
  const isOver = useSignal(false);
  const holdsFiles = (/** @type {DragEvent} */ event) =>
    canAct.value && event.dataTransfer?.types.includes('Files') === true;
  return {
    class: `talk${isOver.value ? ' talk-drop' : ''}`,
    onDragOver: (/** @type {DragEvent} */ event) => {
      if (!holdsFiles(event)) return;
      // without it the browser would leave the page and open the file
      event.preventDefault();
      isOver.value = true;
    },
    onDragLeave: (/** @type {DragEvent} */ event) => {
      const { currentTarget, relatedTarget } = event;
      const isInside = relatedTarget instanceof Node && /** @type {Element} */ (currentTarget).contains(relatedTarget);
      if (!isInside) isOver.value = false;
    },
    onDrop: (/** @type {DragEvent} */ event) => {
      isOver.value = false;
      if (!holdsFiles(event)) return;
      event.preventDefault();
      void attachFiles(session, [...(event.dataTransfer?.files ?? [])]);
    },
  };
}

/** What waits for a yes at one of its calls. @param {Line} line @param {readonly ApprovalRow[]} waiting */
function approvalsOf({ calls }, waiting) {
  const rows = waiting.filter(({ id }) => calls.some(({ actor }) => actor !== undefined && isBeneath(id, actor)));
  return rows.length > 0 ? rows : undefined;
}

/** @param {import('./lines/lines.js').CallLine} call */
const isOpen = ({ state }) => state === 'running' || state === 'waiting';

/**
 * Reads back to a message and goes to it, once.
 * @param {{ conversation: import('./conversation.js').Conversation, message: string | undefined, end: ReturnType<typeof useEnd> }} given
 */
function useFound({ conversation, message, end }) {
  const wanted = useRef(/** @type {string | undefined} */ (undefined));
  const isReady = conversation.state.value === 'ready';
  useEffect(() => {
    wanted.current = message;
    if (message === undefined || !isReady) return;
    end.leave();
    void conversation.seek(message);
  }, [message, isReady]);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const line = end.frame.current?.querySelector(`[data-message="${CSS.escape(wanted.current)}"]`);
    if (!line) return;
    wanted.current = undefined;
    line.scrollIntoView({ block: 'center' });
  });
}

/**
 * What was reported to its owner in another conversation; nothing where it stands here, too.
 * @param {ReturnType<typeof openConversation>['reported']['value']} reported
 * @param {readonly import('../../../../src/domain/supervision/view.ts').ChatMessage[]} messages
 */
function reportedElsewhere(reported, messages) {
  if (!reported || messages.some(({ id, text }) => id.startsWith('report:') && text === reported.message.text))
    return null;
  return p(
    { class: 'work', role: 'status', dir: 'auto' },
    ...readable(reported.message.text),
    ' ',
    a({ class: 'link', href: href('chat', reported.session, reported.message.id) }, say('Look')),
  );
}

/**
 * Without the message that says how the turn ended, where the line beneath says the same.
 * @param {readonly Line[]} lines
 * @param {TurnReport | undefined} report
 */
function withoutEnding(lines, report) {
  const last = lines.at(-1);
  const isSaidTwice = last?.calls.length === 0 && report?.reply === last.message.text && endings[report.outcome];
  return isSaidTwice ? lines.slice(0, -1) : lines;
}

/** A turn that ended without the answer it was to have. @param {TurnReport | undefined} report */
function endingLine(report) {
  const words = report && endings[report.outcome];
  if (!words) return null;
  return li(
    { key: 'ending', class: 'line line-ending' },
    p({ dir: 'auto' }, report.reply === '' ? words : readable(report.reply)),
  );
}

/** @type {Readonly<Record<string, string>>} */
const endings = {
  failed: say('This turn failed.'),
  cancelled: say('Stopped.'),
  expired: say('Timed out.'),
  paused: say('The budget is spent. Send a message to continue.'),
};

const workLine = component(WorkLine);

/** What a session is at. @param {{ session: string, isWriting: boolean }} props `isWriting`: its reply is coming */
function WorkLine({ session, isWriting }) {
  const row = roster.value.find(({ id }) => id === session);
  if (row?.status !== 'active' || row.leaf === 'idle') return null;
  const words = row.waitsFor
    ? `${row.waitsFor}.`
    : row.retry
      ? say('The model is not responding. Retrying.')
      : isWriting && row.leaf.startsWith('thinking')
        ? say('Writing')
        : works.find(([leaf]) => row.leaf.startsWith(leaf))?.[1];
  return words ? p({ class: 'work' }, words, ' ', age({ since: row.since })) : null;
}

/** @type {readonly (readonly [leaf: string, words: string])[]} */
const works = [
  ['thinking.recalling', say('Remembering')],
  ['thinking', say('Thinking')],
  ['acting', say('Running tools')],
  ['waitingForInput.answer', say('Waiting for your answer')],
  ['waitingForInput.approval', say('Waiting for your approval')],
  ['evaluating', say('Checking the reply')],
];

/**
 * The calls that are under way have no message yet that names their actor: the session's children tell. A child answers
 * the call of its name in the newest message that is not younger than itself; an older call of that name has ended
 * without a word.
 * @param {readonly Line[]} lines
 * @param {string} session
 */
function withActors(lines, session) {
  const asking = lines.filter(({ kind, calls }) => kind === 'agent' && calls.length > 0);
  const named = new Set(asking.flatMap(({ calls }) => calls.map(({ actor }) => actor)));
  const children = roster.value
    .filter(({ id, kind, parent }) => kind === 'tool-call' && parent === session && !named.has(id))
    .sort((one, other) => one.startedAt - other.startedAt);
  for (const { id, callId, label, startedAt } of children) {
    const line = asking.findLast(({ message }) => message.at <= startedAt);
    const call = line?.calls.find(
      one => one.actor === undefined && (callId ? one.callId === callId : one.name === label),
    );
    if (call) call.actor = id;
  }
  return lines;
}
