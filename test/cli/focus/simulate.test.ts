import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { thresher } from '../test-terminal.ts';

const PAGES = Array.from({ length: 60 }, (_, i) => ({
  url: `http://a.example/${i % 2 === 0 ? 'glass' : 'stone'}/${i}`,
  title: `Page ${i}`,
  ...(i % 3 === 0 ? { html: `<p>${i % 2 === 0 ? 'glass' : 'stone'}</p>` } : { text: i % 2 === 0 ? 'glass' : 'stone' }),
  links: [2, 4, 5, 7].map((step) => ({
    url: `http://a.example/${(i + step) % 2 === 0 ? 'glass' : 'stone'}/${(i + step) % 60}`,
    anchor: 'next',
  })),
  topics: [i % 2 === 0 ? 'glass' : 'stone'],
}));

let folder: string;
const file = (name: string) => join(folder, name);
const simulate = (...args: string[]) => thresher(['simulate', '--graph', file('web.jsonl.gz'), ...args]);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-simulate-'));
  writeFileSync(file('web.jsonl.gz'), gzipSync(PAGES.map((page) => `${JSON.stringify(page)}\n`).join('')));
  writeFileSync(file('topic.txt'), '10: glass=G\n');
  writeFileSync(file('seeds.txt'), '# seeds\nhttp://a.example/stone/1\n');
  writeFileSync(file('foreign.txt'), '\nhttp://b.example/\n');
  writeFileSync(file('broken.jsonl'), `${JSON.stringify(PAGES[0])}\n{"url": 1}\n\u0000\n`);
  writeFileSync(file('empty.jsonl'), '\n');
  writeFileSync(file('packed.gz'), 'no gzip');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('prints a table of strategies and the oracle', async () => {
  const { code, printed } = await simulate('--topic', 'glass', '--pages', '20');
  expect(code).toBe(0);
  expect(printed[0]).toMatch(/^strategy +pages +relevant +harvest +recall +area +of oracle$/);
  expect(printed.map((line) => line.split(' ')[0])).toEqual(expect.arrayContaining(['focused', 'opic', 'oracle']));
  expect(printed.at(-1)).toMatch(/100\.0 %$/);
});

test('prints a line of JSON for each strategy, the same at each run', async () => {
  const args = ['--topic', 'glass', '--strategy', 'focused,oracle', '--json', '--random', '7', '--pages', '30'];
  const [one, other] = [await simulate(...args), await simulate(...args)];
  expect(one.printed).toEqual(other.printed);
  const [focused, oracle] = one.answers();
  expect(Object.keys(focused!)).toEqual(['strategy', 'points', 'area', 'areaOfOracle', 'fetched']);
  expect((focused!['points'] as object[]).at(-1)).toMatchObject({ pages: 30 });
  expect(oracle).toMatchObject({ strategy: 'oracle', areaOfOracle: 1 });
});

test('simulates focused under its other name, and names it as asked', async () => {
  const { answers } = await simulate('--topic', 'glass', '--strategy', 'adaptive,focused', '--json', '--pages', '30');
  const [{ strategy, ...adaptive }, focused] = answers() as [Record<string, unknown>, object];
  expect(strategy).toBe('adaptive');
  expect(focused).toMatchObject(adaptive);
});

test('judges pages by a topic, starts from given seeds, learns from training pages, and draws curves', async () => {
  const args = ['--model', file('topic.txt'), '--seeds', file('seeds.txt'), '--train', file('web.jsonl.gz')];
  const { code, printed, stderr } = await simulate('--topic', 'glass', ...args, '--svg', file('curves.svg'));
  expect(code).toBe(0);
  // Every page is a training page, so none counts.
  expect(printed[1]).toMatch(/ 0\.0 %$/);
  expect(stderr).toEqual([expect.stringMatching(/no page with the label glass counts: .* only training pages$/)]);
  expect(readFileSync(file('curves.svg'), 'utf8')).toMatch(/^<svg /);
});

test('ends with the pages of a smaller graph', async () => {
  const { answers } = await simulate('--topic', 'glass', '--strategy', 'breadth-first', '--json');
  const [{ points, fetched }] = answers() as [{ points: { pages: number }[]; fetched: number }];
  expect([points.at(-1)!.pages, fetched]).toEqual([60, 60]);
});

test('names bad lines of a graph and of training pages, leaves them out, and ends with exit code 1', async () => {
  const lines = PAGES.map((page) => JSON.stringify(page));
  writeFileSync(file('few-bad.jsonl'), [...lines.slice(0, 2), '{"url": 1}', 'x', ...lines.slice(2)].join('\n'));
  const args = ['--topic', 'glass', '--strategy', 'opic', '--pages', '20'];
  const bad = await thresher(['simulate', '--graph', file('few-bad.jsonl'), ...args]);
  expect(bad.stderr).toEqual([
    `warning: ${file('few-bad.jsonl')}:3: url: must be a string; the line is left out`,
    expect.stringMatching(/^warning: .*few-bad\.jsonl:4: Unexpected token .*; the line is left out$/),
  ]);
  expect(bad.code).toBe(1);
  expect(bad.printed).toEqual((await simulate(...args)).printed);
  const trained = await simulate(...args, '--train', file('few-bad.jsonl'));
  expect([trained.code, trained.stderr.length]).toEqual([1, 3]);

  writeFileSync(file('many-bad.jsonl'), [...lines, ...lines.slice(0, 30).map((line) => line.slice(1))].join('\n'));
  const many = await thresher(['simulate', '--graph', file('many-bad.jsonl'), ...args]);
  expect(many.stderr).toHaveLength(21);
  expect(many.stderr.at(-1)).toMatch(/many-bad\.jsonl: left out: 10 more lines$/);
});

test('names what is wrong in options and files', async () => {
  const topic = ['--topic', 'glass'];
  const cases: [string[], string][] = [
    [['simulate'], 'no graph; give one with --graph FILE'],
    [['simulate', '--graph', file('web.jsonl.gz')], 'no topic; give labels with --topic LABEL'],
    [['simulate', '--graph', file('none.jsonl'), ...topic], 'none.jsonl: no such file'],
    [['simulate', '--graph', file('packed.gz'), ...topic], 'packed.gz: incorrect header check'],
    [['simulate', '--graph', file('broken.jsonl'), ...topic], 'broken.jsonl:3: Unexpected token'],
    [
      ['simulate', '--graph', file('broken.jsonl'), ...topic],
      'broken.jsonl: cannot be read as pages of a graph: 2 of 3 lines',
    ],
    [['simulate', '--graph', file('empty.jsonl'), ...topic], 'empty.jsonl: has no pages'],
  ];
  const ofGraph: [string[], string][] = [
    [['--topic', 'wood'], '--topic: no page has the label wood; labels of the graph: glass, stone'],
    [[...topic, '--strategy', 'focussed'], '--strategy: unknown strategy focussed'],
    [[...topic, '--seeds', file('foreign.txt')], 'foreign.txt:2: http://b.example/ is not in the graph'],
    [[...topic, '--seeds', file('web.jsonl.gz')], 'web.jsonl.gz: is a binary file; give URLs, one per line'],
    [['--topic', 'glass,'], '--topic: glass,: has an empty label'],
    [[...topic, '--pages', '0'], '--pages: 0: must be a whole number of at least 1'],
    [[...topic, 'x'], 'takes no arguments, only options'],
  ];
  for (const [args, message] of cases) expect(await messageOf(thresher(args))).toContain(message);
  for (const [args, message] of ofGraph) expect(await messageOf(simulate(...args))).toContain(message);
});

async function messageOf(run: ReturnType<typeof thresher>): Promise<string> {
  const { code, stderr } = await run;
  expect(code).toBe(2);
  return stderr.join('\n');
}

test('ranks links by the words around them, which it reads from the HTML of a page', async () => {
  const target = (name: string) => ({ url: `http://a.example/${name}`, anchor: 'more' });
  const names = Array.from({ length: 20 }, (_, i) => `page-${i}`);
  const item = (name: string, i: number) => `<p>On ${i === 13 ? 'glass' : 'stone'}: <a href="/${name}">more</a></p>`;
  const pages = [
    { url: 'http://a.example/', html: names.map(item).join(''), links: names.map(target), topics: ['stone'] },
    ...names.map((name, i) => ({
      ...{ url: `http://a.example/${name}`, text: i === 13 ? 'glass' : 'stone' },
      topics: [i === 13 ? 'glass' : 'stone'],
    })),
  ];
  writeFileSync(file('around.jsonl'), pages.map((page) => `${JSON.stringify(page)}\n`).join(''));
  writeFileSync(file('front.txt'), 'http://a.example/\n');
  const args = ['--model', file('topic.txt'), '--topic', 'glass', '--seeds', file('front.txt'), '--batch', '1'];
  const { answers } = await thresher([
    'simulate',
    '--graph',
    file('around.jsonl'),
    ...args,
    '--strategy',
    'focused',
    '--json',
  ]);
  const points = answers()[0]!['points'] as { pages: number; relevant: number }[];
  expect(points.find(({ relevant }) => relevant === 1)!.pages).toBe(2);
});
