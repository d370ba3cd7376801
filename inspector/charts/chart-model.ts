/**
 * A chart as data: what is drawn (`ChartModel`), and where (`ChartLayout`). The page reads these shapes too.
 *
 * Ids are XState's, which is what the journal's `path` speaks of; `ID.*` stands for "any state of ID", `ID.^` for the
 * dot where ID begins.
 */

export interface ChartLine {
  /**
   * `event`: a message; `after`: a delay; `done` and `error`: the end of what it invoked; `always`: at once, by itself;
   * `ignored`: a message it takes and makes nothing of, so that no state above it does either.
   */
  readonly kind: 'event' | 'after' | 'done' | 'error' | 'always' | 'ignored';
  /** XState's own name of it; what the journal's `path` holds, but for a `*`. */
  readonly event: string;
  /** In words: the message, the delay, what ended. Empty for `always`. */
  readonly text: string;
  /** `else`: the lines for the same event before it did not apply. */
  readonly guard?: string;
  readonly actions: readonly string[];
}

export interface ChartNode {
  readonly id: string;
  /** The state it lies in; null for the machine itself. */
  readonly parent: string | null;
  /** `initial`: the dot where its parent begins. `any`: whichever state its parent is in. */
  readonly kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history' | 'initial' | 'any';
  /** The name as authored. */
  readonly label: string;
  /** What the state says of itself; empty where it says nothing. */
  readonly description: string;
  readonly tags: readonly string[];
  /** What runs while it lasts, by the names the chart gives. */
  readonly invokes: readonly { readonly id: string; readonly src: string }[];
  /** Writes it asks for when it begins and when it ends. XState's own actions (assign, raise, sendTo) are not named. */
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  /** Events it takes without leaving. */
  readonly inner: readonly ChartLine[];
}

/** All transitions from one state to another, in the order in which they are tried. */
export interface ChartEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly lines: readonly ChartLine[];
}

export interface ChartModel {
  readonly machine: string;
  /** SHA-256 of what is drawn, 16 hex digits. */
  readonly hash: string;
  /** In document order, a parent before its children. */
  readonly nodes: readonly ChartNode[];
  readonly edges: readonly ChartEdge[];
}

export type Point = readonly [x: number, y: number];

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One line beside an arrow. `mark`: what is shown in place of a word. */
export interface LabelLine {
  readonly mark?: 'done' | 'error' | 'after';
  readonly text: string;
  readonly guard?: string;
  /** The whole of it, where it was cut. */
  readonly title?: string;
  /** Which line of the edge it is, or begins to be: a guard may stand in a line of its own. */
  readonly line: number;
}

export interface EdgeLayout {
  readonly points: readonly Point[];
  /** The same with rounded corners, and the arrow's head, as SVG path data. */
  readonly path: string;
  readonly head: string;
  readonly label?: Box & { readonly lines: readonly LabelLine[] };
}

export interface ChartLayout {
  readonly version: number;
  readonly width: number;
  readonly height: number;
  /** By id. The machine itself, where it has no frame of its own, is the whole. */
  readonly nodes: Readonly<Record<string, Box>>;
  readonly edges: Readonly<Record<string, EdgeLayout>>;
}

/** A chart as it is sent. */
export interface DrawnChart {
  readonly model: ChartModel;
  /**
   * Absent where there is none: it is still being found (`isDrawing`), or could not be. The states can be listed all
   * the same.
   */
  readonly layout?: ChartLayout;
  readonly isDrawing?: true;
}
