/** How much a model is to think before it answers, where it can be told. */

/** `none`: not at all. What a model has no level for is the nearest one that it has. */
export const efforts = ['none', 'low', 'medium', 'high', 'max'] as const;

export type Effort = (typeof efforts)[number];

/** Set by the owner, under the name of a role or as `provider/model`. */
export type EffortSettings = Readonly<Record<string, Effort>>;

/** What holds for one call: the role's own setting, else the model's. Undefined: the model decides. */
export function effortFor(settings: EffortSettings, role: string | undefined, model: string): Effort | undefined {
  const own = (name: string) => (Object.hasOwn(settings, name) ? settings[name] : undefined);
  return own(role ?? 'session') ?? own(model);
}
