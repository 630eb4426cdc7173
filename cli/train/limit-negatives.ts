import { UsageError } from '../command.ts';

/**
 * Leaves out documents off topic, spread evenly over all of them, until there are at most `ratio` for each on topic.
 *
 * @param topic labels that are on topic; empty: all
 * @throws UsageError if no document is off topic
 */
export function limitNegatives<Page extends { label: string }>(
  pages: readonly Page[],
  topic: readonly string[],
  ratio: number,
): Page[] {
  const isOnTopic = ({ label }: Page) => topic.length === 0 || topic.includes(label);
  const positives = pages.filter(isOnTopic).length;
  const negatives = pages.length - positives;
  if (negatives === 0)
    throw new UsageError('--negatives: no document is off topic; name the labels on topic with --topic LABEL');
  const kept = Math.min(negatives, Math.round(ratio * positives));
  let seen = 0;
  return pages.filter((page) => {
    if (isOnTopic(page)) return true;
    seen++;
    return Math.floor((seen * kept) / negatives) > Math.floor(((seen - 1) * kept) / negatives);
  });
}
