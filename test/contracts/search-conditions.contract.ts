import { beforeAll, expect, test } from 'vitest';
import type { IndexCondition } from '../../shared/ports/index-condition.ts';
import type { SearchIndex } from '../../shared/ports/search-index.ts';
import type { QuerySyntax } from '../../shared/query/ast/query-ast.ts';
import { partNames } from '../../shared/query/compile/part-condition.ts';
import { parseQuery } from '../../shared/query/compile/print-query.ts';
import { queryWords } from '../../shared/query/compile/query-words.ts';
import { resolveQuery } from '../../shared/query/compile/resolve-query.ts';
import { parseWeb } from '../../shared/query/web/parse-web.ts';
import { newestFirst } from '../../shared/search/newest-first.ts';
import { search } from '../../shared/search/search.ts';
import { seen } from './search-index.contract.ts';

const CRAWL = 'main';

const page = (id: string, title: string, text: string, rest = {}) =>
  seen(id, `http://${id}.example/`, { title, text, language: 'en', ...rest });

const PAGES = [
  page('bog', 'Bog plants', 'Pitcher plants grow beside the moss of a bog.', {
    date: '2020-05-31',
    type: 'pdf',
    author: 'Charles Darwin; Mary Treat',
    at: 1,
  }),
  page('ball', 'Baseball', 'The pitcher throws a ball. Plants are rare here.', { date: '2021', at: 2 }),
  page('fen', 'Fens', 'A fen has moss and sedge, and a pitcher for water.', {
    classes: [{ class: 'A.b', score: 1 }],
    author: 'Ernst Mayr',
    headings: ['The moss', 'Traps'],
    at: 3,
  }),
  page('sundew', 'Round leaved sundew', 'Sundews catch insects. Ecology of the sundew.', {
    date: '2022-01-01',
    about: { licence: 'http://www.garden.example/Terms/' },
    anchors: ['Sticky flypapers', 'A list of traps'],
  }),
  page('colour', 'Colour', 'The color of leaves, and the colour of peat.', {
    description: 'The spectrum in two countries.',
    keywords: ['heraldry', 'flag design'],
    about: {
      doi: '10.5555/flags.7',
      issn: '1234-567X',
      licence: 'http://creativecommons.org/licenses/by-sa/3.0/de/deed.en',
    },
  }),
  seen('path', 'https://www.garden.example/Wiki/PeatMoss/the-plants_2.html?lang=en', {
    title: 'Untitled',
    text: 'Nothing.',
    language: 'und',
    about: { licence: 'CC0 1.0 Universal' },
  }),
  page('hus', 'Myrar', 'En myr med vitmossa', {
    language: 'sv',
    fields: { event: [{ text: 'mh-1;2002p1;full;sv' }, { text: 'mh-2; 2002p2 ;half;en' }], note: ['x;2002p4;half;sv'] },
  }),
  page('han', '植物', '食虫植物は虫を捕らえる植物', { language: 'ja' }),
];

const ALL = ['ball', 'bog', 'colour', 'fen', 'han', 'hus', 'path', 'sundew'];

const GRAMMARS = { event: { separator: ';', parts: ['id', 'period', 'intensity', 'language'] } };

/** Which pages a query on parts of mapped fields finds. */
const FOUND_BY_PARTS: [query: string, ids: string[]][] = [
  ['event.period:2002p1', ['hus']],
  ['event.period:2002p2', ['hus']],
  ['event.period:2002p4', []],
  ['event.period:2002', []],
  ['event.period:200.p1', []],
  ['event.id:mh-1', ['hus']],
  ['event.id:"mh-1;2002p1"', []],
  // Both parts are those of one event.
  ['event.period:2002p1 event.language:sv', ['hus']],
  ['event.period:2002p1 event.language:en', []],
  ['event.period:2002p2 AND Event.Language:en', ['hus']],
  ['event.period:(2002p1 OR 2002p2) event.language:en', ['hus']],
  ['event.period:(2002p1 OR 2002p3) event.language:en', []],
  ['-event.language:fr lang:sv', ['hus']],
  ['-event.language:en lang:sv', []],
];

/** Which pages a query finds. Both engines find the same. */
const FOUND: [syntax: QuerySyntax, query: string, ids: string[]][] = [
  ['web', 'pitcher plants', ['ball', 'bog', 'fen']],
  ['web', '"pitcher plants"', ['bog']],
  ['web', '"plants pitcher"', []],
  ['web', '"pitcher plant" OR sedge', ['bog', 'fen']],
  ['web', 'pitcher -plants', ['fen']],
  ['web', '-pitcher', ['colour', 'han', 'hus', 'path', 'sundew']],
  ['web', 'pitcher AND moss', ['bog', 'fen']],
  ['web', '(bog OR fen) AND NOT "pitcher plants"', ['fen']],
  ['web', 'title:plants', ['bog']],
  ['web', 'title:(plants OR sundews)', ['bog', 'sundew']],
  ['web', 'text:plants', ['ball', 'bog']],
  ['web', '-title:plants plants', ['ball']],
  ['web', '"pitcher water"~0', ['fen']],
  ['web', '"moss pitcher"~3', ['bog', 'fen']],
  ['web', '"moss pitcher"~1', ['fen']],
  // A word is not near itself: it must stand at two places of one field.
  ['web', '"plants plant"~5', []],
  ['web', '"sundew sundews"~5', ['sundew']],
  ['web', '"sundew ecology sundews"~2', ['sundew']],
  ['web', '"sundew ecology sundews"~0', []],
  ['web', '"sundew sundew sundew"~20', []],
  ['web', 'text:"植物 植物"~3', []],
  ['web', 'text:"植物 植物"~20', ['han']],
  ['web', 'sund*', ['sundew']],
  ['web', '*ology', ['sundew']],
  ['web', 'col?r', ['colour']],
  ['web', 'title:col*r', ['colour']],
  ['web', 'text:ba?l', ['ball']],
  // The index has stems: sundew, insect.
  ['web', 'sund?ws', ['sundew']],
  ['web', 'insec?s', ['sundew']],
  ['web', 'ins*ts', ['sundew']],
  ['web', 'sudnew~', ['sundew']],
  ['web', 'sandew~1', ['sundew']],
  ['web', 'sndw~1', []],
  ['web', 'title:fan~1', ['fen']],
  ['web', 'date:2020', ['bog']],
  ['web', 'date:2020..2021', ['ball', 'bog']],
  ['web', 'date:>2020 pitcher', ['ball']],
  ['web', '-date:>2020', ['bog', 'colour', 'fen', 'han', 'hus', 'path']],
  ['web', 'date:*..*', ['ball', 'bog', 'sundew']],
  ['web', 'site:bog.example OR host:fen.example', ['bog', 'fen']],
  ['web', 'lang:sv OR class:A', ['fen', 'hus']],
  ['web', '-type:pdf -lang:en', ['han', 'hus', 'path']],
  ['web', 'licence:cc-by-sa', ['colour']],
  ['web', 'license:CC-BY-SA-3.0', ['colour']],
  ['web', 'licence:"CC BY-SA 3.0 DE"', ['colour']],
  ['web', 'licence:https://creativecommons.org/licenses/by-sa/3.0/', ['colour']],
  ['web', 'licence:cc-by', []],
  ['web', 'licence:cc-by-sa-4.0', []],
  ['web', 'licence:cc0 OR licence:cc-by-sa', ['colour', 'path']],
  ['web', 'licence:any', ['colour', 'path']],
  ['web', 'licence:https://garden.example/Terms', ['sundew']],
  ['web', '-licence:any lang:en', ['ball', 'bog', 'fen', 'sundew']],
  ['cql', 'dc.rights = "CC BY-SA"', ['colour']],
  ['cql', 'licence any "cc0 cc-by-sa"', ['colour', 'path']],
  ['web', 'author:darwin', ['bog']],
  ['web', 'Darwin', ['bog']],
  ['web', 'title:darwin', []],
  ['web', 'text:darwin', []],
  ['web', 'author:moss', []],
  ['web', 'author:"mary treat"', ['bog']],
  ['web', 'author:"treat mary"', []],
  ['web', '"mayr ernst"~3', ['fen']],
  ['web', 'author:(treat OR mayr)', ['bog', 'fen']],
  ['web', 'moss -author:mayr', ['bog']],
  ['web', 'creator:dar*', ['bog']],
  ['web', 'author:*win', ['bog']],
  ['web', 'author:darwim~', ['bog']],
  ['web', 'title:darwim~', []],
  ['web', 'anchor:flypaper', ['sundew']],
  ['web', 'flypaper', ['sundew']],
  ['web', 'inanchor:"sticky flypapers"', ['sundew']],
  ['web', 'text:flypaper', []],
  ['web', 'anchor:insects', []],
  ['web', 'anchors:fly*', ['sundew']],
  ['web', 'anchor:stickt~', ['sundew']],
  ['web', '-anchor:traps (pitcher OR sundew)', ['ball', 'bog', 'fen']],
  ['web', 'keywords:heraldry', ['colour']],
  ['web', 'heraldry', ['colour']],
  ['web', 'keywords:"flag design"', ['colour']],
  ['web', 'keywords:10.5555/flags.7', ['colour']],
  ['web', 'keywords:"1234-567x"', ['colour']],
  ['web', 'text:heraldry', []],
  ['web', 'abstract:heraldry', []],
  ['web', 'keywords:heral*', ['colour']],
  ['web', 'keywords:heraldri~', ['colour']],
  ['web', '-keywords:heraldry (sundew OR spectrum)', ['sundew']],
  ['web', 'abstract:spectrum', ['colour']],
  ['web', 'spectrum', ['colour']],
  ['web', 'description:"two countries"', ['colour']],
  ['web', 'text:spectrum', []],
  ['web', 'abstract:peat', []],
  ['web', 'abstract:spec*', ['colour']],
  ['web', 'abstract:spectrun~', ['colour']],
  ['web', '-abstract:countries (peat OR sundew)', ['sundew']],
  ['web', 'url:garden', ['path']],
  ['web', 'inurl:fen', ['fen']],
  ['web', 'url:moss', ['path']],
  ['web', 'url:"peat moss"', ['path']],
  ['web', 'url:"moss peat"', []],
  ['web', 'url:peatmoss', ['path']],
  ['web', 'url:/wiki/PeatMoss/the-plants_2.html', ['path']],
  ['web', 'url:https://www.garden.example/Wiki/PeatMoss/the-plants_2.html?lang=en#top', ['path']],
  ['web', 'url:/plants/the', []],
  // Words of URLs are not stemmed, and stop words stay.
  ['web', 'url:plant', []],
  ['web', 'url:the', ['path']],
  ['web', 'url:plan*', ['path']],
  ['web', 'url:*dew', ['sundew']],
  ['web', 'url:g?rd*n', ['path']],
  ['web', 'url:gardem~', ['path']],
  ['web', 'url:"wiki plants"~3', ['path']],
  ['web', 'url:"plants wiki"~3', ['path']],
  ['web', 'url:"plants wiki"~0', []],
  ['web', 'url:bog OR title:fens', ['bog', 'fen']],
  ['web', 'url:(bog OR fen) AND author:mayr', ['fen']],
  ['web', 'moss url:bog', ['bog']],
  ['web', 'moss -url:fen', ['bog']],
  ['web', 'url:www', []],
  // Words without a field, and patterns of them, are not searched in URLs.
  ['web', 'garden', []],
  ['web', 'gard*', []],
  ['web', 'gardem~', []],
  ['web', 'text:garden', []],
  ['web', '"peat moss"', []],
  ['web', '食虫植物 AND 捕', ['han']],
  ['web', '食虫植物 AND 猫', []],
  ['web', '"捕らえる植物"', ['han']],
  ['web', '"虫を植物"', []],
  ['web', '"食虫植物"', ['han']],
  ['web', 'title:植物', ['han']],
  ['cql', 'pitcher and (moss or ball)', ['ball', 'bog', 'fen']],
  ['cql', 'title any "plants colour"', ['bog', 'colour']],
  ['cql', 'cql.serverChoice all "water sedge"', ['fen']],
  ['cql', 'moss not dc.format = pdf', ['fen']],
  ['cql', 'pitcher prox/distance<=3 water', ['fen']],
  ['cql', 'pitcher prox/distance<=3/ordered moss', []],
  ['cql', 'moss prox/distance<=3/ordered pitcher', ['fen']],
  ['cql', 'pitcher prox/distance<=4/ordered moss', ['bog']],
  ['cql', 'moss prox moss', []],
  ['cql', 'moss prox/distance<=9/ordered moss', []],
  ['cql', 'sundew prox/distance<=9 sundews', ['sundew']],
  ['cql', 'sundew prox/distance<=9/ordered sundews', ['sundew']],
  ['cql', 'dc.date within "2020 2021"', ['ball', 'bog']],
  ['cql', 'cql.allRecords = 1', ALL],
  ['cql', 'cql.allRecords = 1 not pitcher', ['colour', 'han', 'hus', 'path', 'sundew']],
  ['cql', 'moss and cql.allRecords = 1', ['bog', 'fen']],
  ['cql', 'dc.creator = "charles darwin"', ['bog']],
  ['cql', 'bath.author any "mayr treat"', ['bog', 'fen']],
  ['cql', 'moss and dc.creator <> mayr', ['bog']],
  ['cql', 'anchor any "traps moss"', ['sundew']],
  ['cql', 'abstract any "countries moss"', ['colour']],
  ['cql', 'dc.description = "two countries"', ['colour']],
  ['cql', 'bib1.abstract all "countries spectrum"', ['colour']],
  ['cql', 'title == "bog plants"', ['bog']],
  ['cql', 'dc.title exact BÓG-PLANTS', ['bog']],
  ['cql', 'title == bog', []],
  ['cql', 'title == "plants bog"', []],
  // Stemming joins the words, but the texts differ.
  ['cql', 'title == "bog plant"', []],
  ['cql', 'headings == "The Moss"', ['fen']],
  ['cql', 'headings == moss', []],
  ['cql', 'headings exact "the moss traps"', []],
  ['cql', 'dc.creator == "mary treat"', ['bog']],
  ['cql', 'author == mary', []],
  ['cql', 'author exact "charles darwin mary treat"', []],
  ['cql', 'title == 植物', ['han']],
  ['cql', 'pitcher not title == baseball', ['bog', 'fen']],
  ['cql', 'author == "ernst mayr" or title == colour', ['colour', 'fen']],
  ['cql', 'dc.title <> plants', ALL.filter((id) => id !== 'bog')],
  ['plql', "pitcher and not dc.title = 'bog plants'", ['ball', 'fen']],
  ['cql', 'dc.identifier = "garden.example/wiki"', ['path']],
  ['cql', 'url any "garden fen"', ['fen', 'path']],
  ['cql', 'url all "garden peat"', ['path']],
  ['cql', 'url = plants prox/distance<=3 url = wiki', ['path']],
  ['cql', 'dc.identifier <> example', []],
  ['cql', 'dc.identifier == "http://fen.example/"', ['fen']],
  ['cql', 'dc.identifier exact "HTTP://FEN.example"', ['fen']],
  ['cql', 'dc.identifier == "https://fen.example/"', []],
  ['cql', 'dc.identifier == "http://fen.example/moss"', []],
  ['cql', 'moss not dc.identifier == "http://fen.example/"', ['bog']],
  ['plql', "lom.technical.location = 'http://fen.example/'", ['fen']],
  ['plql', "dc.identifier = 'garden' or moss", ['bog', 'fen', 'path']],
  ['plql', "lom.general.description = 'two countries'", ['colour']],
  ['plql', "lom.general.language = 'Swedish'", ['hus']],
  ['plql', "dc.creator = 'Ernst Mayr'", ['fen']],
  ['plql', 'lom.rights.cost = yes', []],
];

/** Conditions of queries, on every engine. @param open returns an index, and what waits until writes are searchable */
export function searchConditionsContract(
  open: () => Promise<{ index: SearchIndex; settle: () => Promise<void> }>,
): void {
  let index: SearchIndex;
  beforeAll(async () => {
    const opened = await open();
    index = opened.index;
    await index.write(CRAWL, PAGES);
    await opened.settle();
  });

  function indexQuery(syntax: QuerySyntax, text: string, languages: string[]) {
    const { query, error } = parseQuery(syntax, text);
    if (error) throw new Error(error.message);
    const resolved = resolveQuery(query, { languages });
    if ('error' in resolved) throw new Error(resolved.error.message);
    const { condition, bonuses, filters } = resolved;
    const words = queryWords(resolved.text, languages);
    return { words, ...(condition && { condition }), bonuses, filters, from: 0, size: 20 };
  }

  test.each(FOUND)('finds the same pages in %s for %s', async (syntax, query, ids) => {
    const { total, hits } = await index.search(CRAWL, indexQuery(syntax, query, ['en']));
    expect(hits.map(({ record }) => record.id).sort()).toEqual(ids);
    expect(total).toBe(ids.length);
  });

  test.each(FOUND_BY_PARTS)('finds the same pages for %s', async (text, ids) => {
    const { query } = parseWeb(text, partNames(GRAMMARS));
    const resolved = resolveQuery(query!, { languages: ['en'], grammars: GRAMMARS });
    if ('error' in resolved) throw new Error(resolved.error.message);
    const { condition, filters } = resolved;
    const { total, hits } = await index.search(CRAWL, {
      words: [],
      ...(condition && { condition }),
      filters,
      from: 0,
      size: 20,
    });
    expect(hits.map(({ record }) => record.id).sort()).toEqual(ids);
    expect(total).toBe(ids.length);
  });

  test('scores pages with a condition as the words alone score them', async () => {
    const plain = await index.search(CRAWL, indexQuery('web', 'pitcher moss', ['en']));
    const both = await index.search(CRAWL, indexQuery('web', 'pitcher AND moss', ['en']));
    const scores = new Map(plain.hits.map(({ record, score }) => [record.id, score]));
    expect(both.hits).toHaveLength(2);
    for (const { record, score } of both.hits) expect(score).toBeCloseTo(scores.get(record.id)!, 5);
  });

  test('ranks a page with a similar word above one without, and pages without a score at the end', async () => {
    const { hits } = await index.search(CRAWL, indexQuery('web', 'sundw~1 col?r', ['en']));
    expect(hits.map(({ score }) => score)).toEqual([2, 2]);
    const more = await index.search(CRAWL, indexQuery('web', '+leaves sundw~1 -xyz', ['en']));
    expect(more.hits.map(({ record }) => record.id)).toEqual(['sundew', 'colour']);
  });

  test('finds the same pages for words in the order of their fetch', async () => {
    const byScore = await index.search(CRAWL, indexQuery('web', 'pitcher plants', ['en']));
    const byTime = await index.search(CRAWL, newestFirst(indexQuery('web', 'pitcher plants', ['en'])));
    expect(byTime.total).toBe(byScore.total);
    expect(byTime.hits.map(({ record, score }) => [record.id, score])).toEqual([
      ['fen', 0],
      ['ball', 0],
      ['bog', 0],
    ]);
  });

  test('finds records by their ids, and none by annotations, which no engine has', async () => {
    const ids = async (condition: IndexCondition, words: string[][] = []) => {
      const { hits, total } = await index.search(CRAWL, { words, condition, filters: {}, from: 0, size: 20 });
      expect(total).toBe(hits.length);
      return hits.map(({ record }) => record.id).sort();
    };
    const some: IndexCondition = { match: 'ids', ids: ['bog', 'fen', 'none', '"'] };
    expect(await ids(some)).toEqual(['bog', 'fen']);
    expect(await ids(some, [['plant']])).toEqual(['bog', 'fen']);
    expect(await ids({ match: 'not', part: some })).toEqual(['ball', 'colour', 'han', 'hus', 'path', 'sundew']);
    expect(await ids({ match: 'or', parts: [some, { match: 'ids', ids: ['han'] }] })).toEqual(['bog', 'fen', 'han']);
    expect(await ids({ match: 'ids', ids: [] })).toEqual([]);
    const annotation: IndexCondition = { match: 'annotation', on: { match: 'all' } };
    expect(await ids(annotation)).toEqual([]);
    expect(await ids({ match: 'not', part: annotation })).toEqual(ALL);
  });

  test('finds all spellings of an identifier, and the pages that are promoted for it', async () => {
    await index.write('books', [
      page('hyphens', 'Book', 'ISBN 0-8044-2957-X'),
      page('digits', 'Book', 'The number 9780804429573.'),
      page('other', 'Book', 'ISBN 978-0-8044-2958-0'),
      page('paper', 'Paper', 'x', { about: { doi: '10.5555/moss' } }),
    ]);
    const find = async (q: string) => {
      const promotions = [
        { queries: ['ISBN 978-0-8044-2957-3', '10.5555/MOSS'], urls: ['http://other.example/'] },
        { queries: ['10.5555/fen'], urls: ['http://digits.example/'] },
      ];
      const { hits, promoted } = await search(
        { crawl: 'books', q },
        { index },
        { languages: ['en', 'de'], promotions },
      );
      return [hits.map(({ id }) => id).sort(), promoted?.map(({ id }) => id)];
    };
    await expect.poll(() => find('book'), { timeout: 60_000 }).toEqual([['digits', 'hyphens', 'other'], undefined]);
    for (const q of ['0-8044-2957-X', '080442957x', '978\u20130\u20138044\u20132957\u20133', '9780804429573'])
      expect(await find(q)).toEqual([['digits', 'hyphens'], ['other']]);
    expect(await find('doi:10.5555/moss')).toEqual([['paper'], ['other']]);
  });

  test('finds pages without a required word that is a stop word of their language, if they have the other words', async () => {
    await index.write('stop-words', [
      page('city', 'City', 'Die Stadt und der Wald.', { language: 'de' }),
      page('forest', 'Forest', 'Der Wald.', { language: 'de' }),
      page('film', 'Film', 'They die in the end.'),
      page('novel', 'Novel', 'The Stadt.'),
      page('ru', 'Роман', 'Роман «Мы»', { language: 'ru' }),
      page('uk', 'Роман', 'Роман «Ми»', { language: 'uk' }),
      page('bg', 'Книга', 'Книга', { language: 'bg' }),
    ]);
    const find = async (query: string) => {
      const { hits } = await index.search('stop-words', indexQuery('web', query, ['en', 'de']));
      return hits.map(({ record }) => record.id).sort();
    };
    await expect.poll(() => find('роман'), { timeout: 60_000 }).toEqual(['ru', 'uk']);
    for (const query of ['+die Stadt', '"die" Stadt']) expect(await find(query)).toEqual(['city', 'film']);
    expect(await find('die AND Stadt')).toEqual(['city']);
    expect(await find('+die')).toEqual(['film']);
    expect(await find('title:die Stadt')).toEqual([]);
    expect(await find('Stadt -die')).toEqual(['city', 'novel']);
    for (const query of ['+мы роман', 'мы AND роман', '"мы" +роман']) expect(await find(query)).toEqual(['ru']);
  });

  test('finds words in one by their parts', async () => {
    await index.write('joined', [
      page('one', 'Contact', 'Email us.'),
      page('parts', 'Contact', 'Send an e-mail.'),
      page('mail', 'Contact', 'Mail in the USA.'),
    ]);
    const find = async (q: string) => {
      const { hits } = await search({ crawl: 'joined', q }, { index });
      return hits.map(({ id }) => id).sort();
    };
    await expect.poll(() => find('contact'), { timeout: 60_000 }).toEqual(['mail', 'one', 'parts']);
    expect(await find('e-mails')).toEqual(['mail', 'one', 'parts']);
    for (const q of ['"e-mail"', '+e-mail', 'text:e-mail', 'contact AND e-mail'])
      expect(await find(q)).toEqual(['one', 'parts']);
    expect(await find('e-nail~')).toEqual(['one']);
    expect(await find('contact -e-mail')).toEqual(['mail']);
    expect(await find('U.S.A.')).toEqual(['mail']);
    expect(await find('"send an e-mail"')).toEqual(['parts']);
  });

  test('finds names that have signs by these signs', async () => {
    await index.write('signs', [
      page('c', 'The C language', 'A primer of C, with exercises in C. Pages about C have a C.'),
      page('cpp', 'A language', 'A primer of C++ with classes.'),
      page('csharp', 'A language', 'A primer of C# for .NET.'),
      page('net', 'The net', 'A net for fish is a net of threads. Nets are nets.'),
      page('dotnet', 'Building', 'Run dotnet build.'),
      page('tee', 'Tops', 'One t-shirt.'),
      page('shirt', 'Shirts', 'Shirts, shirts and shirts with collars.'),
      page('phone', 'AT&T', 'A company.'),
    ]);
    const find = async (q: string) => {
      const { hits } = await search({ crawl: 'signs', q }, { index });
      return hits.map(({ id }) => id);
    };
    await expect.poll(async () => (await find('*')).length, { timeout: 60_000 }).toBe(8);
    expect(await find('C++')).toEqual(['cpp']);
    expect(await find('C')).toEqual(['c']);
    for (const q of ['C#', 'csharp', 'title:language +C#', '"C# for .NET"', 'primer AND C#'])
      expect(await find(q)).toEqual(['csharp']);
    for (const q of ['+C++ primer', 'language -C# -"of C"']) expect(await find(q)).toEqual(['cpp']);
    for (const q of ['+.NET', '.NET AND (primer OR build)', 'dotnet'])
      expect((await find(q)).sort()).toEqual(['csharp', 'dotnet']);
    expect((await find('.NET')).sort()).toEqual(['csharp', 'dotnet', 'net']);
    expect((await find('.NET'))[0]).toBe('csharp');
    expect(await find('net -.NET')).toEqual(['net']);
    expect((await find('t-shirt'))[0]).toBe('tee');
    for (const q of ['tshirt', '"t-shirt"', '+t-shirts']) expect(await find(q)).toEqual(['tee']);
    expect((await find('AT&T'))[0]).toBe('phone');
    expect(await find('+AT&T company')).toEqual(['phone']);
  });

  test('finds phrases across a full stop in front of a word, and conjunctions by no letter of theirs', async () => {
    await index.write('stops', [
      page('rules', 'Rules', 'You must use .htaccess file rules. Microsoft .NET is here, in the file .The next one.'),
      seen('tea', 'http://b.example/tea.php', { title: 'Tè', text: 'Un tè e/o un infuso, e/o altro.', language: 'it' }),
      seen('pets', 'http://c.example/', { title: 'Animali', text: 'Gatti e cani in casa.', language: 'it' }),
    ]);
    const find = async (q: string) => {
      const { hits } = await search({ crawl: 'stops', q }, { index }, { languages: ['en', 'it'] });
      return hits.map(({ id }) => id);
    };
    await expect.poll(async () => (await find('*')).length, { timeout: 60_000 }).toBe(3);
    for (const q of ['"use htaccess file"', '"use .htaccess file"', '"Microsoft NET"', '"Microsoft .NET is here"'])
      expect(await find(q)).toEqual(['rules']);
    for (const q of ['"file the next"', '".NET Microsoft"~2', '+.htaccess', 'dotnet'])
      expect(await find(q)).toEqual(['rules']);
    for (const q of ['inurl:.php', 'url:.php', 'url:"tea .php"']) expect(await find(q)).toEqual(['tea']);
    expect(await find('gatti e/o cani')).toEqual(['pets']);
  });

  test('finds and ranks synonyms of several words', async () => {
    await index.write('synonyms', [
      page('short', 'One', 'An RDM policy.'),
      page('long', 'Two', 'A policy for research data management.'),
      page('parts', 'Three', 'Management of data, and a policy for research.'),
    ]);
    const synonyms = [['RDM', 'research data management']];
    const find = async (q: string) => {
      const { hits } = await search({ crawl: 'synonyms', q }, { index }, { languages: ['en', 'de'], synonyms });
      return hits.map(({ id }) => id);
    };
    await expect.poll(async () => (await find('policy')).length, { timeout: 60_000 }).toBe(3);
    for (const q of ['RDM', '"research data management"', '+RDM policy', 'RDM AND policy'])
      expect((await find(q)).sort()).toEqual(['long', 'short']);
    expect((await find('RDM policy')).at(-1)).toBe('parts');
    expect((await find('research data management')).sort()).toEqual(['long', 'parts', 'short']);
    expect(await find('policy -RDM')).toEqual(['parts']);
  });

  test('answers long queries in many languages, also with many synonyms', async () => {
    await index.write('long', [page('one', 'One', 'A self-made list of things0 in one.')]);
    const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'ru', 'sv', 'da', 'pl', 'cs'];
    const words = Array.from({ length: 30 }, (_, i) => `things${i}`);
    const synonyms = words.map((word) => [
      word,
      ...Array.from({ length: 9 }, (_, i) => `${word} of growing plants${i}`),
    ]);
    const find = async (q: string) => {
      const { hits } = await search({ crawl: 'long', q }, { index }, { languages, synonyms });
      return hits.map(({ id }) => id);
    };
    await expect.poll(() => find('list'), { timeout: 60_000 }).toEqual(['one']);
    for (const q of [words.join(' '), words.map((word) => `self-${word}`).join(' '), words.join(' OR ')])
      expect(await find(q)).toEqual(['one']);
    expect(await find(words.join(' AND '))).toEqual([]);
    expect(await find(words.map((word) => `"one two three four ${word}"`).join(' OR '))).toEqual([]);
    expect(
      await find(`"self-made list of things0" ${words.map((word) => `OR "two three four ${word}"`).join(' ')}`),
    ).toEqual(['one']);
    expect(await find(`"${words.map((word) => `self-${word}`).join(' ')}"`)).toEqual([]);
  });

  test('pages through the hits of a condition', async () => {
    const query = indexQuery('web', '-xyz', ['en']);
    const ids: string[] = [];
    for (let from = 0; from < ALL.length; from += 3) {
      const { hits, total } = await index.search(CRAWL, { ...query, from, size: 3 });
      expect(total).toBe(ALL.length);
      ids.push(...hits.map(({ record }) => record.id));
    }
    expect(ids.sort()).toEqual(ALL);
  });

  test('forgets the terms of a page that has changed', async () => {
    const changed = { ...seen('rush', 'http://rush.example/', { title: 'Rush', text: 'Juncus effusus' }) };
    await index.write('changing', [changed]);
    await index.write('changing', [
      seen('rush', 'http://rush.example/', { title: 'Reed', text: 'Juncus effusus', at: changed.at + 1 }),
    ]);
    const total = async (query: string) => (await index.search('changing', indexQuery('web', query, ['en']))).total;
    await expect.poll(() => total('*eed'), { timeout: 60_000 }).toBe(1);
    expect(await total('*ush')).toBe(0);
    expect(await total('ruhs~')).toBe(0);
  });
}
