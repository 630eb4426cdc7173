/** The records and the archive of a crawl in every export format, read by other programs or by the readers of this one. */
import { createHash } from 'node:crypto';
import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { parse as parseCsv } from 'csv-parse/sync';
import { DomUtils, parseDocument } from 'htmlparser2';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { exportWacz } from '../../cli/export/archive/export-wacz.ts';
import { parseSince } from '../../cli/export/choose-records.ts';
import type { ExportedRecord } from '../../cli/export/exported-record.ts';
import { openStores } from '../../cli/run/wiring.ts';
import { openZip } from '../../shared/clean/decode/zip.ts';
import { readCapture, readCaptures } from '../../shared/fetch/warc/warc-read.ts';
import { thresher } from '../cli/test-terminal.ts';
import { elementsOf, parseXml, textsOf as xmlTextsOf } from '../web/strict-xml.ts';
import { startThreeHosts, type ThreeHosts } from './three-hosts.ts';

type Exported = Pick<
  ExportedRecord,
  'id' | 'urls' | 'title' | 'text' | 'links' | 'fetchedAt' | 'score' | 'keywords' | 'classes'
> & {
  url: string;
};

type Removed = { id: string; removedAt: string };

let three: ThreeHosts;
let folder: string;
let records: Exported[];
const exported = (...args: string[]) => thresher(['export', '--dir', three.dir, ...args]);
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  three = await startThreeHosts();
  folder = mkdtempSync(join(tmpdir(), 'thresher-exports-'));
  expect((await thresher(three.crawl(0))).code).toBe(0);
  records = (await exported()).answers() as Exported[];
  expect(records.length).toBeGreaterThan(20);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await three.close();
});

test('csv has a row for each record, and the same rows on standard output', async () => {
  await exported('--format', 'csv', '-o', file('records.csv'));
  const csv = readFileSync(file('records.csv'), 'utf8');
  const rows = parseCsv(csv, { columns: true, record_delimiter: '\r\n', relax_quotes: false }) as Exported[];
  expect(rows.map(({ id, url, title, text }) => ({ id, url, title, text }))).toEqual(
    records.map(({ id, url, title, text }) => ({ id, url, title, text })),
  );
  const { printed } = await exported('--format', 'csv');
  expect(parseCsv(printed.join('\n'), { columns: true })).toEqual(rows);
});

test('compresses text by the end of the name', async () => {
  const plain = file('plain.csv');
  await exported('--format', 'csv', '-o', plain);
  const [gz, zst] = [file('packed.csv.gz'), file('packed.csv.zst')];
  for (const name of [gz, zst]) expect((await exported('--format', 'csv', '-o', name)).code).toBe(0);
  expect(gunzipSync(readFileSync(gz))).toEqual(readFileSync(plain));
  expect(zstdDecompressSync(readFileSync(zst))).toEqual(readFileSync(plain));
});

test('does not compress an archive again', async () => {
  const name = file('named.warc.gz');
  await exported('--format', 'warc', '-o', name);
  expect([...readCaptures(readFileSync(name), name)].length).toBeGreaterThan(0);
});

test('prints the counts of an export as JSON', async () => {
  const counts = async (format: string) => {
    const output = file(`counted-${format}`);
    const { code, answers } = await exported('--format', format, '-o', output, '--json');
    expect(code).toBe(0);
    const [{ output: named, ...rest }, ...more] = answers() as Record<string, unknown>[] as [Record<string, unknown>];
    expect([named, more]).toEqual([output, []]);
    return rest;
  };
  const common = { crawl: 'three', skipped: 0 };
  for (const format of ['csv', 'parquet'])
    expect(await counts(format)).toEqual({ ...common, format, records: records.length });
  expect(await counts('md')).toEqual({ ...common, format: 'md', files: records.length });
  expect(await counts('warc')).toEqual({ ...common, format: 'warc', bytes: expect.any(Number) });
  expect(await counts('wacz')).toMatchObject({ ...common, pages: records.length });
  expect(await exported('--json')).toMatchObject({
    code: 2,
    stderr: ['--json: requires -o FILE; standard output has the records'],
  });
});

test('parquet has a typed row for each record', async () => {
  const { stderr } = await exported('--format', 'parquet', '-o', file('records.parquet'));
  expect(stderr).toEqual([`${records.length} records written to ${file('records.parquet')}`]);
  const rows = await parquetReadObjects({
    file: await asyncBufferFromFile(file('records.parquet')),
    compressors: { ZSTD: (content) => zstdDecompressSync(content) },
  });
  const expected = records.map(({ id, url, urls, title, text, score, keywords, classes, fetchedAt }) => {
    return { id, url, urls, title, text, score, keywords, classes: classes.map((one) => one.class), fetchedAt };
  });
  expect(
    rows.map(({ id, url, urls, title, text, score, keywords, classes, fetched }) => {
      return { id, url, urls, title, text, score, keywords, classes, fetchedAt: (fetched as Date).toISOString() };
    }),
  ).toEqual(expected);
});

test('dc has an element for each record, in well-formed XML', async () => {
  const { printed } = await exported('--format', 'dc');
  const xml = parseDocument(printed.join('\n'), { xmlMode: true });
  expect(
    DomUtils.getElementsByTagName('oai_dc:dc', xml).map((record) => {
      const valuesOf = (name: string) =>
        DomUtils.getElementsByTagName(name, record).map((one) => DomUtils.textContent(one));
      return { title: valuesOf('dc:title')[0] ?? null, urls: valuesOf('dc:identifier') };
    }),
  ).toEqual(records.map(({ title, urls }) => ({ title, urls })));
  expect(printed.at(-1)).toBe('</records>');
});

test('marcxml has a record for each record, with a leader and a field 008 of the right length', async () => {
  const { printed } = await exported('--format', 'marcxml');
  const xml = parseDocument(printed.join('\n'), { xmlMode: true });
  const found = DomUtils.getElementsByTagName('record', xml);
  expect(
    found.map((record) => ({
      id: textsOf(record, { tag: '001' })[0],
      title: textsOf(record, { tag: '245' })[0],
      urls: subfieldsOf(record, '856', 'u'),
    })),
  ).toEqual(records.map(({ id, title, url, urls }) => ({ id, title: title ?? url, urls })));
  for (const record of found) {
    expect(DomUtils.textContent(DomUtils.getElementsByTagName('leader', record))).toHaveLength(24);
    expect(textsOf(record, { tag: '008' })[0]).toHaveLength(40);
  }
});

test('gils has an element for each record, in well-formed XML', async () => {
  const { printed } = await exported('--format', 'gils');
  expect(
    elementsOf(parseXml(printed.join('\n')), 'gils').map((record) => ({
      id: xmlTextsOf(record, 'controlIdentifier')[0],
      title: xmlTextsOf(record, 'title')[0],
      urls: xmlTextsOf(record, 'linkage'),
    })),
  ).toEqual(records.map(({ id, title, url, urls }) => ({ id, title: title ?? url, urls })));
});

test('ris has a reference for each record', async () => {
  const { printed } = await exported('--format', 'ris');
  const references = printed.join('\n').split(/^ER {2}- \r?$/m);
  expect(references.pop()?.trim()).toBe('');
  expect(
    references.map((reference) => ({
      id: /^ID {2}- (.*)$/m.exec(reference)?.[1]?.trim(),
      url: /^UR {2}- (.*)$/m.exec(reference)?.[1]?.trim(),
    })),
  ).toEqual(records.map(({ id, url }) => ({ id, url })));
});

test('alvis has the text, the URLs and the links of each record', async () => {
  const { printed } = await exported('--format', 'alvis');
  const xml = parseDocument(printed.join('\n'), { xmlMode: true });
  expect(
    DomUtils.getElementsByTagName('documentRecord', xml).map((record) => ({
      id: record.attribs['id'],
      urls: textsOf(record, {}, 'url'),
      words: DomUtils.textContent(DomUtils.getElementsByTagName('canonicalDocument', record)).trim().split(/\s+/),
      links: textsOf(record, {}, 'location'),
    })),
  ).toEqual(
    records.map(({ id, urls, text, links }) => ({
      ...{ id, urls, words: text.trim().split(/\s+/), links: links.map(({ url }) => url) },
    })),
  );
});

test('graph has a row for each link, and graphml a node for each URL and the links between them', async () => {
  const { printed: rows } = await exported('--format', 'graph');
  const links = records.flatMap(({ url, links }) => links.map((link) => ({ source: url, target: link.url })));
  const table = parseCsv(rows.join('\n'), { columns: true }) as { source: string; target: string }[];
  expect(table.map(({ source, target }) => ({ source, target }))).toEqual(links);
  const { printed } = await exported('--format', 'graphml');
  const xml = parseDocument(printed.join('\n'), { xmlMode: true });
  const nodes = DomUtils.getElementsByTagName('node', xml).map(({ attribs }) => attribs['id'] as string);
  expect([...nodes].sort()).toEqual(records.flatMap(({ urls }) => urls).sort());
  const edges = DomUtils.getElementsByTagName('edge', xml).map(
    ({ attribs }) => `${attribs['source']} ${attribs['target']}`,
  );
  const inside = links
    .filter(({ target }) => nodes.includes(target))
    .map(({ source, target }) => `${source} ${target}`);
  expect(inside.length).toBeGreaterThan(20);
  expect(edges.sort()).toEqual([...new Set(inside)].sort());
});

test('sitemap has the URL of each record, as readers of sitemaps find them', async () => {
  const { printed } = await exported('--format', 'sitemap');
  writeFileSync(file('sitemap.xml'), printed.join('\n'));
  const read = await thresher(['sitemap', file('sitemap.xml'), '--json']);
  const listed = read.answers().map(({ url }) => url);
  expect(listed.sort()).toEqual(records.map(({ url }) => url).sort());
});

test.each(['csv', 'ris', 'graph'])(
  '%s has no carriage return on standard output, which would be escaped',
  async (format) => {
    const { printed } = await exported('--format', format);
    expect(printed.filter((text) => text.includes('\r'))).toEqual([]);
  },
);

test('urls has every URL of every record', async () => {
  const { printed } = await exported('--format', 'urls');
  expect(printed.join('\n').split('\n').sort()).toEqual(records.flatMap(({ urls }) => urls).sort());
});

test('md has a file for each record, with its metadata as YAML', async () => {
  await exported('--format', 'md', '-o', file('corpus'));
  const files = readdirSync(file('corpus')).map((name) => readFileSync(join(file('corpus'), name), 'utf8'));
  const fronts = files.map((text) => parseYaml(text.split('---\n')[1] as string) as Exported);
  expect(fronts.map(({ id, url, title }) => ({ id, url, title })).sort(byId)).toEqual(
    records.map(({ id, url, title }) => ({ id, url, title })).sort(byId),
  );
});

test('warc has all captures, byte for byte', async () => {
  await exported('--format', 'warc', '-o', file('crawl.warc.gz'));
  const found = [...readCaptures(readFileSync(file('crawl.warc.gz')), '')];
  expect(found.filter(({ kind }) => kind === 'broken')).toEqual([]);
  const urls = found.flatMap((one) => (one.kind === 'capture' ? [one.capture.url as string] : []));
  expect(records.flatMap((record) => record.urls).filter((url) => !urls.includes(url))).toEqual([]);
});

test('wacz leads from each page to its response, and its package has the digests of its files', async () => {
  const { stderr } = await exported('--format', 'wacz', '-o', file('crawl.wacz'));
  const { names, bytes, text } = openZip(readFileSync(file('crawl.wacz')), 1e9);
  const { resources } = JSON.parse(text('datapackage.json') as string) as { resources: Resource[] };
  expect(resources.map(({ path }) => path)).toEqual(names.filter((name) => !name.startsWith('datapackage')));
  for (const { path, hash, bytes: length } of resources) {
    const content = bytes(path) as Uint8Array;
    expect([path, sha256(content), content.length]).toEqual([path, hash, length]);
  }
  expect(JSON.parse(text('datapackage-digest.json') as string)).toEqual({
    path: 'datapackage.json',
    hash: sha256(bytes('datapackage.json') as Uint8Array),
  });

  const lines = gunzipSync(bytes('indexes/index.cdx.gz') as Uint8Array)
    .toString()
    .trimEnd()
    .split('\n');
  expect(lines).toEqual([...lines].sort());
  const captures = new Map(
    lines.map((line) => JSON.parse(line.slice(line.indexOf(' {')))).map((one) => [one.url, one]),
  );
  const [head, ...pages] = (text('pages/pages.jsonl') as string)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(head).toMatchObject({ format: 'json-pages-1.0' });
  expect(pages).toHaveLength(records.length);
  for (const { url, ts } of pages) {
    const { filename, offset, length } = captures.get(url);
    const warc = bytes(`archive/${filename}`) as Uint8Array;
    const capture = readCapture(warc.subarray(Number(offset), Number(offset) + Number(length)));
    expect([capture.url, new Date(capture.fetchedAt).toISOString()]).toEqual([url, ts]);
  }
  expect(stderr).toEqual([`${lines.length} captures and ${pages.length} pages written to ${file('crawl.wacz')}`]);
});

test('a WACZ file can be the seeds of another crawl', async () => {
  await exported('--format', 'wacz', '-o', file('seeds.wacz'));
  writeFileSync(file('crawl.yaml'), `seeds: [{wacz: ${file('seeds.wacz')}}]\nscope: host\n`);
  const { answers } = await thresher(['crawl', file('crawl.yaml'), '--dry-run', '--json', '--dir', file('other')]);
  expect(answers()[0]).toMatchObject({ seeds: { gathered: three.wholeCrawl() } });
});

test('an archive that cannot be read leaves no file', async () => {
  const broken = async function* () {
    yield { key: 'raw/three/1.warc.gz', bytes: readFileSync(file('crawl.warc.gz')) };
    throw new Error('object lost');
  };
  const stores = openStores(three.dir, 'read');
  const target = file('broken.wacz');
  await expect(exportWacz('three', broken(), stores, target, () => {})).rejects.toThrow('object lost');
  stores.close();
  expect(readdirSync(folder).filter((name) => name.startsWith('broken'))).toEqual([]);
});

test('exports the records that match a query, in every format of records', async () => {
  const host = new URL(records[0]!.url).host;
  const ofHost = records.filter(({ url }) => new URL(url).host === host).map(({ id }) => id);
  expect(ofHost.length).toBeLessThan(records.length);
  const idsOf = async (...args: string[]) => (await exported(...args)).answers().map(({ id }) => id);
  expect(await idsOf('--query', `site:${host}`)).toEqual(ofHost);
  expect((await idsOf(`--query=-site:${host}`)).length).toBe(records.length - ofHost.length);
  expect(await idsOf('-q', 'changed:2200')).toEqual([]);
  const written = `${ofHost.length} records written to`;
  for (const format of ['csv', 'parquet']) {
    const target = file(`host.${format}`);
    const { stderr } = await exported('-f', format, '-o', target, '-q', `site:${host}`);
    expect(stderr).toEqual([`${written} ${target}`]);
  }
  const { printed } = await exported('-f', 'graphml', '-q', `site:${host}`);
  expect(
    printed
      .join('\n')
      .match(/<node id="[^"]*"/g)
      ?.sort(),
  ).toEqual(
    records
      .filter(({ id }) => ofHost.includes(id))
      .flatMap(({ urls }) => urls.map((url) => `<node id="${url}"`))
      .sort(),
  );
  for (const format of ['md', 'files']) {
    const { stderr } = await exported('-f', format, '-o', file(`host-${format}`), '-q', `site:${host}`);
    expect(stderr).toEqual([`${ofHost.length} files written to ${file(`host-${format}`)}`]);
  }
});

test('--since exports what is new or has changed since a day, or since an earlier export', async () => {
  const idsOf = async (...args: string[]) => (await exported(...args)).answers().map(({ id }) => id);
  const all = records.map(({ id }) => id);
  expect(await idsOf('--since', '2200-01-01')).toEqual([]);
  expect(await idsOf('--since', '2000-01-01')).toEqual(all);
  await exported('-f', 'urls', '-o', file('earlier.txt'));
  expect(await idsOf('--since', file('earlier.txt'))).toEqual(all);
  const host = new URL(records[0]!.url).host;
  const ofHost = await idsOf('-q', `site:${host}`);
  expect(await idsOf('-q', `site:${host}`, '--since', '2000')).toEqual(ofHost);
  expect(await idsOf('-q', `site:${host} OR moss`, '--since', '2200')).toEqual([]);
  utimesSync(file('earlier.txt'), 0, Date.UTC(2001, 1, 3, 4) / 1_000);
  expect(await parseSince(file('earlier.txt'), undefined)).toBe('2001-02-03');
});

test.each(['symlinkSync', 'linkSync'] as const)(
  '--since refuses to replace the earlier export through %s',
  async (link) => {
    writeFileSync(file('whole.txt'), 'x');
    fs[link](file('whole.txt'), file(link));
    const refused = await exported('--since', file(link), '-f', 'urls', '-o', file('whole.txt'));
    expect([refused.code, refused.stderr.join()]).toEqual([
      2,
      expect.stringContaining('the export would replace this file'),
    ]);
    expect(readFileSync(file('whole.txt'), 'utf8')).toBe('x');
  },
);

test('archives leave deleted pages out, also if the captures are still stored', async () => {
  const { url } = records.find(({ urls }) => urls.length === 1) as Exported;
  expect((await thresher(['delete', '--path', url, '--apply', '--dir', three.dir])).code).toBe(0);
  await exported('--format', 'warc', '-o', file('rest.warc.gz'));
  await exported('--format', 'wacz', '-o', file('rest.wacz'));
  const left = [...readCaptures(readFileSync(file('rest.warc.gz')), '')];
  expect(left.filter((one) => one.kind === 'capture' && one.capture.url === url)).toEqual([]);
  expect(left.length).toBeGreaterThan(20);
  const wacz = openZip(readFileSync(file('rest.wacz')), 1e9);
  expect(gunzipSync(wacz.bytes('indexes/index.cdx.gz') as Uint8Array).toString()).not.toContain(`"${url}"`);
  expect(wacz.text('pages/pages.jsonl')).not.toContain(`"${url}"`);
  // The stored objects are as before.
  expect((await thresher(['sanity', '--raw', '--dir', three.dir])).code).toBe(0);
});

test('lists removed records, and says if the index may have forgotten some', async () => {
  // Another test may have deleted some.
  const left = (await exported()).answers() as Exported[];
  const { id, urls } = left.find((one) => one.urls.length === 1) as Exported;
  const today = new Date().toISOString().slice(0, 10);
  const listed = async (...args: string[]) => {
    const { code, answers, stderr } = await exported('--format', 'removed', ...args);
    return { code, ids: answers().map((one) => one['id']), stderr };
  };
  expect((await listed()).ids).not.toContain(id);
  expect((await thresher(['delete', '--url', urls[0]!, '--apply', '--dir', three.dir])).code).toBe(0);
  expect((await listed('--since', today)).ids).toContain(id);
  const { removedAt } = (await exported('-f', 'removed')).answers().find((one) => one['id'] === id) as Removed;
  expect((await listed('--since', removedAt)).ids).toContain(id);
  expect((await listed('--since', new Date(Date.parse(removedAt) + 1).toISOString())).ids).not.toContain(id);
  expect(await listed('--since', '2200')).toEqual({ code: 0, ids: [], stderr: [] });
  const early = await listed('--since', '2020');
  expect([early.code, early.ids]).toEqual([1, expect.arrayContaining([id])]);
  expect(early.stderr.join()).toMatch(/^since 2020: an index forgets removed records after 35 days/);
  expect((await listed('-q', 'lang:en')).code).toBe(2);
});

test.each([['wacz'], ['warc'], ['files'], ['md'], ['parquet'], ['csv'], ['graphml']])(
  'an interrupted export of %s leaves no unfinished file',
  async (format) => {
    const target = file(`interrupted-${format}`);
    const args = ['export', '--dir', three.dir, '--format', format, '-o', target];
    const { code, stderr } = await thresher(args, [], { interrupt: AbortSignal.abort() });
    expect([code, stderr]).toEqual([
      130,
      [`interrupted: ${target} is not complete; the same command starts the export again`],
    ]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part') || name === 'interrupted-wacz')).toEqual([]);
  },
);

test.each([
  [['-q', 'lang:xx'], /^--query: lang:xx: must be the code of a language/],
  [['-q', 'editor:Ada'], /^--query: editor:Ada: there is no field editor:/],
  [['-q', 'a'.repeat(2_001)], /^--query: 2001 characters; at most 2000$/],
  [
    ['--since', 'yesterday'],
    /^--since: yesterday: must be a date or a time, such as 2024-05-31 or 2024-05-31T12:00Z, or the file of an earlier export$/,
  ],
  [['--since', '2024-05-31', '-f', 'wacz', '-o', 'x.wacz'], /^--since: not possible with the format wacz/],
  [['--since', '/dev/null'], /^--since: \/dev\/null: must be a date/],
  [
    ['--since', '2024-05-31', '-q', 'moss changed:2100'],
    /^--since: the query has changed:, too; give only one of them$/,
  ],
  [['--since', 'package.json', '-o', './package.json'], /^--since: package.json: the export would replace this file/],
  [['-q', 'moss', '-f', 'warc', '-o', 'x.warc.gz'], /^--query: not possible with the format warc/],
])('export %s is refused, because it would have other records', async (args, message) => {
  const { code, stderr } = await exported(...args);
  expect([code, stderr[0]]).toEqual([2, expect.stringMatching(message)]);
});

test.each([
  ['records.csv', 'csv'],
  ['records.CSV.gz', 'csv'],
  ['records.ndjson.zst', 'jsonl'],
  ['records.txt', 'jsonl'],
  ['records', 'jsonl'],
  ['records.parquet', 'parquet'],
  ['records.bib', 'bibtex'],
  ['crawl.warc.gz', 'warc'],
  ['crawl.wacz', 'wacz'],
])('export -o %s has the format %s', async (name, format) => {
  const { code, answers } = await exported('-o', file(`by-name-${name}`), '--json');
  expect([code, answers()]).toMatchObject([0, [{ format, skipped: 0 }]]);
});

test('export prefers --format to the name of the file', async () => {
  const { code, answers } = await exported('-f', 'graph', '-o', file('links.csv'), '--json');
  expect([code, answers()]).toMatchObject([0, [{ format: 'graph' }]]);
});

test.each([
  [['--format', 'warc'], '--format warc: no file; give one with -o FILE'],
  [['--format', 'parquet'], '--format parquet: no file; give one with -o FILE'],
  [['--format', 'md', '-o', '-'], '--format md: no folder; give one with -o FOLDER'],
  [['--format', 'csv', '--type', 'pdf'], '--type: requires the format files'],
  [
    ['--format', 'zip'],
    '--format: zip: must be one of jsonl, csv, dc, marcxml, gils, ris, bibtex, alvis, trec, graph, graphml, sitemap, urls, removed, parquet, files, md, warc, wacz',
  ],
  [['-o', 'x.xml'], '-o x.xml: choose the XML format by --format: dc, marcxml, gils, alvis, sitemap'],
  [['-o', 'x.xlsx'], '-o x.xlsx: no export writes such a file; choose a format by --format, such as csv'],
  [['-o', 'x.MRC.gz'], '-o x.MRC.gz: no export writes such a file; choose a format by --format, such as marcxml'],
  [
    ['-o', 'x.md'],
    '-o x.md: no export writes such a file; choose a format by --format, such as md, which writes a folder',
  ],
  [
    ['-o', 'x.html'],
    '-o x.html: no export writes such a file; choose a format by --format, such as files, which writes a folder',
  ],
  [['-q', 'licence:', '-o', 'x'], '--query: licence: has no value; write it behind the colon, without a blank'],
  [['-o', 'x.jsonl.xz'], '-o x.jsonl.xz: not possible; compress by a name that ends in .gz or .zst'],
  [['-o', 'x.parquet.gz'], '-o x.parquet.gz: files in the format parquet are not compressed again'],
  [['-o', 'x.warc.zst'], '-o x.warc.zst: files in the format warc are not compressed again'],
])('export %s is refused', async (args, message) => {
  const { code, stderr } = await exported(...args);
  expect([code, stderr[0]]).toEqual([2, message]);
});

type Resource = { path: string; hash: string; bytes: number };
const sha256 = (content: Uint8Array) => `sha256:${createHash('sha256').update(content).digest('hex')}`;
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];
/** Returns the texts of the elements with attributes, and with a name, of a record. */
const textsOf = (record: Element, attribs: Record<string, string>, name = '*'): string[] =>
  DomUtils.getElements({ ...attribs, ...(name !== '*' && { tag_name: name }) }, [record], true).map((one) =>
    DomUtils.textContent(one),
  );
const subfieldsOf = (record: Element, tag: string, code: string): string[] =>
  DomUtils.getElements({ tag }, [record], true).flatMap((one) => textsOf(one as Element, { code }));
const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
