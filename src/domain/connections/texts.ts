/** What is said of secrets that the agent needs. */
import { catalog } from '../text/catalog.ts';

const en = {
  asks: (name: string, why: string, places: string, link: string | undefined, minutes: number, command: string) =>
    [
      `The agent needs the secret ${name}: ${why}`,
      `It would be used: ${places}.`,
      ...(link === undefined ? [] : [`Type it here, on this computer, within ${minutes} minutes: ${link}`]),
      `${link === undefined ? 'Type it' : 'Or type it'} in a terminal: ${command}`,
      'Never write it in a chat.',
    ].join('\n'),
  expired: (name: string) =>
    `The link for the secret ${name} was not used in time. Ask the agent again if it is still needed.`,
  soon: (name: string, days: number) =>
    `The secret ${name} stops working in ${days === 1 ? 'a day' : `${days} days`}. Get a new one where it was issued; “straylight secret set ${name} --expires DAY” takes it.`,
  over: (name: string) =>
    `The secret ${name} has expired. Get a new one where it was issued; “straylight secret set ${name} --expires DAY” takes it.`,
  title: 'A secret for the agent',
  wanted: (name: string) => `The agent needs ${name}`,
  used: (places: string) => `It will be used: ${places}. The agent never sees it.`,
  value: 'The secret',
  keep: 'Keep it',
  kept: 'It is kept. You can close this page; the agent goes on.',
  gone: 'This link was used, refused or is too old. Ask the agent again.',
  stale: 'This page is older than the link. Load it again.',
};

const de: typeof en = {
  asks: (name, why, places, link, minutes, command) =>
    [
      `Der Agent braucht das Geheimnis ${name}: ${why}`,
      `Es würde benutzt: ${places}.`,
      ...(link === undefined ? [] : [`Gib es hier ein, auf diesem Rechner, innerhalb von ${minutes} Minuten: ${link}`]),
      `${link === undefined ? 'Gib es' : 'Oder gib es'} in einem Terminal ein: ${command}`,
      'Schreib es nie in einen Chat.',
    ].join('\n'),
  expired: name =>
    `Der Link für das Geheimnis ${name} wurde nicht rechtzeitig benutzt. Frag den Agenten noch einmal, wenn es noch gebraucht wird.`,
  soon: (name, days) =>
    `Das Geheimnis ${name} gilt noch ${days === 1 ? 'einen Tag' : `${days} Tage`}. Hol dir ein neues, wo es ausgestellt wurde; „straylight secret set ${name} --expires TAG“ nimmt es.`,
  over: name =>
    `Das Geheimnis ${name} ist abgelaufen. Hol dir ein neues, wo es ausgestellt wurde; „straylight secret set ${name} --expires TAG“ nimmt es.`,
  title: 'Ein Geheimnis für den Agenten',
  wanted: name => `Der Agent braucht ${name}`,
  used: places => `Es wird benutzt: ${places}. Der Agent sieht es nie.`,
  value: 'Das Geheimnis',
  keep: 'Aufheben',
  kept: 'Es ist aufgehoben. Du kannst diese Seite schließen; der Agent macht weiter.',
  gone: 'Dieser Link wurde benutzt, abgelehnt oder ist zu alt. Frag den Agenten noch einmal.',
  stale: 'Diese Seite ist älter als der Link. Lade sie noch einmal.',
};

export const connectionTexts = catalog('domain/connections/texts', { en, de });
