/**
 * The databases of `thresher zebra` in Zebra itself: `zebraidx` writes them, `zebrasrv` serves them, and yaz-client searches and reads
 * them by Z39.50. The test fails without the packages idzebra-2.0 and yaz.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { updateDatabases } from '../../cli/zebra/update-databases.ts';
import type { SearchRecord } from '../../shared/ports/search-record.ts';
import { thresher } from '../cli/test-terminal.ts';
import { elementsOf, parseXml, textsOf } from '../web/strict-xml.ts';
import { runTool } from './engines/cache.ts';

const run = promisify(execFile);

/** A course of Studera.Nu, and pages with other letters and without metadata. */
const PAGES: Record<string, string> = {
  'maths.html': `<html lang="sv"><head><title>Matematik &amp; Växter A</title><meta name="DC.Subject" scheme="STUDERA" content="400.600">
<meta name="STUDERA.profession" content="210.100"><meta name="STUDERA.profession" content="210.110"><meta name="author" content="Bo Fen"><meta name="DC.Publisher" scheme="STUDERA" content="mh">
<meta name="STUDERA.event" content="mh-70211;2001p4;flexibel;full;2280;sv;dag;"><meta name="STUDERA.event" content="mh-70204;2002p1;bunden;full;2280;en;dag;">
<meta name="author" content="Åsa Ek"><meta name="keywords" content="sun dew, geometri"><meta name="date" content="2020-05-06">
<meta name="description" content="Geometri <och> statistik"></head><body><h1>Matematik &amp; Växter A</h1><h2>Förkunskaper</h2>
<p>${'En kurs om trianglar och cirklar för alla som gillar att räkna. '.repeat(8)}</p></body></html>`,
  'bog.html': `<html lang="en"><head><title>Bogs in spring</title><meta name="date" content="2021-03"></head><body><h1>Bogs in spring</h1>
<p>${'Sundews catch flies with sticky leaves, and číslo 猫 stands here for other letters. '.repeat(8)}</p></body></html>`,
  'secret.html': `<html lang="en"><head><title>Withheld page</title><meta name="robots" content="nosnippet">
<meta name="description" content="withheld description"></head><body><h1>Withheld page</h1>
<p>${'Marshes have a publisher who shows no text of them to anybody at all. '.repeat(8)}</p></body></html>`,
};
const CRAWL = `crawl: courses
seeds: [http://courses.test/]
metadata:
  fields:
    - { meta: DC.Subject, scheme: STUDERA, field: controlledTerms }
    - { meta: STUDERA.profession, field: profession }
    - { meta: DC.Publisher, scheme: STUDERA, field: distributor }
    - { meta: STUDERA.event, field: event, type: course-event }
vocabularies: { profession: professions.txt }
`;
const PROFESSIONS = `200 Växter & natur
200.100 Gardener
200.110 Forester
300 Teaching
`;

let folder: string;
let port: number;
let server: ChildProcess;
const file = (...names: string[]) => join(folder, ...names);
const zebra = async (...args: string[]) => {
  const { code, printed, stderr } = await thresher(['zebra', '--dir', file('data'), '-o', file('zebra'), ...args]);
  return { code, printed, stderr };
};

async function importPages(pages: Record<string, string>): Promise<void> {
  rmSync(file('pages'), { recursive: true, force: true });
  mkdirSync(file('pages'));
  for (const [name, html] of Object.entries(pages)) writeFileSync(file('pages', name), html);
  const args = [file('pages'), '--base', 'http://courses.test/', '--crawl', file('crawl.yaml'), '--dir', file('data')];
  expect(await thresher(['import', ...args])).toMatchObject({ code: 0 });
}

/** Runs commands of yaz-client, and returns what it prints for each. */
async function yaz(...commands: string[]): Promise<string[]> {
  return yazAt(`127.0.0.1:${port}/courses`, ...commands);
}

async function yazAt(address: string, ...commands: string[]): Promise<string[]> {
  const running = run('yaz-client', []);
  running.child.stdin!.end([`open ${address}`, ...commands, 'quit', ''].join('\n'));
  const { stdout } = await running;
  return stdout.split('Z> ').slice(-1 - commands.length, -1);
}

const hitsOf = (printed: string): number => Number(/Number of hits: (\d+)/.exec(printed)?.[1]);
const find = async (query: string): Promise<number> => hitsOf((await yaz(`find ${query}`))[0]!);
const ALL = '@attr 1=_ALLRECORDS @attr 2=103 ""';

/** Returns what yaz-client prints of a record in a syntax. */
async function show(
  query: string,
  syntax: string,
  elements?: string,
  address = `127.0.0.1:${port}/courses`,
): Promise<string> {
  const asked = elements === undefined ? [] : [`elements ${elements}`];
  const printed = await yazAt(address, `format ${syntax}`, ...asked, `find ${query}`, 'show 1');
  return printed.at(-1)!;
}
const xmlOf = (printed: string) => parseXml(/<(?:\?xml|gils|record|Zthes).*>/s.exec(printed)![0]);

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port: free } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return free;
}

/** Starts zebrasrv, and waits until it accepts connections. */
async function serve(name: string, at: number): Promise<ChildProcess> {
  const started = spawn('zebrasrv', ['-f', 'server.xml'], { cwd: file(name), stdio: 'ignore' });
  await vi.waitFor(
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = connect(at, '127.0.0.1', () => resolve(void socket.destroy()));
        socket.on('error', reject);
      }),
    { timeout: 300_000, interval: 100 },
  );
  return started;
}

beforeAll(async () => {
  await runTool('yaz-client', ['-V']);
  folder = mkdtempSync(join(tmpdir(), 'thresher-zebra-'));
  writeFileSync(file('crawl.yaml'), CRAWL);
  writeFileSync(file('professions.txt'), PROFESSIONS);
  await importPages(PAGES);
  const { code, printed, stderr } = await zebra();
  expect({ code, printed }).toEqual({ code: 0, printed: ['courses: 3 records', 'courses:profession: 4 terms'] });
  expect(stderr.join('\n')).toContain('zebrasrv -f server.xml');
  port = await freePort();
  const config = readFileSync(file('zebra', 'server.xml'), 'utf8');
  writeFileSync(file('zebra', 'server.xml'), config.replace('127.0.0.1:2100', `127.0.0.1:${port}`));
  server = await serve('zebra', port);
}, 60_000);
afterAll(() => {
  server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ['all records', ALL, 3],
  ['any word of the text', 'trianglar', 1],
  ['any word, without marks and case', 'CISLO', 1],
  ['a word of a language without blanks', '猫', 1],
  ['a heading', '@attr 1=1010 forkunskaper', 1],
  ['a text that its publisher withholds', 'marshes', 0],
  ['the title of such a page', 'withheld', 1],
  ['the title', '@attr 1=4 vaxter', 1],
  ['the title, not the text', '@attr 1=4 sundews', 0],
  ['the beginning of a word of the title', '@attr 1=4 @attr 5=1 matem', 1],
  ['the whole title', '@attr 1=4 @attr 6=3 "bogs in spring"', 1],
  ['the whole title without its signs', '@attr 1=4 @attr 6=3 "matematik vaxter a"', 1],
  ['the whole title with its signs', '@attr 1=4 @attr 6=3 "Matematik & Växter A"', 1],
  ['the author', '@attr 1=1003 asa', 1],
  ['a subject of the page', '@attr 1=21 "sun dew"', 1],
  ['a controlled term', '@attrset gils @attr 1=2074 @attr 4=3 400.600', 1],
  ['a controlled term, not the other vocabulary', '@attrset gils @attr 1=2074 @attr 4=3 210.100', 0],
  ['the second vocabulary', '@attrset gils @attr 1=2900 @attr 4=3 210.100', 1],
  ['the distributor', '@attrset gils @attr 1=2000 mh', 1],
  ['the abstract', '@attr 1=62 statistik', 1],
  ['parts of one event', '@attrset gils @attr 1=2017 @attr 4=3 @attr 5=102 ".*;2002p1;.*;en;.*"', 1],
  ['parts of different events', '@attrset gils @attr 1=2017 @attr 4=3 @attr 5=102 ".*;2002p1;.*;sv;.*"', 0],
  ['the address', '@attrset gils @attr 1=2021 @attr 4=104 http://courses.test/bog.html', 1],
  ['the year of publication', '@attr 1=31 2020', 1],
  ['publication from a month on', '@attr 1=31 @attr 4=5 @attr 2=4 2020-06', 1],
  ['publication before a day', '@attr 1=31 @attr 4=5 @attr 2=1 2020-05-07', 1],
  ['the day of the fetch', `@attr 1=1012 @attr 4=5 @attr 2=4 2026-01-01`, 3],
  ['two attributes', '@and @attr 1=54 sv @attr 1=1016 cirklar', 1],
])('searches by %s', async (_name, query, hits) => {
  expect(await find(query)).toBe(hits);
});

test.each([
  '@attrset gils @attr 1=2003',
  '@attr 1=1031',
  '@attr 1=12 @attr 4=3',
  '@attrset gils @attr 1=2049 @attr 4=3',
])('searches by %s, which no record has', async (attributes) => {
  const [printed] = await yaz(`find ${attributes} nothing`);
  expect(printed).toContain('Number of hits: 0');
  expect(printed).not.toContain('Diagnostic');
});

test('scans titles and subjects', async () => {
  const [titles, subjects] = await yaz('scan @attr 1=4 bo', 'scan @attr 1=21 @attr 6=3 a');
  expect(titles).toMatch(/Bogs \(1\)/);
  expect(subjects).toMatch(/sun dew \(1\)/);
});

test('sorts by the date of publication', async () => {
  const printed = await yaz('format sutrs', `find @or ${ALL} @attr 7=2 @attr 1=31 0`, 'show 1');
  expect(printed.at(-1)).toContain('Bogs in spring');
});

test('returns GILS records in XML, whole and brief, without the text', async () => {
  const printed = await show('@attr 1=4 matematik', 'xml');
  const whole = xmlOf(printed);
  expect(printed).not.toContain('trianglar');
  expect(textsOf(whole, 'title')).toEqual(['Matematik & Växter A']);
  expect(textsOf(whole, 'abstract')).toEqual(['Geometri <och> statistik']);
  expect(textsOf(whole, 'profession')).toEqual(['210.100', '210.110']);
  expect(textsOf(whole, 'author').sort()).toEqual(['Bo Fen', 'Åsa Ek']);
  expect(textsOf(whole, 'orderInformation')).toHaveLength(2);
  const brief = xmlOf(await show('@attr 1=4 matematik', 'xml', 'B'));
  expect(textsOf(brief, 'linkage')).toEqual(['http://courses.test/maths.html']);
  expect(textsOf(brief, 'author')).toHaveLength(2);
  expect(textsOf(brief, 'abstract')).toEqual([]);
});

test('returns MARC 21, in ISO 2709 and in XML', async () => {
  const marc = await show('@attr 1=4 matematik', 'usmarc');
  for (const field of [
    /^001 [0-9a-f]{64}$/m,
    /^\d{5}nam a22\d{5}uu 4500$/m,
    /^008 \d{6}s2020 {4}xx \|{17}swe d$/m,
    /^041 {4}\$a swe$/m,
    /^245 00 \$a Matematik & Växter A$/m,
    /^260 {4}\$b mh \$c 2020-05-06$/m,
    /^520 {4}\$a Geometri <och> statistik$/m,
    /^653 {4}\$a 400\.600$/m,
    /^720 {4}\$a Åsa Ek \$e author$/m,
    /^856 40 \$u http:\/\/courses\.test\/maths\.html \$q text\/html$/m,
  ])
    expect(marc).toMatch(field);
  const xml = xmlOf(await show('@attr 1=4 matematik', 'xml', 'marcxml'));
  expect(xml.namespace).toBe('http://www.loc.gov/MARC21/slim');
  expect(textsOf(xml, 'controlfield')[3]).toHaveLength(40);
});

test('fits long records into ISO 2709, with the first URL', async () => {
  const urls = (from: number, count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`http://courses.test/${from + at}/${'u'.repeat(at * 40)}`, 1]),
    );
  const known = {
    headings: [],
    text: 'x',
    classes: [],
    fetchedAt: 0,
    type: 'html',
    keywords: [],
    url: 'http://a.test/',
  };
  const records = [
    {
      ...known,
      id: 'description',
      title: 'Reed',
      description: '💧болото '.repeat(1_200),
      urls: urls(0, 3),
      author: 'Bo Fen',
    },
    {
      ...known,
      id: 'many',
      title: 'Reed',
      keywords: Array.from({ length: 200 }, (_, at) => `${at}${'猫'.repeat(400)}`),
      urls: urls(0, 100),
    },
  ] as unknown as SearchRecord[];
  const index = {
    async *records() {
      yield* records;
    },
    changedRecords: async () => [],
    get: async () => undefined,
  };
  const options = { rebuild: true, env: {}, signal: new AbortController().signal };
  await updateDatabases(file('long'), { index, crawls: ['long'], vocabularies: [], indexIdentity: 'i' }, options);
  const longPort = await freePort();
  const config = readFileSync(file('long', 'server.xml'), 'utf8');
  writeFileSync(file('long', 'server.xml'), config.replace('127.0.0.1:2100', `127.0.0.1:${longPort}`));
  const longServer = await serve('long', longPort);
  try {
    for (const { id } of records) {
      const printed = await show(`@attr 1=12 ${id}`, 'usmarc', undefined, `127.0.0.1:${longPort}/long`);
      expect(printed).toMatch(/^\d{5}na[im] a22\d{5}uu 4500$/m);
      expect(printed).not.toMatch(/^\(/m);
      expect(printed).toMatch(/^245 00 \$a Reed$/m);
      expect(printed).toMatch(/^856 40 \$u http:\/\/courses\.test\/0\/ \$q text\/html$/m);
    }
  } finally {
    longServer.kill();
  }
});

test('returns GRS-1 with the tags of GILS, and SUTRS, in set F without the text', async () => {
  const grs = await show('@attr 1=4 matematik', 'grs-1', 'F');
  for (const line of [
    /^\(2,1\) Matematik & Växter A$/m,
    /^\(2,2\) Åsa Ek$/m,
    /^\(3,profession\) 210\.100$/m,
    /^ {8}\(2,7\) mh$/m,
    /^ {8}\(4,28\) mh-70204;2002p1;bunden;full;2280;en;dag$/m,
    /^ {8}\(4,17\) http:\/\/courses\.test\/maths\.html$/m,
  ])
    expect(grs).toMatch(line);
  const sutrs = await show('@attr 1=4 matematik', 'sutrs');
  expect(sutrs).toContain('abstract: Geometri <och> statistik');
  for (const printed of [grs, sutrs]) expect(printed).not.toContain('trianglar');
  expect(await show('@attr 1=4 matematik', 'grs-1')).toMatch(/^\(3,text\) .*trianglar/ms);
});

test('returns no text that the publisher withholds, in any syntax and element set', async () => {
  for (const syntax of ['xml', 'usmarc', 'grs-1', 'sutrs'])
    for (const elements of [undefined, 'F', 'B', 'marcxml', 'zebra::data'])
      expect(await show('@attr 1=4 withheld', syntax, elements)).not.toMatch(/marshes|withheld description/i);
});

test('answers a syntax and a database that it does not have with diagnostics', async () => {
  expect(await show(ALL, 'opac')).toMatch(/\[(?:238|239|14)\]/);
  const [, printed] = await yaz('base nothing', 'find bog');
  expect(printed).toContain('[109] Database unavailable');
});

const atVocabulary = (...commands: string[]) => yazAt(`127.0.0.1:${port}/courses:profession`, ...commands);

test.each([
  ['the name of a term', '@attr 1=4 vaxter', 1],
  ['the whole name', '@attr 1=4 @attr 6=3 "vaxter natur"', 1],
  ['any word of a term', 'natur', 1],
  ['the id of a term', '@attr 1=12 @attr 4=3 200.100', 1],
  ['the type of terms, by Zthes', '@attrset zthes @attr 1=2 TT', 2],
  ['the type of terms, by the identifier of Zthes', '@attr 1.2.840.10003.3.13 1=2 PT', 2],
  ['the id of the term above', '@attrset zthes @attr 1=4 @attr 4=3 200', 2],
  ['what no term has', '@attr 1=4 bogs', 0],
])('searches a vocabulary by %s', async (_name, query, hits) => {
  const [printed] = await atVocabulary(`find ${query}`);
  expect(printed).not.toContain('Diagnostic');
  expect(hitsOf(printed!)).toBe(hits);
});

test('returns terms in the XML schema of Zthes, in GRS-1 and in SUTRS', async () => {
  const whole = (await atVocabulary('format xml', 'find @attr 1=12 @attr 4=3 200', 'show 1')).at(-1)!;
  const term = elementsOf(xmlOf(whole), 'term')[0]!;
  expect(xmlOf(whole).name).toBe('Zthes');
  expect(textsOf(term, 'termName')).toEqual(['Växter & natur', 'Gardener', 'Forester']);
  expect(textsOf(term, 'termType')).toEqual(['TT']);
  expect(textsOf(term, 'relationType')).toEqual(['NT', 'NT']);
  const brief = (await atVocabulary('format xml', 'elements B', 'find gardener', 'show 1')).at(-1)!;
  expect(textsOf(xmlOf(brief), 'relation')).toEqual([]);
  const grs = (await atVocabulary('format grs-1', 'find @attr 1=4 gardener', 'show 1')).at(-1)!;
  for (const line of [
    /^\(1,14\) 200\.100$/m,
    /^\(2,1\) Gardener$/m,
    /^\(4,2\) PT$/m,
    /^ {4}\(4,3\) BT$/m,
    /^ {4}\(2,1\) Växter & natur$/m,
  ])
    expect(grs).toMatch(line);
  expect((await atVocabulary('format sutrs', 'find @attr 1=4 gardener', 'show 1')).at(-1)).toContain('termType: PT');
});

/** Runs the command until it lists the changes: the index gives them a time two seconds ahead. */
async function updated(): Promise<{ written: number; removed: number }> {
  const total = { written: 0, removed: 0 };
  const counts = async () => {
    const { code, printed } = await zebra('--json');
    expect(code).toBe(0);
    const { rebuilt, databases } = JSON.parse(printed.join('\n'));
    expect(rebuilt).toBe(false);
    total.written += databases[0].written;
    total.removed += databases[0].removed;
  };
  await counts();
  await delay(2_500);
  await counts();
  return total;
}

test('writes what has changed, while the server runs', async () => {
  await updated();
  expect(await updated()).toEqual({ written: 0, removed: 0 });
  const bog = PAGES['bog.html']!.replaceAll('sticky leaves', 'velcro');
  await importPages({ 'bog.html': bog, 'new.html': PAGES['bog.html']!.replaceAll(/spring|sticky/g, 'autumn') });
  expect(await updated()).toEqual({ written: 2, removed: 1 });
  expect([await find(ALL), await find('velcro'), await find('sticky'), await find('autumn')]).toEqual([4, 1, 0, 1]);

  const id = /^001 (\S+)$/m.exec(await show('@attr 1=4 matematik', 'usmarc'))![1]!;
  expect((await thresher(['delete', '--id', id, '--apply', '--dir', file('data')])).code).toBe(0);
  expect(await updated()).toMatchObject({ removed: 1 });
  expect([await find(ALL), await find('@attr 1=4 matematik')]).toEqual([3, 0]);
});

test('rebuilds the databases aside, and serves the new ones without a restart', async () => {
  // A change of the profile needs a rebuild: the titles are no longer searched by their own attribute.
  const profile = readFileSync(file('zebra', 'tab', 'gils.abs'), 'utf8');
  writeFileSync(file('zebra', 'tab', 'gils.abs'), profile.replace(' title title:w,', ' title abstract:w,'));
  expect(await zebra('--rebuild')).toMatchObject({
    code: 0,
    printed: ['courses: 3 records', 'courses:profession: 4 terms'],
  });
  expect([await find(ALL), await find('@attr 1=62 velcro'), await find('@attr 1=62 bogs')]).toEqual([3, 0, 2]);
});

test('writes everything again after the index was rebuilt, which forgets what was removed', async () => {
  expect((await thresher(['reindex', '--dir', file('data')])).code).toBe(0);
  expect(await zebra()).toMatchObject({ code: 0, printed: ['courses: 3 records', 'courses:profession: 4 terms'] });
  expect(await find(ALL)).toBe(3);
});

test('says what Zebra does not accept, and keeps the databases', async () => {
  writeFileSync(file('zebra', 'tab', 'words.xml'), '<icu_chain locale="root"><tokenize rule="nonsense"/></icu_chain>');
  const { code, stderr } = await zebra('--rebuild');
  expect(code).toBe(1);
  expect(stderr.join('\n')).toMatch(/zebraidx .*words\.xml/s);
});

test('writes a vocabulary again when its text changes, and deletes it when it is gone', async () => {
  const index = {
    async *records() {},
    changedRecords: async () => [],
    get: async () => undefined,
  };
  const update = async (...texts: string[]) => {
    const vocabularies = texts.map((text, at) => ({ crawl: 'a', field: `Field${at}`, text }));
    const options = { rebuild: false, env: {}, signal: new AbortController().signal, nowMs: 1_000 };
    const source = { index, crawls: ['a'], vocabularies, indexIdentity: 'i' };
    return (await updateDatabases(file('vocabularies'), source, options)).vocabularies;
  };
  const one = { database: 'a:Field0', terms: 1 };
  expect(await update('1 One', '1 One\n2 Two')).toEqual([one, { database: 'a:Field1', terms: 2 }]);
  expect(await update('1 One', '1 One\n2 Two')).toEqual([]);
  expect(await update('3 Three')).toEqual([one]);
  expect(await update('3 Three', '4 Four')).toEqual([{ database: 'a:Field1', terms: 1 }]);
});

test('deletes records when their availability ends, and the databases of deleted crawls', async () => {
  const known = { headings: [], text: 'x', urls: {}, keywords: [], classes: [], fetchedAt: 0, type: 'html' };
  const records = [
    { ...known, id: 'stays', title: 'One' },
    { ...known, id: 'ends', title: 'Two', unavailableAfter: 2_000 },
    { ...known, id: 'ended', title: 'Three', unavailableAfter: 500 },
  ] as unknown as SearchRecord[];
  const index = {
    async *records() {
      yield* records;
    },
    changedRecords: async () => [],
    get: async () => undefined,
  };
  const update = async (nowMs: number, ...crawls: string[]) => {
    const options = { rebuild: false, env: {}, signal: new AbortController().signal, nowMs };
    return updateDatabases(file('ending bases'), { index, crawls, vocabularies: [], indexIdentity: 'i' }, options);
  };
  const databases = (rebuilt: boolean, ...counts: [crawl: string, written: number, removed: number][]) => ({
    rebuilt,
    databases: counts.map(([crawl, written, removed]) => ({ crawl, written, removed })),
    vocabularies: [],
  });
  expect(await update(1_000, 'a', 'B-2')).toEqual(databases(true, ['a', 2, 0], ['B-2', 2, 0]));
  expect(await update(1_500, 'a', 'B-2')).toEqual(databases(false, ['a', 0, 0], ['B-2', 0, 0]));
  expect(await update(2_000, 'B-2', 'c')).toEqual(databases(false, ['B-2', 0, 1], ['c', 0, 0]));
  expect(await update(2_500, 'B-2', 'c')).toEqual(databases(false, ['B-2', 0, 0], ['c', 0, 0]));
});

test('repeats a run that has created and deleted databases, and then failed', async () => {
  const known = { headings: [], text: 'x', urls: {}, keywords: [], classes: [], fetchedAt: 0, type: 'html' };
  const record = { ...known, id: 'one', title: 'One' } as unknown as SearchRecord;
  let failing = false;
  const index = {
    async *records() {
      yield record;
    },
    changedRecords: async (crawl: string) => {
      if (failing && crawl === 'last') throw new Error('the disk is gone');
      return [{ at: 0, key: record.id, id: record.id, classes: [], record }];
    },
    get: async () => record,
  };
  const update = async (...crawls: string[]) => {
    const options = { rebuild: false, env: {}, signal: new AbortController().signal, nowMs: 1_000 };
    return updateDatabases(file('failing'), { index, crawls, vocabularies: [], indexIdentity: 'i' }, options);
  };
  await update('first', 'last');
  failing = true;
  await expect(update('new', 'last')).rejects.toThrow('the disk is gone');
  failing = false;
  const written = { written: 1, removed: 0 };
  const databases = [
    { crawl: 'new', ...written },
    { crawl: 'last', ...written },
  ];
  expect(await update('new', 'last')).toEqual({ rebuilt: false, databases, vocabularies: [] });
});
