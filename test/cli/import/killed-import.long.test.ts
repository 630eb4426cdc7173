/** Imports that end at any point, and in parts. */
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openArchives } from '../../../cli/import/open-archives.ts';
import { archiveRulesOf } from '../../../cli/import/open-crawl.ts';
import { createPipeline } from '../../../cli/run/pipeline.ts';
import { prepareCrawl } from '../../../cli/run/prepare-crawl.ts';
import { openStores, type Stores } from '../../../cli/run/wiring.ts';
import { type ImportOptions, importArchives } from '../../../shared/maintain/import/import-archives.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { compressed } from '../../fetch/warc/foreign-warc.ts';
import { thresher } from '../test-terminal.ts';
import { type ImportFolder, importFolder, page, response } from './import-folder.ts';

const TOPICS = ['moss', 'fern', 'heath', 'sedge', 'bracken', 'lichen', 'alder'];
const settings = readSettings({ crawl: 'archive', scope: 'any', seeds: ['http://a.example/'] });

/** Creates the crawl in a folder with an archive of seven pages, each in two captures. */
function prepare() {
  const folder = importFolder();
  onTestFinished(folder.remove);
  const old = TOPICS.map((topic) => response(topic, page(`old${topic}`), '2001-01-01T00:00:00Z'));
  const records = TOPICS.map((topic) => response(topic, page(topic)));
  return { folder, name: folder.file('a.warc.gz', compressed(...records, ...old)) };
}

/** Runs the writing part of an import, without threads, on the given ports. */
async function importOnce(
  { data }: ImportFolder,
  name: string,
  { change = (stores) => stores, ...options }: Partial<ImportOptions> & { change?: (stores: Stores) => Stores },
  afterwards: (stores: Stores) => Promise<void> = async () => {},
) {
  const stores = openStores(data);
  try {
    await prepareCrawl({ dir: data, settings, seeds: [] }, stores);
    const report = await importArchives(
      'archive',
      (await openArchives([name], 'http://a.example/')).archives,
      change(stores),
      {
        ...{ rules: archiveRulesOf(settings), crawler: { software: 'x', isImport: true }, follow: false },
        frontier: { grouping: 'host', maxPagesPerTemplate: null },
        signal: new AbortController().signal,
        ...{ onDamage() {}, onProgress() {}, onSent: async () => {}, batchPages: 2, ...options },
      },
    );
    await afterwards(stores);
    return report;
  } finally {
    stores.close();
  }
}

const expectComplete = async (folder: ImportFolder) => {
  expect(Object.values(await folder.titles()).sort()).toEqual([...TOPICS].sort());
  expect(await folder.problems()).toEqual([]);
  const status = (await thresher(['status', '--json', '--dir', folder.data])).answers()[0]!;
  expect(status).toMatchObject({ urls: 7, outcomes: { fetched: 7 }, records: 7, state: 'done', due: 0 });
};

test('counts pages whose files are changed or removed before they are read again', async () => {
  const { folder } = prepare();
  const papers = join(folder.dir, 'papers');
  mkdirSync(papers);
  for (const topic of TOPICS) writeFileSync(join(papers, topic), page(topic));
  const change = (stores: Stores): Stores => ({
    ...stores,
    frontier: {
      ...stores.frontier,
      // Called between the two passes.
      async getHead(key) {
        rmSync(join(papers, 'moss'), { force: true });
        utimesSync(join(papers, 'fern'), 1, 1);
        return stores.frontier.getHead(key);
      },
    },
  });
  expect(await importOnce(folder, papers, { change })).toMatchObject({ accepted: 7, imported: 5, changed: 2 });
  expect(await importOnce(folder, papers, {})).toMatchObject({ accepted: 6, imported: 1, changed: 0 });
});

class Killed extends Error {}

/** Returns a function that throws at its nth call. */
const killAt = (nth: number) => {
  let calls = 0;
  return () => {
    if (++calls === nth) throw new Killed();
  };
};

test.each<[what: string, nth: number, change: (stores: Stores, kill: () => void) => Stores]>([
  [
    'before an object is stored',
    2,
    (stores, kill) => ({
      ...stores,
      objects: {
        ...stores.objects,
        async put(...given) {
          kill();
          await stores.objects.put(...given);
        },
      },
    }),
  ],
  [
    'after an object is stored',
    2,
    (stores, kill) => ({
      ...stores,
      objects: { ...stores.objects, put: async (...given) => stores.objects.put(...given).then(kill) },
    }),
  ],
  [
    'after the frontier knows the host, but none of its pages',
    1,
    (stores, kill) => ({
      ...stores,
      frontier: {
        ...stores.frontier,
        async commit(...given) {
          kill();
          return stores.frontier.commit(...given);
        },
      },
    }),
  ],
  [
    'after the frontier knows the pages',
    2,
    (stores, kill) => ({
      ...stores,
      captures: {
        ...stores.captures,
        async send(sent) {
          kill();
          await stores.captures.send(sent);
        },
      },
    }),
  ],
  [
    'after the message is sent',
    3,
    (stores, kill) => ({
      ...stores,
      captures: { ...stores.captures, send: async (sent) => stores.captures.send(sent).then(kill) },
    }),
  ],
])('an import that is killed %s is completed by the same command', async (_, nth, change) => {
  const { folder, name } = prepare();
  const kill = killAt(nth);
  await expect(importOnce(folder, name, { change: (stores) => change(stores, kill) })).rejects.toThrow(Killed);
  expect((await folder.run(name)).code).toBe(0);
  await expectComplete(folder);
});

test('an interrupted import stores what it has, and is completed by the same command', async () => {
  const { folder, name } = prepare();
  const ending = new AbortController();
  const report = await importOnce(folder, name, { signal: ending.signal, onSent: async () => ending.abort() });
  expect(report).toMatchObject({ imported: 2 });
  expect(await folder.imported(name)).toMatchObject({ code: 0, imported: 5 });
  await expectComplete(folder);
  expect(Object.values(await folder.captures())).toEqual(Array(7).fill(1));
});

test('more URLs than fit into memory are imported in several passes', async () => {
  const { folder, name } = prepare();
  const report = await importOnce(folder, name, { maxUrls: 2 });
  expect(report).toMatchObject({ files: 1, records: { response: 14 }, accepted: 14, imported: 7 });
  expect(await folder.imported(name)).toMatchObject({ code: 0, imported: 0 });
  await expectComplete(folder);
  expect(Object.values(await folder.captures())).toEqual(Array(7).fill(1));
});

test('the feedback on the pages of a large host does not pile up in its inbox', async () => {
  const { folder, name } = prepare();
  let stores!: Stores;
  const work = async () => {
    const pipeline = createPipeline(stores);
    while (await pipeline.next());
    await pipeline.close();
  };
  const change = (opened: Stores) => (stores = opened);
  await importOnce(folder, name, { change, maxInbox: 2, onSent: work }, async ({ frontier }) => {
    const { items } = await frontier.readInbox({ crawl: 'archive', host: 'a.example' }, 100);
    expect(items.length).toBeLessThan(4);
  });
  await expectComplete(folder);
});
