/** What `agent.toml` says of tone, as it stands on the disk now: what is saved counts with the next turn. */

import type { PersonalitySettings } from '../src/domain/personality/personality.ts';
import { agentFileSchema } from '../src/features/conversation/settings.ts';
import { checkToml, faultLine } from './faults.ts';
import { readSettingsFile } from './files.ts';

/**
 * Throws an `Error` where it cannot be read now; until it can, the tone is neutral. `first`: as it was at the start, and
 * what marked the file then.
 */
export function settingsOnDisk(
  file: string,
  markOf: () => string,
  first: { readonly settings: PersonalitySettings; readonly mark: string },
): () => PersonalitySettings {
  let { mark } = first;
  let current: { readonly settings: PersonalitySettings } | { readonly problem: string } = { settings: first.settings };
  return () => {
    const now = markOf();
    if (now !== mark) {
      mark = now;
      current = read(file);
    }
    if ('problem' in current) throw new Error(current.problem);
    return current.settings;
  };
}

function read(file: string): { readonly settings: PersonalitySettings } | { readonly problem: string } {
  try {
    const text = readSettingsFile(file, 'agent') ?? '';
    const { value, faults = [] } = checkToml(agentFileSchema, text, file, []);
    return value ? { settings: value.personality } : { problem: faults.map(one => faultLine(one, 'en')).join('; ') };
  } catch (thrown) {
    return { problem: `${file}: ${(thrown as Error).message}` };
  }
}
