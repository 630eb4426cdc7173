import { expect, test } from 'vitest';
import { NO_CHECKS } from '../../../shared/frontier/change-rate.ts';
import { enqueueLinks } from '../../../shared/frontier/enqueue-links.ts';
import { explain } from '../../../shared/frontier/explain/explain.ts';
import { pageSteps, recordSteps } from '../../../shared/frontier/explain/explain-page.ts';
import type { PageEntry } from '../../../shared/frontier/host/entry.ts';
import { packHistory } from '../../../shared/frontier/host/history.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteControl } from '../../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../../shared/local/sqlite-frontier.ts';
import type { SearchIndex } from '../../../shared/ports/search-index.ts';
import type { Url } from '../../../shared/url/url.ts';
import { fakeClock } from '../../fake-clock.ts';
import { aRecord } from '../../web/fixtures.ts';

test('explains feedback that is still in the inbox', async () => {
  const db = openDatabase(':memory:');
  const ports = { frontier: sqliteFrontier(db), control: sqliteControl(db), clock: fakeClock() };
  await ports.control.create('plants', 'settings', 0);
  const url = 'http://a.example/' as Url;
  const link = { url, kind: 'page' as const, class: 0, depth: 0, parent: null, score: 1 };
  await enqueueLinks({ crawl: 'plants', source: 'seed', links: [link], feedback: [] }, ports, 'host');
  const feedback = [{ url, at: 1_000, record: 'r1', verdict: 'relevant' }];
  await enqueueLinks({ crawl: 'plants', source: 'clean/x', links: [], feedback }, ports, 'host');
  const { state, steps } = await explain('plants', url, ports);
  expect(state).toBe('offered');
  expect(steps.map(({ step, decision, detail }) => [step, decision, detail])).toContainEqual([
    'classify',
    'relevant',
    'record r1',
  ]);
});

const page = (fields: Partial<PageEntry>): PageEntry => ({
  ...{
    url: 'http://a.example/' as Url,
    parent: null,
    depth: 0,
    class: 0,
    outcome: 'fetched',
    at: 1_000_000,
    visits: 2,
    tries: 0,
  },
  ...fields,
});

test('gives the first fetch to the minute, as it is stored', async () => {
  const since = Date.UTC(2026, 4, 1, 12, 30, 45);
  const history = packHistory({ since, why: 'u', checks: NO_CHECKS });
  const [found] = await pageSteps('plants', page({ history }));
  expect(found!.detail).toBe('a seed; depth 0, priority class 0 (0 first, 7 last); first fetched at 2026-05-01T12:30Z');
});

test('says why the text of a record is not whole', () => {
  const steps = (truncated?: 'body' | 'text') =>
    recordSteps('http://a.example/' as Url, 'r', aRecord({ title: 'Moss', ...(truncated && { truncated }) }));
  expect(steps()[0]!.detail).toMatch(/: Moss$/);
  expect(steps('body')[0]!.detail).toMatch(/: Moss; the response was cut at limits\.maxPageBytes$/);
  expect(steps('text')[0]!.detail).toMatch(/: Moss; the text was cut at clean\.maxText$/);
});

test('leaves out the title of a record that has expired, and says why it is not shown', () => {
  const record = aRecord({ title: 'Moss', unavailableAfter: Date.UTC(2026, 4, 2) });
  const at = (now: number) => recordSteps('http://a.example/' as Url, 'r', record, now)[0]!.detail;
  expect(at(Date.UTC(2026, 4, 1))).toMatch(/: Moss$/);
  expect(at(Date.UTC(2026, 4, 2))).toMatch(
    /html; not shown since 2026-05-02T00:00:00\.000Z \(unavailable_after of the page\)$/,
  );
});

test('leaves out the title of an expired record in the explanation of its URL', async () => {
  const index = { get: async () => aRecord({ title: 'Moss', unavailableAfter: 5 }) } as unknown as SearchIndex;
  const details = async (now?: number) =>
    (await pageSteps('plants', page({ record: 'r', verdict: 'relevant' }), index, now))
      .map(({ detail }) => detail)
      .join();
  expect(await details(4)).toContain('Moss');
  expect(await details(5)).not.toContain('Moss');
});
