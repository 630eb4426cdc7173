/** A crawl whose topic is a chain of metadata rules, a document filter and a plug-in. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExplainedUrl } from '../../shared/classify/review/topic-explanation.ts';
import { startSite, type TestSite } from '../cli/site.ts';
import { thresher } from '../cli/test-terminal.ts';

const course = (name: string) =>
  `<title>${name}</title><meta name="DC.Type" content="Course"><main><p>A course about ${name} for everybody who likes plants.</p></main>`;
const links = (...to: string[]) => to.map((path) => `<a href="${path}">more</a>`).join(' ');
const sections = (...names: string[]) =>
  names
    .map(
      (name) =>
        `<h2>${name}</h2><p>Sundews catch insects with leaves that have turned into traps, in bogs all over the world.</p>`,
    )
    .join('');

let site: TestSite;
let folder: string;
const dir = () => ['--dir', join(folder, 'data')];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-filters-'));
  site = await startSite({
    '/': `<title>Start</title><p>Welcome to the department.</p>${links('/list', '/paper', '/faulty')}`,
    '/list': `<title>List</title><p>All courses of the year in one list.</p>${links('/sundews', '/draft')}`,
    '/sundews': course('sundews'),
    '/draft': course('drafts'),
    '/paper': `<title>On Traps</title><main>${sections('Abstract', 'Introduction', 'Results', 'References')}</main>`,
    '/faulty': '<title>Faulty</title><p>The plug-in fails on this page and leaves it to the next filter.</p>',
  });
  writeFileSync(
    join(folder, 'mine.mjs'),
    `export function classify({ title }) {
  if (title === 'drafts') return { verdict: 'off-topic', why: 'a draft' };
  if (title === 'Faulty') throw new Error('no such title');
}\n`,
  );
  writeFileSync(
    join(folder, 'crawl.yaml'),
    `crawl: courses
seeds: ['${site.origin}/']
scope: host
topic:
  follow: relevant
  filters:
    - plugin: mine.mjs
    - documents: {accept: [academic-paper]}
    - metadata: [{field: DC.Type, matches: course}]
      follow: all
politeness: {hostPauseMs: 0}
network: {allowPrivate: [127.0.0.0/8]}
`,
  );
  const { code, messages } = await thresher(['crawl', join(folder, 'crawl.yaml'), ...dir()]);
  expect({ code, messages }).toEqual({ code: 0, messages: [] });
});
afterAll(() => {
  site.close();
  rmSync(folder, { recursive: true });
});

test('finds the pages behind pages without metadata', () => {
  expect(site.requests()).toEqual(['/', '/draft', '/faulty', '/list', '/paper', '/sundews']);
});

test('keeps the accepted pages, and says who accepted them', async () => {
  const { answers } = await thresher(['export', '--format', 'jsonl', ...dir()]);
  expect((answers() as { url: string }[]).map(({ url }) => url).sort()).toEqual(
    ['/paper', '/sundews'].map((path) => `${site.origin}${path}`),
  );
});

test('counts verdicts, documents and failures', async () => {
  const { answers } = await thresher(['status', ...dir(), '--json']);
  expect(answers()).toMatchObject([
    {
      verdicts: { relevant: 2, 'leads-on': 3, 'off-topic': 1 },
      documents: { accepted: 1, rejected: 0 },
      filterFailures: 1,
    },
  ]);
  const { printed } = await thresher(['status', ...dir()]);
  expect(printed.find((line) => line.startsWith('topic'))).toMatch(
    /; 100 % of documents accepted: accepted 1; a topic plug-in failed on 1 page$/,
  );
});

test.each([
  ['/draft', ['off-topic: mine.mjs: a draft'], 'mine.mjs rejects it'],
  [
    '/faulty',
    [
      'passed: mine.mjs: failed: no such title',
      'passed: documents: a page, not a document',
      'leads-on: metadata: not met: DC.Type matches course; its links are followed',
    ],
    'metadata keeps only its links',
  ],
  [
    '/paper',
    [
      'passed: mine.mjs: says nothing',
      'relevant: documents: academic-paper (abstract, references, introduction, results)',
    ],
    'documents accepts it',
  ],
])('explains %s by each filter', async (path, filters, by) => {
  const { answers } = await thresher(['explain', `${site.origin}${path}`, ...dir(), '--json']);
  const { steps } = answers()[0] as ExplainedUrl;
  const found = steps.filter(({ step }) => step === 'filter').map(({ decision, detail }) => `${decision}: ${detail}`);
  expect(found).toEqual(filters);
  expect(steps.find(({ step }) => step === 'topic')?.detail).toContain(by);
});

test('applies a changed plug-in chain to the stored pages', async () => {
  writeFileSync(
    join(folder, 'changed.yaml'),
    `crawl: courses
seeds: ['${site.origin}/']
topic: {filters: [{metadata: [{field: DC.Type, matches: course}]}]}
`,
  );
  const { answers } = await thresher(['reclassify', join(folder, 'changed.yaml'), '--dry-run', ...dir(), '--json']);
  expect(answers()).toMatchObject([{ transitions: { enters: 1, leaves: 1 } }]);
  expect((await thresher(['borderline', ...dir()])).code).toBe(0);
});
