import type { ScoredSeed } from '../../shared/classify/find-seeds/scored-seed.ts';
import { printable } from './terminal.ts';

/** Maximum number of characters of a title, and of matched terms. */
const MAX_LENGTH = 100;

/** Formats a found seed as text: score and URL, then title, source and matched terms. */
export function seedLines({ url, score, source, title, why }: ScoredSeed): string[] {
  const facts = [title.trim(), source, why].filter((fact) => fact !== '');
  return [
    `${score.toFixed(3)}  ${printable(url)}`,
    ...facts.map((fact) => `       ${printable(fact).slice(0, MAX_LENGTH)}`),
  ];
}
