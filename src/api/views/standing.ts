/** Standing approvals as they are shown. */
import { patternText, type StandingApproval } from '../../domain/approvals/standing.ts';
import { duration } from '../../domain/text/ago.ts';
import { catalog } from '../../domain/text/catalog.ts';
import type { Language } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Look, lines, type Row, type View } from '../view.ts';

export function standingList({ standing }: { readonly standing: readonly StandingApproval[] }, look: Look): View {
  if (standing.length === 0) return [lines(texts[look.language].none)];
  return [{ kind: 'table', rows: standing.map(one => standingRow(one, look)) }];
}

export function standingGiven(one: StandingApproval, look: Look): View {
  return [{ kind: 'table', rows: [standingRow(one, look)] }];
}

function standingRow(one: StandingApproval, { language, now }: Look): Row {
  const say = texts[language];
  const { id, used, most, until } = one;
  return {
    cells: [id, oneLine(patternText(one), 200), say.used(used, most, duration(until - now, language))],
    actions: [{ label: say.revoke, operation: 'standing.revoke', input: { id } }],
  };
}

export function revoked({ revoked }: { readonly revoked: boolean }, { language, typed, chat }: Look, id: string): View {
  const say = texts[language];
  const name = oneLine(id, 40);
  const list = typed(chat === undefined ? 'approvals standing list' : 'approvals');
  return [revoked ? lines(say.revoked(name)) : lines(say.missing(name, list), 'warn')];
}

const en = {
  none: 'No standing approvals. Every call that needs approval asks you.',
  revoke: 'Revoke',
  revoked: (id: string) => `Revoked ${id}.`,
  missing: (id: string, list: string) => `There is no standing approval "${id}"; "${list}" lists them.`,
  used: (used: number, most: number, left: string) => `used ${used} of ${most}, ends in ${left}`,
};

const de: typeof en = {
  none: 'Keine dauerhaften Freigaben. Jeder Aufruf, der eine Freigabe braucht, fragt dich.',
  revoke: 'Widerrufen',
  revoked: id => `${id} ist widerrufen.`,
  missing: (id, list) => `Es gibt keine dauerhafte Freigabe „${id}“; „${list}“ zeigt alle.`,
  used: (used, most, left) => `${used} von ${most} Mal benutzt, endet in ${left}`,
};

const texts: Readonly<Record<Language, typeof en>> = catalog('api/views/standing', { en, de });
