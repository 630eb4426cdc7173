import { addAnnotation, changeAnnotation, deleteAnnotation } from '../../shared/annotations/annotate.ts';
import { recordOfUrl } from '../../shared/annotations/record-of-url.ts';
import { restoreAnnotations } from '../../shared/annotations/restore-annotations.ts';
import type { Annotation } from '../../shared/ports/annotation-store.ts';
import type { Stores } from '../run/wiring.ts';
import { annotatePorts } from './annotate-ports.ts';
import type { AnnotationCalls } from './annotation-calls.ts';

/** Annotations that are read at a time. */
const PAGE_SIZE = 500;

/** For each part of a file the index reads all its URLs. */
const LOAD_SIZE = 1_000;

/** Returns the annotations of a crawl in a data folder. */
export function folderAnnotations(crawl: string, stores: Stores): AnnotationCalls {
  const { annotations, index } = stores;
  const ports = annotatePorts(stores);
  return {
    crawl,
    loadSize: LOAD_SIZE,
    async *list(which) {
      for (let last: Annotation | undefined; ; ) {
        const page = await annotations.list(crawl, { ...which, size: PAGE_SIZE, ...(last && { after: last }) });
        yield* page;
        last = page.at(-1);
        if (page.length < PAGE_SIZE) return;
      }
    },
    async add(page, given) {
      const record = 'record' in page ? page.record : await recordOfUrl(crawl, page.url, index);
      return record === undefined ? { refused: 'no-such-record' } : addAnnotation({ crawl, record, ...given }, ports);
    },
    change: (id, text) => changeAnnotation({ crawl, id, author: undefined, text }, ports),
    delete: (id) => deleteAnnotation({ crawl, id, author: undefined }, ports),
    load: (given) => restoreAnnotations(crawl, given, ports),
  };
}
