import { expect, test } from 'vitest';
import { enqueueLinks } from '../../../shared/frontier/enqueue-links.ts';
import { explain } from '../../../shared/frontier/explain/explain.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteControl } from '../../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../../shared/local/sqlite-frontier.ts';
import type { Url } from '../../../shared/url/url.ts';
import { fakeClock } from '../../fake-clock.ts';

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
