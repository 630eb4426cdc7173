import { describe, expect, test } from 'vitest';
import { anchorTextOf, mergeAnchorTexts, textsOfAnchors } from '../../shared/frontier/anchor-texts.ts';
import { mergeLinks } from '../../shared/frontier/merge-links.ts';
import type { OfferedLink } from '../../shared/frontier/offer.ts';
import type { Url } from '../../shared/url/url.ts';

const PAGE = 'http://bog.example/plants/' as Url;

describe('the anchor text of a link', () => {
  test.each([
    ['Round-leaved sundew', 'Round-leaved sundew'],
    ['  Round\n leaved  ', 'Round leaved'],
    ['Node.js', 'Node.js'],
    ['Homes of sundews', 'Homes of sundews'],
    ['毛氈苔', '毛氈苔'],
    ['More about sundews »', 'More about sundews »'],
  ])('keeps %j', (anchor, text) => expect(anchorTextOf(anchor, PAGE)).toBe(text));

  test.each([
    '',
    ' ',
    '»',
    '12',
    '3 / 4',
    'here',
    'Click here!',
    'Read more…',
    '» Next »',
    '[more]',
    'Weiterlesen …',
    'LÄS MER',
    'http://other.example/a',
    'www.example.org',
    'bog.example',
    'Bog.example/plants/',
    'mailto:ada@bog.example',
  ])('leaves out %j', (anchor) => expect(anchorTextOf(anchor, PAGE)).toBeUndefined());

  test('ends at the last blank within 80 UTF-16 units, and never within a character', () => {
    expect(anchorTextOf('sundew '.repeat(30), PAGE)).toBe('sundew '.repeat(11).trim());
    expect(anchorTextOf('x'.repeat(200), PAGE)).toBe('x'.repeat(80));
    expect(anchorTextOf(`${'x'.repeat(79)}𝔘`.repeat(2), PAGE)).toBe('x'.repeat(79));
    expect(anchorTextOf(`${'x'.repeat(40)} ${'y'.repeat(39)} z`, PAGE)).toBe(`${'x'.repeat(40)} ${'y'.repeat(39)}`);
  });
});

describe('the anchor texts of a URL', () => {
  test.each([
    ['Sundews', 'Bog plants', 'Sundews\nBog plants'],
    ['Sundews', 'sundews', 'Sundews'],
    ['a\nb', 'c\nd', 'a\nb\nc'],
    ['a\nb\nc', 'd', 'a\nb\nc'],
    ['a', undefined, 'a'],
    [undefined, 'a', 'a'],
    [undefined, undefined, undefined],
  ])('are those of %j and %j', (one, other, both) => expect(mergeAnchorTexts(one, other)).toBe(both));

  test('have at most 120 UTF-16 units', () => {
    const long = 'x'.repeat(80);
    expect(mergeAnchorTexts(long, 'y'.repeat(40))).toBe(long);
    expect(textsOfAnchors(mergeAnchorTexts(long, `${'y'.repeat(40)}\n${'z'.repeat(39)}`)!)).toEqual([
      long,
      'z'.repeat(39),
    ]);
  });
});

describe('links to one URL', () => {
  const link = (change: Partial<OfferedLink>): OfferedLink => ({
    ...{ url: PAGE, kind: 'page', class: 3, depth: 1, parent: null, score: 0.5 },
    ...change,
  });

  test.each([
    ['of the same priority', {}],
    ['of which the second comes first', { class: 1 }],
    ['of which the second is nearer to a seed', { depth: 0 }],
    ['of which the second has hints', { lastModified: 5 }],
  ])('join their anchor texts: %s', (_, change) => {
    const merged = mergeLinks(link({ anchors: 'Sundews' }), link({ anchors: 'Bog plants', ...change }));
    expect(merged).toMatchObject({ anchors: 'Sundews\nBog plants', ...change });
  });

  test('stay the same object if the second says nothing new', () => {
    const one = link({ anchors: 'Sundews' });
    expect(mergeLinks(one, link({ anchors: 'Sundews' }))).toBe(one);
    expect(mergeLinks(one, link({}))).toBe(one);
    expect(mergeLinks(link({}), one)).toEqual(one);
  });
});
