import type { Capture } from '../../shared/fetch/warc/capture.ts';
import type { SearchRecord } from '../../shared/ports/search-record.ts';
import { type ArchivedCopy, archivedCopy } from './archived-copy.ts';

/** An archived copy with what the page around it shows. */
export type CachedCopy = {
  record: Pick<SearchRecord, 'id' | 'title' | 'type' | 'language'>;
  capture: Pick<Capture, 'url' | 'fetchedAt' | 'truncated'>;
  copy: ArchivedCopy;
};

/** @returns `noarchive` if the publisher forbids copies */
export function readCopy(record: SearchRecord, capture: Capture): CachedCopy | 'noarchive' {
  const copy = archivedCopy(capture, record);
  if (copy === 'noarchive') return copy;
  const { id, title, type, language } = record;
  const { url, fetchedAt, truncated } = capture;
  return { record: { id, title, type, language }, capture: { url, fetchedAt, truncated }, copy };
}
