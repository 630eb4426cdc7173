/** Folders, files and answers for tests of `thresher import`. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStores } from '../../../cli/run/wiring.ts';
import { readCaptures } from '../../../shared/fetch/warc/warc-read.ts';
import { responseRecord } from '../../fetch/warc/foreign-warc.ts';
import { prose } from '../site.ts';
import { thresher } from '../test-terminal.ts';

export type Exported = { id: string; url: string; urls: string[]; title: string; fetchedAt: string };

/** Returns a page about a topic, with HTML after its text. */
export const page = (topic: string, more = '') =>
  `<html><head><title>${topic}</title></head><body>${prose(topic)}${more}</body></html>`;

/** Returns the record of a page of a.example. */
export const response = (path: string, body: string, date?: string) =>
  responseRecord(`http://a.example/${path}`, body, date === undefined ? {} : { date });

/** A temporary folder with a data folder in it, in which commands run. */
export function importFolder() {
  const dir = mkdtempSync(join(tmpdir(), 'thresher-import-'));
  const data = join(dir, 'data');
  const run = (...args: string[]) => thresher(['import', ...args, '--dir', data]);
  const exported = async (): Promise<Exported[]> =>
    ((await thresher(['export', '--dir', data])).answers() as Exported[]).sort((a, b) => (a.url < b.url ? -1 : 1));
  return {
    dir,
    data,
    remove: () => rmSync(dir, { recursive: true }),
    /** Writes a file and returns its name. */
    file(name: string, bytes: Buffer | string): string {
      writeFileSync(join(dir, name), bytes);
      return join(dir, name);
    },
    run,
    async imported(...args: string[]) {
      const { code, answers, stderr } = await run(...args, '--json');
      return { code, stderr, ...(answers()[0] as { imported: number; refused: Record<string, number> }) };
    },
    exported,
    titles: async () => Object.fromEntries((await exported()).map(({ url, title }) => [new URL(url).pathname, title])),
    problems: async () => (await thresher(['sanity', '--raw', '--json', '--dir', data])).answers()[0]!['problems'],
    /** Counts the stored captures per URL. */
    async captures(crawl = 'archive'): Promise<Record<string, number>> {
      const stores = openStores(data, 'read');
      const found: Record<string, number> = {};
      try {
        for await (const key of stores.objects.list(`raw/${crawl}/`))
          for (const one of readCaptures((await stores.objects.get(key))!, key))
            if (one.kind === 'capture') found[one.capture.url] = (found[one.capture.url] ?? 0) + 1;
      } finally {
        stores.close();
      }
      return found;
    },
  };
}

export type ImportFolder = ReturnType<typeof importFolder>;

/** Pages in the three forms of a line of JSON Lines. */
export const LINE_PAGES = [
  { url: 'http://a.example/moss', html: page('moss'), fetchedAt: '2024-05-06T07:08:09Z' },
  {
    url: 'http://a.example/fern',
    bodyBase64: Buffer.from(page('Farn für Gärten'), 'latin1').toString('base64'),
    contentType: 'text/html; charset=iso-8859-1',
  },
  { url: 'http://a.example/heath', title: 'The heath', text: 'Heath is purple.\n\nIt grows on poor soil.' },
];

export const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** A temporary folder of documents to import. `put` writes a file in it, or in a folder of it, which was changed in November 2023. */
export function papersFolder() {
  const dir = mkdtempSync(join(tmpdir(), 'thresher-papers-'));
  return {
    dir,
    put(name: string, content: string | Buffer): void {
      const file = join(dir, name);
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, content);
      utimesSync(file, 1_700_000_000, 1_700_000_000);
    },
  };
}

export type PapersFolder = ReturnType<typeof papersFolder>;
