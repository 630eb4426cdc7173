import { describe, expect, it } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS as OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import type { Url } from '../../../shared/url/url.ts';

const read = (html: string) =>
  cleanHtml('http://bog.example/sundews' as Url, `<title>Sundews</title><body>${html}`, OPTIONS);

describe('what elements of a page say in microdata and RDFa', () => {
  it.each([
    ['names the author', '<p itemprop=author>Ada Lovelace', 'author', 'Ada Lovelace', 'microdata'],
    [
      'by a name within',
      '<div itemprop=author itemscope>Chief botanist <span itemprop=name>Ada Lovelace</span> of the bog</div>',
      'author',
      'Ada Lovelace',
      'microdata',
    ],
    ['in Dublin Core', '<span property="dc:creator">Ada Lovelace</span>', 'author', 'Ada Lovelace', 'rdfa'],
    [
      'by the address of a vocabulary',
      '<span property="http://schema.org/author">Ada Lovelace</span>',
      'author',
      'Ada Lovelace',
      'rdfa',
    ],
    [
      'tells the day in an attribute',
      '<span itemprop=datePublished content=2021-02-03>three days ago</span>',
      'date',
      '2021-02-03',
      'microdata',
    ],
    [
      'of a time element',
      '<time itemprop=datePublished datetime=2021-02-03>then</time>',
      'date',
      '2021-02-03',
      'microdata',
    ],
    ['or in its text', '<p property="schema:datePublished">3 February 2021', 'date', '2021-02-03', 'rdfa'],
    [
      'tells the last change',
      '<meta itemprop=x content=y><b></b><time itemprop=dateModified datetime=2021-02-03>then</time>',
      'modified',
      '2021-02-03',
      'microdata',
    ],
    [
      'names the publisher',
      '<div itemprop=publisher itemscope><a itemprop=name>Bog Press</a></div>',
      'publisher',
      'Bog Press',
      'microdata',
    ],
    ['tells the title', '<div itemprop=headline>Plants that eat</div>', 'title', 'Plants that eat', 'microdata'],
  ] as const)('%s', (_, html, field, value, source) => {
    const document = read(html);
    expect([document[field], document.sources?.[field]]).toEqual([value, source]);
  });

  it('is not what is said of comments, reviews and menus, nor anything that is too long', () => {
    const text = `<p itemprop=author>${'Ada '.repeat(200)}</p>`;
    const review = '<div itemprop=review itemscope><span itemprop=author>Reader One</span></div>';
    const menu = '<nav><span itemprop=datePublished content=2021-02-03>x</span></nav>';
    const { author, date } = read(text + review + menu);
    expect([author, date]).toEqual([null, null]);
  });

  const ANN = '<p itemprop=author>Ann Lee</p>';
  it.each([
    ['that are named in a meta element', '<meta itemprop=name content="Ann Lee">', 'Ann Lee'],
    [
      'whatever else is said of them',
      '<meta itemprop=name content="Ann Lee"><span itemprop=jobTitle>Reporter</span>',
      'Ann Lee',
    ],
    [
      'whatever they look like',
      '<div itemprop=image itemscope itemtype="https://schema.org/ImageObject"><a itemprop=name>Portrait</a></div><a itemprop=name>Ann Lee</a>',
      'Ann Lee',
    ],
    [
      'and wherever they work',
      '<i itemscope></i><p itemprop=worksFor itemscope><a itemprop=name>Bog Press</a></p><a itemprop=name>Ann Lee</a>',
      'Ann Lee',
    ],
  ])('is people, %s', (_, html, author) => {
    expect(read(`<div itemprop=author itemscope>${html}</div>`).author).toBe(author);
  });

  it('is all the people who are named so', () => {
    const two = `${ANN}<div itemprop=author itemscope><meta itemprop=name content="Bob Ray"></div>${ANN}`;
    expect(read(two).author).toBe('Ann Lee; Bob Ray');
  });

  const thing = (type: string, element = 'div', attributes = '') =>
    `<${element} itemscope ${type && `itemtype="https://schema.org/${type}"`} ${attributes}><span itemprop=author>Joe Troll</span>
     <meta itemprop=datePublished content=2001-02-03><time datetime=2001-02-03>then</time></${element}>`;
  it.each([
    ['a review of what is sold', `<div itemscope itemtype="https://schema.org/Product">${thing('Review')}</div>`],
    ['a review by a property', thing('Review', 'div', 'itemprop=review')],
    ['what readers said', thing('UserComments')],
    ['a comment in a list', `<ul>${thing('Comment', 'li')}</ul>`],
    ['a comment in a line', `<p>${thing('Comment', 'span')}`],
    ['a film', thing('VideoObject')],
    ['a teaser', `<div class=related>${thing('Article', 'article')}</div>`],
    ['a teaser without a type', `<div class=related>${thing('', 'article')}</div>`],
    ['a comment in RDFa', '<div typeof="schema:Comment"><span property="schema:author">Joe Troll</span></div>'],
  ])('is not what is said in %s, before or behind it', (_, other) => {
    const own = `${ANN}<meta itemprop=datePublished content=2020-03-05>`;
    const said = [other, other + own, own + other].map(read).map(({ author, date }) => [author, date]);
    expect(said).toEqual([
      [null, null],
      ['Ann Lee', '2020-03-05'],
      ['Ann Lee', '2020-03-05'],
    ]);
  });

  it('is what the first article says, and the page around it', () => {
    const page = `<div itemscope itemtype="http://schema.org/WebPage">${thing('NewsArticle').replace('Joe Troll', 'Ann Lee')}
      ${thing('NewsArticle')}</div>`;
    expect([read(page).author, read(`<article itemscope>${ANN}</article>`).author]).toEqual(['Ann Lee', 'Ann Lee']);
    const twice = `<div typeof="schema:Article"><article itemscope itemtype="http://schema.org/Article">${ANN}</article></div>`;
    expect(read(twice).author).toBe('Ann Lee');
    expect(read(thing('Review')).author).toBe('Joe Troll');
  });

  it('comes after what is declared for machines', () => {
    const html = '<meta name=author content="Grace Hopper"><p itemprop=author>Ada Lovelace</p>';
    expect(read(html).author).toBe('Grace Hopper');
  });
});

describe('a page with two names', () => {
  it('has its headline and its title told apart, each where it is not the title of the document', () => {
    const { title, about } = read('<h1>Plants that eat insects in the bog</h1><p>Text.');
    expect([title, about?.headline, about?.pageTitle]).toEqual(['Plants that eat insects in the bog', null, 'Sundews']);
  });

  it('has none of them where there is but one', () => {
    expect(read('<h1>Sundews</h1><p>Text.').about).toMatchObject({ headline: null, pageTitle: null });
  });
});
