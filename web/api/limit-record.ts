import { cutText } from '../../shared/text/cut-text.ts';
import type { PublicRecord } from './public-record.ts';

/** Maximum size of a record that an answer has, in bytes as they are sent: an answer of a stack has at most 6 MB. */
const MAX_BYTES = 5_500_000;

/** Maximum size of a property other than the text, so that there is room for all and for a text. Bytes as they are sent. */
const MAX_PROPERTY_BYTES = 300_000;

/** Maximum number of URLs that a record lists. A crawler trap serves one text at thousands. */
const MAX_LISTED_URLS = 100;

/**
 * Shortens a record that an answer of a stack could not hold: lists the first 100 URLs, and keeps only the beginning of longer properties and of a text
 * that does not fit beside them (`truncated`).
 */
export function limitRecord(record: PublicRecord): PublicRecord {
  const { text, ...others } = record;
  const { urls } = record;
  const listed = urls.length > MAX_LISTED_URLS ? firstUrls(record) : urls;
  const limited = Object.fromEntries(
    Object.entries({ ...others, urls: listed }).map(([name, value]) => [name, beginningOf(value)]),
  ) as typeof others;
  const shown = text === null ? null : cutToBytes(text, MAX_BYTES - sentBytes(limited));
  return { ...limited, text: shown, ...(shown !== text && { truncated: record.truncated ?? 'text' }) };
}

/** Returns the URL that a record is shown under, and the first others. */
function firstUrls({ url, urls }: PublicRecord): PublicRecord['urls'] {
  const shown = urls.filter((one) => one.url === url);
  return [...shown, ...urls.filter((one) => one.url !== url)].slice(0, MAX_LISTED_URLS);
}

/** Returns a value, or the beginning of a text, list or object that is too long. */
function beginningOf(value: unknown): unknown {
  if (sentBytes(value) <= MAX_PROPERTY_BYTES) return value;
  if (typeof value === 'string') return cutToBytes(value, MAX_PROPERTY_BYTES);
  if (Array.isArray(value)) return whileShort(value);
  return typeof value === 'object' && value !== null ? Object.fromEntries(whileShort(Object.entries(value))) : value;
}

function whileShort<Element>(list: readonly Element[]): Element[] {
  let bytes = 0;
  const end = list.findIndex((one) => {
    bytes += sentBytes(one);
    return bytes > MAX_PROPERTY_BYTES;
  });
  return list.slice(0, end === -1 ? list.length : end);
}

function cutToBytes(text: string, bytes: number): string {
  let cut = text;
  for (let size = sentBytes(cut); size > bytes && cut !== ''; size = sentBytes(cut))
    cut = cutText(cut, Math.floor((cut.length * bytes) / size));
  return cut;
}

/** Returns the size of a value in an answer of a function, which is JSON in the JSON of a response. Undefined values are left out. */
const sentBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(JSON.stringify(value) ?? ''));
