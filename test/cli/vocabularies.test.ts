import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadCrawlFile } from '../../cli/load-crawl.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { prose, startSite } from './site.ts';
import { thresher } from './test-terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'thresher-vocabularies-'));
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
writeFileSync(at('subjects.txt'), '400 Science\n400.600 Mathematics\n');
writeFileSync(at('twice.txt'), '400 Science\n400 Mathematics\n');

function crawlFile(name: string, vocabularies: string, seed = 'https://a.test/'): string {
  const metadata = 'metadata: {fields: [{meta: DC.Subject, field: subject}]}';
  writeFileSync(at(name), `seeds: ['${seed}']\n${metadata}\nvocabularies:\n  ${vocabularies}\n`);
  return at(name);
}

test.each([
  ['a missing file', 'subject: none.txt', /:4: vocabularies\.subject: none\.txt: .*no such file/i],
  ['an invalid line', 'subject: twice.txt', /:4: vocabularies\.subject: twice\.txt:2: the code 400 is also in line 1$/],
  ['a value that is no file', 'subject: 7', /:4: vocabularies\.subject: must be the name of a file$/],
])('validate names file, line and key of %s', async (what, vocabularies, expected) => {
  const { messages, code } = await thresher(['validate', crawlFile(`${what}.yaml`, vocabularies)]);
  expect(messages.join('\n')).toMatch(expected);
  expect(code).toBe(2);
});

test('validate warns about a vocabulary of a field that no page has', async () => {
  const { messages, code } = await thresher(['validate', crawlFile('other.yaml', 'topic: subjects.txt')]);
  expect(messages.join('\n')).toContain(
    'warning: vocabularies.topic: has no effect: no field has this name; there are keywords, subject',
  );
  expect(code).toBe(0);
});

test('the settings of a crawl hold the text of the file', async () => {
  const settings = await loadCrawlFile(crawlFile('good.yaml', 'subject: subjects.txt'));
  const read = { subject: { file: 'subjects.txt', vocabularyText: '400 Science\n400.600 Mathematics\n' } };
  expect(settings.vocabularies).toEqual(read);
  expect(readSettings(JSON.parse(JSON.stringify(settings))).vocabularies).toEqual(read);
});

test('a crawl finds pages by the terms of a vocabulary and those below them', async () => {
  const meta = (subject: string) => `<meta name="DC.Subject" content="${subject}">`;
  const site = await startSite({
    '/': `${prose('courses')}<a href="/sets">sets</a> <a href="/quarks">quarks</a> <a href="/saws">saws</a>`,
    '/sets': meta('400.600') + prose('sets'),
    '/quarks': meta('science') + prose('quarks'),
    '/saws': meta('Carpentry') + prose('saws'),
  });
  const file = crawlFile('crawl.yaml', 'subject: subjects.txt', `${site.origin}/`);
  const options = ['--allow-private', '127.0.0.0/8', '--delay', '0', '--dir', at('data')];
  const crawled = await thresher(['crawl', file, ...options, '--json']);
  site.close();
  expect([crawled.code, crawled.answers().at(-1)]).toEqual([0, expect.objectContaining({ records: 4 })]);

  const find = async (q: string) => {
    const { answers } = await thresher(['search', q, '--dir', at('data'), '--json']);
    return (answers()[0]!['hits'] as { url: string }[]).map(({ url }) => new URL(url).pathname).sort();
  };
  expect(await find('class:subject.Science')).toEqual(['/quarks', '/sets']);
  expect(await find('class:subject.Science.Mathematics')).toEqual(['/sets']);
});
