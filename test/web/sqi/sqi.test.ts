import { describe, expect, test } from 'vitest';
import { createSqiSessions } from '../../../web/sqi/sessions.ts';
import { libraryWorld, pageRecord } from '../library-world.ts';
import { elementsOf, parseXml, textsOf, type XmlElement } from '../strict-xml.ts';
import { call, escaped, message, post, session } from './soap.ts';

const PAGES = [
  pageRecord('sundew', {
    title: 'Sundews & <flies>',
    text: 'Sundews catch flies with sticky leaves',
    author: 'Mary Treat; Darwin, Charles',
    date: '1873-05-01',
    classes: [{ class: 'CP.Drosera', score: 1 }],
    about: { publisher: 'Kew' },
  }),
  pageRecord('moss', { title: 'Moss', text: 'moss grows beside sundews' }),
  pageRecord('fen', { title: 'Fen', text: 'a fen has moss, moss and moss' }),
];
const newWorld = (changes: Parameters<typeof libraryWorld>[1] = {}) =>
  libraryWorld(
    { garden: PAGES, bog: [pageRecord('peat', { text: 'peat' })] },
    { sqiSessions: createSqiSessions(), ...changes },
  );

let unchanged: ReturnType<typeof newWorld> | undefined;
/** Returns a world for tests that add no records to it. Each opens a session of its own. */
const world = () => {
  unchanged ??= newWorld();
  return unchanged;
};

const LEVEL = 'http://www.prolearn-project.org/PLRF/';

/** Results of a query by the names of their elements. */
function resultsOf(xml: string | undefined) {
  const root = parseXml(xml!);
  const info = elementsOf(root, 'ResultInfo')[0]!;
  return {
    root,
    info: Object.fromEntries(info.children.map(({ name, text }) => [name, text])),
    records: elementsOf(root, 'Record').map((record: XmlElement) => ({
      attributes: record.attributes,
      url: textsOf(record, 'Location')[0],
      record,
    })),
  };
}

describe('a query', () => {
  test('returns ranked results with metadata and scores by default', async () => {
    const { ask } = await world();
    const run = await session(ask);
    const { root, info, records } = resultsOf(
      await run('synchronousQuery', { queryStatement: 'sundews', startResult: 1 }),
    );
    expect(root.namespace).toBe(LEVEL);
    expect(info).toEqual({
      ResultLevel: `${LEVEL}3`,
      QueryMethod: 'http://www.prolearn-project.org/PLQL/l2',
      Cardinality: '2',
      RankingMethod: 'urn:thresher:ranking:1',
    });
    expect(records.map(({ url }) => url)).toEqual(['http://plants.example/sundew', 'http://plants.example/moss']);
    const scores = records.map(({ attributes }) => Number(attributes['rankingValue']));
    expect(scores[0]!).toBeGreaterThan(scores[1]!);
    expect(records.map(({ attributes }) => attributes['position'])).toEqual(['1', '2']);
    const { record } = records[0]!;
    expect(textsOf(record, 'Identifier')).toEqual(['sundew']);
    expect(textsOf(record, 'Retrieved')).toEqual(['2024-01-02T03:04:05.678Z']);
    expect(elementsOf(record, 'lom')[0]!.namespace).toBe('http://ltsc.ieee.org/xsd/LOM');
    const [title] = elementsOf(record, 'title');
    expect(title!.children).toMatchObject([
      { name: 'string', text: 'Sundews & <flies>', attributes: { language: 'en' } },
    ]);
    expect(textsOf(record, 'language')).toEqual(['en']);
    expect(textsOf(record, 'entity').map((card) => /FN:(.*)/.exec(card)?.[1])).toEqual([
      'Mary Treat',
      String.raw`Darwin\, Charles`,
      'Kew',
    ]);
    expect(textsOf(record, 'location')).toEqual(['http://plants.example/sundew']);
  });

  test.each([
    ['plrf0', []],
    ['http://www.prolearn-project.org/PLRF/1/lom', ['position', 'Identifier', 'Location']],
    ['HTTP://www.prolearn-project.org/plrf/2/LOM', ['position', 'Identifier', 'Location', 'Retrieved', 'Metadata']],
    [`${LEVEL}3/dc/any`, ['position', 'rankingValue', 'Identifier', 'Location', 'Retrieved', 'Metadata']],
  ])('returns what the level %s has', async (resultsFormat, parts) => {
    const run = await session((await world()).ask);
    await run('setResultsFormat', { resultsFormat });
    const { info, records } = resultsOf(await run('synchronousQuery', { queryStatement: 'sundews', startResult: 1 }));
    expect(info['Cardinality']).toBe('2');
    expect(records).toHaveLength(parts.length === 0 ? 0 : 2);
    for (const { record } of records)
      expect([...Object.keys(record.attributes), ...record.children.map(({ name }) => name)]).toEqual(parts);
  });

  test('has Dublin Core if the format says so', async () => {
    const run = await session((await world()).ask);
    await run('setResultsFormat', { resultsFormat: 'plrf2/dc' });
    const { root } = resultsOf(
      await run('synchronousQuery', { queryStatement: "dc.title = 'Sundews'", startResult: 1 }),
    );
    expect(textsOf(root, 'creator')).toEqual(['Mary Treat', 'Darwin, Charles']);
  });

  test('is paged by the size of result sets, up to the maximum number of results', async () => {
    const run = await session((await world()).ask);
    await run('setResultsSetSize', { resultsSetSize: 2 });
    const page = async (startResult: number) => {
      const { info, records } = resultsOf(
        await run('synchronousQuery', { queryStatement: 'sundews or moss', startResult }),
      );
      return [info['Cardinality'], ...records.map(({ attributes }) => attributes['position'])];
    };
    expect([await page(1), await page(3), await page(4), await page(2_000_000)]).toEqual([
      ['3', '1', '2'],
      ['3', '3'],
      ['3'],
      ['3'],
    ]);
    await run('setMaxQueryResults', { maxQueryResults: 1 });
    expect([await page(1), await page(2)]).toEqual([['1', '1'], ['1']]);
    expect(await run('getTotalResultsCount', { queryStatement: 'sundews or moss' })).toBe('3');
    await run('setMaxQueryResults', { maxQueryResults: 0 });
    await run('setResultsSetSize', { resultsSetSize: 0 });
    expect(await page(1)).toEqual(['3', '1', '2', '3']);
  });

  test.each([
    ['cql', 'dc.title any "moss fen"', '2'],
    ['plql0', 'moss', '2'],
    ['http://www.prolearn-project.org/PLQL/l1', "moss and dc.title = 'fen'", '1'],
    ['PLQL', `dc.date < '1900'`, '1'],
  ])('may be in %s', async (queryLanguageID, queryStatement, total) => {
    const run = await session((await world()).ask);
    await run('setQueryLanguage', { queryLanguageID });
    expect(await run('getTotalResultsCount', { queryStatement })).toBe(total);
  });

  test('says which paths match nothing', async () => {
    const run = await session((await world()).ask);
    const queryStatement = "moss or lom.educational.context.value = 'school'";
    const { info } = resultsOf(await run('synchronousQuery', { queryStatement, startResult: 1 }));
    expect(info['Notice']).toMatch(/^lom\.educational\.context\.value: .*matches nothing/);
  });

  test('searches the crawl that the address names', async () => {
    const { ask } = await world();
    const total = async (path: string) => {
      const run = await session(ask, path);
      return run('getTotalResultsCount', { queryStatement: 'peat' });
    };
    expect([await total('/sqi'), await total('/sqi/bog'), await total('/sqi?crawl=bog')]).toEqual(['0', '1', '1']);
  });

  test('leaves out a page that may no longer be shown', async () => {
    const { ask, add } = await newWorld();
    await add('bog', pageRecord('old', { text: 'peat', unavailableAfter: Date.UTC(2020, 0) }));
    const run = await session(ask, '/sqi/bog');
    const { info, records } = resultsOf(await run('synchronousQuery', { queryStatement: 'peat', startResult: 1 }));
    expect([info['Cardinality'], ...records.map(({ url }) => url)]).toEqual(['2', 'http://plants.example/peat']);
  });
});

describe('a session', () => {
  test('is opened by createAnonymousSession, or for a guest by createSession, and closed by destroySession', async () => {
    const { ask } = await world();
    const { result: sessionID } = await call(ask, 'createSession', { userID: 'anonymous', password: 'x' });
    const count = () => call(ask, 'getTotalResultsCount', { targetSessionID: sessionID!, queryStatement: 'moss' });
    expect(await count()).toEqual({ result: '2' });
    expect(await call(ask, 'destroySession', { sessionID: sessionID! })).toEqual({ result: undefined });
    expect(await count()).toMatchObject({ fault: 'SQI_00013' });
    expect(await call(ask, 'createSession', { userID: 'ada', password: 'x' })).toMatchObject({ fault: 'SQI_00015' });
  });
});

describe('a fault', () => {
  test.each([
    ['SQI_00003', 'synchronousQuery', { queryStatement: 'moss', startResult: 0 }],
    ['SQI_00003', 'synchronousQuery', { queryStatement: 'moss', startResult: '1.5' }],
    ['SQI_00003', 'synchronousQuery', { queryStatement: 'moss' }],
    ['SQI_00004', 'synchronousQuery', { queryStatement: "lom.general.titel = 'x'", startResult: 1 }],
    ['SQI_00004', 'getTotalResultsCount', { queryStatement: '' }],
    ['SQI_00004', 'getTotalResultsCount', { queryStatement: 'x'.repeat(1001) }],
    ['SQI_00005', 'setResultsSetSize', { resultsSetSize: -1 }],
    ['SQI_00006', 'setMaxDuration', { maxDuration: 99_999_999_999 }],
    ['SQI_00007', 'setMaxQueryResults', { maxQueryResults: 'many' }],
    ['SQI_00010', 'setResultsFormat', { resultsFormat: `${LEVEL}4/lom` }],
    ['SQI_00010', 'setResultsFormat', {}],
    ['SQI_00011', 'setQueryLanguage', { queryLanguageID: 'xquery' }],
    ['SQI_00012', 'setSourceLocation', { sourceLocation: 'http://127.0.0.1/' }],
    ['SQI_00012', 'asynchronousQuery', { queryStatement: 'moss', queryID: '1' }],
    ['SQI_00012', 'dropIndex', {}],
    ['SQI_00012', 'constructor', {}],
  ])('has the code %s: %s %o', async (code, operation, parameters: Record<string, string | number>) => {
    const { ask, faults } = await world();
    const { result: targetSessionID } = await call(ask, 'createAnonymousSession');
    const answer = await call(ask, operation, { targetSessionID: targetSessionID!, ...parameters });
    expect(answer).toMatchObject({ fault: code, status: 500 });
    expect(faults).toEqual([]);
  });

  test.each(['synchronousQuery', 'setQueryLanguage', 'setMaxDuration', 'asynchronousQuery', 'destroySession'])(
    'tells that %s needs a session',
    async (operation) => {
      expect(await call((await world()).ask, operation, { targetSessionID: 'x', startResult: 1 })).toMatchObject({
        fault: 'SQI_00013',
      });
    },
  );

  test('tells that there is no such crawl, or none at all', async () => {
    const { ask } = await world();
    expect(await call(ask, 'createAnonymousSession', {}, '/sqi/other')).toMatchObject({ fault: 'SQI_00001' });
    expect((await ask('/sqi/other?wsdl')).status).toBe(404);
    const empty = await libraryWorld({}, { sqiSessions: createSqiSessions() });
    expect(await call(empty.ask, 'createAnonymousSession')).toMatchObject({ fault: 'SQI_00001' });
  });

  test('of the server is logged, and clients do not see its message', async () => {
    const { ask, faults } = await newWorld({ searchRecords: async () => Promise.reject(new Error('/secret/path')) });
    const run = await session(ask);
    const failed = await run('getTotalResultsCount', { queryStatement: 'moss' }).catch((error: Error) => error.message);
    expect(failed).toBe('METHOD_FAILURE: the call could not be completed');
    expect(faults).toEqual([new Error('/secret/path')]);
  });

  test('ends a query that takes longer than the session allows', async () => {
    const { ask } = await newWorld({ searchRecords: () => new Promise(() => {}) });
    const run = await session(ask);
    await run('setMaxDuration', { maxDuration: 20 });
    await expect(run('getTotalResultsCount', { queryStatement: 'moss' })).rejects.toThrow('longer than the 20 ms');
  });

  test('has the form of the version of SOAP', async () => {
    const { ask } = await world();
    const send = async (operation: string, parameters = {}) => {
      const body = message(operation, parameters, '1.2');
      const response = await post(ask, body, '/sqi', 'application/soap+xml; charset=utf-8; action=""');
      return { response, root: parseXml(await response.text()) };
    };
    const { response, root } = await send('createAnonymousSession');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/soap+xml; charset=utf-8',
    ]);
    expect(root.namespace).toBe('http://www.w3.org/2003/05/soap-envelope');
    const wrong = await send('setQueryLanguage', { targetSessionID: 'x' });
    expect([wrong.response.status, textsOf(wrong.root, 'Value'), textsOf(wrong.root, 'sqiFaultCode')]).toEqual([
      400,
      ['soap:Sender'],
      ['SQI_00013'],
    ]);
  });
});

describe('the service', () => {
  test('is not offered without sessions, and not described', async () => {
    const { ask } = await libraryWorld({ garden: PAGES });
    expect((await ask('/sqi?wsdl')).status).toBe(404);
    expect((await post(ask, message('createAnonymousSession'))).status).toBe(404);
    const described = (await (await ask('/openapi.json')).json()) as { paths: object };
    expect(Object.keys(described.paths).filter((path) => path.startsWith('/sqi'))).toEqual([]);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json', ''])(
    'refuses messages of the type "%s", which forms of other websites can send',
    async (type) => {
      const response = await post((await world()).ask, message('createAnonymousSession'), '/sqi', type);
      expect(response.status).toBe(415);
    },
  );

  test('refuses large messages', async () => {
    const response = await post((await world()).ask, message('createAnonymousSession', { x: 'x'.repeat(20_000) }));
    expect(response.status).toBe(413);
  });

  test('writes no markup of a query into a response', async () => {
    const { ask } = await world();
    const { result: targetSessionID } = await call(ask, 'createAnonymousSession');
    const parameters = { targetSessionID: targetSessionID!, queryStatement: '</message><x a="&">', startResult: 1 };
    const response = await post(ask, message('synchronousQuery', parameters));
    expect(elementsOf(parseXml(await response.text()), 'x')).toEqual([]);
    expect(escaped('<')).toBe('&lt;');
  });
});
