/**
 * What a model wrote, drawn from plain data (markdown.js): elements of a few kinds, and text. A piece that has not
 * changed is not drawn again, so a long reply that grows costs what its end costs.
 */
import { Component, h } from 'preact';
import { copyButton } from '../../parts/copy-button.js';
import { a, code, div, li, ol, p, pre, span, table, tbody, td, th, thead, tr, ul } from '../../parts/tags.js';
import { exactly, readable } from '../../parts/values/visible.js';
import { say } from '../../words/say.js';
import { codeText } from './code.js';
import { blockOf, pieces } from './markdown.js';

/** @import { ComponentChildren, VNode } from 'preact' */
/** @import { Token } from 'marked' */
/** @import { Block, Inline } from './markdown.js' */

/** @param {string} text */
export function reply(text) {
  return div({ class: 'reply' }, ...pieces(text).map((token, index) => h(Piece, { key: index, token })));
}

/** @extends {Component<{ token: Token }>} */
class Piece extends Component {
  /** @override @param {{ token: Token }} next */
  shouldComponentUpdate(next) {
    return next.token.raw !== this.props.token.raw;
  }
  /** @override */
  render() {
    return drawn(blockOf(this.props.token));
  }
}

/**
 * @param {Block} block
 * @param {boolean} [isItem] part of a list, which has one direction for all of it
 * @returns {VNode}
 */
function drawn(block, isItem = false) {
  const dir = isItem ? undefined : 'auto';
  switch (block.kind) {
    case 'heading':
      return p({ class: `reply-heading reply-heading-${Math.min(3, block.level)}`, dir }, ...inline(block.inner));
    case 'fence':
      return fence(block);
    case 'rule':
      return h('hr', {});
    case 'quote':
      return h('blockquote', { dir }, ...block.blocks.map(inner => drawn(inner, true)));
    case 'list': {
      const items = block.items.map(blocks =>
        li({ class: isTask(blocks) ? 'task' : undefined }, ...blocks.map(inner => drawn(inner, true))),
      );
      return block.start === undefined ? ul({ dir }, ...items) : ol({ dir, start: block.start }, ...items);
    }
    case 'table':
      return div(
        { class: 'reply-table', tabIndex: 0, role: 'region', 'aria-label': say('Table') },
        table(
          {},
          thead({}, tr({}, ...block.head.map(cell => th({ scope: 'col', dir: 'auto' }, ...inline(cell))))),
          tbody({}, ...block.rows.map(row => tr({}, ...row.map(cell => td({ dir: 'auto' }, ...inline(cell)))))),
        ),
      );
    default:
      return p({ dir }, ...inline(block.inner));
  }
}

/**
 * @param {readonly Inline[]} parts
 * @returns {readonly ComponentChildren[]}
 */
function inline(parts) {
  return parts.flatMap(part => {
    switch (part.kind) {
      case 'text':
        return readable(part.text);
      case 'code':
        return [code({ dir: 'ltr' }, ...exactly(part.text))];
      case 'break':
        return [h('br', {})];
      case 'link':
        return [
          a(
            { class: 'link', href: part.href, target: '_blank', rel: 'noreferrer noopener', title: part.href },
            part.isPicture && say('picture: '),
            ...inline(part.inner),
          ),
          !part.isBare && [' ', span({ class: 'link-host' }, `(${part.host})`)],
        ];
      default:
        return [h(part.kind, {}, ...inline(part.inner))];
    }
  });
}

/** It begins with a box, which stands for the bullet. @param {readonly Block[]} blocks */
function isTask([first]) {
  const [begin] = first?.kind === 'paragraph' ? first.inner : [];
  return begin?.kind === 'text' && /^[☐☑] $/.test(begin.text);
}

/** @param {Extract<Block, { kind: 'fence' }>} block */
function fence({ language, text }) {
  return div(
    { class: 'reply-fence' },
    div(
      { class: 'reply-fence-head' },
      span({}, language),
      copyButton(() => text, { what: say('the code') }),
    ),
    pre(
      {
        class: 'reply-code',
        tabIndex: 0,
        'aria-label': language ? say('Code, {language}', { language }) : say('Code'),
      },
      codeText({ language, text }),
    ),
  );
}
