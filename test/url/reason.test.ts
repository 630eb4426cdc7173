import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REASONS } from '../../shared/url/reason.ts';

const code = ['shared', 'cli', 'web']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.ts$/.test(name) && !/-data\.ts$|\bweb\/language\//.test(join(folder, name)))
      .map((name) => join(folder, name)),
  )
  .filter((path) => path !== join('shared', 'url', 'reason.ts'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

test('code gives each reason, so that lists of reasons have none that never occurs', () => {
  const unused = Object.keys(REASONS).filter((reason) => !new RegExp(`['.\`]${reason}['\`]`).test(code));
  expect(unused).toEqual([]);
});

test('the text of `noindex` names both directives that keep a page out of the index', () => {
  expect(REASONS.noindex).toMatch(/noindex.*unavailable_after/);
});
