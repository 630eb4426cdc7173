import { readCaptures } from '../fetch/warc/warc-read.ts';
import { headerValues } from '../http/headers.ts';
import { hostOf } from '../url/url.ts';

/** Captures with a common value. `bytes`: length of their stored bodies, as received. */
export type CaptureCount = { value: string; captures: number; revisits: number; bytes: number };

/** What the archive of a crawl holds, by status, media type and host; the most captures first. */
export type ArchiveStatistics = {
  captures: number;
  revisits: number;
  bytes: number;
  /** Captures that cannot be read. */
  broken: number;
  statuses: CaptureCount[];
  types: CaptureCount[];
  hosts: CaptureCount[];
};

/** Media type of responses without `Content-Type`. */
const NO_TYPE = '(none)';

/** Counts the captures of WARC objects: responses, and revisits, which repeat an earlier body and store none. */
export async function archiveStatistics(
  objects: AsyncIterable<{ key: string; bytes: Uint8Array }>,
): Promise<ArchiveStatistics> {
  const total = { captures: 0, revisits: 0, bytes: 0, broken: 0 };
  const [statuses, types, hosts] = [countsByValue(), countsByValue(), countsByValue()];
  for await (const { key, bytes } of objects)
    for (const found of readCaptures(bytes, key)) {
      if (found.kind === 'broken') {
        total.broken++;
        continue;
      }
      const { url, status, headers, body, record } = found.capture;
      const one = { captures: 1, revisits: record === 'response' ? 0 : 1, bytes: body.length };
      add(total, one);
      statuses.add(String(status), one);
      const type = headerValues(headers, 'content-type')[0]?.split(/[;\s]/, 1)[0]?.toLowerCase();
      // An answer with status 304 has no type of its own.
      if (status !== 304) types.add(type || NO_TYPE, one);
      hosts.add(hostOf(url), one);
    }
  return { ...total, statuses: statuses.sorted(), types: types.sorted(), hosts: hosts.sorted() };
}

type Counts = Omit<CaptureCount, 'value'>;

function add(to: Counts, { captures, revisits, bytes }: Counts): void {
  to.captures += captures;
  to.revisits += revisits;
  to.bytes += bytes;
}

function countsByValue() {
  const counts = new Map<string, CaptureCount>();
  return {
    add(value: string, one: Counts): void {
      const known = counts.get(value);
      if (known) add(known, one);
      else counts.set(value, { value, ...one });
    },
    sorted: (): CaptureCount[] =>
      [...counts.values()].sort((a, b) => b.captures - a.captures || (a.value < b.value ? -1 : 1)),
  };
}
