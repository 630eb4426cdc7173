import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadInlineSettings } from '../../cli/load-crawl.ts';
import { thresher } from './test-terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'thresher-filters-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

write('words.txt', '# words\nalgorithms?\ncomputer science # a field\n');
write('bad-words.txt', 'algorithm\n\nwrong(\n');
write('bad-sites.txt', '# sites\nok.test\n\nhttps://www.x.test/a # a site\n');
write('topic.txt', '10: glass=A\n');
write(
  'mine.mjs',
  'export const classify = ({ text }) => (text.includes("plug") ? { verdict: true, why: "plugged" } : null);\n',
);
write('other.mjs', 'export const document = (doc) => doc;\n');
write('expressions.txt', '1: a=A\n1: b?c=A\n');

/** Writes a crawl.yaml with these filters, from line 4. */
const crawlFile = (name: string, filters: string[]) =>
  write(
    name,
    ['seeds: [https://a.test/]', 'topic:', '  filters:', ...filters.map((row) => `    - ${row}`), ''].join('\n'),
  );

test.each<[string, string[], RegExp]>([
  ['an unknown filter', ['{sites: [a.test]}'], /:4: topic\.filters\.0: must be a filter: \{sitesOk\}, /],
  [
    'an unknown key',
    ['{terms: topic.txt}', '{metadata: [{field: a}], folow: all}'],
    /:5: topic\.filters\.1\.folow: unknown; did you mean follow\?$/,
  ],
  [
    'a URL among hosts',
    ['{sitesOk: [ok.test, "http://x.test:8080/"]}'],
    /:4: topic\.filters\.0\.sitesOk\.1: http:\/\/x\.test:8080\/: must be a host, .*: write x\.test:8080$/,
  ],
  ['a path', ['{sitesOk: [x.test/dir]}'], /:4: topic\.filters\.0\.sitesOk\.0: x\.test\/dir: .*: write x\.test$/],
  ['a wildcard', ['{sitesOk: ["*.test"]}'], /sitesOk\.0: \*\.test: .*its subdomains are included: write test$/],
  ['an expression', ["{sitesOk: ['x\\.test$']}"], /sitesOk\.0: x\\\.test\$: .*its subdomains are included$/],
  [
    'a URL in a file of hosts',
    ['{sitesOk: {file: bad-sites.txt}}'],
    /:4: topic\.filters\.0\.sitesOk\.file: bad-sites\.txt:4: https:\/\/www\.x\.test\/a: .*: write www\.x\.test$/,
  ],
  ['no rule', ['{metadata: []}'], /:4: topic\.filters\.0\.metadata: /],
  ['a rule without a field', ['{metadata: [{matches: a}]}'], /:4: topic\.filters\.0\.metadata\.0\.field: is missing$/],
  [
    'an invalid expression',
    ['{metadata: [{field: a, matches: "("}]}'],
    /:4: topic\.filters\.0\.metadata\.0\.matches: .*missing closing \)/,
  ],
  [
    'an unknown action',
    ['{metadata: [{field: a}], action: drop}'],
    /:4: topic\.filters\.0\.action: must be one of accept, require$/,
  ],
  [
    'an invalid word',
    ['{domainWords: [a, "b("]}'],
    /:4: topic\.filters\.0\.domainWords\.1: unmatched \(: expected \)$/,
  ],
  [
    'a missing file',
    ['{domainWords: {file: none.txt}}'],
    /:4: topic\.filters\.0\.domainWords\.file: none\.txt: no such file$/,
  ],
  [
    'an invalid line of a file',
    ['{domainWords: {file: bad-words.txt}}'],
    /:4: topic\.filters\.0\.domainWords\.file: bad-words\.txt:3: unmatched \(: expected \)$/,
  ],
  [
    'an unknown type of document',
    ['{documents: {accept: [novel]}}'],
    /:4: topic\.filters\.0\.documents\.accept\.0: must be one of thesis, technical-paper, academic-paper, faq$/,
  ],
  ['a missing plug-in', ['{plugin: none.mjs}'], /:4: topic\.filters\.0\.plugin: \S+none\.mjs: no such file$/],
  [
    'a module without classify',
    ['{plugin: other.mjs}'],
    /:4: topic\.filters\.0\.plugin: other\.mjs: a topic plug-in exports a function "classify"$/,
  ],
  [
    'a plug-in with a long limit',
    ['{plugin: mine.mjs, timeoutMs: 60000}'],
    /:4: topic\.filters\.0\.timeoutMs: must be at most 2000$/,
  ],
  [
    'an unknown algorithm',
    ['{terms: topic.txt, algorithm: 3}'],
    /:4: topic\.filters\.0\.algorithm: must be one of 1, 2$/,
  ],
  [
    'a normalised position',
    ['{terms: topic.txt, algorithm: 2, normalise: true}'],
    /:4: topic\.filters\.0\.normalise: algorithm 2 .*: remove one of the two keys$/,
  ],
  [
    'an expression for algorithm 2',
    ['{terms: expressions.txt, algorithm: 2}'],
    /^expressions\.txt:2: algorithm 2 has no regular expressions \(b\?c\)/,
  ],
])('names file, line and key of %s', async (name, filters, message) => {
  const file = crawlFile(`${name.replaceAll(' ', '-')}.yaml`, filters);
  const { code, messages } = await thresher(['validate', file]);
  expect({ code, messages }).toEqual({ code: 2, messages: [expect.stringMatching(message)] });
});

test('accepts in stored settings what a crawl.yaml may not have', async () => {
  const filters = [{ sitesOk: ['http://x.test/', '*.y.test'] }];
  const { topic } = await loadInlineSettings({ seeds: ['https://a.test/'], topic: { filters } });
  expect(topic.filters).toEqual(filters);
});

test('classifies by every kind of filter, in order', async () => {
  const topic = crawlFile('all.yaml', [
    '{sitesOk: [ok.test]}',
    '{metadata: [{field: robots-class, matches: draft, not: true}], action: require}',
    '{domainWords: {file: words.txt}}',
    '{plugin: mine.mjs}',
    '{terms: topic.txt, cutOff: 5}',
    '{metadata: [{field: DC.Subject}], follow: all}',
  ]);
  expect(await thresher(['validate', topic])).toMatchObject({
    code: 0,
    printed: [expect.stringMatching(/6 topic filters$/)],
  });
  const { answers, code } = await thresher(
    ['classify', '--topic', topic, '--jsonl'],
    [
      { id: 1, url: 'https://www.ok.test/', text: '', metadata: { 'robots-class': 'draft' } },
      { id: 2, url: 'https://a.test/', text: 'glass', metadata: { 'robots-class': 'draft' } },
      { id: 3, url: 'https://a.test/', text: '', title: 'Algorithms' },
      { id: 4, url: 'https://a.test/', text: 'glass' },
      { id: 5, url: 'https://a.test/', text: '', metadata: { 'DC.Subject': 'Ceramics' } },
      { id: 6, url: 'https://a.test/', text: '' },
      { id: 7, url: 'https://a.test/', text: 'plug' },
    ],
  );
  expect(code).toBe(0);
  expect((answers() as { verdict: string; why: string }[]).map(({ verdict, why }) => [verdict, why])).toEqual([
    ['relevant', 'sites OK: ok.test'],
    ['off-topic', 'metadata: not met: robots-class does not match draft'],
    ['relevant', 'domain words: algorithms? in the title or the meta keywords'],
    ['relevant', 'topic.txt: score 10 above 5: glass (1)'],
    ['relevant', 'metadata: DC.Subject exists'],
    ['leads-on', 'metadata: not met: DC.Subject exists; its links are followed'],
    ['relevant', 'mine.mjs: plugged'],
  ]);
});

test('classifies and cleans by a crawl.yaml without seeds', async () => {
  const file = write('no-seeds.yaml', 'topic:\n  filters:\n    - {terms: topic.txt}\n');
  const judged = await thresher(['classify', '--topic', file, '--jsonl'], [{ id: 1, text: 'Glass and sand' }]);
  expect(judged.answers()).toMatchObject([{ id: 1, verdict: 'relevant', classes: [{ class: 'A', score: 10 }] }]);
  const mapped = write('fields.yaml', 'metadata: {fields: [{meta: DC.Subject, field: subject}]}\n');
  const page = { id: 1, url: 'http://a.test/', html: '<meta name=DC.Subject content=Glass><p>Glass' };
  expect((await thresher(['clean', '--crawl', mapped, '--jsonl'], [page])).answers()).toMatchObject([
    { id: 1, fields: { subject: ['Glass'] } },
  ]);
});

test('reports an invalid topic of a crawl.yaml without seeds', async () => {
  const file = write('bad-no-seeds.yaml', 'topic:\n  filters:\n    - {terms: topic.txt, algorithm: 3}\n');
  const { code, stderr } = await thresher(['classify', '--topic', file, '--jsonl']);
  expect([code, stderr]).toEqual([
    2,
    [expect.stringMatching(/:3: topic\.filters\.0\.algorithm: must be one of 1, 2$/)],
  ]);
});

test('validate warns about a filter that is never consulted', async () => {
  const file = crawlFile('never.yaml', ['{metadata: [{field: a}], follow: all}', '{terms: topic.txt}']);
  const { code, stderr } = await thresher(['validate', file]);
  expect([code, stderr]).toEqual([
    0,
    expect.arrayContaining([expect.stringMatching(/^warning: topic\.filters\.1: is never/)]),
  ]);
});
