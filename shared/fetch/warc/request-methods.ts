/**
 * Tells the method of the request of each response in a WARC file, from the request record directly before or after it, where programs
 * write it. Responses to POST are stored under the URL of a page that they are not.
 */
import type { KeepBytes, StreamedItem, StreamedRecord } from './streamed-record.ts';
import { type OpenBytes, streamRecords } from './warc-stream.ts';

/** Number of bytes of a request that hold its method. */
const METHOD_BYTES = 32;

/** Like `streamRecords`, with the methods of requests. Holds the kept part of two more records in memory. */
export async function* streamExchanges(open: OpenBytes, keep: KeepBytes): AsyncGenerator<StreamedItem> {
  let before: StreamedItem | undefined;
  let last: StreamedItem | undefined;
  for await (const item of streamRecords(open, (fields) => Math.max(keep(fields), bytesOfMethod(fields)))) {
    if (last) yield withMethod(last, before, item);
    before = last;
    last = item;
  }
  if (last) yield withMethod(last, before, undefined);
}

const isRequest = (fields: ReadonlyMap<string, string>): boolean =>
  (fields.get('warc-type') ?? '').toLowerCase() === 'request';

const bytesOfMethod = (fields: ReadonlyMap<string, string>): number => (isRequest(fields) ? METHOD_BYTES : 0);

function withMethod(
  item: StreamedItem,
  before: StreamedItem | undefined,
  after: StreamedItem | undefined,
): StreamedItem {
  if (item.kind !== 'record' || item.type !== 'response') return item;
  const request = [before, after].find((other) => other?.kind === 'record' && isRequestOf(other, item));
  const method = request?.kind === 'record' ? METHOD.exec(request.block.toString('latin1', 0, METHOD_BYTES)) : null;
  return method ? { ...item, method: method[1]! } : item;
}

const METHOD = /^([A-Za-z]+) /;

/** Records of one exchange name each other, or only have the same URL; then a file has the request first. */
function isRequestOf(request: StreamedRecord, response: StreamedRecord): boolean {
  if (!isRequest(request.fields)) return false;
  const [named, ownNamed] = [request.fields.get(CONCURRENT), response.fields.get(CONCURRENT)];
  if (named === undefined && ownNamed === undefined)
    return request.fields.get('warc-target-uri') === response.fields.get('warc-target-uri');
  return isId(named, response) || isId(ownNamed, request);
}

const CONCURRENT = 'warc-concurrent-to';

const isId = (id: string | undefined, { fields }: StreamedRecord): boolean =>
  id !== undefined && id === fields.get('warc-record-id');
