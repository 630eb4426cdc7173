import type { PageToJudge } from '../../shared/classify/judgements/page-to-judge.ts';
import { roundedScore } from '../../shared/classify/review/describe-filters.ts';
import { bold, dim, printable, type Terminal } from './terminal.ts';

/** Formats a page for a person to judge: title, URL, verdict and score with the reason, matched terms, excerpt. */
export function pageToJudgeLines(page: PageToJudge, number: number, of: number, terminal: Terminal): string[] {
  const { url, title, verdict, score, why, terms, excerpt } = page;
  // The reason of a topic definition names the terms itself.
  const unnamed = terms.filter(({ term }) => !why.includes(term));
  const found = unnamed.map(({ term, hits }) => `${term} (${hits})`).join(', ');
  return [
    '',
    `${dim(`${number} of ${of}`, terminal)}  ${bold(printable(title || '(no title)'), terminal)}`,
    `  ${printable(url)}`,
    `  ${verdict}, score ${roundedScore(score)}: ${printable(why)}`,
    ...(found === '' ? [] : [`  terms: ${printable(found)}`]),
    ...(excerpt === '' ? [] : [`  ${printable(excerpt)}`]),
  ];
}
