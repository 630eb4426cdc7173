/**
 * A librarian builds a subject search engine on storage from a handbook in three languages: crawls, searches, tunes the topic
 * twice without fetching again, and exports.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StaticServer, startStatic } from '../../../bench/data/static-server.ts';
import { installDocs } from '../debian-docs.ts';
import { each, type Line, type Session, startSession } from './transcript.ts';

const HANDBOOK = '/usr/share/doc/debian-handbook/html';

const TOPIC = `# Storage: file systems, volumes, backup
30: file ?systems?=Storage.Filesystems
30: ext[234]=Storage.Filesystems
30: dateisystem[^\\s]*=Storage.Filesystems
30: systèmes? de fichiers=Storage.Filesystems
40: logical volumes?=Storage.LVM
40: lvm=Storage.LVM
40: raid=Storage.RAID
20: partition[^\\s]*=Storage.Partitions
20: backup[^\\s]*=Storage.Backup
30: sauvegarde[^\\s]*=Storage.Backup
`;

/** Pages on Samba leave, German pages on backups enter. */
const TUNED = `${TOPIC.replace('20: backup', '30: backup')}30: datensicherung[^\\s]*=Storage.Backup
-30: samba=Storage.Shares
`;

let site: StaticServer;
let folder: string;
let run: Session;
let base: string;
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  installDocs('debian-handbook', join(HANDBOOK, 'en-US'));
  folder = mkdtempSync(join(tmpdir(), 'thresher-librarian-'));
  site = await startStatic(HANDBOOK);
  base = `http://127.0.0.1:${site.port}`;
  run = startSession(['--dir', data()]);
  writeFileSync(file('topic.txt'), TOPIC);
  writeCrawl(50);
});

afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

function writeCrawl(cutOff: number): void {
  writeFileSync(
    file('crawl.yaml'),
    `crawl: storage
userAgent: library-crawler (+http://127.0.0.1/about)
scope: host
seeds:
  - ${base}/en-US/index.html
  - ${base}/de-DE/index.html
  - ${base}/fr-FR/index.html
topic:
  filters:
    - terms: topic.txt
      cutOff: ${cutOff}
  follow: relevant
politeness: {hostPauseMs: 0, answerTimeFactor: 0}
network: {allowPrivate: [127.0.0.0/8]}
`,
  );
}

test('checks the crawl.yaml before anything is fetched', async () => {
  await startSession()(['validate', file('crawl.yaml')], {
    out: [`${file('crawl.yaml')}: crawl storage, 3 seeds, scope host, 1 topic filter`],
  });
  expect(site.log.requests).toEqual([]);
});

test('crawls the pages on topic, from index pages that are off-topic', async () => {
  await run(['crawl', file('crawl.yaml')], {
    out: [
      'Crawl storage: done.',
      '  pages          {n} of 1 host',
      '  URLs           {n}: fetched {n}',
      '  topic          {n} % relevant: off-topic {n}, relevant {n}',
      '  links skipped  off-topic {n}, scope {n}',
      '  time           {n} s, {n} pages/s, {n} ms of CPU per page',
      '  received       {size}',
      '  records        {n}',
      '  money          $0.00',
      `  stored in      ${data()}/objects (raw/storage: responses as WARC; clean/storage: documents)`,
      `  search with    npx thresher search {text} --dir ${data()} --name storage`,
    ],
  });
  expect(await records()).toBeGreaterThan(50);
});

test('finds the chapter on backup first, in the language asked for', async () => {
  await run(['search', 'sauvegarde', '--language', 'fr', '--size', '2'], {
    out: [
      '  1. 9.10. Sauvegarde',
      `     ${base}/fr-FR/sect.backup.html`,
      '     {text}',
      '     score {n} · fr · Storage.Backup',
      '',
      '  2. {text}',
      `     ${base}/fr-FR/{text}`,
      '     {text}',
      '     score {n} · fr · {text}',
      '',
      '1 to 2 of {n}; more with --from 2',
    ],
  });
  await run(['search', 'sauvegarde', '--language', 'fx'], {
    code: 2,
    err: ['--language: fx: must be the code of a language (ISO 639), such as en, de or zh'],
  });
});

test('shows the pages on both sides of the cut-off', async () => {
  const page = [`  ${base}/{text}`, '      {text}'];
  await run(['borderline', '--limit', '2'], {
    out: [
      'Judged now by topic.txt with cut-off 50; read all {n} stored pages: off-topic {n}, relevant {n}',
      '',
      'Off-topic pages nearest to the cut-off:',
      ...page,
      '      score 50, cut-off 50 (topic.txt): {text} +30, {text} +20',
      ...page,
      '      score 50, cut-off 50 (topic.txt): {text} +30, {text} +20',
      '',
      'Weakest accepted pages:',
      ...page,
      '      score 60, cut-off 50 (topic.txt): {text} +60',
      ...page,
      '      score 60, cut-off 50 (topic.txt): {text} +60',
    ],
  });
});

test('explains a page that fell out', async () => {
  await run(['explain', SAMBA()], {
    out: [
      ...explained(SAMBA()),
      '                            found      linked: on {text}; depth 1, priority class {n} (0 first, 7 last)',
      '                            priority   ranked: now, as if it still waited, by version {n} of the link model: score {n}, priority class {n} (0 first, 7 last). Log odds (value × weight): {text}',
      '  {time}  fetch      fetched: 1 visit, 0 consecutive failures; Last-Modified {text}; SHA-256 {id}',
      '                            classify   off-topic: no record',
      '                            topic      off-topic: judged now from the document of {time} by the current topic: topic.txt does not accept it; as when it was crawled',
      '                            filter     off-topic: topic.txt: score 50, not above the cut-off 50: file ?systems? +30 = 30 × (text 1); backup[^\\s]* +20 = 20 × (text 1)',
      '                            revisit    never: no further visit scheduled',
      '                            host       idle: no due time; group {text}',
    ],
  });
});

test('hears from crawl that a changed topic needs another command', async () => {
  writeFileSync(file('topic.txt'), TUNED);
  const before = site.log.requests.length;
  const { json } = await run(['crawl', file('crawl.yaml'), '--json'], {
    err: [
      `settings changed: topic.filters. Stored pages do not follow yet; apply with: npx thresher reclassify --dir ${data()} --name storage`,
    ],
  });
  expect(json()[0]).toMatchObject({ state: 'done' });
  expect(site.log.requests.length).toBe(before);
});

test('sees what the changed topic would change, then applies it, without a request', async () => {
  const before = { requests: site.log.requests.length, records: await records() };
  const page = (change: string) => each(`  ${base}/{text} "{text}": score ${change} (cut-off 50)`, 1, 5);
  await run(['reclassify', '--dry-run'], {
    out: [
      'storage: {n} stored pages judged',
      '{n} would enter:',
      page('{n} → {n}'),
      '  and {n} more',
      '3 would leave:',
      page('150 → -30'),
      '{n} would stay with another score or other classes:',
      page('{n} → {n}'),
      '  and {n} more',
      '{n} would stay as they are',
      '{n} would stay out',
      'Nothing was changed. Without --dry-run, the same command applies it.',
    ],
  });
  expect(await records()).toBe(before.records);
  await run(['reclassify'], {
    out: [
      'storage: {n} stored pages judged',
      '{n} entered:',
      page('{n} → {n}'),
      '  and {n} more',
      '3 left:',
      page('150 → -30'),
      '{n} stayed with another score or other classes:',
      page('{n} → {n}'),
      '  and {n} more',
      '{n} stayed as they are',
      '{n} stayed out',
      'links: offered {n}',
    ],
  });
  expect(await records()).toBeGreaterThan(before.records);
  expect(site.log.requests.length).toBe(before.requests);
  await run(['search', 'Datensicherung', '--language', 'de', '--size', '1'], {
    out: [
      '  1. 9.10. Datensicherung',
      `     ${base}/de-DE/sect.backup.html`,
      '     {text}',
      '     score {n} · de · Storage.Backup',
      '',
      // Other sections of the chapter have the word among their keywords.
      '1 to 1 of {n}; more with --from 1',
    ],
  });
});

test('raises the cut-off in the crawl.yaml as the second step', async () => {
  const before = { requests: site.log.requests.length, records: await records() };
  writeCrawl(100);
  await run(['reclassify', file('crawl.yaml')], {
    out: [
      'storage: {n} stored pages judged',
      '0 entered',
      '{n} left:',
      each(`  ${base}/{text} "{text}": score {n} (cut-off 100)`, 5, 5),
      '  and {n} more',
      '0 stayed with another score or other classes',
      '{n} stayed as they are',
      '{n} stayed out',
      'links: offered {n}',
    ],
  });
  expect(await records()).toBeLessThan(before.records);
  expect(site.log.requests.length).toBe(before.requests);
  await run(['sanity'], { out: ['storage: no problems'] });
});

test('crawls on with the tuned topic, and hears no more of changed settings', async () => {
  await run(['crawl', file('crawl.yaml'), '--json'], {});
});

test('exports the records for another search engine', async () => {
  await run(['export', '--format', 'trec', '-o', file('storage.trec')], {
    err: [`${await records()} records written to ${file('storage.trec')}`],
  });
});

const data = () => join(folder, 'data');
const SAMBA = () => `${base}/en-US/sect.windows-file-server-with-samba.html`;

/** The first lines of `explain` for an accepted URL of the handbook. */
const explained = (url: string): Line[] => [
  url,
  'state: fetched',
  '                            spelling   accepted: as given',
  `                            rules      accepted: inside the scope (host of ${base}/en-US/index.html, ${base}/de-DE/index.html, ${base}/fr-FR/index.html)`,
  '                            strategy   chosen: focused; links are followed, redirects in the same visit',
  '  {time}  robots     allowed: no rule matches',
];

async function records(): Promise<number> {
  const { json } = await run(['status', '--json'], {});
  return json()[0]!['records'] as number;
}
