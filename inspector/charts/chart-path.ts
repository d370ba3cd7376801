/** An arrow along straight lines, as SVG path data. */

import type { Point } from './chart-model.ts';

const radius = 6;

/** The line, its corners rounded as far as the way between them allows. */
export function roundedPath(points: readonly Point[]): string {
  return points
    .map((point, index) => {
      const before = points[index - 1];
      const after = points[index + 1];
      if (!before) return `M${text(point)}`;
      if (!after) return `L${text(point)}`;
      const reach = Math.min(radius, distance(before, point) / 2, distance(point, after) / 2);
      return `L${text(towards(point, before, reach))}Q${text(point)} ${text(towards(point, after, reach))}`;
    })
    .join('');
}

/** The head at its end: a small triangle. */
export function arrowHead(points: readonly Point[]): string {
  const tip = points.at(-1) ?? [0, 0];
  const from = points.at(-2) ?? tip;
  const [x, y] = towards(tip, from, 6);
  const [dx, dy] = [((y - tip[1]) / 6) * 3, ((tip[0] - x) / 6) * 3];
  return `M${text(tip)}L${text([x + dx, y + dy])}L${text([x - dx, y - dy])}Z`;
}

function towards([x, y]: Point, other: Point, by: number): Point {
  const length = distance([x, y], other) || 1;
  return [x + ((other[0] - x) / length) * by, y + ((other[1] - y) / length) * by];
}

function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(ax - bx, ay - by);
}

function text([x, y]: Point): string {
  return `${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100}`;
}
