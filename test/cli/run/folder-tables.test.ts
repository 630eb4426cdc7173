/** The tables of a data folder: a new one must not keep texts or URLs of deleted pages unnoticed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStores } from '../../../cli/run/wiring.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { anAnnotation } from '../../contracts/annotation-store.contract.ts';
import { seen } from '../../contracts/search-index.contract.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';

/**
 * File → table → what `thresher delete` (`cli/maintain/delete-locally.ts`) does with its pages, or why it does nothing. `_1`: the first crawl of
 * an index.
 */
const TABLES: Record<string, Record<string, string>> = {
  'frontier.sqlite': {
    alert: 'has ids of records',
    alert_reported: 'has hashes of records',
    bundle: 'replaces URLs by tombstones',
    captured_urls: 'has hashes of URLs',
    control: 'has counts and keys',
    dead_letter: 'has keys of objects and hosts',
    domain: 'has counts',
    head: 'has the state of hosts',
    host_lock: 'has groups of hosts',
    inbox: 'merges it into the bundles',
    index_mark: 'has sizes',
    last_time: 'has a time',
    message: 'has keys of objects and hosts',
    robots: 'has robots.txt files, which are no pages',
    schedule: 'has times',
  },
  'index.sqlite': {
    counts_1: 'removes the record',
    crawl: 'has names of crawls',
    frequencies_1: 'removes the record',
    lexicon_1: 'fills it again (`dropRemovedWords`)',
    near_1: 'removes the record',
    record_1: 'removes the record',
    times_1: 'has times',
    url_1: 'leaves a tombstone',
    url_words_1: 'removes the record',
    vocabulary_1: 'counts its words no more',
    words_1: 'removes the record',
  },
  'annotations.sqlite': {
    annotation: 'keeps the comments, which people delete',
    annotation_words: 'keeps the words of comments',
  },
};

/** Tables in which SQLite and FTS5 keep the content of others. */
const SHADOW = /^sqlite_|_(?:config|content|data|docsize|idx)$/;

function tablesIn(file: string): string[] {
  const db = openDatabase(file);
  try {
    const rows = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[];
    return rows.map(({ name }) => name).filter((name) => !SHADOW.test(name));
  } finally {
    db.close();
  }
}

test('it is known what a deletion of pages does with each table of a data folder', async () => {
  const dir = temporaryFolder();
  const stores = openStores(dir);
  // Some tables are created when something is written to them.
  await stores.index.write('main', [seen('moss', 'http://moss.example/')]);
  await stores.annotations.add(anAnnotation(), 'map');
  const alert = { crawl: 'main', name: 'moss', query: 'moss', channel: 'webhook' } as const;
  await stores.alerts.prepare(alert);
  await stores.alerts.create(alert, undefined);
  stores.close();
  for (const [file, tables] of Object.entries(TABLES))
    expect(tablesIn(join(dir, file)).sort()).toEqual(Object.keys(tables).sort());
});

test('docs/architecture.md has each table of the frontier', () => {
  const page = readFileSync('docs/architecture.md', 'utf8');
  const section = page.split('\n## State\n')[1]!.split('\n## ')[0]!;
  const rows = [...section.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, items]) =>
    items!.trim().toLowerCase().split(', '),
  );
  const named = new Set(rows.map((item) => item.replaceAll(' ', '_').replace(/s$/, '')));
  // It has a row for what an alert is and what it has reported.
  const tables = Object.keys(TABLES['frontier.sqlite']!).map((name) => name.replace('alert_reported', 'alert'));
  const short = (name: string) => name.replace(/^host_/, '').replace(/s$/, '');
  expect(tables.filter((name) => !named.has(short(name)))).toEqual([]);
});
