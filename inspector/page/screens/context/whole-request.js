/** One request as its server received it, piece by piece; first of all what differs from the one before it. */

import { useSignal } from '@preact/signals';
import { client } from '../../live/client.js';
import { useReading } from '../../live/reading.js';
import { emptyState, skeleton } from '../../parts/lists/empty.js';
import { a, button, component, details, div, h2, section, span, summary } from '../../parts/tags.js';
import { age } from '../../parts/values/age.js';
import { formatCount, formatTokens } from '../../parts/values/amount.js';
import { codeLines } from '../../parts/values/code-lines.js';
import { lineDiff } from '../../parts/values/line-diff.js';
import { readable } from '../../parts/values/visible.js';
import { href } from '../../view/router.js';
import { agoText } from '../../words/ages.js';
import { say } from '../../words/say.js';
import { tokensOf } from './request-list.js';

/** @import { PieceKind, RequestPiece, WholeRequest } from '../../../../src/domain/context/sent-request.ts' */
/** @import { ZoneName } from '../../../../src/domain/context/zones.ts' */
/** @import { CodeLine, SkippedLines } from '../../parts/values/code-lines.js' */

/** @type {readonly (readonly [ZoneName, string])[]} */
const zones = [
  ['orders', say('Orders')],
  ['system', say('Instructions')],
  ['tools', say('Tools')],
  ['memory', say('Memories')],
  ['chronicle', say('Conversation')],
  ['workspace', say('Results and files')],
];

/** @type {Readonly<Record<PieceKind, string>>} */
const kinds = {
  instructions: '',
  tool: say('Tool'),
  owner: say('You'),
  reply: say('Reply'),
  call: say('Call of'),
  result: say('Result of'),
  note: say('Note or text from outside'),
  picture: say('Picture'),
};

/** @type {Readonly<Record<WholeRequest['state'], string>>} */
const states = {
  exact: say('As it was sent, letter for letter; pictures are named.'),
  changed: say('Something in it was changed or forgotten since.'),
  unknown: say('An older version sent it and kept its sizes alone.'),
};

/** @type {Readonly<Record<RequestPiece['change'] | 'gone', string>>} */
const changes = { same: say('as before'), new: say('new'), changed: say('changed'), gone: say('gone') };

export const wholeRequest = component(Whole);

/** @param {{ session: string, step: number }} props */
function Whole({ session, step }) {
  const isAll = useSignal(false);
  const ask = () => client.requests.show({ id: session, step });
  const { value, trouble, status } = useReading(ask, { of: `${session} ${step}` });
  if (!value)
    return trouble === undefined
      ? skeleton(3)
      : emptyState(
          status === 404
            ? say('There is no request to a model in step {step}, or it is no longer kept.', { step })
            : say('It could not be read. {trouble}', { trouble }),
        );
  const isFirst = value.before === undefined;
  const shown = isAll.value || isFirst ? value.pieces : value.pieces.filter(({ change }) => change !== 'same');
  const same = value.pieces.filter(({ change }) => change === 'same').length;
  return section(
    { class: 'whole-request', 'aria-labelledby': 'request-title' },
    head(value, session),
    bar(value),
    !isFirst &&
      div(
        { class: 'request-modes', role: 'group', 'aria-label': say('What is shown') },
        mode(say('What differs'), !isAll.value, () => (isAll.value = false)),
        mode(say('Everything'), isAll.value, () => (isAll.value = true)),
        span(
          { class: 'section-note' },
          say('{same} as before, {fresh} new or changed, {gone} gone', {
            same,
            fresh: value.pieces.length - same,
            gone: value.gone.length,
          }),
        ),
      ),
    ...shown.map((piece, at) => pieceOf(piece, at, isFirst ? 'same' : piece.change)),
    ...value.gone.map((piece, at) => pieceOf(piece, `gone-${at}`, 'gone')),
    shown.length + value.gone.length === 0 && emptyState(say('Nothing differs from the request before.')),
  );
}

/** @param {WholeRequest} request @param {string} session */
function head(request, session) {
  const { step, at, model, before, state, parts } = request;
  return div(
    { class: 'section-head' },
    h2({ id: 'request-title', class: 'title' }, say('Request #{step}', { step })),
    span({ dir: 'auto' }, ...readable(model)),
    age({ since: at, format: agoText }),
    span(
      {},
      say('{tokens} of {window} tokens', { tokens: formatCount(tokensOf(request)), window: formatCount(parts.window) }),
    ),
    before !== undefined &&
      a({ class: 'text-link', href: href('context', session, String(before)) }, say('The request before')),
    span({ class: state === 'exact' ? 'section-note' : 'section-note view-warn' }, states[state]),
  );
}

/** @param {string} label @param {boolean} isOn @param {() => void} onChoose */
function mode(label, isOn, onChoose) {
  return button({ type: 'button', class: 'button small', 'aria-pressed': isOn, onClick: onChoose }, label);
}

/** The window as a bar, each zone with its share; what is free stays empty. @param {WholeRequest} request */
function bar({ parts }) {
  const { zones: sizes, window } = parts;
  if (!sizes) return null;
  const used = zones.reduce((sum, [name]) => sum + sizes[name].tokens, 0);
  const free = Math.max(0, window - used);
  return div(
    { class: 'zones' },
    div(
      { class: 'zones-bar', 'aria-hidden': 'true' },
      ...zones.map(([name]) =>
        sizes[name].tokens > 0
          ? span({ class: `zone-${name}`, style: { flexGrow: String(sizes[name].tokens) } })
          : null,
      ),
      span({ style: { flexGrow: String(free) } }),
    ),
    div(
      { class: 'facts-line' },
      ...zones.map(([name, title]) =>
        span(
          { key: name, class: 'zone-key' },
          span({ class: `zone-dot zone-${name}`, 'aria-hidden': 'true' }),
          `${title} ${formatTokens(sizes[name].tokens)}`,
        ),
      ),
      span({}, say('free {tokens}', { tokens: formatTokens(free) })),
    ),
  );
}

/** A long text that is as before is folded. @param {Omit<RequestPiece, 'change'>} piece @param {string | number} key @param {RequestPiece['change'] | 'gone'} change */
function pieceOf(piece, key, change) {
  const { text, before = '' } = piece;
  const title = titleOf(piece);
  return details(
    { key, class: `piece piece-${change}`, open: change === 'changed' || (change === 'new' && piece.kind !== 'tool') },
    summary(
      { class: 'piece-head' },
      change !== 'same' && span({ class: `chip ${tints[change]}` }, changes[change]),
      span({ class: 'piece-title', dir: 'auto' }, ...readable(title)),
      span({ class: 'section-note' }, say('{count} characters', { count: formatCount(text.length) })),
    ),
    codeLines(title, change === 'changed' ? differing(before, text) : text.split('\n').map(plain)),
  );
}

const tints = { new: 'tint-healthy', changed: 'tint-needs', gone: 'tint-failed' };

/** @param {Pick<RequestPiece, 'zone' | 'kind' | 'name'>} piece */
function titleOf({ zone, kind, name }) {
  const what = kind === 'instructions' ? (zones.find(([one]) => one === zone)?.[1] ?? '') : kinds[kind];
  return name === undefined ? what : `${what} ${name}`;
}

/** @param {string} text @returns {CodeLine} */
function plain(text) {
  return { kind: 'same', text: untabbed(text) };
}

/** Tabs stand in most results of tools; as signs of their own they would be all that is seen. @param {string} text */
function untabbed(text) {
  return text.replaceAll('\t', '    ');
}

/** So many lines that are the same stand around what differs. */
const around = 3;

/** @param {string} before @param {string} after @returns {readonly (CodeLine | SkippedLines)[]} */
function differing(before, after) {
  const lines = lineDiff(before, after);
  const near = lines.map((_, at) => lines.slice(Math.max(0, at - around), at + around + 1).some(isChange));
  /** @type {(CodeLine | SkippedLines)[]} */
  const shown = [];
  for (const [at, { kind, text }] of lines.entries()) {
    if (near[at]) shown.push({ kind, text: untabbed(text) });
    else if (at === 0 || near[at - 1]) {
      const end = near.indexOf(true, at);
      const count = (end < 0 ? lines.length : end) - at;
      shown.push({ kind: 'skipped', words: say('{count} lines as before', { count }) });
    }
  }
  return shown;
}

/** @param {{ readonly kind: string }} line */
function isChange({ kind }) {
  return kind !== 'same';
}
