import { describe, expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../shared/clean/clean-page.ts';
import type { CleanDocument } from '../../shared/clean/document.ts';
import { type Plugin, pluginFromModule } from '../../shared/clean/plugin.ts';
import type { Url } from '../../shared/url/url.ts';

const clean = (...documents: Plugin['document'][]) =>
  cleanHtml('https://a.example/' as Url, '<title>T</title><p>Some text', {
    ...DEFAULT_CLEAN_OPTIONS,
    plugins: documents.map((document, i) => ({ name: `p${i}.ts`, document })),
  });

describe('a plug-in', () => {
  test('changes documents, and digests follow the text', () => {
    const plain = clean();
    const changed = clean((document) => ({ ...document, title: 'U', text: 'Other text' }));
    expect(changed).toMatchObject({ title: 'U', text: 'Other text', reason: null });
    expect(changed.digest).not.toBe(plain.digest);
    expect(clean((document) => document)).toEqual(plain);
  });

  test('drops a document', () => {
    expect(clean(() => null)).toMatchObject({ reason: 'plugin', detail: 'p0.ts' });
  });

  test('gets the result of the plug-in before it, and no dropped documents', () => {
    const seen: string[] = [];
    const look = (document: CleanDocument) => {
      seen.push(document.text);
      return document;
    };
    clean(
      (document) => ({ ...document, text: 'New' }),
      look,
      () => null,
      look,
    );
    expect(seen).toEqual(['New']);
  });

  test('cannot damage documents by mutating its input', () => {
    const spoiled = clean((document) => {
      document.links = [];
      document.text = '';
      throw new Error('no');
    });
    expect(spoiled).toMatchObject({ title: 'T', text: '', reason: 'plugin-failed', detail: 'p0.ts: no' });
  });

  test.each<[what: string, answer: () => unknown]>([
    ['undefined', () => undefined],
    ['a promise', async () => null],
    ['a string', () => 'x'],
    ['a document without a text', () => ({ links: [] })],
    ['a link that is a string', () => ({ ...clean(), links: ['http://b.example/'] })],
    ['a link without a URL', () => ({ ...clean(), links: [{ anchor: 'a' }] })],
    ['keywords that are no strings', () => ({ ...clean(), keywords: [1] })],
    ['headings that are no strings', () => ({ ...clean(), headings: [null] })],
    ['metadata that is a list', () => ({ ...clean(), metadata: [] })],
    ['no language', () => ({ ...clean(), language: null })],
    ['a value that cannot be serialised', () => ({ ...clean(), about: 1n })],
  ])('that returns %s fails for this document', (_, answer) => {
    expect(clean(answer as Plugin['document']).reason).toBe('plugin-failed');
  });

  test('may omit anchor and rel of a link', () => {
    const links = [{ url: 'http://b.example/' }] as CleanDocument['links'];
    expect(clean((document) => ({ ...document, links })).links).toEqual([
      { url: 'http://b.example/', anchor: '', rel: '' },
    ]);
  });

  test('is a module that exports a function document, by name or by default', () => {
    const document = () => null;
    expect(pluginFromModule('a', { document }).document).toBe(document);
    expect(pluginFromModule('a', { default: { document } }).document).toBe(document);
    expect(() => pluginFromModule('a.ts', { other: document })).toThrow(
      'a.ts: a plug-in exports a function "document"',
    );
  });
});
