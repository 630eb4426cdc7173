import { expect, test } from 'vitest';
import { SettingsError } from '../../shared/settings/faults.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { renderRulesOf } from '../../shared/settings/render-rules.ts';
import { rendersPages } from '../../shared/settings/rendering.ts';
import type { Url } from '../../shared/url/url.ts';

const seeds = ['https://example.org/'];
const settingsOf = (rendering: object) => readSettings({ seeds, rendering });
const page = (body: string) => ({
  url: 'https://example.org/a' as Url,
  status: 200,
  headers: [['content-type', 'text/html; charset=utf-8']] as [string, string][],
  body: Buffer.from(body),
});

test('a crawl renders pages if it has patterns, or renders empty pages', () => {
  expect(rendersPages(readSettings({ seeds }).rendering)).toBe(false);
  expect(rendersPages(settingsOf({ pages: ['*.example.org'] }).rendering)).toBe(true);
  expect(rendersPages(settingsOf({ emptyPages: true }).rendering)).toBe(true);
});

test('patterns choose pages as those of `allow` do', () => {
  const { isChosen, emptyPages } = renderRulesOf(settingsOf({ pages: ['/app/*', 'HOST: ^spa[.]'] }));
  expect(isChosen('https://example.org/app/1' as Url)).toBe(true);
  expect(isChosen('https://spa.example/' as Url)).toBe(true);
  expect(isChosen('https://example.org/about' as Url)).toBe(false);
  expect(emptyPages).toBe(false);
});

test('a wrong pattern is reported with its place', () => {
  const read = () => settingsOf({ pages: ['/app/*', 'URL ('] });
  expect(read).toThrow(SettingsError);
  expect(read).toThrow('rendering.pages.1: ');
});

const TEXT = `<p>${'Sundews catch insects with the glands of their leaves. '.repeat(6)}</p>`;

test.each([
  ['a shell with a script', '<div id=root></div><script src=/app.js></script>', 'empty'],
  ['a shell with its tags in capitals', '<DIV ID=root></DIV><SCRIPT SRC=/app.js></SCRIPT>', 'empty'],
  ['a short page without scripts', '<p>Moved.</p>', 'text'],
  ['a page with text and scripts', `${TEXT}<script src=/app.js></script>`, 'text'],
  ['a page that asks not to be indexed', '<meta name=robots content=noindex><script src=/app.js></script>', 'refused'],
])('the state of %s: %s → %s', (_, body, expected) => {
  const { hasScripts, stateOf } = renderRulesOf(settingsOf({ emptyPages: true }));
  expect(stateOf(page(body))).toBe(expected);
  expect(hasScripts(page(body))).toBe(/<script/i.test(body));
});

test.each(['utf16le', 'utf16be'] as const)('a shell in %s is empty', (charset) => {
  const bytes = Buffer.from('\ufeff<div id=root></div><script src=/app.js></script>', 'utf16le');
  const body = charset === 'utf16be' ? bytes.swap16() : bytes;
  expect(renderRulesOf(settingsOf({ emptyPages: true })).stateOf({ ...page(''), body })).toBe('empty');
});
