import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { administer } from '../../functions/administer.ts';
import { noIndex } from '../../shared/aws/no-index.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import { sqliteRobotsStore } from '../../shared/local/sqlite-robots-store.ts';
import { systemClock } from '../../shared/local/system.ts';
import { memoryObjects } from '../memory-objects.ts';
import { fakeAws, REGION, withCredentials } from './aws-account.ts';
import { thresher } from './test-terminal.ts';

/** A folder with a crawl.yaml, and a stack whose admin is the real one. */
async function stackHere() {
  const dir = mkdtempSync(join(tmpdir(), 'thresher-create-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const db = openDatabase(':memory:');
  const stores = {
    control: sqliteControl(db),
    frontier: sqliteFrontier(db),
    robots: sqliteRobotsStore(db),
    objects: memoryObjects(),
  };
  const ask = (request: unknown) => administer(request, { ...stores, index: noIndex, clock: systemClock }, 'host');
  const { url } = await fakeAws(({ body }) => ask(JSON.parse(body)));
  withCredentials();
  mkdirSync(join(dir, 'aws'));
  const noted = { stack: 'Thresher', region: REGION, outputs: { ApiUrl: `${url}/` } };
  writeFileSync(join(dir, 'aws', 'Thresher.json'), JSON.stringify(noted));
  writeFileSync(join(dir, 'seeds.txt'), 'http://b.example/\nhttp://c.example/ # with a note\n');
  writeFileSync(join(dir, 'plants.txt'), '10: moss=Mosses\n');
  const file = join(dir, 'crawl.yaml');
  writeFileSync(
    file,
    [
      'crawl: plants',
      'seeds: [http://a.example/, {file: seeds.txt}]',
      'scope: host',
      'topic: {filters: [{terms: plants.txt}]}',
      'aws: {region: eu-north-1}',
    ].join('\n'),
  );
  return { ask, crawl: () => thresher(['crawl', file, '--target', 'aws', '--no-wait', '--dir', dir]) };
}

test('the same crawl.yaml is given to a stack twice, also when seeds were added there meanwhile', async () => {
  const { ask, crawl } = await stackHere();
  expect(await crawl()).toMatchObject({ code: 0, told: [] });
  expect(await crawl()).toMatchObject({ code: 0, told: [] });
  expect(await ask({ action: 'seed', crawl: 'plants', seeds: ['http://d.example/'] })).toMatchObject({ status: 200 });
  expect(await crawl()).toMatchObject({ code: 0, told: [] });
});
