import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readCrawlFile } from '../../shared/settings/crawl-file.ts';
import { PRESET_NAMES, PRESETS } from '../../shared/settings/presets.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { unreadExtensions } from '../../shared/settings/stages/document-rules.ts';
import { compilePattern } from '../../shared/url/pattern.ts';
import type { Url } from '../../shared/url/url.ts';

const seeds = ['https://example.org/'];
const topic = { filters: [{ sitesOk: ['example.org'] }] };

describe.each(PRESET_NAMES)('the preset %s', (preset) => {
  const settings = readSettings({ preset, seeds, topic });

  test('sets its values', () => {
    expect(settings).toMatchObject({ preset, ...PRESETS[preset].settings });
  });

  test('changes something, and is read again as it is', () => {
    const { preset: _, ...plain } = readSettings({ seeds, topic });
    expect(settings).not.toMatchObject(plain);
    expect(readSettings(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
  });

  test('is described in docs/crawling.md', () => {
    expect(readFileSync('docs/crawling.md', 'utf8')).toMatch(
      new RegExp(`^\\| \`${preset}\` \\| [a-z][^|]+ \\| \`${Object.keys(PRESETS[preset].settings)[0]}`, 'm'),
    );
  });
});

test('values of the file and of the command line override those of the preset, key by key', () => {
  const text = 'preset: library\nseeds: [https://a.test/]\npoliteness: {crawlDelayCapS: 5}\nrevisit: {days: null}\n';
  expect(readCrawlFile(text, 'crawl.yaml')).toMatchObject({
    politeness: { hostPauseMs: 60_000, crawlDelayCapS: 5 },
    revisit: { mode: 'fixed', days: null },
  });
  const over = readCrawlFile(text, 'crawl.yaml', { politeness: { hostPauseMs: 1 } });
  expect(over.politeness).toMatchObject({ hostPauseMs: 1, crawlDelayCapS: 5 });
});

test('reports an unknown preset with the valid ones, and the preset topic without a topic', () => {
  const read = (preset: string) => () => readCrawlFile(`seeds: [https://a.test/]\npreset: ${preset}\n`, 'crawl.yaml');
  expect(read('sites')).toThrow(/crawl\.yaml:2: preset: .*site.*topic.*news.*library.*archive/);
  expect(read('topic')).toThrow('crawl.yaml:2: preset: the preset topic needs topic.filters');
  expect(read('papers')).toThrow(
    expect.objectContaining({
      message: 'crawl.yaml:2: preset: the preset papers needs topic.filters, or --topic FILE',
    }),
  );
});

test('archive also fetches files that no converter reads', () => {
  expect(unreadExtensions(readSettings({ preset: 'archive', seeds }))).toEqual([]);
  expect(unreadExtensions(readSettings({ preset: 'site', seeds }))).toContain('zip');
});

test('papers accepts pages and documents by their extensions', () => {
  const { allow } = readSettings({ preset: 'papers', seeds, topic });
  const matches = compilePattern(allow[0]!);
  const isAllowed = (url: string) => matches(url as Url);
  const refused = ['http://a.test/x.gif', 'http://a.test/b.d/x.zip?a=1', 'http://a.test/x.docx'];
  const accepted = [
    'http://a.test/',
    'http://a.test/b/',
    'http://a.test/b.d/c',
    'http://a.test/x.htm',
    'http://a.test/b.d/x.html?q=a.gif',
  ];
  const documents = ['http://a.test/~ada/paper.v2.pdf', 'http://a.test/PAPER.PDF'];
  expect([...refused, ...accepted, ...documents].filter(isAllowed)).toEqual([...accepted, ...documents]);
});
