/**
 * Reads indexes of web archives: CDX, whose first line names its fields by letters
 * (https://iipc.github.io/warc-specifications/specifications/cdx-format/cdx-2015/), and CDXJ, which has JSON after key and time.
 * Each capture of a page gives a seed. Duplicates are removed later.
 */
import type { SeedReader, SeedSink } from './found-seed.ts';
import { lineReader } from './line-reader.ts';
import { isPageStatus } from './page-status.ts';

/** Default fields without a legend: eleven in most indexes, nine in older ones. */
const ELEVEN_FIELDS = 'N b a m s k r M S V g'.split(' ');
const NINE_FIELDS = 'N b a m s k r V g'.split(' ');

type Row = { url?: string | undefined; digest?: string | undefined; status?: string | undefined };

/** Creates a reader of CDX or CDXJ. A capture gives a seed if its status is that of a page. */
export function cdxReader(sink: SeedSink): SeedReader {
  let letters: string[] | undefined;
  return lineReader((line, at) => {
    if (line === undefined) return sink.fault(at, 'a line of more than 65,536 characters');
    const text = line.trim();
    if (text === '' || text.startsWith('!')) return;
    const legend = /^CDX\s+(.+)$/.exec(text)?.[1];
    if (legend !== undefined) {
      letters = legend.trim().split(/\s+/);
      return;
    }
    const row = text.includes('{') ? rowOfJson(text) : rowOfFields(text, letters);
    if (row?.url === undefined) sink.fault(at, 'not a CDX line');
    else if (isPageStatus(row.status)) sink.seed({ url: row.url, ...(row.digest && { digest: row.digest }), at });
  });
}

function rowOfFields(line: string, letters: readonly string[] | undefined): Row | undefined {
  const fields = line.split(/\s+/);
  const names = letters ?? (fields.length <= NINE_FIELDS.length ? NINE_FIELDS : ELEVEN_FIELDS);
  const field = (letter: string) => {
    const value = fields[names.indexOf(letter)];
    return value === '-' ? undefined : value;
  };
  const url = field('a');
  return url === undefined || !/^[a-z][a-z0-9+.-]*:/i.test(url)
    ? undefined
    : { url, digest: field('k'), status: field('s') };
}

function rowOfJson(line: string): Row | undefined {
  try {
    const row = JSON.parse(line.slice(line.indexOf('{'))) as Record<string, unknown>;
    const text = (name: string) => (row[name] === undefined ? undefined : String(row[name]));
    return { url: text('url') ?? text('uri'), digest: text('digest') ?? text('sha'), status: text('status') };
  } catch {
    return undefined;
  }
}
