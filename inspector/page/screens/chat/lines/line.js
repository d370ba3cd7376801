/**
 * One line of a conversation: what was said with what can be made of it, or a note. One that has not changed is not
 * drawn again, so a long conversation costs what its last lines cost.
 */

import { Component, h } from 'preact';
import { isBeneath } from '../../../live/actors.js';
import { isReadOnly } from '../../../live/agent.js';
import { copyButton } from '../../../parts/copy-button.js';
import { icon } from '../../../parts/icon.js';
import { a, b, button, details, div, li, p, span, summary } from '../../../parts/tags.js';
import { age } from '../../../parts/values/age.js';
import { readable, withCode } from '../../../parts/values/visible.js';
import { href } from '../../../view/router.js';
import { agoText } from '../../../words/ages.js';
import { say } from '../../../words/say.js';
import { approvalCard } from '../../approvals/card.js';
import { askAgainButton } from '../ask-again.js';
import { reply } from '../reply.js';
import { callLine } from './call-line.js';
import { sentFiles } from './sent-files.js';

/** @import { ApprovalRow, CallOutput } from '../../../../../src/domain/supervision/view.ts' */
/** @import { Conversation } from '../conversation.js' */
/** @import { Line } from './lines.js' */

/**
 * @typedef {object} LineProps
 * @property {Line} line
 * @property {boolean} isFound it is the one that was looked for
 * @property {boolean} isRunning its session is at work; `isHeld`: it is not let; both only where a call of it is open
 * @property {boolean} isHeld
 * @property {number | undefined} undo the number of the change that can be undone
 * @property {string | undefined} note what Straylight did to it before it was kept
 * @property {(text: string) => void} onReuse
 * @property {readonly ApprovalRow[] | undefined} approvals what waits for a yes at its calls
 * @property {Conversation | undefined} again where it can be asked once more
 * @property {ReadonlyMap<string, CallOutput> | undefined} outputs what running calls have written
 */

/** @param {LineProps & { key: string }} props */
export function lineView(props) {
  return h(OneLine, props);
}

/** @extends {Component<LineProps>} */
class OneLine extends Component {
  /** @override @param {LineProps} next */
  shouldComponentUpdate({ line, ...next }) {
    const { line: before, ...last } = this.props;
    return !isEqual(last, next) || !isSameLine(before, line);
  }
  /** @override */
  render() {
    const { line, isFound } = this.props;
    const { kind, message } = line;
    return li(
      {
        'data-message': message.id,
        class: `line line-${kind}${message.isSetAside ? ' line-aside-set' : ''}${isFound ? ' line-found' : ''}`,
      },
      lineInner(this.props),
    );
  }
}

/** @param {Line} one @param {Line} other */
function isSameLine(one, other) {
  const [notes = [], others = []] = [one.notes, other.notes];
  return (
    one.message === other.message &&
    one.kind === other.kind &&
    one.calls.length === other.calls.length &&
    one.calls.every((call, index) => isEqual(call, other.calls[index] ?? {})) &&
    notes.length === others.length &&
    notes.every(({ message }, index) => message === others[index]?.message)
  );
}

/** Field by field. @param {object} one @param {object} other */
function isEqual(one, other) {
  const facts = Object.entries(one);
  const others = new Map(Object.entries(other));
  return facts.length === others.size && facts.every(([name, fact]) => others.get(name) === fact);
}

/** @param {LineProps} props */
function lineInner({ line: { kind, message, calls, notes = [] }, ...around }) {
  const { text, files } = message;
  if (kind === 'notes') return noteFold(say('{length} notices, the last', { length: notes.length }), notes);
  if (kind === 'note') return noteFold(say('Straylight to the agent'), [{ message }]);
  if (kind === 'notice') return noteFold(say('System notice'), [{ message }]);
  if (kind === 'reminder')
    return [
      p({ class: 'reminder', dir: 'auto' }, icon('notify', 16), span({}, ...readable(text))),
      span({ class: 'line-facts' }, age({ since: message.at, format: agoText })),
    ];
  if (kind === 'aside') return p({ class: 'aside', dir: 'auto' }, ...readable(text));
  const { isRunning, isHeld, outputs, note, approvals = [] } = around;
  return [
    kind === 'owner' ? text !== '' && p({ class: 'said', dir: 'auto' }, ...readable(text)) : text !== '' && reply(text),
    kind === 'owner' && files && sentFiles(message.id, files),
    ...calls.flatMap(call => [
      callLine({ key: call.callId, call, isRunning, isHeld, output: outputs?.get(call.actor ?? '')?.text }),
      call.files && call.result !== undefined && sentFiles(call.result, call.files),
      ...approvals
        .filter(({ id }) => call.actor !== undefined && isBeneath(id, call.actor))
        .map(row => div({ key: row.id, class: 'talk-card' }, approvalCard({ row, isCompact: true }))),
    ]),
    (kind === 'owner' || text !== '') && lineFacts({ kind, message }, around),
    note && p({ class: 'line-note', dir: 'auto' }, ...readable(note)),
  ];
}

/**
 * @param {Pick<Line, 'kind' | 'message'>} line
 * @param {Pick<LineProps, 'onReuse' | 'again' | 'undo'>} around
 */
function lineFacts({ kind, message }, { onReuse, again, undo }) {
  const { text, at } = message;
  return span(
    { class: 'line-facts' },
    b({ class: 'unseen' }, kind === 'owner' ? say('You, ') : say('The agent, ')),
    age({ since: at, format: agoText }),
    ' · ',
    copyButton(() => text, { what: kind === 'owner' ? say('what you wrote') : say('the reply'), isLink: true }),
    kind === 'owner' &&
      !isReadOnly.value && [
        ' · ',
        button({ type: 'button', class: 'link-button', onClick: () => onReuse(text) }, say('Edit')),
        again && [' · ', askAgainButton(again, message)],
      ],
    undo !== undefined && [
      ' · ',
      a(
        { class: 'link', href: href('undo', String(undo)), title: say('What turn {undo} changed', { undo }) },
        say('Undo…'),
      ),
    ],
    message.isSetAside && say(' · set aside: the agent no longer sees it'),
  );
}

/** So much of a notice is seen while it is folded. */
const mostOfNotice = 90;

/**
 * Notices, folded to the begin of the last one.
 * @param {string} title
 * @param {readonly Pick<Line, 'message'>[]} notes
 */
function noteFold(title, notes) {
  const [line = ''] = notes.at(-1)?.message.text.trim().split('\n') ?? [];
  const begin = line.length > mostOfNotice ? `${line.slice(0, mostOfNotice).trimEnd()}…` : line;
  return details(
    { class: 'note' },
    summary({ dir: 'auto' }, `${title}: `, ...withCode(begin)),
    ...notes.map(({ message: { id, text } }) => p({ key: id, dir: 'auto' }, ...withCode(text))),
  );
}
