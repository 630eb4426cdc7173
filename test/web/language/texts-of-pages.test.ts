/** No page has a text outside the table: neither in its templates nor when it is shown. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { createApp } from '../../../web/app.ts';
import { EN } from '../../../web/language/en.ts';
import { loadTable } from '../../../web/language/load-table.ts';
import { LANGUAGES } from '../../../web/language/table.ts';
import { compareVersions } from '../../../web/versions/compare-versions.ts';
import { aCapture, aHit, aRecord, aStatus, aWorld } from '../fixtures.ts';

const WEB = join(import.meta.dirname, '../../../web');

const SHOWN_ATTRIBUTES = ['title', 'aria-label', 'placeholder', 'alt', 'aria-description', 'label'];

/** Returns the texts and the shown attributes of a page, trimmed. Codes and times have no language. */
function textsOf(page: string): string[] {
  const texts: string[] = [];
  const open: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push(name);
      for (const attribute of SHOWN_ATTRIBUTES) if (attributes[attribute]) texts.push(attributes[attribute]);
    },
    ontext(text) {
      if (!open.some((name) => ['code', 'time', 'script', 'style'].includes(name))) texts.push(text);
    },
    onclosetag: () => void open.pop(),
  });
  parser.end(page);
  return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => /\p{L}/u.test(text));
}

/** A node of a syntax tree (ESTree), as far as the templates need it. */
type Node = { type: string; tag?: Node; name?: string; quasi?: { quasis: { value: { cooked: string } }[] } };

/** Returns the templates of a file that have a tag `html`, with a mark in place of each expression. */
function templatesOf(file: string): string[] {
  const templates: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, tag, quasi } = value as Node;
    if (type === 'TaggedTemplateExpression' && tag?.name === 'html')
      templates.push(quasi!.quasis.map((part) => part.value.cooked).join('0'));
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }));
  return templates;
}

/** Attributes that are templates of their own, and names that are the same in every language. */
const NO_TEXT =
  /^(?:hidden|selected|checked|autofocus|(?:lang|title|rel|aria-label|data-more|placeholder)="0")$|\bThresher\b|\bopenapi\.json\b|^(?:JSON|RIS|BibTeX|CSV)$/g;

test('no template of a page has punctuation before which some languages have a space', () => {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const found = files.flatMap((name) =>
    templatesOf(join(WEB, name)).filter((template) =>
      />\s*[:;?!]\s|0[:;?!](?:\s|$)/.test(template.replace(/"[^"]*"/g, '""')),
    ),
  );
  expect(found).toEqual([]);
});

test('no template of a page has a text of its own', () => {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const found = files.flatMap((name) => {
    const texts = templatesOf(join(WEB, name)).flatMap(textsOf);
    return texts.filter((text) => /\p{L}/u.test(text.replace(NO_TEXT, ''))).map((text) => `${name}: ${text}`);
  });
  expect(found).toEqual([]);
});

/** What the fixtures below call things: not texts of the pages. */
const DATA =
  /Sundews|plants\.example|garden|docs|Thresher|carnivorous|example\.org|^[\d\W]*$|English|Svenska|Deutsch|Français|JSON|RIS|BibTeX|CSV|openapi|moss|^en$|^cc-by$|flies|^plants?$|^size$|^\d+ (?:min|s)\b/;

describe('a page differs between the languages in all that is no data', () => {
  const record = aRecord({
    keywords: ['Sundews'],
    about: { publisher: 'Sundews', licence: 'Sundews' },
    urls: { 'http://plants.example/drosera': 1, 'http://plants.example/b': 2 },
  });
  const { ports } = aWorld({
    hits: [
      aHit({
        others: 3,
        numRefBy: 2,
        urls: ['http://plants.example/drosera', 'http://plants.example/b'],
        genre: 'forum',
      }),
      aHit({ type: 'pdf' as never, similar: [{ id: 'x', url: 'http://plants.example/c', title: 'Sundews' }] }),
    ],
    records: [record],
    captures: { [record.id]: aCapture('<p>Sundews</p>') },
    status: aStatus(),
    crawls: ['garden', 'docs'],
  });
  const { search } = ports;
  const app = createApp({
    ...ports,
    search: async (request) => ({
      ...(await search(request)),
      understood: 'Sundews',
      notice: { ignored: [{ operator: 'x^2', detail: 'all words have the same weight' }], searched: 'Sundews' },
      didYouMean: { query: 'Sundews', replaced: [{ word: 'moss', by: 'Sundews' }] },
      facets: { genre: [{ value: 'forum', count: 1 }], year: [{ value: '2021', count: 1 }] },
    }),
    versions: async () => ({
      versions: [1, 2].map((at) => ({
        url: record.url,
        fetchedAt: at,
        digest: record.id,
        title: 'Sundews',
        length: 9,
      })),
      searched: 2,
      next: { before: 1, skip: 0 },
    }),
    compareVersions: (_crawl, _record, times) =>
      compareVersions(times, async (fetchedAt) => ({ fetchedAt, text: `Sundews ${fetchedAt}` })),
    fetchTimes: async () => ({ first: 1_700_000_000_000, last: 1_700_000_900_000, counts: [1, 2] }),
    similar: async () => [{ ...aHit(), id: 'y' }],
  });
  const PATHS = [
    '/',
    '/search?q=sundews&collapse=host',
    '/search?q=sundews&size=1&sort=date',
    '/search?q=',
    '/search?q=moss&lang=en&type=pdf',
    '/search?q=sundews&from=50',
    `/record/${record.id}`,
    `/cached/${record.id}`,
    `/record/${record.id}/versions`,
    `/record/${record.id}/versions?a=1970-01-01T00:00:00.001Z&b=1970-01-01T00:00:00.002Z`,
    '/browse',
    '/browse?class=carnivorous',
    '/browse?class=carnivorous&beside=garden',
    '/crawl',
    '/collection',
    '/help',
    '/nothing',
    '/search?q=x&size=1000&lang=xxxx',
  ];

  test.each(PATHS)('%s', async (path) => {
    const [english, ...others] = await Promise.all(
      LANGUAGES.map(async (language) =>
        textsOf(await (await app.request(path, { headers: { 'accept-language': language } })).text()),
      ),
    );
    const tables = await Promise.all(LANGUAGES.slice(1).map(loadTable));
    // Words that are the same in another language, such as Filter.
    const same = Object.entries(EN).flatMap(([key, text]) =>
      tables.some((table) => table[key as keyof typeof EN] === text) ? [text] : [],
    );
    const kept = english!.filter((text) => others.every((texts) => texts.includes(text)));
    expect(kept.filter((text) => !DATA.test(text) && !same.includes(text as never))).toEqual([]);
    expect(english!.length).toBeGreaterThan(3);
  });
});
