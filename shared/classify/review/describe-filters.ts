/** Texts about the answers of topic filters, for the command line and the pages. */
import { formatNoun } from '../../text/format-count.ts';
import type { FilterReport } from '../filters/filter.ts';
import type { Classification, Evidence, ScoredClass } from '../models/classifier.ts';
import type { LocationWeights, TermMatch } from '../terms/topic-terms.ts';

/** Rounds a score to six digits. */
export const roundedScore = (score: number): number => Number(score.toPrecision(6));

/** Describes the answer of a filter: for a topic definition its score, cut-off and the distance between them. */
export function describeAnswer(report: FilterReport): string {
  if (report.kind === 'sites')
    return report.host === undefined ? 'sites OK: the host is not listed' : `sites OK: ${report.host} is listed`;
  if (report.kind === 'rule') return `${report.filter}: ${report.why}`;
  const { filter, score, cutOff, accepts } = report;
  const dividedBy = report.kind === 'terms' ? report.dividedBy : undefined;
  const gap = roundedScore(Math.abs(score - cutOff));
  const side = accepts ? `${gap} above` : gap === 0 ? 'not above' : `${gap} below`;
  const size = dividedBy === undefined ? '' : `, points divided by ${formatNoun(dividedBy, 'word')}`;
  return `${filter}: score ${roundedScore(score)}, ${side} the cut-off ${cutOff}${size}`;
}

/** Maximum number of classes in a text. */
const MAX_CLASSES = 5;

/** `plants 91 %, animals 6 %`. */
export function describeClasses(classes: readonly ScoredClass[]): string {
  const texts = classes
    .slice(0, MAX_CLASSES)
    .map((one) => `${one.class} ${Number((100 * one.score).toPrecision(3))} %`);
  return `${texts.join(', ')}${classes.length > MAX_CLASSES ? `; and ${classes.length - MAX_CLASSES} more` : ''}`;
}

/** Describes the words that speak for the best class, with their parts of its score. */
export function describeEvidence({ classes, terms, contrary }: Classification): string {
  const describe = (list: readonly Evidence[]) =>
    list.map(({ term, weight }) => `${term} +${Number(weight.toPrecision(3))}`).join(', ');
  if (terms.length > 0) return describe(terms);
  return contrary.length > 0 ? `too few words of ${classes[1]!.class}: ${describe(contrary)}` : 'no known word';
}

/** Describes the matched terms. @param max maximum number of terms; the number of further ones is added */
export function describeTerms(terms: readonly TermMatch[], weights: LocationWeights, max: number): string {
  if (terms.length === 0) return 'no term found';
  const texts = terms.slice(0, max).map((match) => describeTerm(match, weights));
  return `${texts.join('; ')}${terms.length > max ? `; and ${terms.length - max} more` : ''}`;
}

/** `sundew +440 = 40 × (title 1 × 10 + text 1)`. */
function describeTerm({ term, weight, hits, places, positions, points }: TermMatch, weights: LocationWeights): string {
  if (positions) {
    const more = hits > positions.length ? ' …' : '';
    const words = `${hits === 1 ? 'word' : 'words'} ${positions.join(' ')}${more}`;
    return `${term} ${points < 0 ? '' : '+'}${roundedScore(points)} = ${weight} at ${words}`;
  }
  const sum = `${term} ${points < 0 ? '' : '+'}${roundedScore(points)} = ${weight} × `;
  if (!places) return `${sum}${hits} in all places together`;
  const parts = Object.entries(places).map(([place, n]) => {
    const factor = weights[place as keyof LocationWeights];
    return factor === 1 ? `${place} ${n}` : `${place} ${n} × ${factor}`;
  });
  return `${sum}(${parts.join(' + ')})`;
}
