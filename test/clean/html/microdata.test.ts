import { describe, expect, it } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS as OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import type { Url } from '../../../shared/url/url.ts';

const read = (html: string) =>
  cleanHtml('http://bog.example/sundews' as Url, `<title>Sundews</title><body>${html}`, OPTIONS);

describe('microdata and RDFa', () => {
  it.each([
    ['give the author', '<p itemprop=author>Ada Lovelace', 'author', 'Ada Lovelace', 'microdata'],
    [
      'give the author by a nested name',
      '<div itemprop=author itemscope>Chief botanist <span itemprop=name>Ada Lovelace</span> of the bog</div>',
      'author',
      'Ada Lovelace',
      'microdata',
    ],
    [
      'give the author in Dublin Core',
      '<span property="dc:creator">Ada Lovelace</span>',
      'author',
      'Ada Lovelace',
      'rdfa',
    ],
    [
      'give the author by the URL of a vocabulary',
      '<span property="http://schema.org/author">Ada Lovelace</span>',
      'author',
      'Ada Lovelace',
      'rdfa',
    ],
    [
      'give the date in an attribute',
      '<span itemprop=datePublished content=2021-02-03>three days ago</span>',
      'date',
      '2021-02-03',
      'microdata',
    ],
    [
      'give the date of a time element',
      '<time itemprop=datePublished datetime=2021-02-03>then</time>',
      'date',
      '2021-02-03',
      'microdata',
    ],
    ['give the date in the text', '<p property="schema:datePublished">3 February 2021', 'date', '2021-02-03', 'rdfa'],
    [
      'give the date of the last change',
      '<meta itemprop=x content=y><b></b><time itemprop=dateModified datetime=2021-02-03>then</time>',
      'modified',
      '2021-02-03',
      'microdata',
    ],
    [
      'give the publisher',
      '<div itemprop=publisher itemscope><a itemprop=name>Bog Press</a></div>',
      'publisher',
      'Bog Press',
      'microdata',
    ],
    ['give the title', '<div itemprop=headline>Plants that eat</div>', 'title', 'Plants that eat', 'microdata'],
  ] as const)('%s', (_, html, field, value, source) => {
    const document = read(html);
    expect([document[field], document.sources?.[field]]).toEqual([value, source]);
  });

  it('are ignored in reviews and navigation, and if the value is too long', () => {
    const text = `<p itemprop=author>${'Ada '.repeat(200)}</p>`;
    const review = '<div itemprop=review itemscope><span itemprop=author>Reader One</span></div>';
    const menu = '<nav><span itemprop=datePublished content=2021-02-03>x</span></nav>';
    const { author, date } = read(text + review + menu);
    expect([author, date]).toEqual([null, null]);
  });

  const ANN = '<p itemprop=author>Ann Lee</p>';
  it.each([
    ['named in a meta element', '<meta itemprop=name content="Ann Lee">', 'Ann Lee'],
    [
      'with other properties',
      '<meta itemprop=name content="Ann Lee"><span itemprop=jobTitle>Reporter</span>',
      'Ann Lee',
    ],
    [
      'with an image',
      '<div itemprop=image itemscope itemtype="https://schema.org/ImageObject"><a itemprop=name>Portrait</a></div><a itemprop=name>Ann Lee</a>',
      'Ann Lee',
    ],
    [
      'with an employer',
      '<i itemscope></i><p itemprop=worksFor itemscope><a itemprop=name>Bog Press</a></p><a itemprop=name>Ann Lee</a>',
      'Ann Lee',
    ],
  ])('give an author %s', (_, html, author) => {
    expect(read(`<div itemprop=author itemscope>${html}</div>`).author).toBe(author);
  });

  it('list every author once', () => {
    const two = `${ANN}<div itemprop=author itemscope><meta itemprop=name content="Bob Ray"></div>${ANN}`;
    expect(read(two).author).toBe('Ann Lee; Bob Ray');
  });

  const thing = (type: string, element = 'div', attributes = '') =>
    `<${element} itemscope ${type && `itemtype="https://schema.org/${type}"`} ${attributes}><span itemprop=author>Joe Troll</span>
     <meta itemprop=datePublished content=2001-02-03><time datetime=2001-02-03>then</time></${element}>`;
  it.each([
    ['a review of a product', `<div itemscope itemtype="https://schema.org/Product">${thing('Review')}</div>`],
    ['a review given as a property', thing('Review', 'div', 'itemprop=review')],
    ['user comments', thing('UserComments')],
    ['a comment in a list item', `<ul>${thing('Comment', 'li')}</ul>`],
    ['a comment in a span', `<p>${thing('Comment', 'span')}`],
    ['a video', thing('VideoObject')],
    ['a teaser', `<div class=related>${thing('Article', 'article')}</div>`],
    ['a teaser without an item type', `<div class=related>${thing('', 'article')}</div>`],
    ['a comment in RDFa', '<div typeof="schema:Comment"><span property="schema:author">Joe Troll</span></div>'],
  ])('are ignored in %s, before or after the own properties', (_, other) => {
    const own = `${ANN}<meta itemprop=datePublished content=2020-03-05>`;
    const found = [other, other + own, own + other].map(read).map(({ author, date }) => [author, date]);
    expect(found).toEqual([
      [null, null],
      ['Ann Lee', '2020-03-05'],
      ['Ann Lee', '2020-03-05'],
    ]);
  });

  it('come from the first article and the page around it', () => {
    const page = `<div itemscope itemtype="http://schema.org/WebPage">${thing('NewsArticle').replace('Joe Troll', 'Ann Lee')}
      ${thing('NewsArticle')}</div>`;
    expect([read(page).author, read(`<article itemscope>${ANN}</article>`).author]).toEqual(['Ann Lee', 'Ann Lee']);
    const twice = `<div typeof="schema:Article"><article itemscope itemtype="http://schema.org/Article">${ANN}</article></div>`;
    expect(read(twice).author).toBe('Ann Lee');
    expect(read(thing('Review')).author).toBe('Joe Troll');
  });

  it('rank after meta elements', () => {
    const html = '<meta name=author content="Grace Hopper"><p itemprop=author>Ada Lovelace</p>';
    expect(read(html).author).toBe('Grace Hopper');
  });
});

describe('headline and page title', () => {
  it('are each given if they differ from the title of the document', () => {
    const { title, about } = read('<h1>Plants that eat insects in the bog</h1><p>Text.');
    expect([title, about?.headline, about?.pageTitle]).toEqual(['Plants that eat insects in the bog', null, 'Sundews']);
  });

  it('are null if there is only one title', () => {
    expect(read('<h1>Sundews</h1><p>Text.').about).toMatchObject({ headline: null, pageTitle: null });
  });
});
