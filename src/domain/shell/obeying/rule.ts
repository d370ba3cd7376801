/** A rule that names what a program obeys, by its words. */
import type { Finding } from '../../policy/finding.ts';
import type { Ground } from '../programs/ground.ts';

export type Obeying = (args: readonly string[], ground: Ground, name: string) => readonly Finding[];
