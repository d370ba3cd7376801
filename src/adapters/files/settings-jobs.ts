/** What a change of the agent's own settings would do to the jobs there, for the tools that write files. */
import type { Taint } from '../../domain/policy/taint.ts';
import type { CallFacts } from '../../domain/tools/tool.ts';
import type { Place } from '../../ports/files/confined.ts';

export interface SettingsJobs {
  /** The text as it is now. */
  current(): string;
  /** What of the jobs a new text would change; undefined: nothing that runs. */
  scheduling(text: string): CallFacts['schedules'];
  /** The agent is about to write this text, which was judged. */
  allow(text: string, taint: Taint, by: string): Promise<void>;
}

/** Where there are no jobs. */
export const noSettingsJobs: SettingsJobs = {
  current: () => '',
  scheduling: () => undefined,
  allow: async () => {},
};

/** A fact of a call that writes the settings. */
export function schedulingOf(
  settings: SettingsJobs,
  { folder }: Pick<Place, 'folder'>,
  changed: (text: string) => string,
): CallFacts {
  if (folder !== 'settings') return {};
  const schedules = settings.scheduling(changed(settings.current()));
  return schedules === undefined ? {} : { schedules };
}
