/**
 * What a start offers to set up, until its owner has decided: a model, the command, the service.
 *
 * What is there already is not offered, nor what was answered once, by `/setup` or `straylight init`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HomePaths } from '../../../../config/home.ts';
import type { Edge } from '../edge.ts';
import { linkStep } from './link.ts';
import { unitOf } from './unit.ts';

export type Offer = 'model' | 'command' | 'service';

interface Found {
  readonly paths: Pick<HomePaths, 'run'>;
  /** The one that answers by default; undefined: its owner has named it. */
  readonly model: string | undefined;
  readonly edge: Edge;
}

export function openOffers({ paths, model, edge }: Found): readonly Offer[] {
  const isOpen: Readonly<Record<Offer, () => boolean>> = {
    model: () => model?.startsWith('rehearsal/') === true,
    command: () => linkStep(edge).state === 'free',
    service() {
      const unit = unitOf(edge.env);
      return unit !== undefined && !existsSync(unit);
    },
  };
  const answered = answeredIn(paths);
  return (Object.keys(isOpen) as Offer[]).filter(offer => !answered.includes(offer) && isOpen[offer]());
}

/** What `/setup` asks for and the first screen does not offer: Telegram and the sandbox. */
export type Question = Offer | 'telegram' | 'sandbox';

const dayMs = 24 * 60 * 60 * 1000;

/** The questions that were answered "Not now" within the day before `now`. */
export function postponed(paths: Pick<HomePaths, 'run'>, now: number): ReadonlySet<Question> {
  const recent = postponedLines(paths).filter(([, at]) => Number(at) <= now && now - Number(at) < dayMs);
  return new Set(recent.map(([question]) => question as Question));
}

/** The owner wants to be asked later. */
export function keepPostponed(paths: Pick<HomePaths, 'run'>, question: Question, now: number): void {
  const others = answeredIn(paths).filter(line => line.split(' ')[1] === undefined || line.split(' ')[0] !== question);
  keepLines(paths, [...others, `${question} ${now}`]);
}

function postponedLines(paths: Pick<HomePaths, 'run'>): readonly (readonly string[])[] {
  return answeredIn(paths).flatMap(line => (line.includes(' ') ? [line.split(' ')] : []));
}

/** The owner has answered, whatever it was. */
export function keepAnswered(paths: Pick<HomePaths, 'run'>, offer: Offer): void {
  const answered = new Set([...answeredIn(paths), offer]);
  keepLines(paths, [...answered]);
}

function keepLines(paths: Pick<HomePaths, 'run'>, lines: readonly string[]): void {
  writeFileSync(fileOf(paths), `${lines.join('\n')}\n`, { mode: 0o600 });
}

/** A question that is answered, or one with the time at which it was put off. */
function answeredIn(paths: Pick<HomePaths, 'run'>): readonly string[] {
  const file = fileOf(paths);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

const fileOf = ({ run }: Pick<HomePaths, 'run'>) => join(run, 'answered');
