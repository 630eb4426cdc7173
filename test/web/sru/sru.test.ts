import { beforeAll, describe, expect, test } from 'vitest';
import { contextSetOf, contextSets } from '../../../shared/query/fields/query-fields.ts';
import { searchRecords } from '../../../shared/search/search-records.ts';
import { HOSTILE } from '../formats/records.ts';
import { FETCHED_AT, libraryWorld, pageRecord } from '../library-world.ts';
import { elementsOf, parseXml, textsOf, type XmlElement } from '../strict-xml.ts';

const RECORDS = [
  pageRecord('sundew', {
    title: 'Sundews of the bog',
    text: 'Sundews catch flies with sticky leaves.',
    author: 'Mary Treat',
    date: '2021-06-03',
    keywords: ['bog plants'],
    description: 'How sundews live',
    classes: [{ class: 'CP.Drosera', score: 3 }],
    about: { publisher: 'Kew & Co', licence: 'https://creativecommons.org/licenses/by/4.0/' },
  }),
  pageRecord('flytrap', {
    title: 'Flytraps',
    text: 'Flytraps snap shut on flies.',
    author: 'Ada Marsh',
    date: '2019',
    classes: [{ class: 'CP.Dionaea', score: 2 }],
    type: 'pdf',
  }),
  pageRecord('ended', { title: 'Old moss', text: 'moss', unavailableAfter: FETCHED_AT + 1 }),
  pageRecord('hostile', {
    title: HOSTILE,
    text: `${HOSTILE} fern`,
    author: HOSTILE,
    directives: ['nosnippet'],
    description: 'withheld',
  }),
];
let world: Awaited<ReturnType<typeof libraryWorld>>;
beforeAll(async () => {
  world = await libraryWorld({
    garden: RECORDS,
    'other-garden': [pageRecord('fern', { title: 'Ferns' })],
    words: [],
  });
});

const ZING = 'http://www.loc.gov/zing/srw/';
const OASIS = 'http://docs.oasis-open.org/ns/search-ws';

/** Asks for a response, and checks its content type. */
async function sru(parameters: Record<string, string>, path = '/sru', init?: RequestInit): Promise<XmlElement> {
  const response = await world.ask(`${path}?${new URLSearchParams(parameters)}`, init);
  expect(response.status).toBe(200);
  const root = parseXml(await response.text());
  expect(response.headers.get('content-type')).toBe(
    root.namespace.startsWith(OASIS) ? 'application/sru+xml; charset=utf-8' : 'text/xml; charset=utf-8',
  );
  return root;
}
const find = (query: string, more: Record<string, string> = {}) =>
  sru({ version: '1.2', operation: 'searchRetrieve', query, ...more });
const numberOf = (root: XmlElement) => Number(textsOf(root, 'numberOfRecords')[0]);
const idsOf = (root: XmlElement) => textsOf(root, 'recordIdentifier');
const diagnosticsOf = (root: XmlElement) =>
  elementsOf(root, 'diagnostic').map((one) => [
    textsOf(one, 'uri')[0]!.replace('info:srw/diagnostic/1/', ''),
    textsOf(one, 'details')[0] ?? '',
  ]);

describe('searchRetrieve', () => {
  test.each([
    [
      '1.1',
      ZING,
      `${ZING}diagnostic/`,
      ['version', 'numberOfRecords', 'records', 'echoedSearchRetrieveRequest', 'diagnostics'],
    ],
    [
      '1.2',
      ZING,
      `${ZING}diagnostic/`,
      ['version', 'numberOfRecords', 'records', 'echoedSearchRetrieveRequest', 'diagnostics'],
    ],
    [
      '2.0',
      `${OASIS}/sruResponse`,
      `${OASIS}/diagnostic`,
      ['version', 'numberOfRecords', 'records', 'echoedSearchRetrieveRequest', 'diagnostics', 'resultCountPrecision'],
    ],
  ])('version %s has its namespace and its order of elements', async (version, namespace, diagnostic, names) => {
    const root = await sru({ version, operation: 'searchRetrieve', query: 'sundews', strange: '1' });
    expect([root.name, root.namespace]).toEqual(['searchRetrieveResponse', namespace]);
    expect(root.children.map(({ name }) => name)).toEqual(names);
    expect(elementsOf(root, 'diagnostic')[0]!.namespace).toBe(diagnostic);
    expect(diagnosticsOf(root)).toEqual([['8', 'strange']]);
    const record = elementsOf(root, 'record')[0]!;
    expect(record.children.map(({ name }) => name)).toEqual([
      'recordSchema',
      version === '2.0' ? 'recordXMLEscaping' : 'recordPacking',
      'recordData',
      ...(version === '1.1' ? [] : ['recordIdentifier']),
      'recordPosition',
    ]);
  });

  test('Dublin Core has what the page tells', async () => {
    const [dc] = elementsOf(await find('dc.title = sundews'), 'dc');
    expect(dc!.namespace).toBe('info:srw/schema/1/dc-schema');
    expect(dc!.children.map(({ name, text }) => `${name}: ${text}`)).toEqual([
      'title: Sundews of the bog',
      'creator: Mary Treat',
      'subject: bog plants',
      'subject: CP.Drosera',
      'description: How sundews live',
      'publisher: Kew & Co',
      'date: 2021-06-03',
      'type: Text',
      'format: text/html',
      'identifier: http://plants.example/sundew',
      'language: en',
      'rights: https://creativecommons.org/licenses/by/4.0/',
    ]);
    expect(new Set(dc!.children.map(({ namespace }) => namespace))).toEqual(
      new Set(['http://purl.org/dc/elements/1.1/']),
    );
  });

  test.each([
    ['marcxml', 'info:srw/schema/1/marcxml-v1.1', 'http://www.loc.gov/MARC21/slim'],
    ['info:srw/schema/1/marcxml-v1.1', 'info:srw/schema/1/marcxml-v1.1', 'http://www.loc.gov/MARC21/slim'],
    ['thresher', 'urn:thresher:schema:record:1', 'urn:thresher:schema:record:1'],
  ])('recordSchema %s', async (recordSchema, identifier, namespace) => {
    const root = await find('sundews', { recordSchema });
    expect(textsOf(root, 'recordSchema')[0]).toBe(identifier);
    const [record] = elementsOf(root, 'recordData')[0]!.children;
    expect([record!.name, record!.namespace]).toEqual(['record', namespace]);
    expect(record!.text).toContain('Sundews of the bog');
  });

  test('records are sent as XML or as escaped text', async () => {
    for (const [version, name] of [
      ['1.2', 'recordPacking'],
      ['2.0', 'recordXMLEscaping'],
    ] as const) {
      const root = await sru({ version, operation: 'searchRetrieve', query: 'sundews', [name]: 'string' });
      const data = elementsOf(root, 'recordData')[0]!;
      expect(data.children).toEqual([]);
      expect(parseXml(data.text).name).toBe('dc');
      expect(textsOf(root, name)[0]).toBe('string');
    }
    expect(diagnosticsOf(await find('sundews', { recordPacking: 'json' }))).toEqual([['71', 'json']]);
  });

  test('pages follow one another without gaps', async () => {
    const query = 'cql.allRecords = 1 sortby title';
    expect(diagnosticsOf(await find(query))).toEqual([['88', 'title']]);
    const first = await find('flies', { maximumRecords: '1' });
    expect([numberOf(first), textsOf(first, 'nextRecordPosition')]).toEqual([2, ['2']]);
    const second = await find('flies', { maximumRecords: '1', startRecord: '2' });
    expect(textsOf(second, 'nextRecordPosition')).toEqual([]);
    expect([...idsOf(first), ...idsOf(second)].sort()).toEqual(['flytrap', 'sundew']);
    expect(textsOf(second, 'recordPosition')).toEqual(['2']);
    const none = await find('flies', { maximumRecords: '0' });
    expect([numberOf(none), elementsOf(none, 'records')]).toEqual([2, []]);
    expect(diagnosticsOf(await find('flies', { startRecord: '3' }))).toEqual([['61', '']]);
    expect(diagnosticsOf(await find('flies', { startRecord: '10001' }))).toEqual([['61', '']]);
    expect(diagnosticsOf(await find('nothing', { startRecord: '3' }))).toEqual([]);
  });

  test('sorts by the clause of the query, or by sortKeys in versions that have it', async () => {
    expect(idsOf(await find('flies sortby date/sort.descending'))).toEqual(['sundew', 'flytrap']);
    expect(idsOf(await find('flies sortby date'))).toEqual(['flytrap', 'sundew']);
    const by = async (sortKeys: string, query = 'flies') => {
      const root = await sru({ version: '1.1', operation: 'searchRetrieve', query, sortKeys });
      return elementsOf(root, 'dc').map((one) => textsOf(one, 'date')[0]);
    };
    expect(await by('date,,0')).toEqual(['2021-06-03', '2019']);
    expect(await by('date,,1,0,highValue')).toEqual(['2019', '2021-06-03']);
    expect(await by('date,,0', 'flies sortby date')).toEqual(['2019', '2021-06-03']);
    const wrong = async (sortKeys: string) =>
      diagnosticsOf(await sru({ version: '1.1', operation: 'searchRetrieve', query: 'flies', sortKeys }));
    expect(await wrong('title')).toEqual([['88', 'title']]);
    expect(await wrong('date,,1,1')).toEqual([['91', '1']]);
    expect(await wrong('date,,1,0,omit')).toEqual([['92', 'omit']]);
    expect(await wrong('a a a a a a a a a')).toEqual([['84', '']]);
  });

  test('a surrogate diagnostic stands for a page that may no longer be shown', async () => {
    const root = await find('moss');
    expect(numberOf(root)).toBe(1);
    expect(textsOf(root, 'recordSchema')).toContain('info:srw/schema/1/diagnostics-v1.1');
    expect(diagnosticsOf(elementsOf(root, 'recordData')[0]!)).toEqual([['64', '']]);
    expect(root.text).not.toContain('Old moss');
  });

  test('texts that XML does not allow, or that a publisher withholds, do not get through', async () => {
    for (const recordSchema of ['dc', 'marcxml', 'thresher']) {
      const root = await find('fern', { recordSchema });
      expect(numberOf(root)).toBe(1);
      expect(root.text).not.toContain('withheld');
    }
  });

  test('the request is echoed with its query as XCQL', async () => {
    const root = await find('dc.title any "sundews <x>"', { maximumRecords: '500' });
    const [echo] = elementsOf(root, 'echoedSearchRetrieveRequest');
    expect(echo!.children.map(({ name }) => name)).toEqual([
      'version',
      'query',
      'xQuery',
      'startRecord',
      'maximumRecords',
      'recordPacking',
      'recordSchema',
    ]);
    expect(textsOf(echo!, 'query')).toEqual(['dc.title any "sundews <x>"']);
    expect(textsOf(echo!, 'term')).toEqual(['sundews <x>']);
    expect(elementsOf(echo!, 'searchClause')[0]!.namespace).toBe('http://www.loc.gov/zing/cql/xcql/');
    expect(textsOf(echo!, 'maximumRecords')).toEqual(['100']);
  });

  test('a pattern that stands for too many words makes the number of records a minimum', async () => {
    const limited = await libraryWorld(
      { garden: RECORDS },
      {
        searchRecords: async (request) =>
          ({ ...((await searchRecords(request, world)) as object), limited: ['s*'] }) as never,
      },
    );
    const response = await limited.ask('/sru?query=sundews');
    const root = parseXml(await response.text());
    expect(diagnosticsOf(root)).toEqual([['59', '']]);
    expect(textsOf(root, 'resultCountPrecision')[0]).toContain('minimum');
  });
});

describe('faults are diagnostics', () => {
  test.each([
    [{ operation: 'searchRetrieve', version: '1.2' }, '7', 'query'],
    [{ version: '1.2', query: 'x' }, '7', 'operation'],
    [{ operation: 'delete', version: '1.2' }, '4', 'delete'],
    [{ operation: 'searchRetrieve', version: '0.9', query: 'x' }, '5', '2.0'],
    [{ operation: 'searchRetrieve', version: 'x', query: 'x' }, '5', '2.0'],
    [{ query: 'x', startRecord: '0' }, '6', 'startRecord'],
    [{ query: 'x', maximumRecords: '-1' }, '6', 'maximumRecords'],
    [{ query: 'x', queryType: 'pqf' }, '6', 'queryType'],
    [{ query: 'x', recordSchema: 'mods' }, '66', 'mods'],
    [{ query: 'x', recordXPath: '/a' }, '72', ''],
    [{ query: 'x'.repeat(1001) }, '12', '1000'],
    [{ query: 'a and' }, '10', '5'],
    [{ query: '(a' }, '13', '2'],
    [{ query: 'a "b' }, '14', '2'],
    [{ query: 'nothing = x' }, '16', 'nothing'],
    [{ query: 'no.title = x' }, '15', 'no'],
    [{ query: 'dc.title < x' }, '22', '<'],
    [{ query: 'the' }, '35', 'the'],
    [{ query: 'cql.resultSetId = x' }, '50', ''],
    [{ query: 'x', crawl: 'nowhere' }, '235', 'nowhere'],
    [{ scanClause: 'dc.title = a' }, '16', 'dc.title'],
    [{ scanClause: 'dc.subject = a and b' }, '48', ''],
    [{ scanClause: 'dc.subject any a' }, '19', 'any'],
    [{ scanClause: 'dc.subject = a', responsePosition: '30' }, '120', ''],
  ])('%j', async (parameters, number, details) => {
    const root = await sru(parameters as Record<string, string>);
    expect(diagnosticsOf(root)).toEqual([[number, details]]);
    expect(elementsOf(root, 'records')).toEqual([]);
  });

  test('a search engine that is away, slow or faulty', async () => {
    const failing = await libraryWorld(
      { garden: RECORDS },
      {
        searchRecords: async ({ query }) => Promise.reject(new Error(query)),
        isSearchUnavailable: (error) => (error as Error).message === 'away',
        isSearchTimeout: (error) => (error as Error).message === 'slow',
      },
    );
    const ask = async (query: string) => parseXml(await (await failing.ask(`/sru?query=${query}`)).text());
    expect(diagnosticsOf(await ask('away'))).toEqual([['2', '']]);
    expect(diagnosticsOf(await ask('slow'))).toEqual([['2', '']]);
    const fault = await ask('secret');
    expect(diagnosticsOf(fault)).toEqual([['1', '']]);
    expect(textsOf(fault, 'message')[0]).not.toContain('secret');
    expect(failing.faults).toHaveLength(3);
  });

  test('nothing has been crawled', async () => {
    const empty = await libraryWorld({});
    expect(diagnosticsOf(parseXml(await (await empty.ask('/sru')).text()))).toEqual([['235', '']]);
  });
});

describe('versions', () => {
  test.each([
    [{}, 'explainResponse', '2.0'],
    [{ query: 'x' }, 'searchRetrieveResponse', '2.0'],
    // The schema of the response has no version.
    [{ scanClause: 'dc.subject=a' }, 'scanResponse', undefined],
    [{ operation: 'explain' }, 'explainResponse', '1.2'],
    [{ operation: 'explain', version: '1.1' }, 'explainResponse', '1.1'],
    [{ operation: 'searchRetrieve', version: '1.7', query: 'x' }, 'searchRetrieveResponse', '1.2'],
    [{ operation: 'searchRetrieve', version: '3.0', query: 'x' }, 'searchRetrieveResponse', '2.0'],
    [{ operation: 'scan', version: '1.1', scanClause: 'dc.subject=a' }, 'scanResponse', '1.1'],
  ])('%j', async (parameters, name, version) => {
    const root = await sru(parameters as Record<string, string>);
    expect([root.name, textsOf(root, 'version')[0]]).toEqual([name, version]);
  });

  test.each([
    ['query=', 'searchRetrieveResponse', 'query'],
    ['query=%20&scanClause=', 'searchRetrieveResponse', 'query'],
    ['scanClause=', 'scanResponse', 'scanClause'],
    ['operation=scan&query=&scanClause=', 'scanResponse', 'scanClause'],
  ])('an empty parameter still names the operation: %s', async (parameters, name, missing) => {
    const root = parseXml(await (await world.ask(`/sru?${parameters}`)).text());
    expect([root.name, diagnosticsOf(root)]).toEqual([name, [['7', missing]]]);
  });

  test('a client of version 2.0 chooses the media type', async () => {
    const typeOf = async (query: string, accept?: string) => {
      const response = await world.ask(`/sru?query=x${query}`, accept === undefined ? {} : { headers: { accept } });
      return [response.status, response.headers.get('content-type')];
    };
    expect(await typeOf('')).toEqual([200, 'application/sru+xml; charset=utf-8']);
    expect(await typeOf('', 'text/html,application/xml;q=0.9,*/*;q=0.8')).toEqual([
      200,
      'application/xml; charset=utf-8',
    ]);
    expect(await typeOf('', 'application/json')).toEqual([200, 'application/sru+xml; charset=utf-8']);
    expect(await typeOf('&httpAccept=text/xml')).toEqual([200, 'text/xml; charset=utf-8']);
    expect((await typeOf('&httpAccept=application/json'))[0]).toBe(406);
  });

  test('parameters may come in a form', async () => {
    const body = new URLSearchParams({ version: '1.2', operation: 'searchRetrieve', query: 'sundews' });
    expect(numberOf(await sru({}, '/sru', { method: 'POST', body }))).toBe(1);
    expect(numberOf(await sru({}, '/sru/other-garden', { method: 'POST', body }))).toBe(0);
    const long = new URLSearchParams({ query: 'x'.repeat(20_000) });
    expect((await world.ask('/sru', { method: 'POST', body: long })).status).toBe(413);
    expect((await world.ask('/sru', { method: 'PUT' })).headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
  });

  test('each crawl is a database', async () => {
    const count = async (path: string) => numberOf(await sru({ query: 'cql.allRecords=1' }, path));
    expect([await count('/sru'), await count('/sru/garden'), await count('/sru/other-garden')]).toEqual([4, 4, 1]);
    expect(numberOf(await sru({ query: 'cql.allRecords=1', crawl: 'other-garden' }))).toBe(1);
  });
});

describe('scan', () => {
  const termsOf = (root: XmlElement) =>
    elementsOf(root, 'term').map((one) => one.children.map(({ text }) => text).join(' '));

  test('lists the values of an index with their numbers, which a search confirms', async () => {
    const root = await sru({ scanClause: 'dc.subject = ""' });
    expect(root.namespace).toBe(`${OASIS}/scan`);
    expect(termsOf(root)).toEqual(['CP 2 first', 'CP.Dionaea 1 inner', 'CP.Drosera 1 last']);
    for (const term of elementsOf(root, 'term')) {
      const [value, records] = [textsOf(term, 'value')[0], Number(textsOf(term, 'numberOfRecords')[0])];
      expect(numberOf(await find(`dc.subject = "${value}"`))).toBe(records);
    }
  });

  test('the given term stands at its position', async () => {
    const at = async (more: Record<string, string>) => termsOf(await sru({ scanClause: 'dc.subject = CP.E', ...more }));
    expect(await at({})).toEqual([]);
    expect(await at({ responsePosition: '2', maximumTerms: '1' })).toEqual(['CP.Drosera 1 last']);
    expect(await at({ responsePosition: '3', maximumTerms: '5' })).toEqual(['CP.Dionaea 1 inner', 'CP.Drosera 1 last']);
    const zero = await sru({ scanClause: 'dc.subject = CP', responsePosition: '0', maximumTerms: '1' });
    expect(termsOf(zero)).toEqual(['CP.Dionaea 1 inner']);
  });

  test('lists words of titles and headings for the whole text', async () => {
    const words = async (scanClause: string, more: Record<string, string> = {}) =>
      termsOf(await sru({ scanClause, crawl: 'words', ...more }));
    await world.add(
      'words',
      pageRecord('one', { title: 'Bog and fen', headings: ['Émile'] }),
      pageRecord('two', { title: 'Moss' }),
    );
    expect(await words('""')).toEqual(['and first', 'bog inner', 'fen inner', 'moss inner', 'émile last']);
    expect(await words('cql.anywhere = FEN')).toEqual(['fen inner', 'moss inner', 'émile last']);
    expect(await words('cql.anywhere = c', { responsePosition: '3', maximumTerms: '3' })).toEqual([
      'and first',
      'bog inner',
      'fen inner',
    ]);
    expect(await words('cql.anywhere = c', { responsePosition: '2', maximumTerms: '2' })).toEqual([
      'bog inner',
      'fen inner',
    ]);
    expect(await words('cql.anywhere = c', { responsePosition: '0', maximumTerms: '2' })).toEqual([
      'moss inner',
      'émile last',
    ]);
    expect(await words('zebra')).toEqual(['émile last']);
    expect(await words('"\\*"', { maximumTerms: '1' })).toEqual(['and first']);
  });

  test.each([
    ['dc.language = ""', 'en 4 only'],
    ['dc.format = p', 'pdf 1 last'],
    ['dc.date = 2020', '2021 1 last'],
    ['dc.creator exact Mary', 'Mary Treat 1 last'],
    ['dc.creator = Mary', 'Mary Treat last'],
  ])('%s', async (scanClause, last) => {
    expect(termsOf(await sru({ version: '1.2', operation: 'scan', scanClause })).at(-1)).toBe(last);
  });
});

describe('explain', () => {
  let root: XmlElement;
  beforeAll(async () => {
    root = await sru({}, '/sru/garden');
  });

  test.each(['operation=explain&version=1.0', 'operation=delete&version=1.1', 'recordXMLEscaping=x', 'recordXPath=x'])(
    'a wrong request gets the record, too, as the schema wants one: %s',
    async (query) => {
      const response = parseXml(await (await world.ask(`/sru/garden?${query}`)).text());
      expect(response.children.map(({ name }) => name)).toEqual(['version', 'record', 'diagnostics']);
      expect(elementsOf(response, 'database').map(({ text }) => text)).toEqual(['sru/garden']);
    },
  );

  test('describes the server', () => {
    const [info] = elementsOf(root, 'serverInfo');
    expect(info!.attributes).toMatchObject({ protocol: 'SRU', version: '2.0', transport: 'https' });
    expect(info!.children.map(({ text }) => text)).toEqual(['search.example', '443', 'sru/garden']);
    expect(elementsOf(root, 'schema').map(({ attributes }) => attributes['name'])).toEqual([
      'dc',
      'marcxml',
      'thresher',
    ]);
  });

  test('every index that it names can be searched, and scanned and sorted by as it says', async () => {
    const indexes = elementsOf(root, 'index');
    expect(indexes.length).toBeGreaterThan(10);
    const names = indexes.flatMap((index) =>
      elementsOf(index, 'name').map(({ text, attributes: { set } }) => ({
        name: set === undefined ? text : `${set}.${text}`,
        ...{ scan: index.attributes['scan'] === 'true', sort: index.attributes['sort'] === 'true' },
      })),
    );
    expect(names.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['dc.title', 'dc.description', 'dc.identifier', 'url', 'bath.author', 'site', 'genre']),
    );
    for (const { name, scan, sort } of names) {
      const numbers = async (parameters: Record<string, string>) =>
        diagnosticsOf(await sru(parameters)).map(([number]) => number);
      // A value of the wrong form says that the index exists.
      expect([[], ['36']], name).toContainEqual(await numbers({ query: `${name} = sundews`, maximumRecords: '0' }));
      expect(await numbers({ scanClause: `${name} = a` }), name).toEqual(scan ? [] : ['16']);
      expect(await numbers({ query: `sundews sortby ${name}` }), name).toEqual(sort ? [] : ['88']);
    }
  });

  test('the identifier of every context set stands for the set', () => {
    expect(elementsOf(root, 'set').map(({ attributes }) => attributes)).toEqual(contextSets());
    for (const { name, identifier } of contextSets()) expect(contextSetOf(identifier)).toBe(name);
  });

  test('every relation, modifier and operator that it names is parsed and served', async () => {
    const supported = (type: string) =>
      elementsOf(root, 'supports')
        .filter(({ attributes }) => attributes['type'] === type)
        .map(({ text }) => text);
    const fields = ['dc.title', 'dc.date'];
    for (const relation of supported('relation')) {
      const all = await Promise.all(fields.map((field) => sru({ query: `${field} ${relation} "2020 2021"` })));
      const served = all.some((one) => ['', '36'].includes(diagnosticsOf(one)[0]?.[0] ?? ''));
      expect(served, relation).toBe(true);
    }
    for (const modifier of supported('relationModifier'))
      expect(diagnosticsOf(await sru({ query: `dc.title =/${modifier} sundews` })), modifier).toEqual([]);
  });
});
