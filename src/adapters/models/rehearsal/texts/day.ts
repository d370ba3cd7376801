/** The day and time that the instructions name, in German. */

const names: Readonly<Record<string, string>> = {
  Monday: 'Montag',
  Tuesday: 'Dienstag',
  Wednesday: 'Mittwoch',
  Thursday: 'Donnerstag',
  Friday: 'Freitag',
  Saturday: 'Samstag',
  Sunday: 'Sonntag',
  January: 'Januar',
  February: 'Februar',
  March: 'März',
  May: 'Mai',
  June: 'Juni',
  July: 'Juli',
  October: 'Oktober',
  December: 'Dezember',
};

/** "Saturday, 28 November 2026 at 17:43 (UTC)" is "Samstag, 28. November 2026, 17:43 Uhr (UTC)". */
export function germanDay(text: string): string {
  return text
    .replace(/\p{L}+/gu, name => names[name] ?? name)
    .replace(/\b(\d{1,2}) (?=\p{Lu})/u, '$1. ')
    .replace(/ at (\d{1,2}:\d{2})/, ', $1 Uhr');
}
