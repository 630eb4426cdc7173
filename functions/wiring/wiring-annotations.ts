import { annotatedIndex } from '../../shared/annotations/annotated-index.ts';
import { dynamoAnnotationStore } from '../../shared/aws/dynamo/dynamo-annotation-store.ts';
import type { Deadline } from '../../shared/aws/opensearch/opensearch-client.ts';
import { isThrottled } from '../../shared/aws/throttled.ts';
import { sqliteAnnotationStore } from '../../shared/local/annotations/sqlite-annotation-store.ts';
import { openDatabase } from '../../shared/local/database.ts';
import type { AnnotationStore } from '../../shared/ports/annotation-store.ts';
import type { SearchIndex } from '../../shared/ports/search-index.ts';
import { type Environment, requireVariable, type wireStores } from './wiring.ts';
import { isSearchUnavailable, wireIndex } from './wiring-search.ts';

const wireAnnotations = (
  env: Environment,
  { dynamo, clock }: Pick<ReturnType<typeof wireStores>, 'dynamo' | 'clock'>,
): AnnotationStore =>
  dynamoAnnotationStore(dynamo, requireVariable(env, 'ANNOTATIONS_TABLE'), {
    openMemory,
    wordsOf,
    now: () => clock.now(),
  });

/** Wires the annotations of pages, and the search index with them, which only reads. @param deadline see `wireIndex` */
export function wireAnnotatedIndex(
  env: Environment,
  stores: Pick<ReturnType<typeof wireStores>, 'dynamo' | 'clock'>,
  deadline?: Deadline,
): { annotations: AnnotationStore; index: SearchIndex } {
  const annotations = wireAnnotations(env, stores);
  const index = wireIndex(env, undefined, deadline);
  return { annotations, index: annotatedIndex(index, annotations, () => stores.clock.now()) };
}

function openMemory(): AnnotationStore {
  const db = openDatabase(':memory:');
  return sqliteAnnotationStore(() => db);
}

/** Returns the words of a text as they are searched. Loads the detection of languages, which few requests need. */
export const wordsOf = async (text: string): Promise<string> =>
  (await import('../../shared/annotations/annotation-words.ts')).annotationWords(text);

/** Tells whether an error means that the search engine is unavailable, or a table throttled. */
export const isIndexOrTableUnavailable = (error: unknown): boolean => isSearchUnavailable(error) || isThrottled(error);
