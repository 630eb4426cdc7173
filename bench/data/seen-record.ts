import type { RecordChange } from '../../shared/ports/search-index.ts';
import type { SearchRecord } from '../../shared/ports/search-record.ts';
import { hostOf, type Url } from '../../shared/url/url.ts';

/** Returns the change that adds a record of an HTML page in English, without a capture. `fields` replace these values. */
export function seenRecord(
  fields: Pick<SearchRecord, 'id' | 'url' | 'title' | 'text'> & Partial<SearchRecord>,
): RecordChange {
  const { id, url } = fields;
  const record: SearchRecord = {
    urls: { [url]: 1 },
    headings: [],
    description: '',
    keywords: [],
    author: null,
    date: null,
    language: 'en',
    type: 'html',
    host: hostOf(url as Url),
    fetchedAt: 1,
    verdict: 'relevant',
    score: 1,
    classes: [],
    capture: { key: '', offset: 0, length: 0 },
    ...fields,
  };
  return { kind: 'seen', id, url, at: 1, record };
}
