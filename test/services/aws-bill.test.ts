/** Runs the bench of the bill with few pages: it synthesises the stack and drives its handlers, so it breaks unnoticed. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { engine } from './engines/engine.ts';

const BENCH = join(import.meta.dirname, '../../bench/bill.ts');

let out: string;
beforeAll(async () => {
  const names = ['dynamodb', 'elasticmq', 's3', 'opensearch'] as const;
  const engines = await Promise.all(names.map(async (name) => ['--engine', `${name}=${await engine(name)}`]));
  const size = ['--pages', '24', '--hosts', '3', '--batch', '2', '--searches', '2'];
  // Fails if a page is missing, was fetched twice or has no record.
  const { stdout } = await promisify(execFile)(process.execPath, [BENCH, ...size, ...engines.flat()]);
  out = stdout;
}, 900_000);

test('bills every meter of a crawl', () => {
  expect(out).toMatch(/^24 pages of 3 hosts/);
  for (const unit of ['lambda.gb-s', 'dynamodb.writes', 's3.puts', 's3.moves', 'sqs.requests'])
    expect(out).toMatch(new RegExp(`^\\| \`${unit}\`: .* \\| \\d+\\.\\d{3} \\|$`, 'm'));
});

test('counts the objects that move to a colder class, and the cost of searches', () => {
  for (const folder of ['raw/', 'clean/', 'records/'])
    expect(out).toMatch(new RegExp(`^\\| ${folder} \\| \\d+ \\|`, 'm'));
  expect(out).toMatch(/^a million searches: \d+\.\d\d \$ /m);
});
