import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { sqliteCapturedUrls } from '../../../shared/local/captured/sqlite-captured-urls.ts';

const dir = mkdtempSync(join(tmpdir(), 'thresher-captured-'));
afterAll(() => rmSync(dir, { recursive: true }));

test('selects the URLs of an object, and knows nothing of others', () => {
  const urls = sqliteCapturedUrls(new DatabaseSync(':memory:'));
  urls.set('clean/a', ['http://a.example/', 'http://b.example/', 'http://a.example/']);
  expect(urls.select('clean/a', ['http://b.example/', 'http://c.example/'])).toEqual(['http://b.example/']);
  expect(urls.select('clean/b', ['http://b.example/'])).toBeUndefined();
  urls.set('clean/a', []);
  expect(urls.select('clean/a', ['http://b.example/'])).toEqual([]);
});

test('records nothing in a read-only database', () => {
  const file = join(dir, 'frontier.sqlite');
  const empty = new DatabaseSync(file);
  empty.exec('CREATE TABLE other (key TEXT)');
  const readOnly = () => new DatabaseSync(file, { readOnly: true });
  const without = sqliteCapturedUrls(readOnly());
  without.set('clean/a', ['http://a.example/']);
  expect(without.select('clean/a', ['http://a.example/'])).toBeUndefined();
  sqliteCapturedUrls(empty).set('clean/a', ['http://a.example/']);
  const urls = sqliteCapturedUrls(readOnly());
  urls.set('clean/a', []);
  expect(urls.select('clean/a', ['http://a.example/'])).toEqual(['http://a.example/']);
});
