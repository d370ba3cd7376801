/**
 * How the agent speaks: seven axes from 0 to 1, where 0.5 says nothing. They change tone, and nothing of what may be done.
 */

export const axisNames = [
  'warmth',
  'assertiveness',
  'verbosity',
  'formality',
  'humor',
  'initiative',
  'certainty',
] as const;

export type Axis = (typeof axisNames)[number];
export type Axes = Readonly<Record<Axis, number>>;

const neutral: Axes = {
  warmth: 0.5,
  assertiveness: 0.5,
  verbosity: 0.5,
  formality: 0.5,
  humor: 0.5,
  initiative: 0.5,
  certainty: 0.5,
};

/** Those that come with Straylight; `default` is neutral. */
const presets: Readonly<Record<string, Partial<Axes>>> = {
  default: {},
  work: { formality: 0.7, verbosity: 0.3, humor: 0.2, initiative: 0.7, certainty: 0.6 },
  review: { assertiveness: 0.8, humor: 0.3, verbosity: 0.6, certainty: 0.35 },
  chill: { warmth: 0.8, humor: 0.75, formality: 0.15, verbosity: 0.35 },
};

/** As `agent.toml` says it. */
export interface PersonalitySettings {
  readonly preset: string;
  readonly axes: { readonly [Name in Axis]?: number | undefined };
  /** More presets, by name. */
  readonly presets: Readonly<Record<string, PersonalitySettings['axes']>>;
  readonly topics: Readonly<Record<string, Topic>>;
  /** Does what is said change the tone for a while? */
  readonly mood: boolean;
}

/** What a turn may be about: words that name it, and what they bring. */
export interface Topic {
  readonly words: readonly string[];
  readonly preset?: string | undefined;
  readonly profile?: string | undefined;
}

/** What the owner has said in a chat; it goes before the file. */
export interface PersonalityChoice {
  readonly preset?: string | undefined;
  readonly axes: { readonly [Name in Axis]?: number };
}

export type AxisSource = 'neutral' | 'preset' | 'file' | 'chat';

export interface Baseline {
  readonly preset: string;
  readonly axes: Axes;
  readonly from: Readonly<Record<Axis, AxisSource>>;
}

/**
 * The axes before situation and mood. `topic`: the preset of what the turn is about. Throws an `Error` where a preset is
 * named that there is not.
 */
export function baselineOf(settings: PersonalitySettings, choice: PersonalityChoice, topic?: string): Baseline {
  const preset = topic ?? choice.preset ?? settings.preset;
  const known = Object.hasOwn(settings.presets, preset) ? settings.presets[preset] : ownPreset(preset);
  if (known === undefined)
    throw new Error(`expected a preset of ${presetNames(settings).join(', ')}; got ${JSON.stringify(preset)}`);
  // a preset that was chosen in a chat takes the place of what the file says of single axes
  const file = choice.preset === undefined && topic === undefined ? settings.axes : {};
  const axes: Record<Axis, number> = { ...neutral };
  const from = Object.fromEntries(axisNames.map(axis => [axis, 'neutral'])) as Record<Axis, AxisSource>;
  const layers: readonly (readonly [AxisSource, PersonalitySettings['axes']])[] = [
    ['preset', known],
    ['file', file],
    ['chat', choice.axes],
  ];
  for (const [source, layer] of layers)
    for (const axis of axisNames) {
      const value = layer[axis];
      if (value === undefined) continue;
      axes[axis] = clamped(value);
      from[axis] = source;
    }
  return { preset, axes, from };
}

export function presetNames({ presets: own }: Pick<PersonalitySettings, 'presets'>): readonly string[] {
  return [...new Set([...Object.keys(presets), ...Object.keys(own)])];
}

function ownPreset(name: string): Partial<Axes> | undefined {
  return Object.hasOwn(presets, name) ? presets[name] : undefined;
}

/** Nothing was chosen: no word is said of it, and neither situation nor mood changes anything. */
export function isNeutral({ axes }: Pick<Baseline, 'axes'>): boolean {
  return axisNames.every(axis => axes[axis] === neutral[axis]);
}

export type AxisDeltas = { readonly [Name in Axis]?: number };

/** The axes as they are now: each the sum of all, from 0 to 1. */
export function effectiveAxes(axes: Axes, ...deltas: readonly AxisDeltas[]): Axes {
  return Object.fromEntries(
    axisNames.map(axis => [axis, clamped(deltas.reduce((sum, delta) => sum + (delta[axis] ?? 0), axes[axis]))]),
  ) as unknown as Axes;
}

function clamped(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
}
