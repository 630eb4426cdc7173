import { roundedScore } from '../../shared/classify/review/describe-filters.ts';
import type { LearnedWords } from '../../shared/classify/review/learned-words.ts';
import type { BorderlinePage, TopicReport } from '../../shared/classify/review/report-topic.ts';
import { describeSample } from '../../shared/classify/review/sample-objects.ts';
import { formatCount, formatNoun } from '../../shared/text/format-count.ts';
import { formatCounts, formatPercent } from './progress.ts';
import { printable } from './terminal.ts';

/** Maximum number of characters of a title in a list. */
const MAX_TITLE_LENGTH = 80;

/** Formats a report on a topic as text: the pages on both sides of the cut-off, with their scores and terms. */
export function topicLines({
  sample,
  verdicts,
  recall,
  learned = [],
  nearest,
  weakest,
  cutOffs,
}: TopicReport): string[] {
  if (sample.pages === 0 && !sample.damaged) return [`No page is stored that ${formatCutOffs(cutOffs)} could judge`];
  return [
    `Judged now by ${formatCutOffs(cutOffs)}; read ${describeSample(sample)}: ${formatCounts(verdicts)}`,
    ...recallLines(recall),
    ...learned.flatMap(wordLines),
    ...listLines('Off-topic pages nearest to the cut-off:', nearest, 'none with a term of the topic'),
    ...listLines('Weakest accepted pages:', weakest, 'none accepted by a topic definition'),
  ];
}

function recallLines(recall: TopicReport['recall']): string[] {
  if (!recall) return [];
  const { targets, found, missing } = recall;
  const head = `Found ${formatCount(found)} of ${formatNoun(targets, 'target')} (${formatPercent(found / targets)})`;
  if (missing.length === 0) return [head];
  return [`${head}; not found:`, ...missing.map((url) => `  ${printable(url)}`)];
}

function formatCutOffs(cutOffs: TopicReport['cutOffs']): string {
  if (cutOffs.length === 0) return 'filters without a cut-off';
  return cutOffs.map(({ filter, cutOff }) => `${printable(filter)} with cut-off ${cutOff}`).join(', ');
}

function listLines(heading: string, pages: readonly BorderlinePage[], none: string): string[] {
  if (pages.length === 0) return ['', `${heading} ${none}`];
  return ['', heading, ...pages.flatMap(pageLines)];
}

function pageLines({ url, title, score, cutOff, filter, terms }: BorderlinePage): string[] {
  const name = title.trim() === '' ? '(no title)' : title.trim().slice(0, MAX_TITLE_LENGTH);
  const found = terms.map(({ term, points }) => `${term} ${points < 0 ? '' : '+'}${roundedScore(points)}`).join(', ');
  return [
    `  ${printable(url)}`,
    `      ${printable(name)}`,
    `      score ${roundedScore(score)}, cut-off ${cutOff} (${printable(filter)}): ${printable(found)}`,
  ];
}

function wordLines({ filter, class: name, words }: LearnedWords): string[] {
  const list = words.map(({ term, weight }) => `${printable(term)} ${weight.toFixed(2)}`).join(', ');
  return ['', `Words learned for ${printable(name)} (${printable(filter)}):`, `  ${list}`];
}
