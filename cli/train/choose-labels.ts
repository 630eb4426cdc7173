/**
 * Splits an option of labels at its commas. A label may contain commas itself: the longest run of parts that is a known label counts
 * as one.
 *
 * @param known labels of the documents
 * @returns the labels in the order given; parts that are no known label are returned as they are
 */
export function chooseLabels(option: string, known: ReadonlySet<string>): string[] {
  const parts = option.split(',');
  let longest = 1;
  for (const label of known) longest = Math.max(longest, label.split(',').length);
  const labels: string[] = [];
  for (let at = 0; at < parts.length; ) {
    let count = Math.min(longest, parts.length - at);
    while (count > 1 && !known.has(joinParts(parts, at, count))) count--;
    labels.push(joinParts(parts, at, count));
    at += count;
  }
  return labels;
}

const joinParts = (parts: readonly string[], at: number, count: number): string =>
  parts
    .slice(at, at + count)
    .join(',')
    .trim();
