/** Known pages on topic that a crawl does not start from (`targets`), and the share of them that it finds. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { thresher } from '../test-terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'thresher-targets-'));
const file = (name: string) => join(folder, name);
const write = (name: string, text: string) => writeFileSync(file(name), text);
const crawlFile = (name: string, targets: string, topic = true) =>
  write(
    name,
    `seeds: [http://a.test/]\n${topic ? 'topic: {filters: [{terms: topic.txt}]}\n' : ''}targets: ${targets}\n`,
  );
const page = (path: string, text: string) => JSON.stringify({ url: `http://a.test${path}`, title: path, text });

beforeAll(() => {
  write('topic.txt', '10: sundew=CP\n');
  write(
    'known.txt',
    '# known\nhttp://A.test/one#top\nhttp://a.test/one\n\nhttp://a.test/away # not linked\nhttp://a.test/\nhttp://a.test/off\n',
  );
  crawlFile('crawl.yaml', '{file: known.txt}');
  const pages = [
    page('/', 'a sundew'),
    page('/one', 'one sundew'),
    page('/two', 'two sundews'),
    page('/off', 'a fern'),
  ];
  write('pages.jsonl', `${pages.join('\n')}\n`);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('counts targets with a record, each once and without seeds', async () => {
  const place = ['--dir', file('data')];
  const imported = await thresher(['import', file('pages.jsonl'), '--crawl', file('crawl.yaml'), ...place]);
  expect(imported.code).toBe(0);
  const { answers } = await thresher(['status', ...place, '--json']);
  const recall = { targets: 3, found: 1, missing: ['http://a.test/away', 'http://a.test/off'] };
  expect(answers()[0]).toMatchObject({ topic: { recall } });
  const { printed } = await thresher(['borderline', ...place]);
  const at = printed.indexOf('Found 1 of 3 targets (33 %); not found:');
  expect(printed.slice(at + 1, at + 3)).toEqual(['  http://a.test/away', '  http://a.test/off']);
});

describe('validate reports', () => {
  test.each<[string, string, boolean, RegExp]>([
    [
      'a target that is no URL',
      '[http://a.test/x, "foo bar"]',
      true,
      /:3: targets\.1: foo bar: is no URL that a crawl can fetch/,
    ],
    [
      'a line that is no URL',
      '{file: bad.txt}',
      true,
      /:3: targets\.file: bad\.txt:2: mailto:a@a\.test: is no URL that a crawl can fetch/,
    ],
    ['a missing file', '{file: none.txt}', true, /:3: targets\.file: none\.txt: no such file/],
    ['targets without a topic', '[http://a.test/x]', false, /:2: targets: needs topic\.filters/],
    ['a wrong kind', '5', true, /:3: targets: must be a list of URLs, or \{file\}/],
  ])('%s', async (_, targets, topic, message) => {
    write('bad.txt', 'http://a.test/x\nmailto:a@a.test\n');
    crawlFile('wrong.yaml', targets, topic);
    const { code, stderr } = await thresher(['validate', file('wrong.yaml')]);
    expect([code, stderr]).toEqual([2, [expect.stringMatching(message)]]);
  });

  test('too many targets in a file', async () => {
    write('many.txt', Array.from({ length: 1_001 }, (_, i) => `http://a.test/${i}\n`).join(''));
    crawlFile('wrong.yaml', '{file: many.txt}');
    const { stderr } = await thresher(['validate', file('wrong.yaml')]);
    expect(stderr).toEqual([expect.stringMatching(/many\.txt: has 1001 URLs; at most 1000 are possible$/)]);
  });
});
