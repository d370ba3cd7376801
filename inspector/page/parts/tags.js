/**
 * Elements as functions, in place of JSX: `div({ class: 'row' }, …children)`. What is given as a child is text or an
 * element, never markup.
 */
import { h } from 'preact';

/** @import { ComponentChildren, ComponentType, JSX, VNode } from 'preact' */

/** @typedef {{ [fact: `data-${string}`]: string | undefined }} Facts attributes of our own */

/**
 * @template {keyof JSX.IntrinsicElements} Name
 * @param {Name} name
 * @returns {(props: JSX.IntrinsicElements[Name] & Facts, ...children: ComponentChildren[]) => VNode}
 */
function tag(name) {
  return (props, ...children) => h(/** @type {any} */ (name), /** @type {any} */ (props), ...children);
}

/**
 * A component as such a function: `const row = component(Row)`.
 * @template Props
 * @param {ComponentType<Props>} type
 * @returns {(props: Props & { key?: string | number }, ...children: ComponentChildren[]) => VNode}
 */
export function component(type) {
  return (props, ...children) => h(/** @type {any} */ (type), /** @type {any} */ (props), ...children);
}

export const a = tag('a');
export const aside = tag('aside');
export const b = tag('b');
export const button = tag('button');
export const code = tag('code');
export const dd = tag('dd');
export const details = tag('details');
export const dialog = tag('dialog');
export const div = tag('div');
export const dl = tag('dl');
export const dt = tag('dt');
export const form = tag('form');
export const h1 = tag('h1');
export const h2 = tag('h2');
export const h3 = tag('h3');
export const header = tag('header');
export const input = tag('input');
export const label = tag('label');
export const kbd = tag('kbd');
export const li = tag('li');
export const main = tag('main');
export const nav = tag('nav');
export const ol = tag('ol');
export const option = tag('option');
export const p = tag('p');
export const pre = tag('pre');
export const section = tag('section');
export const select = tag('select');
export const span = tag('span');
export const summary = tag('summary');
export const svg = tag('svg');
export const svgGroup = tag('g');
export const svgPath = tag('path');
export const svgRect = tag('rect');
export const svgText = tag('text');
export const svgTitle = tag('title');
export const table = tag('table');
export const tbody = tag('tbody');
export const td = tag('td');
export const textarea = tag('textarea');
export const th = tag('th');
export const thead = tag('thead');
export const time = tag('time');
export const tr = tag('tr');
export const ul = tag('ul');
