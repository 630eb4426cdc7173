import type { Annotation, AnnotationStore } from '../ports/annotation-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import type { SearchIndex, SearchRecord } from '../ports/search-index.ts';
import { cleanAnnotationText, type TextFault } from './annotation-text.ts';

/** Maximum number of annotations of a page. A page shows them all. */
export const MAX_PAGE_ANNOTATIONS = 200;

/** Why an annotation was not added, changed or deleted. */
export type AnnotationRefusal = TextFault | 'no-such-record' | 'no-such-annotation' | 'of-another-person' | 'too-many';

/** The annotation as stored, or why it was not. */
export type AnnotationResult = { annotation: Annotation } | { refused: AnnotationRefusal };

/** Stores that adding and changing annotations needs. */
export type AnnotatePorts = {
  annotations: AnnotationStore;
  index: Pick<SearchIndex, 'get'>;
  clock: Pick<Clock, 'now'>;
  random: Pick<Random, 'id'>;
  /** Returns the words of a text as they are searched (`annotation-words.ts`). */
  wordsOf(text: string): string | Promise<string>;
};

/** Adds an annotation to the page of a record. */
export async function addAnnotation(
  { crawl, record: id, author, text: given }: { crawl: string; record: string; author: string; text: string },
  { annotations, index, clock, random, wordsOf }: AnnotatePorts,
): Promise<AnnotationResult> {
  const cleaned = cleanAnnotationText(given);
  if ('fault' in cleaned) return { refused: cleaned.fault };
  const record = await index.get(crawl, id);
  if (!record) return { refused: 'no-such-record' };
  const { text } = cleaned;
  const annotation: Annotation = {
    ...{ id: random.id(), crawl, url: record.url, record: id, author, text },
    createdAt: clock.now(),
  };
  const limit = { pages: [pageOf(record)], max: MAX_PAGE_ANNOTATIONS };
  const result = await annotations.add(annotation, await wordsOf(text), limit);
  return result === 'full' ? { refused: 'too-many' } : { annotation };
}

/** Replaces the text of an annotation. @param author the person who asks for it; undefined: who runs the crawl, and may change all */
export async function changeAnnotation(
  { crawl, id, author, text: given }: { crawl: string; id: string; author: string | undefined; text: string },
  { annotations, clock, wordsOf }: Omit<AnnotatePorts, 'index' | 'random'>,
): Promise<AnnotationResult> {
  const found = await findOwn({ crawl, id, author }, annotations);
  if ('refused' in found) return found;
  const cleaned = cleanAnnotationText(given);
  if ('fault' in cleaned) return { refused: cleaned.fault };
  const { text } = cleaned;
  if (text === found.annotation.text) return found;
  const change = { text, changedAt: clock.now() };
  const isThere = await annotations.change(crawl, id, change, await wordsOf(text));
  return isThere ? { annotation: { ...found.annotation, ...change } } : { refused: 'no-such-annotation' };
}

/** Deletes an annotation. @param author the person who asks for it; undefined: who runs the crawl, and may delete all */
export async function deleteAnnotation(
  { crawl, id, author }: { crawl: string; id: string; author: string | undefined },
  { annotations }: Pick<AnnotatePorts, 'annotations'>,
): Promise<AnnotationResult> {
  const found = await findOwn({ crawl, id, author }, annotations);
  if ('refused' in found) return found;
  return (await annotations.delete(crawl, id)) ? found : { refused: 'no-such-annotation' };
}

async function findOwn(
  { crawl, id, author }: { crawl: string; id: string; author: string | undefined },
  annotations: AnnotationStore,
): Promise<AnnotationResult> {
  const annotation = await annotations.get(crawl, id);
  if (!annotation) return { refused: 'no-such-annotation' };
  return author === undefined || annotation.author === author ? { annotation } : { refused: 'of-another-person' };
}

/** Returns the page of a record, as annotations are found by it. */
export const pageOf = ({ id, urls }: Pick<SearchRecord, 'id' | 'urls'>) => ({ id, urls: Object.keys(urls) });
