/** The chance of one seed. Neighbouring seeds have nothing in common. */
import { hash } from 'node:crypto';
import { type Chance, random } from '../../domain/random.ts';

export interface Luck extends Chance {
  /** True once in so many times, on average. */
  once(inTimes: number): boolean;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** One of the names, each as often as it weighs. */
  weighed<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
}

export function luckOf(seed: number | string): Luck {
  const chance = random(hash('sha256', `seed ${seed}`, 'buffer').readUInt32BE(0));
  return {
    ...chance,
    once: inTimes => chance.integer(inTimes) === 0,
    between: (least, most) => least + chance.integer(most - least + 1),
    weighed(weights) {
      const names = Object.entries<number>(weights);
      let rest = chance.integer(names.reduce((sum, [, weight]) => sum + weight, 0));
      for (const [name, weight] of names) {
        rest -= weight;
        if (rest < 0) return name as keyof typeof weights;
      }
      throw new Error('nothing weighs anything');
    },
  };
}
