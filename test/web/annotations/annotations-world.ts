import { annotationWords } from '../../../shared/annotations/annotation-words.ts';
import { sqliteAnnotationStore } from '../../../shared/local/annotations/sqlite-annotation-store.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import type { SearchRecord } from '../../../shared/ports/search-record.ts';
import { storedAnnotations } from '../../../web/annotations/stored-annotations.ts';
import type { Annotator, WebAnnotations } from '../../../web/annotations/web-annotations.ts';

export const ADA: Annotator = { name: 'Ada', token: 'token-of-ada-0123456789' };
/** A contributor. */
export const CARL: Annotator = { name: 'Carl', token: 'token-of-carl-0123456789', isContributor: true };
export const BO: Annotator = { name: 'Bo Ék', token: 'token-of-bo-0123456789' };

/** Annotations in memory. `clock.now` can be set. */
export function memoryAnnotations(
  record: (crawl: string, id: string) => Promise<SearchRecord | undefined>,
  people: readonly Annotator[] = [ADA, BO, CARL],
) {
  const db = openDatabase(':memory:');
  const store = sqliteAnnotationStore(() => db);
  const time = { now: 1_700_000_000_000 };
  let ids = 0;
  const ports = {
    annotations: store,
    index: { get: record },
    clock: { now: () => time.now },
    random: { id: () => `annotation${++ids}` },
    wordsOf: annotationWords,
  };
  const annotations: WebAnnotations = {
    people: async () => people,
    ...storedAnnotations(ports),
    handIn: async () => ({ isBusy: true }),
    clientOf: () => '192.0.2.1',
    now: () => time.now,
  };
  return { annotations, store, time };
}
