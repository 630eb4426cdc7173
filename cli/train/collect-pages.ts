import { createHash } from 'node:crypto';
import { UsageError } from '../command.ts';
import type { TrainingPage } from './labelled-line.ts';

/** Training pages, each text of a label once. */
export type PageCollection = {
  pages: TrainingPage[];
  /** Labels of all documents, also of those that are left out. */
  labels: Set<string>;
  /**
   * Adds a page. A page without text teaches nothing and is left out, as is one that repeats an earlier page of its label.
   *
   * @param place where the page stands, such as `line 12`
   * @returns a warning, if the page is left out or contradicts an earlier one
   */
  add: (page: TrainingPage, place: string) => string | undefined;
};

export function createPageCollection(): PageCollection {
  const known = new Map<string, { labels: Set<string>; place: string }>();
  const pages: TrainingPage[] = [];
  const labels = new Set<string>();
  return {
    pages,
    labels,
    add(page, place) {
      const { label } = page;
      labels.add(label);
      const text = `${page.title ?? ''}\n${page.text}`.replace(/\s+/g, ' ').trim();
      if (text === '') return `${place}: has no text and is left out`;
      const key = createHash('sha256').update(text).digest('base64');
      const before = known.get(key);
      if (before?.labels.has(label)) return `${place}: repeats a text of label ${label} and is left out`;
      pages.push(page);
      if (!before) {
        known.set(key, { labels: new Set([label]), place });
        return undefined;
      }
      const [other] = before.labels;
      before.labels.add(label);
      return `${place}: has label ${label}, and the same text has label ${other} at ${before.place}; both are used`;
    },
  };
}

/**
 * Checks that every label has a page: a model without it would judge differently than its examples ask for.
 *
 * @throws UsageError that names the labels without
 */
export function checkLabels({ pages, labels }: PageCollection): void {
  const used = new Set(pages.map(({ label }) => label));
  const empty = [...labels].filter((label) => !used.has(label));
  if (empty.length === 0) return;
  throw new UsageError(
    ...empty.map(
      (label) => `label ${label}: all its documents are left out; give documents with text, or remove the label`,
    ),
  );
}
