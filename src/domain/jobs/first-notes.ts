/** What an owner reads once, with the first job: where it will be seen, and in which time zone it counts. */
import { catalog } from '../text/catalog.ts';
import type { Language } from '../text/texts.ts';

/** Both sentences, in each language. */
export const firstNotes: Readonly<Record<Language, { readonly place: string; readonly zone: string }>> = catalog(
  'domain/jobs/first-notes',
  {
    en: {
      place: 'No chat app is set up, so it shows in an open chat here, or in the next one you open.',
      zone: 'Times are UTC, the zone of this machine; `time_zone` under `[owner]` in config.toml sets yours.',
    },
    de: {
      place:
        'Eine Chat-App ist nicht eingerichtet: Es erscheint hier in einem offenen Chat, sonst im nächsten, den du öffnest.',
      zone: 'Zeiten gelten in UTC, der Zone dieses Rechners; `time_zone` unter `[owner]` in config.toml stellt deine ein.',
    },
  },
);

/** What a tool answered, without them: under its step they would stand a second time, since the reply says them. */
export function withoutFirstNotes(text: string): string {
  const notes: readonly string[] = Object.values(firstNotes).flatMap(({ place, zone }) => [place, zone]);
  return text
    .split('\n')
    .filter(line => !notes.includes(line))
    .join('\n');
}

/** Is it the zone of a machine whose place nobody has set? */
export function isBareUtc(timeZone: string): boolean {
  return /^(?:Etc\/)?(?:UTC|UCT|GMT|Zulu|Universal)$/i.test(timeZone);
}
