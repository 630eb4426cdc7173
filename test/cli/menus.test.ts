import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadCrawlFile } from '../../cli/load-crawl.ts';
import { menusOf } from '../../shared/settings/search/menus.ts';

/** Loads a crawl.yaml with these menus, beside the given files. */
async function load(menus: string, files: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'menus-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'crawl.yaml'), `seeds: [http://a.example/]\nsearch:\n  menus:\n    ${menus}\n`);
  return menusOf((await loadCrawlFile(join(folder, 'crawl.yaml'))).search.menus);
}

test('menus are lists of values, alone or with the names that people see', async () => {
  expect(await load('language: [en, {value: DEU, name: Deutsch}]')).toEqual({
    language: [{ value: 'en' }, { value: 'de', name: 'Deutsch' }],
  });
});

test('menus stand in files of YAML or JSON', async () => {
  const files = { 'classes.yaml': '- Bog\n- {value: Plants.Sundew, name: Sundews}\n', 'l.json': '["sv"]' };
  expect(await load('class: classes.yaml\n    language: l.json', files)).toEqual({
    class: [{ value: 'Bog' }, { value: 'Plants.Sundew', name: 'Sundews' }],
    language: [{ value: 'sv' }],
  });
});

test('files of menus may begin with a byte order mark', async () => {
  const files = { 'l.json': '\ufeff["sv"]', 'c.xml': '\ufeff<c><category name="Sundews" shortname="sundew"/></c>' };
  expect(await load('class: c.xml\n    language: l.json', files)).toEqual({
    class: [{ value: 'sundew', name: 'Sundews' }],
    language: [{ value: 'sv' }],
  });
});

test('menus stand in XML, with names and short names as elements or attributes', async () => {
  const xml = `<?xml version="1.0"?>
<categories>
  <category><name>Bog &amp; fen</name><shortName>bog</shortName></category>
  <category name="Sundews" short-name="sundew"/>
</categories>`;
  expect(await load('class: categories.xml', { 'categories.xml': xml })).toEqual({
    class: [
      { value: 'bog', name: 'Bog & fen' },
      { value: 'sundew', name: 'Sundews' },
    ],
  });
});

test('faults name the file, the line and the key', async () => {
  const fails = (menus: string, files: Record<string, string> = {}) =>
    load(menus, files).then(
      () => 'loaded',
      (error: Error) => error.message.replace(/^.*crawl\.yaml/gm, 'crawl.yaml'),
    );
  expect(await fails('language: [english]')).toMatch(
    /^crawl\.yaml:4: search\.menus\.language\.0: english: must be the code of a language/,
  );
  expect(await fails('language: l.yaml', { 'l.yaml': '- en\n- english\n' })).toMatch(
    /^crawl\.yaml:4: search\.menus\.language: l\.yaml:2: english: must be the code of a language/,
  );
  expect(await fails('class: l.yaml', { 'l.yaml': '- a\n- {name: b}\n' })).toBe(
    'crawl.yaml:4: search.menus.class: l.yaml:2: must be a list of 1 to 200 entries, each a value or {value, name}',
  );
  expect(await fails('class: l.yaml', { 'l.yaml': 'a: [b' })).toMatch(
    /^crawl\.yaml:4: search\.menus\.class: l\.yaml:1: Flow sequence.* end with a \]$/,
  );
  expect(await fails('class: c.xml', { 'c.xml': '<categories><category>Bog</category></categories>' })).toBe(
    'crawl.yaml:4: search.menus.class: c.xml: must have elements with a name and a shortname',
  );
  const [a, b, c] = ['x', '*a', '*b'].map((value) => Array(11).fill(value).join(', '));
  expect(await fails('class: l.yaml', { 'l.yaml': `- &a [${a}]\n- &b [${b}]\n- [${c}]\n` })).toMatch(
    /l\.yaml: must be a list/,
  );
  expect(await fails('class: missing.xml')).toBe('crawl.yaml:4: search.menus.class: missing.xml: no such file');
  expect(await fails('topic: [a]')).toMatch(/crawl\.yaml:4: search\.menus\.topic: /);
  expect(await fails('language: [en, {value: eng, name: English}]')).toBe(
    'crawl.yaml:4: search.menus.language.1: eng: is listed twice',
  );
  expect(await fails('class: []')).toMatch(/crawl\.yaml:4: search\.menus\.class: /);
});
