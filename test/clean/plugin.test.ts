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
  test('changes documents; what is made of the text follows it', () => {
    const plain = clean();
    const changed = clean((document) => ({ ...document, title: 'U', text: 'Other text' }));
    expect(changed).toMatchObject({ title: 'U', text: 'Other text', reason: null });
    expect(changed.digest).not.toBe(plain.digest);
    expect(clean((document) => document)).toEqual(plain);
  });

  test('keeps a document out', () => {
    expect(clean(() => null)).toMatchObject({ reason: 'plugin', detail: 'p0.ts' });
  });

  test('sees what the one before it made, and nothing that is not kept anyway', () => {
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

  test('may spoil what it is given, and harms nothing', () => {
    const spoiled = clean((document) => {
      document.links = [];
      document.text = '';
      throw new Error('no');
    });
    expect(spoiled).toMatchObject({ title: 'T', text: '', reason: 'plugin-failed', detail: 'p0.ts: no' });
  });

  test.each<[what: string, answer: () => unknown]>([
    ['nothing', () => undefined],
    ['a promise', async () => null],
    ['a text', () => 'x'],
    ['a document without its text', () => ({ links: [] })],
    ['a link that is a text', () => ({ ...clean(), links: ['http://b.example/'] })],
    ['a link without an address', () => ({ ...clean(), links: [{ anchor: 'a' }] })],
    ['keywords that are no texts', () => ({ ...clean(), keywords: [1] })],
    ['headings that are no texts', () => ({ ...clean(), headings: [null] })],
    ['metadata that are a list', () => ({ ...clean(), metadata: [] })],
    ['no language', () => ({ ...clean(), language: null })],
    ['what cannot be written', () => ({ ...clean(), about: 1n })],
  ])('that answers %s costs its document', (_, answer) => {
    expect(clean(answer as Plugin['document']).reason).toBe('plugin-failed');
  });

  test('need not say the words of a link', () => {
    const links = [{ url: 'http://b.example/' }] as CleanDocument['links'];
    expect(clean((document) => ({ ...document, links })).links).toEqual([
      { url: 'http://b.example/', anchor: '', rel: '' },
    ]);
  });

  test('is a module with a function document, alone or in its default export', () => {
    const document = () => null;
    expect(pluginFromModule('a', { document }).document).toBe(document);
    expect(pluginFromModule('a', { default: { document } }).document).toBe(document);
    expect(() => pluginFromModule('a.ts', { other: document })).toThrow(
      'a.ts: a plug-in exports a function "document"',
    );
  });
});
