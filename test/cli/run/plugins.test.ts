import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { thresher } from '../test-terminal.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-rules-'));
  writeFileSync(join(dir, 'empty.ts'), 'export const other = 1;');
  writeFileSync(join(dir, 'broken.mjs'), "throw new Error('nothing to load');");
});
afterAll(() => rmSync(dir, { recursive: true }));

test.each([
  ['plugins: [./none.ts]', /crawl\.yaml:2: plugins\.0: .*none\.ts: no such file/],
  ['plugins: [./empty.ts]', /crawl\.yaml:2: plugins\.0: empty\.ts: a plug-in exports a function "document"/],
  [
    'topic: {filters: [{plugin: broken.mjs}]}',
    /crawl\.yaml:2: topic\.filters\.0\.plugin: broken\.mjs: nothing to load/,
  ],
  ['clean: {geoip: none.mmdb}', /crawl\.yaml:2: clean\.geoip: none\.mmdb: no such file/],
  ['clean: {geoip: empty.ts}', /crawl\.yaml:2: clean\.geoip: empty\.ts: /],
  ["extract: {rules: [{name: a, fields: {t: 'p['}}]}", /crawl\.yaml:2: extract\.rules: a: fields\.t: /],
  [
    'extract: {rules: [{name: a, follow: [{select: a, as: b}]}]}',
    /crawl\.yaml:2: extract\.rules\.0: there is no rule b/,
  ],
  ['extract: {rules: [{name: a}, {name: a}]}', /crawl\.yaml:2: extract\.rules\.1\.name: a is not unique/],
])('rejects %s before the crawl starts', async (line, message) => {
  writeFileSync(join(dir, 'crawl.yaml'), `seeds: ['https://a.example/']\n${line}\n`);
  const { code, printed, stderr } = await thresher(['validate', join(dir, 'crawl.yaml')]);
  expect(code).toBe(2);
  expect([...printed, ...stderr].join('\n')).toMatch(message);
});
