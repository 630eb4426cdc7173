import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStores } from '../../cli/run/wiring.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { storeSettings } from '../../shared/settings/store-settings.ts';
import { thresher } from './test-terminal.ts';

let folder: string;
let server: Server;
let requests: number;
let network: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-dry-'));
  requests = 0;
  server = createServer((_, response) => {
    requests++;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  network = ['--resolve', `*.test=127.0.0.1:${(server.address() as AddressInfo).port}`, '--dir', join(folder, 'data')];
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** A crawl.yaml with seeds of all kinds. */
function crawlFile(): string {
  const file = join(folder, 'bog.yaml');
  writeFileSync(join(folder, 'seeds.cdx'), ' CDX a k s\nhttp://c.test/ AAAA 200\nhttp://c.test/private/x AAAA 200\n');
  writeFileSync(
    file,
    `crawl: bog
seeds: [http://a.test/, mailto:a@b.test, http://10.0.0.1/, {cdx: seeds.cdx}, {sitemap: http://a.test/map.xml}]
exclude: ['/private/*']
userAgent: Bogbot/1.0
limits: {pages: 7}
`,
  );
  return file;
}

test('prints accepted and refused seeds and the rules, fetches nothing and creates nothing', async () => {
  const { code, printed, stderr } = await thresher(['crawl', crawlFile(), '--dry-run', ...network, '--depth', '2']);
  const before = ['bog.yaml', 'seeds.cdx'];
  expect([code, requests, readdirSync(folder)]).toEqual([0, 0, before]);
  expect(stderr).toEqual([
    expect.stringMatching(/seeds\.cdx:3: http:\/\/c\.test\/private\/x: excluded/),
    expect.stringMatching(/^1 seed from .*seeds\.cdx; refused: 1 excluded$/),
    expect.stringMatching(/^warning: site owners cannot reach you: the user agent Bogbot\/1\.0 has no URL/),
  ]);
  const text = printed.join('\n');
  expect(printed[0]).toBe('Crawl bog: dry run. Nothing is fetched, not even robots.txt, and nothing is written.');
  for (const line of [
    /^ {2}crawl +new$/m,
    /^ {2}seeds +3 accepted, 1 from files; 2 refused$/m,
    /^ {2}scope +host$/m,
    /^ {2}exclude +\/private\/\*$/m,
    /^ {2}limits +7 pages, 2 links from a seed$/m,
    /^ {2}agent +Bogbot\/1\.0 \(robots\.txt addresses it as bogbot\)$/m,
    /^ {2}accepted +http:\/\/a\.test\/$/m,
    /^ {2}accepted +http:\/\/a\.test\/map\.xml$/m,
    /^ {2}refused +mailto:a@b\.test: scheme \(/m,
    /^ {2}refused +http:\/\/10\.0\.0\.1\/: private-address \(/m,
  ])
    expect(text).toMatch(line);
});

test('prints the plan as JSON, and ends with exit code 2 without an accepted seed', async () => {
  const run = await thresher(['crawl', 'http://a.test/x', 'http://a.test/y', '--dry-run', '--json', ...network]);
  expect(run.answers()).toMatchObject([
    {
      crawl: 'a.test',
      dryRun: true,
      seeds: { accepted: [{ url: 'http://a.test/x', kind: 'page', priority: 0 }, {}], refused: [], gathered: 0 },
      rules: { scope: 'host', limits: { pages: null, maxUrlLength: 2048 }, robotsName: 'thresher' },
    },
  ]);
  expect((await thresher(['crawl', 'mailto:a@b.test', '--dry-run', ...network])).code).toBe(2);
  const onAws = await thresher(['crawl', 'http://a.test/', '--dry-run', '--target', 'aws', '--dir', folder]);
  expect(onAws).toMatchObject({ code: 0, stderr: [] });
  expect(requests).toBe(0);
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test('says that a paused crawl does not run', async () => {
  const stores = openStores(join(folder, 'data'));
  const settings = readSettings({ crawl: 'a.test', seeds: ['http://a.test/'] });
  await stores.control.create('a.test', await storeSettings(settings, stores.objects), 1);
  await stores.control.setState('a.test', 'paused');
  stores.close();
  const run = (...more: string[]) => thresher(['crawl', 'http://a.test/', '--dry-run', ...network, ...more]);
  expect(await run()).toMatchObject({ code: 2, stderr: [expect.stringContaining('is paused'), expect.anything()] });
  expect((await run('--resume')).printed).toContainEqual(expect.stringContaining('0 pages fetched, 0 URLs waiting'));
});

test('names the changed settings that stored pages would not follow, and changes nothing', async () => {
  const stores = openStores(join(folder, 'data'));
  const settings = readSettings({ crawl: 'a.test', seeds: ['http://a.test/'] });
  await stores.control.create('a.test', await storeSettings(settings, stores.objects), 1);
  stores.close();
  const run = () => thresher(['crawl', 'http://a.test/', '--dry-run', '--include', '/moss/*', ...network]);
  const expected = [expect.stringMatching(/^settings changed: allow\..*: npx thresher reclassify --dir /)];
  for (let time = 0; time < 2; time++) expect(await run()).toMatchObject({ stderr: expected });
  expect(existsSync(join(folder, 'data/objects/applied'))).toBe(false);
});
