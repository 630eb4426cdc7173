import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSite } from './site.ts';
import { thresher } from './test-terminal.ts';

const ROWS = Array.from({ length: 300 }, (_, i) => `sundew${i}`).join(' ');
const page = (text: string) => `<html><body><p>${text}.</p></body></html>`;

test('explain names a near-duplicate behind the record, in both directions', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'thresher-near-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const site = await startSite({
    '/': '<a href="/one">one</a> <a href="/two">two</a>',
    '/one': page(ROWS),
    '/two': page(ROWS.replace('sundew150', 'butterwort')),
  });
  onTestFinished(site.close);
  const pauses = ['--delay', '0.01', '--allow-private', '127.0.0.0/8'];
  expect((await thresher(['crawl', `${site.origin}/`, '--dir', dir, ...pauses])).code).toBe(0);
  for (const [url, other] of [
    ['/one', '/two'],
    ['/two', '/one'],
  ] as const) {
    const { printed } = await thresher(['explain', site.origin + url, '--dir', dir, '--json']);
    const { steps } = JSON.parse(printed.join('\n')) as { steps: { step: string; detail: string }[] };
    const i = steps.findIndex(({ step }) => step === 'record');
    expect(steps[i + 1]).toMatchObject({ step: 'duplicates', decision: 'shared' });
    expect(steps[i + 1]!.detail).toMatch(
      new RegExp(`^near-duplicates: ${site.origin}${other} \\(\\d of 64 bits differ\\);`),
    );
  }
});
