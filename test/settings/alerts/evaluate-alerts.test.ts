import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sqliteAlertStore } from '../../../shared/local/alerts/sqlite-alert-store.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../../shared/local/search-index/sqlite-search-index.ts';
import { systemClock, systemRandom } from '../../../shared/local/system.ts';
import type { AlertKey, AlertStore } from '../../../shared/ports/alert-store.ts';
import { evaluateAlerts } from '../../../shared/settings/alerts/evaluate-alerts.ts';
import type { Receiver } from '../../../shared/settings/alerts/receivers.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { analyzeToString } from '../../../shared/text/analysis/analyze.ts';

const receiver = (name: string): Receiver => ({
  key: { crawl: 'bog', name, query: 'moss', channel: 'webhook' },
  server: `https://${name}.example`,
  send: async () => undefined,
});

test('ends with an error only when the alerts of other servers have ended', async () => {
  const db = openDatabase(':memory:');
  const store = sqliteAlertStore(db);
  const ended: string[] = [];
  const alerts: AlertStore = {
    ...store,
    async get(alert: AlertKey) {
      if (alert.name === 'lost') throw new Error('the search engine is away');
      return store.get(alert);
    },
    async create(alert, place) {
      await sleep(50);
      await store.create(alert, place);
      ended.push(alert.name);
    },
  };
  const index = sqliteSearchIndex(db, analyzeToString);
  const settings = readSettings({ crawl: 'bog', seeds: ['https://bog.example/'] });
  const evaluation = { before: systemClock.now(), signal: new AbortController().signal };
  const ports = { index, alerts, random: systemRandom, clock: systemClock };
  await expect(evaluateAlerts([receiver('lost'), receiver('slow')], settings, ports, evaluation)).rejects.toThrow(
    'the search engine is away',
  );
  expect(ended).toEqual(['slow']);
  db.close();
});

test.each([
  [0, ['a', 'b', 'c', 'd']],
  [0.6, ['c', 'd', 'a', 'b']],
])('begins with any alert of a server, so that no other always comes too late (%d)', async (random, order) => {
  const db = openDatabase(':memory:');
  const store = sqliteAlertStore(db);
  const asked: string[] = [];
  const alerts: AlertStore = {
    ...store,
    async get(alert: AlertKey) {
      asked.push(alert.name);
      return store.get(alert);
    },
  };
  const index = sqliteSearchIndex(db, analyzeToString);
  const settings = readSettings({ crawl: 'bog', seeds: ['https://bog.example/'] });
  const chosen = ['a', 'b', 'c', 'd'].map((name) => ({ ...receiver(name), server: 'https://hooks.example' }));
  const ports = { index, alerts, random: { ...systemRandom, random: () => random }, clock: systemClock };
  const evaluation = { before: systemClock.now(), signal: new AbortController().signal };
  const outcomes = await evaluateAlerts(chosen, settings, ports, evaluation);
  expect([...new Set(asked)]).toEqual(order);
  expect(outcomes.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  db.close();
});
