import { documentOf } from '../../shared/classify/answer-classify.ts';
import type { Judge } from '../../shared/classify/judge.ts';
import type { CleanDocument } from '../../shared/clean/document.ts';
import type { PageJudgement, PageText } from '../../shared/simulate/crawl-order.ts';
import type { PageContent } from '../../shared/simulate/graph.ts';
import { UsageError } from '../command.ts';
import { chooseLabels } from '../train/choose-labels.ts';

/** Probability that a page is on topic if its label judges. */
const LABEL_RELEVANCE = 0.95;

/** Decides whether a page is on topic, for the simulated crawl. */
export type PageJudge = {
  judge(page: PageContent): PageJudgement;
  /** Returns how relevant the words of a link are, 0 to 1. */
  strengthOfWords(text: string): number;
};

/**
 * Parses `--topic LABEL[,LABEL…]`.
 *
 * @returns a test of the labels of a page
 * @throws UsageError if a label is empty, or no page has one of the labels
 */
export function topicTest(option: string, pages: readonly PageContent[]): (page: PageContent) => boolean {
  const known = new Set(pages.flatMap(({ topics }) => topics));
  const wanted = chooseLabels(option, known);
  if (wanted.includes('')) throw new UsageError(`--topic: ${option}: has an empty label`);
  const missing = wanted.filter((label) => !known.has(label));
  if (missing.length > 0)
    throw new UsageError(
      `--topic: no page has the label ${missing.join(', ')}; labels of the graph: ${[...known].sort().join(', ') || 'none'}`,
    );
  return ({ topics }) => topics.some((label) => wanted.includes(label));
}

/** Judges pages by a topic filter, each once. */
export function judgeByFilter(filter: Judge): PageJudge {
  const judged = new Map<string, PageJudgement>();
  const words = new Map<string, number>();
  return {
    judge: (page) =>
      remember(judged, page.name, () => {
        const { strength, kind } = filter(contentOf(page));
        return { relevance: strength, verdict: kind };
      }),
    strengthOfWords: (text) => remember(words, text, () => filter.strengthOfWords(text)),
  };
}

/** Judges pages by their labels, as a filter would that makes no mistake. */
export function judgeByLabel(isRelevant: (page: PageContent) => boolean): PageJudge {
  return {
    judge: (page) =>
      isRelevant(page)
        ? { relevance: LABEL_RELEVANCE, verdict: 'relevant' }
        : { relevance: 1 - LABEL_RELEVANCE, verdict: 'off-topic' },
    strengthOfWords: () => 0,
  };
}

/** Returns a function that reads the title and the text of pages, each page once. */
export function readTexts(): (page: PageContent) => PageText {
  const known = new Map<string, PageText>();
  return (page) =>
    remember(known, page.name, () => {
      const { title, text, language } = contentOf(page);
      return { text: `${title ?? ''}\n${text}`, language };
    });
}

/** Returns the content of a page as a crawl cleans it. */
export function contentOf({ url, title, html, text }: PageContent): CleanDocument {
  return documentOf(html === undefined ? { url, title, text } : { url, html });
}

/** Returns the value of a key, computed at the first call. */
export function remember<Key, Value>(known: Map<Key, Value>, key: Key, compute: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const value = compute();
  known.set(key, value);
  return value;
}
