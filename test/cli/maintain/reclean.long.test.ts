/** Changed settings of cleaning are applied to the stored captures of a small crawl. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReclassifyReport } from '../../../shared/classify/reclassify/reclassify-report.ts';
import type { DocumentLine } from '../../../shared/clean/document.ts';
import { readCaptures } from '../../../shared/fetch/warc/warc-read.ts';
import { warcRecords } from '../../../shared/fetch/warc/warc-write.ts';
import { readJsonLines, writeJsonLines } from '../../../shared/text/json-lines.ts';
import { prose, startSite, type TestSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';

let dir: string;
let site: TestSite;
let pages: Record<string, string>;

/** A text of 2,000 characters whose last word is on topic, so that it is cut off with `maxText: 1000`. */
const long = (topic: string) => `${prose(topic, 250)}<p>And last of all this page has a glossary.</p>`;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-reclean-'));
  writeFileSync(join(dir, 'topic.txt'), '10: glossary=G\n10: moss1=M\n');
  pages = {
    '/': `${long('index')}<a href="/moss">a</a> <a href="/fern">b</a>`,
    '/moss': long('moss'),
    '/fern': `${long('fern')}<a href="/below">below</a>`,
    '/below': prose('below'),
  };
  site = await startSite(pages);
});
afterEach(() => {
  site.close();
  rmSync(dir, { recursive: true });
});

const data = () => join(dir, 'data');
const at = () => ['--dir', data(), '--name', 'plants'];
const crawl = (more = 'clean: {maxText: 1000}\n', ...args: string[]) => {
  const file = join(dir, 'crawl.yaml');
  const settings = `crawl: plants\nscope: host\nseeds: ['${site.origin}/']\ntopic: {follow: relevant, filters: [{terms: topic.txt}]}\n`;
  const network = 'politeness: {hostPauseMs: 0}\nnetwork: {allowPrivate: [127.0.0.0/8]}\n';
  writeFileSync(file, settings + network + more);
  return thresher(['crawl', file, '--dir', data(), ...args]);
};
const shown = async () =>
  (await thresher(['export', ...at()]))
    .answers()
    .map(({ url, id }) => `${String(url).replace(site.origin, '')} ${String(id).slice(0, 8)}`)
    .sort();
const reclean = async (...args: string[]) => {
  const result = await thresher(['reclean', ...args, '--json', ...at()]);
  return { ...result, report: result.answers()[0] as unknown as ReclassifyReport };
};
/** Settings without the limit of the first crawl. */
const WHOLE = '';
const files = (stage: string) => {
  const folder = join(data(), 'objects', stage);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));
  return names.map((name) => join(folder, name)).sort();
};
const documents = () => files('clean').flatMap((file) => [...readJsonLines<DocumentLine>(readFileSync(file))]);

/** Changes the stored crawl to what a version that did not know checks for browsers stored of them: these pages are checks. */
function storeAsChecks(changes: Record<string, (line: DocumentLine) => DocumentLine>): void {
  const changeOf = (url: string) => changes[url.replace(site.origin, '')];
  let n = 0;
  for (const [i, file] of files('raw').entries()) {
    const key = documents().find(({ capture }) => file.endsWith(capture.key))!.capture.key;
    const members = [...readCaptures(readFileSync(file), key)].flatMap((found) => {
      if (found.kind === 'broken') return [];
      const { capture } = found;
      const headers = [...capture.headers];
      if (changeOf(capture.url)) headers.push(['x-amzn-waf-action', 'challenge']);
      return warcRecords({ ...capture, headers }, () => `id${n++}`).bytes;
    });
    writeFileSync(file, Buffer.concat(members));
    const places = new Map(
      [...readCaptures(readFileSync(file), key)].map((found) => [
        found.kind === 'capture' ? found.capture.url : '',
        found.place,
      ]),
    );
    const clean = files('clean')[i]!;
    const lines = [...readJsonLines<DocumentLine>(readFileSync(clean))].map((line) => {
      const moved = { ...line, capture: places.get(line.url)! };
      return changeOf(line.url)?.(moved) ?? moved;
    });
    writeFileSync(clean, writeJsonLines(lines));
  }
}

test('removes records of checks for browsers that an earlier version stored as pages', async () => {
  await crawl(WHOLE);
  // An export would ask for the places that the records had before.
  const found = async () =>
    (await thresher(['search', 'glossary', '--json', ...at()]))
      .answers()
      .flatMap(({ hits }) => hits as { url: string }[])
      .map(({ url }) => url.replace(site.origin, ''))
      .sort();
  expect(await found()).toEqual(['/', '/fern', '/moss']);
  storeAsChecks({
    '/moss': (line) => line,
    // It removed the record of a page after a second check with status 403.
    '/fern': ({ url, fetchedAt, status, capture, note }) => ({ url, fetchedAt, status, capture, note, kind: 'gone' }),
  });
  const { code, report } = await reclean();
  expect({ code, faults: report.faults.count }).toEqual({ code: 0, faults: 0 });
  expect(report.transitions).toMatchObject({ enters: 0, leaves: 1, stays: 1 });
  expect(await found()).toEqual(['/', '/fern']);
  const stored = documents().map((line) => [
    line.url.replace(site.origin, ''),
    line.kind === 'document' ? line.document.reason : line.kind,
  ]);
  expect(Object.fromEntries(stored)).toEqual({ '/': null, '/below': null, '/moss': 'bot-check', '/fern': 'gone' });

  const again = await reclean();
  expect(again.code).toBe(0);
  expect(again.report.transitions).toMatchObject({ enters: 0, leaves: 0, stays: 1 });
  expect(await found()).toEqual(['/', '/fern']);
});

test('applies changed cleaning without fetching, as a new crawl would have cleaned', async () => {
  await crawl();
  const before = await shown();
  expect(before.map((line) => line.split(' ')[0])).toEqual(['/moss']);
  const { messages } = await crawl(WHOLE);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatch(/^settings changed: clean\.maxText\..*thresher reclean --dir/);
  site.requests();

  const dry = await reclean('--dry-run');
  expect(dry.code).toBe(0);
  expect(dry.report.transitions).toMatchObject({ enters: 2, leaves: 0, rewritten: 1 });
  expect(await shown()).toEqual(before);

  const { code, report } = await reclean();
  expect(code).toBe(0);
  expect(report.transitions).toEqual(dry.report.transitions);
  expect(site.requests()).toEqual([]);
  const after = await shown();
  // The page has a new text, so a new record; the old one is gone.
  expect(after).toHaveLength(3);
  expect(after).not.toContain(before[0]);

  const again = await reclean();
  expect(again.report.transitions).toMatchObject({ enters: 0, leaves: 0, rewritten: 0, rescored: 0, stays: 3 });
  expect((await crawl(WHOLE)).messages).toEqual([]);
  // The link of a page that entered.
  expect(site.requests()).toEqual(['/below']);

  rmSync(data(), { recursive: true });
  await crawl(WHOLE);
  expect(await shown()).toEqual(after);
});

test('keeps the records of pages that were found unchanged, and removes them when the pages are gone', async () => {
  await crawl();
  await thresher(['recrawl', ...at()]);
  await crawl(WHOLE);
  expect(documents().filter(({ kind }) => kind === 'unchanged').length).toBeGreaterThan(0);
  await reclean();
  const after = await shown();
  expect(after).toHaveLength(3);
  await thresher(['recrawl', ...at()]);
  await crawl(WHOLE);
  expect((await shown()).filter((line) => !line.startsWith('/below'))).toEqual(after);
  delete pages['/moss'];
  await thresher(['recrawl', ...at()]);
  await crawl(WHOLE);
  expect((await shown()).join()).not.toContain('/moss');
});

test('does not bring back what was deleted', async () => {
  await crawl();
  await thresher(['delete', '--path', `${site.origin}/fern`, '--apply', ...at()]);
  await crawl(WHOLE);
  await reclean();
  expect((await shown()).map((line) => line.split(' ')[0])).toEqual(['/', '/moss']);
  expect(JSON.stringify(documents().map(({ url }) => url))).not.toContain('/fern');
});

test('writes missing documents, keeps documents without captures, and reports them', async () => {
  await crawl();
  const before = await shown();
  for (const file of files('clean')) unlinkSync(file);
  const { code, report } = await reclean();
  expect({ code, faults: report.faults.count }).toEqual({ code: 0, faults: 0 });
  expect(await shown()).toEqual(before);
  const stored = documents().length;
  for (const file of files('raw')) writeFileSync(file, readFileSync(file).subarray(0, -2_000));
  const broken = await reclean();
  expect(broken.code).toBe(1);
  expect(broken.messages.join()).toMatch(/captures cannot be read/);
  expect(documents()).toHaveLength(stored);
  expect(await shown()).toEqual(before);
});
