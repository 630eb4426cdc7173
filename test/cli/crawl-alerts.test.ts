/** How the alerts of a crawl end with it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startCrawlAlerts } from '../../cli/alerts/crawl-alerts.ts';
import { openStores, type Stores } from '../../cli/run/wiring.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { seen } from '../contracts/search-index.contract.ts';
import { temporaryFolder } from '../local/temporary-folder.ts';

let stores: Stores;
/** Resolves when a message arrives. It gets no answer. */
let received: Promise<void>;
let start: (signal?: AbortSignal) => ReturnType<typeof startCrawlAlerts>;
let close: () => void;
beforeEach(async () => {
  const opened = openStores(temporaryFolder());
  // Evaluations of a running crawl leave the changes of the last seconds for later.
  stores = { ...opened, clock: { ...opened.clock, now: () => opened.clock.now() + 60_000 } };
  const { promise, resolve } = Promise.withResolvers<void>();
  received = promise;
  const server = createServer(() => resolve());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const settings = readSettings({
    crawl: 'bog',
    seeds: ['http://bog.test/'],
    network: { allowPrivate: ['127.0.0.0/8'] },
    alerts: [{ name: 'moss', query: 'moss', webhook }],
  });
  start = (signal) => startCrawlAlerts(settings, stores, { signal }, () => {});
  close = () => {
    server.closeAllConnections();
    server.close();
    opened.close();
  };
});
afterEach(() => close());

const addRecord = () => stores.index.write('bog', [seen('1', 'http://bog.test/', { text: 'moss' })]);

test('says that changes are left if the signal comes before the last evaluation', async () => {
  const interrupt = new AbortController();
  const alerts = await start(interrupt.signal);
  await addRecord();
  interrupt.abort();
  expect(await alerts.end(true)).toBe(false);
});

test('a fault ends the message that is being sent', { timeout: 10_000 }, async () => {
  await (await start()).end(true);
  await addRecord();
  const alerts = await start();
  await received;
  expect(await alerts.end(false)).toBe(false);
});
