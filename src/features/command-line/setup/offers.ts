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
  /** The one that answers by default. */
  readonly model: string;
  readonly edge: Edge;
}

export function openOffers({ paths, model, edge }: Found): readonly Offer[] {
  const isOpen: Readonly<Record<Offer, () => boolean>> = {
    model: () => model.startsWith('rehearsal/'),
    command: () => linkStep(edge).state === 'free',
    service() {
      const unit = unitOf(edge.env);
      return unit !== undefined && !existsSync(unit);
    },
  };
  const answered = answeredIn(paths);
  return (Object.keys(isOpen) as Offer[]).filter(offer => !answered.includes(offer) && isOpen[offer]());
}

/** The owner has answered, whatever it was. */
export function keepAnswered(paths: Pick<HomePaths, 'run'>, offer: Offer): void {
  const answered = new Set([...answeredIn(paths), offer]);
  writeFileSync(fileOf(paths), `${[...answered].join('\n')}\n`, { mode: 0o600 });
}

function answeredIn(paths: Pick<HomePaths, 'run'>): readonly string[] {
  const file = fileOf(paths);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

const fileOf = ({ run }: Pick<HomePaths, 'run'>) => join(run, 'answered');
