import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPipeline, type Pipeline } from '../../../cli/run/pipeline.ts';
import { openStores, type Stores } from '../../../cli/run/wiring.ts';
import { decodeOffer } from '../../../shared/frontier/offer-format.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { storeSettings } from '../../../shared/settings/store-settings.ts';
import { writeJsonLines } from '../../../shared/text/json-lines.ts';
import { lineOf, link } from '../../classify/documents.ts';

let folder: string;
let stores: Stores;
let pipeline: Pipeline;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-pipeline-'));
  stores = openStores(folder);
  pipeline = createPipeline(stores);
  const settings = readSettings({ crawl: 'plants', seeds: ['http://a.example/'] });
  await stores.control.create('plants', await storeSettings(settings, stores.objects), 0);
});
afterAll(async () => {
  await pipeline.close();
  stores.close();
  rmSync(folder, { recursive: true });
});

test('enqueues a link once that several objects contain', async () => {
  for (const name of ['one', 'two', 'three']) {
    const url = `http://a.example/${name}`;
    const links = ['http://a.example/menu', `http://a.example/from-${name}`].map((target) => link(target));
    const page = lineOf({ url: url as never, text: name, links }, { note: { depth: 0, class: 0 } });
    await stores.objects.put(`clean/plants/${name}`, writeJsonLines([page]));
    await stores.documents.send([{ crawl: 'plants', key: `clean/plants/${name}` }]);
  }
  for (let result = await pipeline.next(); result; result = await pipeline.next())
    expect(result).toMatchObject({ done: true });
  const { items } = await stores.frontier.readInbox({ crawl: 'plants', host: 'a.example' }, 100);
  const links = items.flatMap(({ body }) => decodeOffer(body).links.map(({ url }) => url));
  expect(links.sort()).toEqual([
    'http://a.example/from-one',
    'http://a.example/from-three',
    'http://a.example/from-two',
    'http://a.example/menu',
  ]);
});

test('a machine without file descriptors uses up no receives of a message', async () => {
  const page = lineOf({ url: 'http://a.example/later' as never, text: 'later' }, { note: { depth: 0, class: 0 } });
  await stores.objects.put('clean/plants/later', writeJsonLines([page]));
  await stores.documents.send([{ crawl: 'plants', key: 'clean/plants/later' }]);
  const { get } = stores.objects;
  const fault = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
  stores.objects.get = () => Promise.reject(fault);
  for (let i = 0; i < 10; i++) {
    expect(await pipeline.next()).toEqual({ stage: 'documents', crawl: 'plants', error: fault });
    // It is retried after some seconds, not at once.
    expect(await pipeline.next()).toBeUndefined();
    stores.documents.releaseAll();
  }
  stores.objects.get = get;
  expect(await pipeline.next()).toMatchObject({ stage: 'documents', done: true });
  expect(await stores.documents.depth()).toMatchObject({ waiting: 0, inFlight: 0, dead: 0 });
  for (let result = await pipeline.next(); result; result = await pipeline.next())
    expect(result).toMatchObject({ done: true });
});

test('counts a message once, although the process ends before the message is deleted', async () => {
  const page = lineOf({ url: 'http://a.example/once' as never, text: 'once' }, { note: { depth: 0, class: 0 } });
  await stores.objects.put('clean/plants/once', writeJsonLines([page]));
  const verdicts = async () => {
    const { counts } = (await stores.control.get('plants'))!;
    return Object.entries(counts).reduce((sum, [name, n]) => (name.startsWith('verdict.') ? sum + n : sum), 0);
  };
  const before = await verdicts();
  const db = openDatabase(join(folder, 'frontier.sqlite'));
  db.exec(`CREATE TRIGGER killed BEFORE DELETE ON message BEGIN SELECT RAISE(ABORT, 'killed'); END`);
  await stores.documents.send([{ crawl: 'plants', key: 'clean/plants/once' }]);
  expect(await pipeline.next()).toMatchObject({ error: expect.anything() });
  expect(await verdicts()).toBe(before);

  db.exec('DROP TRIGGER killed');
  db.close();
  stores.documents.releaseAll();
  for (let result = await pipeline.next(); result; result = await pipeline.next())
    expect(result).toMatchObject({ done: true });
  expect(await verdicts()).toBe(before + 1);
});
