/** Writes a crawl as WACZ 1.1.1 (https://specs.webrecorder.net/wacz/1.1.1/): its WARC records with an index and a list of pages. */
import { hash } from 'node:crypto';
import { formatJson } from '../../output/format-json.ts';
import { VERSION } from '../../package.ts';
import type { Stores } from '../../run/wiring.ts';
import { type OnSkipped, recordsToExport } from '../records-to-export.ts';
import { writeChunks } from '../write-file.ts';
import type { ArchiveObject } from './archive-objects.ts';
import { cdxjLines } from './cdxj-lines.ts';
import { compressIndex } from './compressed-index.ts';
import { type SortedLines, sortedLines } from './sorted-lines.ts';
import { type WrittenEntry, type ZipWriter, zipWriter } from './zip-writer.ts';

/** A WARC file ends with the object that reaches this size. Bytes. */
const WARC_BYTES = 1e9;
const CDX_NAME = 'index.cdx.gz';

/** Number of captures in the index, and of pages in the list: those of the records. */
export type WaczCounts = { captures: number; pages: number };

type Ports = Pick<Stores, 'objects' | 'index' | 'clock'>;

/** A crawl as the source of an export. */
type WaczSource = { crawl: string; objects: AsyncIterable<ArchiveObject>; ports: Ports; onSkipped: OnSkipped };

/** What a file is written to while its entries are. */
type WaczParts = { zip: ZipWriter; index: SortedLines; counts: WaczCounts };

/**
 * Writes a WACZ file, which appears once it is complete. One object of the crawl is in memory at a time.
 *
 * @param objects the objects of the archive
 * @param onSkipped called for records that cannot be listed as pages
 */
export async function exportWacz(
  crawl: string,
  objects: AsyncIterable<ArchiveObject>,
  ports: Ports,
  file: string,
  onSkipped: OnSkipped,
): Promise<WaczCounts> {
  const zip = zipWriter(ports.clock.now());
  const index = sortedLines();
  const counts = { captures: 0, pages: 0 };
  const entries = writeEntries({ crawl, objects, ports, onSkipped }, { zip, index, counts });
  // Whatever fails, the file is not completed, so the next wait throws the error first.
  entries.catch(() => undefined);
  try {
    await writeChunks(file, zip.stream);
    await entries;
    return counts;
  } finally {
    index.close();
  }
}

async function writeEntries(source: WaczSource, parts: WaczParts): Promise<void> {
  const { zip, index, counts } = parts;
  try {
    const resources = await writeArchive(source.objects, parts);
    resources.push(...(await writeIndex(zip, index)));
    resources.push(await zip.add('pages/pages.jsonl', pageLines(source, counts), false));
    await writePackage(zip, source.crawl, source.ports.clock.now(), resources);
    zip.end();
  } catch (error) {
    zip.stream.destroy(error as Error);
    throw error;
  }
}

/** Writes the WARC files, and adds the lines of their captures to the index. */
async function writeArchive(
  objects: AsyncIterable<ArchiveObject>,
  { zip, index, counts }: WaczParts,
): Promise<WrittenEntry[]> {
  const all = objects[Symbol.asyncIterator]();
  const entries: WrittenEntry[] = [];
  let next = await all.next();
  async function* warcFile(name: string) {
    for (let bytes = 0; !next.done && bytes < WARC_BYTES; next = await all.next()) {
      const object = next.value;
      for (const line of cdxjLines(object, name, bytes)) {
        index.add(line);
        counts.captures++;
      }
      yield object.bytes;
      bytes += object.bytes.length;
    }
  }
  do {
    const name = `data-${String(entries.length + 1).padStart(4, '0')}.warc.gz`;
    entries.push(await zip.add(`archive/${name}`, warcFile(name), true));
  } while (!next.done);
  return entries;
}

async function writeIndex(zip: ZipWriter, index: SortedLines): Promise<WrittenEntry[]> {
  const members: string[] = [];
  const compressed = compressIndex(index.lines(), CDX_NAME, (line) => members.push(line));
  const cdx = await zip.add(`indexes/${CDX_NAME}`, compressed, true);
  return [cdx, await zip.add('indexes/index.idx', members, false)];
}

/** Yields the list of pages: a header, and the address, time and title of each record. */
async function* pageLines({ crawl, ports, onSkipped }: WaczSource, counts: WaczCounts) {
  yield `${formatJson({ format: 'json-pages-1.0', id: 'pages', title: crawl })}\n`;
  for await (const { exported } of recordsToExport(crawl, ports, onSkipped)) {
    const { id, url, title, fetchedAt } = exported;
    counts.pages++;
    yield `${formatJson({ id, url, ts: fetchedAt, title: title ?? url })}\n`;
  }
}

async function writePackage(zip: ZipWriter, crawl: string, now: number, resources: WrittenEntry[]): Promise<void> {
  const text = `${formatJson(
    {
      profile: 'data-package',
      wacz_version: '1.1.1',
      title: crawl,
      software: `Thresher ${VERSION}`,
      created: new Date(now).toISOString(),
      resources,
    },
    2,
  )}\n`;
  const digest = { path: 'datapackage.json', hash: `sha256:${hash('sha256', text, 'hex')}` };
  await zip.add('datapackage.json', [text], false);
  await zip.add('datapackage-digest.json', [`${formatJson(digest)}\n`], false);
}
