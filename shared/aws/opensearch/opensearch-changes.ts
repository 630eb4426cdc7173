import type { ChangedQuery, ChangedRecord } from '../../ports/search-index.ts';
import { conditionQuery } from '../../query/compile/opensearch.ts';
import { type IndexDocument, recordOf } from './opensearch-document.ts';
import { CLASSES } from './opensearch-fields.ts';

/** When a change is listed: the time of its latest change. Documents that an earlier version has written have none. Epoch milliseconds. */
const LISTED_AT = 'listedAt';

/** Fields of a document that are read: all but its text. */
const SOURCE = ['id', 'live', 'shown', 'urls', LISTED_AT, CLASSES];

/** Returns the search request for changes. @param live matches documents that are shown */
export function changedBody(query: ChangedQuery, live: object): Record<string, unknown> {
  const { after, from = 0, before, class: name, id, size } = query;
  // A removed document is known by its time.
  const isKnown = { bool: { should: [live, { exists: { field: LISTED_AT } }], minimum_should_match: 1 } };
  const noTime = { bool: { must_not: [{ exists: { field: LISTED_AT } }] } };
  const inTime = { range: { [LISTED_AT]: { gte: from, lt: before } } };
  const selected =
    id === undefined
      ? [
          from > 0 ? inTime : { bool: { should: [inTime, noTime], minimum_should_match: 1 } },
          ...(name === undefined ? [] : [conditionQuery({ match: 'value', field: 'classes', value: name })]),
        ]
      : [{ term: { id } }];
  return {
    query: { bool: { filter: [isKnown, ...selected] } },
    sort: [{ [LISTED_AT]: { order: 'asc', missing: 0, unmapped_type: 'long' } }, { id: 'asc' }],
    ...(after && id === undefined && { search_after: [after.at, after.key] }),
    ...{ size, track_total_hits: false, _source: SOURCE },
  };
}

export function changedOf({ _source: document }: { _source: IndexDocument }): ChangedRecord {
  const { id, listedAt = 0 } = document;
  const record = recordOf(document);
  const classes = record ? record.classes.map((one) => one.class) : (document.classes ?? []);
  return { id, at: listedAt, key: id, classes, ...(record && { record }) };
}
