/** What a change of the agent's own settings would do to the jobs there, for the tools that write files. */
import type { Taint } from '../../domain/policy/taint.ts';
import type { CallFacts } from '../../domain/tools/tool.ts';
import type { Place } from '../../ports/files/confined.ts';

export interface SettingsJobs {
  /** The text as it is now. */
  current(): string;
  /** What of the jobs a new text would change; empty: nothing that runs. */
  scheduling(text: string): SchedulingFacts;
  /** The agent is about to write this text; `judged`: the entries that its call was judged by. */
  allow(text: string, judged: readonly string[], author: { readonly taint: Taint; readonly by: string }): Promise<void>;
}

export type SchedulingFacts = Pick<CallFacts, 'schedules' | 'entries'>;

/** Where there are no jobs. */
export const noSettingsJobs: SettingsJobs = {
  current: () => '',
  scheduling: () => ({}),
  allow: async () => {},
};

/** A fact of a call that writes the settings. */
export function schedulingOf(
  settings: SettingsJobs,
  { folder }: Pick<Place, 'folder'>,
  changed: (text: string) => string,
): SchedulingFacts {
  return folder === 'settings' ? settings.scheduling(changed(settings.current())) : {};
}
