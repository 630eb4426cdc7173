import type { AnnotationResult } from '../../shared/annotations/annotate.ts';
import type { Restored } from '../../shared/annotations/restore-annotations.ts';
import type { Annotation, AnnotationQuery } from '../../shared/ports/annotation-store.ts';

/** A page that is annotated: the id of its record, or one of its URLs. */
export type GivenPage = { record: string } | { url: string };

/** What `thresher annotations` does with the annotations of a crawl, in a data folder or in a stack. */
export type AnnotationCalls = {
  crawl: string;
  /** Number of annotations that `load` takes at a time. */
  loadSize: number;
  /** Lists annotations, the newest first. */
  list(which: Pick<AnnotationQuery, 'author' | 'url'>): AsyncIterable<Annotation>;
  add(page: GivenPage, given: { author: string; text: string }): Promise<AnnotationResult>;
  change(id: string, text: string): Promise<AnnotationResult>;
  delete(id: string): Promise<AnnotationResult>;
  /** Adds annotations that were written before. */
  load(annotations: readonly Annotation[]): Promise<Restored[]>;
};
