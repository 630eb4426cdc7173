/** A crawl that ends although something is left says so, and ends with exit code 1. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isFolderLocked, lockFolder } from '../../cli/run/folder/folder-lock.ts';
import { openStores } from '../../cli/run/wiring.ts';
import { webPorts } from '../../cli/web-ports.ts';
import { temporaryFolder } from '../local/temporary-folder.ts';
import { prose } from './site.ts';
import { testTerminal, thresher } from './test-terminal.ts';

let close: () => void;
let isResting: boolean;
let crawl: (...options: string[]) => ReturnType<typeof thresher>;
let dir: string;
beforeEach(async () => {
  isResting = false;
  dir = temporaryFolder();
  const server = createServer(({ url }, response) => {
    if (isResting && url !== '/' && url !== '/robots.txt')
      return void response.writeHead(503, { 'retry-after': '3600' }).end();
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        url === '/' ? `${prose('bog')}<a href="/one">1</a><a href="/two">2</a><a href="/three">3</a>` : prose('fen'),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const network = ['--resolve', `bog.test=127.0.0.1:${port}`, '--allow-private', '127.0.0.0/8', '--delay', '0'];
  crawl = (...options) => thresher(['crawl', 'http://bog.test/', ...network, '--dir', dir, ...options]);
});
afterEach(() => close());

/** Returns the state that `status` prints as JSON. */
async function stateOf(): Promise<unknown> {
  return ((await thresher(['status', '--dir', dir, '--json'])).answers()[0] as { state: unknown }).state;
}

test('if a host rests, also in the JSON status', async () => {
  isResting = true;
  const { code, printed } = await crawl();
  expect(code).toBe(1);
  expect(printed[0]).toBe('Crawl bog.test: nothing more to fetch now, but not done: 1 host resting, 2 URLs waiting.');
  const again = await crawl('--json');
  expect(again.code).toBe(1);
  expect(again.answers()[0]).toMatchObject({ state: 'incomplete', waiting: 2, resting: { hosts: 1 } });
  expect(await stateOf()).toBe('incomplete');
  expect((await thresher(['status', '--dir', dir])).printed).toContain(
    'state    incomplete: 1 host resting, 2 URLs waiting',
  );
});

test('if a stage could not process an object, which `status` shows', async () => {
  expect(await crawl()).toMatchObject({ code: 0 });
  expect(await stateOf()).toBe('done');
  const stores = openStores(dir);
  await stores.captures.send([{ crawl: 'bog.test', key: 'raw/bog.test/lost.warc.gz' }]);
  await stores.captures.deadLetter(await stores.captures.receive(1, 1_000));
  stores.close();

  const { code, printed } = await crawl();
  expect([code, printed[0]]).toEqual([1, 'Crawl bog.test: nothing more to fetch now, but not done: 1 dead letter.']);
  const row = `1 object that a stage could not process; see npx thresher dlq --dir ${dir}`;
  expect(printed).toContainEqual(expect.stringMatching(new RegExp(`^ {2}dead letters +${row}$`)));
  const status = await thresher(['status', '--dir', dir]);
  expect(status.printed).toContain(`dlq      ${row}`);
  expect((await thresher(['status', '--dir', dir, '--json'])).answers()[0]).toMatchObject({
    state: 'incomplete',
    deadLetters: 1,
  });
});

test('not if a limit ended it: exit code 4', async () => {
  const { code, printed } = await crawl('--limit', '2');
  expect([code, printed[0]]).toEqual([
    4,
    'Crawl bog.test: ended at its limit of pages (limits.pages), with pages still to fetch; to go on, raise it and run the crawl again.',
  ]);
  expect(await stateOf()).toBe('running');
  const status = async () => (await thresher(['status', '--dir', dir])).printed;
  const unlock = lockFolder(dir);
  const advice = 'at its limit of pages (limits.pages); to go on, raise it and run the crawl again';
  expect(await status()).toContain(`state    running; ${advice}`);
  unlock();
  expect(await status()).toContain(`state    not running, but not done: ${advice}`);
});

test('says that nothing works on it although something is due, in the status and on the crawl page', async () => {
  expect(await crawl('--limit', '2')).toMatchObject({ code: 4 });
  const stores = openStores(dir);
  const { status } = webPorts(stores, undefined, testTerminal(), dir);
  expect(await status('bog.test')).toMatchObject({ state: 'running', unattended: true, limit: 'pages' });
  stores.close();
  expect((await thresher(['status', '--dir', dir, '--json'])).answers()[0]).toMatchObject({ unattended: true });
});

test('a folder is locked while a process works on it, and a look at the lock does not keep others from getting it', () => {
  expect(isFolderLocked(dir)).toBe(false);
  const unlock = lockFolder(dir);
  expect(isFolderLocked(dir)).toBe(true);
  unlock();
  expect(isFolderLocked(dir)).toBe(false);
  lockFolder(dir)();
});
