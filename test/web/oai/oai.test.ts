import { describe, expect, test } from 'vitest';
import type { SearchRecord } from '../../../shared/ports/search-record.ts';
import type { WebPorts } from '../../../web/ports.ts';
import { longTest } from '../../long-test.ts';
import { HOSTILE } from '../formats/records.ts';
import { FETCHED_AT, libraryWorld, pageRecord } from '../library-world.ts';
import { elementsOf, parseXml, textsOf, type XmlElement } from '../strict-xml.ts';

const OAI = 'http://www.openarchives.org/OAI/2.0/';
const inClass = (...names: string[]) => names.map((name) => ({ class: name, score: 1 }));

const SUNDEW = pageRecord('sundew', {
  title: 'Sundews of the bog',
  author: 'Mary Treat',
  date: '2021-06-03',
  classes: inClass('CP', 'CP.Drosera'),
  keywords: ['bog plants'],
});
const FLYTRAP = pageRecord('flytrap', { classes: inClass('CP.Dionaea') });
const HOUR_MS = 3_600_000;

/** A repository. The records of each crawl are written an hour apart. */
async function repository(crawls: Record<string, SearchRecord[]>, changes: Partial<WebPorts> = {}) {
  const world = await libraryWorld(Object.fromEntries(Object.keys(crawls).map((name) => [name, []])), changes);
  let hours = 0;
  const write = async (crawl: string, ...records: SearchRecord[]) => {
    world.setNow(FETCHED_AT + ++hours * HOUR_MS);
    await world.add(crawl, ...records);
  };
  for (const [crawl, records] of Object.entries(crawls)) for (const record of records) await write(crawl, record);
  const oai = async (parameters: Record<string, string> | string, init?: RequestInit): Promise<XmlElement> => {
    const response = await world.ask(`/oai?${new URLSearchParams(parameters)}`, init);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
    const root = parseXml(await response.text());
    expect([root.name, root.namespace]).toEqual(['OAI-PMH', OAI]);
    expect(root.children.map(({ name }) => name).slice(0, 2)).toEqual(['responseDate', 'request']);
    expect(root.children).toHaveLength(3);
    return root;
  };
  const list = (more: Record<string, string> = {}) =>
    oai({ verb: 'ListRecords', ...('resumptionToken' in more ? {} : { metadataPrefix: 'oai_dc' }), ...more });
  return { ...world, write, oai, list };
}

const errorOf = (root: XmlElement) =>
  elementsOf(root, 'error')
    .map(({ attributes }) => attributes['code'])
    .join();
const idsOf = (root: XmlElement) =>
  elementsOf(root, 'header').map((one) => textsOf(one, 'identifier')[0]!.replace(/^.*\//, ''));
const tokenOf = (root: XmlElement) => elementsOf(root, 'resumptionToken')[0];

describe('requests', () => {
  test.each([
    ['', 'badVerb'],
    ['verb=Delete', 'badVerb'],
    ['verb=Identify&verb=Identify', 'badVerb'],
    ['verb=Identify&set=CP', 'badArgument'],
    ['verb=ListRecords', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&metadataPrefix=oai_dc', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&resumptionToken=x', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=yesterday', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2024-02-30', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2024-02-29&until=2024-02-29T00:00:00Z', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2024-02-29&until=2024-02-28', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&set=a%20b', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&until=2001-01-01', 'noRecordsMatch'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2999-01-01', 'noRecordsMatch'],
    ['verb=ListRecords&metadataPrefix=oai_dc&set=CP:Sarracenia', 'noRecordsMatch'],
    ['verb=ListRecords&metadataPrefix=oai_dc&set=CP:~4', 'noRecordsMatch'],
    ['verb=ListRecords&metadataPrefix=mods', 'cannotDisseminateFormat'],
    ['verb=ListRecords&resumptionToken=x', 'badResumptionToken'],
    [`verb=ListRecords&resumptionToken=${Buffer.from('[1]').toString('base64url')}`, 'badResumptionToken'],
    ['verb=ListSets&resumptionToken=x', 'badResumptionToken'],
    ['verb=GetRecord&metadataPrefix=oai_dc', 'badArgument'],
    ['verb=GetRecord&metadataPrefix=mods&identifier=x', 'cannotDisseminateFormat'],
    ['verb=GetRecord&metadataPrefix=oai_dc&identifier=x', 'idDoesNotExist'],
    ['verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:search.example:garden/none', 'idDoesNotExist'],
    ['verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:other.example:garden/sundew', 'idDoesNotExist'],
    ['verb=ListMetadataFormats&identifier=oai:search.example:garden/none', 'idDoesNotExist'],
    ['verb=ListMetadataFormats&identifier=oai:search.example:garden/sundew', ''],
    ['verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:search.example:garden/sundew', ''],
  ])('%s: %s', async (query, code) => {
    const { oai } = await repository({ garden: [SUNDEW, FLYTRAP] });
    const root = await oai(query);
    expect(errorOf(root)).toBe(code);
    const [request] = elementsOf(root, 'request');
    expect(request!.text).toBe('https://search.example/oai');
    const isEchoed = code !== 'badVerb' && code !== 'badArgument';
    expect(request!.attributes).toEqual(isEchoed ? Object.fromEntries(new URLSearchParams(query)) : {});
  });

  test('arguments may come in a form', async () => {
    const { oai, ask } = await repository({ garden: [SUNDEW] });
    const body = new URLSearchParams({ verb: 'ListIdentifiers', metadataPrefix: 'marc21' });
    expect(idsOf(await oai('', { method: 'POST', body }))).toEqual(['sundew']);
    expect((await ask('/oai', { method: 'DELETE' })).headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
  });

  test('a search engine that is away gets status 503, with the time to ask again', async () => {
    const { ask } = await repository(
      { garden: [] },
      { changedRecords: async () => Promise.reject(new Error('away')), isSearchUnavailable: () => true },
    );
    const response = await ask('/oai?verb=Identify', { headers: { accept: 'text/xml' } });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10']);
  });
});

describe('Identify', () => {
  test('tells what the repository keeps', async () => {
    const { oai } = await repository({ garden: [SUNDEW, FLYTRAP] }, { contact: 'library@example.org' });
    const [identify] = elementsOf(await oai({ verb: 'Identify' }), 'Identify');
    expect(identify!.children.map(({ name, text }) => `${name}: ${text}`)).toEqual([
      'repositoryName: Thresher: garden',
      'baseURL: https://search.example/oai',
      'protocolVersion: 2.0',
      'adminEmail: library@example.org',
      'earliestDatestamp: 2024-01-02T04:04:07Z',
      'deletedRecord: transient',
      'granularity: YYYY-MM-DDThh:mm:ssZ',
    ]);
  });

  test('has the name of the site', async () => {
    const { oai } = await repository({ garden: [] }, { brand: { name: 'Bog Library', links: [] } });
    expect(textsOf(await oai({ verb: 'Identify' }), 'repositoryName')).toEqual(['Bog Library: garden']);
  });

  test('has a mail address that the schema allows, also on a local network', async () => {
    const { app } = await repository({ garden: [] });
    const contactAt = async (origin: string) =>
      textsOf(parseXml(await (await app.request(`${origin}/oai?verb=Identify`)).text()), 'adminEmail')[0];
    for (const origin of ['http://localhost:8080', 'http://[::1]:8080', 'http://127.0.0.1', 'https://search.example'])
      expect(await contactAt(origin)).toMatch(/^\S+@(\S+\.)+\S+$/);
    expect(await contactAt('http://localhost:8080')).toBe('webmaster@localhost.invalid');
  });

  test('works before anything is crawled', async () => {
    const { oai, list } = await repository({});
    const root = await oai({ verb: 'Identify' });
    expect(textsOf(root, 'adminEmail')).toEqual(['webmaster@search.example']);
    expect(textsOf(root, 'earliestDatestamp')).toEqual(textsOf(root, 'responseDate'));
    expect(errorOf(await list())).toBe('noRecordsMatch');
    expect(errorOf(await oai({ verb: 'ListSets' }))).toBe('noSetHierarchy');
  });
});

describe('records', () => {
  test('have header and Dublin Core', async () => {
    const { oai } = await repository({ garden: [SUNDEW] });
    const root = await oai({
      ...{ verb: 'GetRecord', metadataPrefix: 'oai_dc' },
      identifier: 'oai:search.example:garden/sundew',
    });
    const [header] = elementsOf(root, 'header');
    expect(header!.children.map(({ name, text }) => `${name}: ${text}`)).toEqual([
      'identifier: oai:search.example:garden/sundew',
      'datestamp: 2024-01-02T04:04:07Z',
      'setSpec: CP:Drosera',
    ]);
    const [dc] = elementsOf(root, 'dc');
    expect(dc!.namespace).toBe(`${OAI}oai_dc/`);
    expect(dc!.children.map(({ name, text }) => `${name}: ${text}`)).toEqual([
      'title: Sundews of the bog',
      'creator: Mary Treat',
      'subject: bog plants',
      'subject: CP',
      'subject: CP.Drosera',
      'date: 2021-06-03',
      'type: Text',
      'format: text/html',
      'identifier: http://plants.example/sundew',
      'language: en',
    ]);
  });

  test('every listed format has every record, whatever its texts are', async () => {
    const hostile = pageRecord('hostile', {
      title: HOSTILE,
      author: HOSTILE,
      classes: inClass(HOSTILE.replace(/\s+/g, ' ')),
    });
    const { oai } = await repository({ garden: [hostile] });
    const formats = elementsOf(await oai({ verb: 'ListMetadataFormats' }), 'metadataFormat');
    expect(formats.map((one) => textsOf(one, 'metadataPrefix')[0])).toEqual(['oai_dc', 'marc21']);
    for (const format of formats) {
      const root = await oai({ verb: 'ListRecords', metadataPrefix: textsOf(format, 'metadataPrefix')[0]! });
      const [metadata] = elementsOf(root, 'metadata');
      expect(metadata!.children[0]!.namespace).toBe(textsOf(format, 'metadataNamespace')[0]);
      expect(metadata!.children[0]!.attributes['xsi:schemaLocation']).toContain(textsOf(format, 'schema')[0]);
    }
  });

  test('a page whose publisher has set an end to its availability counts as deleted', async () => {
    const { list } = await repository({ garden: [pageRecord('ended', { title: 'Old moss', unavailableAfter: 1 })] });
    const root = await list();
    expect(elementsOf(root, 'header')[0]!.attributes).toEqual({ status: 'deleted' });
    expect(root.text).not.toContain('Old moss');
  });

  test('a page that is gone is deleted, also in its sets', async () => {
    const { index, oai, list } = await repository({ garden: [SUNDEW, FLYTRAP] });
    const { id, url } = SUNDEW;
    await index.write('garden', [{ kind: 'left', id, url, at: FETCHED_AT + HOUR_MS }]);
    const root = await list();
    expect(elementsOf(root, 'record').map((one) => [idsOf(one).join(), elementsOf(one, 'metadata').length])).toEqual([
      ['flytrap', 1],
      ['sundew', 0],
    ]);
    expect(elementsOf(root, 'header')[1]!.attributes).toEqual({ status: 'deleted' });
    expect(idsOf(await list({ set: 'CP:Drosera' }))).toEqual(['sundew']);
    const one = await oai({
      verb: 'GetRecord',
      metadataPrefix: 'oai_dc',
      identifier: `oai:search.example:garden/${id}`,
    });
    expect(elementsOf(one, 'header')[0]!.attributes).toEqual({ status: 'deleted' });
  });
});

describe('sets', () => {
  test('are the classes of the only crawl', async () => {
    const { oai, list } = await repository({
      garden: [SUNDEW, FLYTRAP, pageRecord('odd', { classes: inClass('a b:c~.ä..') })],
    });
    const sets = elementsOf(await oai({ verb: 'ListSets' }), 'set').map((one) => one.children.map(({ text }) => text));
    expect(sets).toEqual([
      ['CP', 'CP'],
      ['CP:Dionaea', 'CP.Dionaea'],
      ['CP:Drosera', 'CP.Drosera'],
      ['a~20b~3Ac~7E', 'a b:c~'],
      ['a~20b~3Ac~7E:~C3~A4', 'a b:c~.ä'],
      ['a~20b~3Ac~7E:~C3~A4:~', 'a b:c~.ä.'],
      ['a~20b~3Ac~7E:~C3~A4:~:~', 'a b:c~.ä..'],
    ]);
    for (const [spec, name] of sets) {
      const ids = idsOf(await list({ set: spec! }));
      const expected = name!.startsWith('CP')
        ? { CP: ['sundew', 'flytrap'], 'CP.Dionaea': ['flytrap'], 'CP.Drosera': ['sundew'] }[name!]
        : ['odd'];
      expect(ids, spec).toEqual(expected);
    }
  });

  test('of several crawls are below those of the crawls', async () => {
    const { oai, list } = await repository({ marsh: [FLYTRAP], garden: [SUNDEW, pageRecord('plain')] });
    expect(textsOf(await oai({ verb: 'ListSets' }), 'setSpec')).toEqual([
      'garden',
      'garden:CP',
      'garden:CP:Drosera',
      'marsh',
      'marsh:CP',
      'marsh:CP:Dionaea',
    ]);
    const all = await list();
    expect(textsOf(all, 'setSpec')).toEqual(['garden:CP:Drosera', 'garden', 'marsh:CP:Dionaea']);
    expect(idsOf(await list({ set: 'garden' }))).toEqual(['sundew', 'plain']);
    expect(idsOf(await list({ set: 'marsh:CP' }))).toEqual(['flytrap']);
    expect(errorOf(await list({ set: 'fen' }))).toBe('noRecordsMatch');
  });

  test('do not exist without classes', async () => {
    const { oai, list } = await repository({ garden: [pageRecord('plain')] });
    expect(errorOf(await oai({ verb: 'ListSets' }))).toBe('noSetHierarchy');
    expect(errorOf(await list({ set: 'CP' }))).toBe('noSetHierarchy');
  });
});

describe('selective harvesting', () => {
  test('from and until are inclusive, by second and by day', async () => {
    const { list } = await repository({ garden: [SUNDEW, FLYTRAP] });
    expect(textsOf(await list(), 'datestamp')).toEqual(['2024-01-02T04:04:07Z', '2024-01-02T05:04:07Z']);
    const find = async (from?: string, until?: string) =>
      idsOf(await list({ ...(from && { from }), ...(until && { until }) }));
    expect(await find('2024-01-02T04:04:07Z')).toEqual(['sundew', 'flytrap']);
    expect(await find('2024-01-02T04:04:08Z')).toEqual(['flytrap']);
    expect(await find(undefined, '2024-01-02T04:04:07Z')).toEqual(['sundew']);
    expect(await find('2024-01-02T04:04:07Z', '2024-01-02T04:04:07Z')).toEqual(['sundew']);
    expect(await find('2024-01-02', '2024-01-02')).toEqual(['sundew', 'flytrap']);
    expect(await find('2024-01-03')).toEqual([]);
    expect(await find(undefined, '2024-01-01')).toEqual([]);
  });

  test('a change is not listed before all readers can see it', async () => {
    const { list, setNow, add } = await repository({ garden: [SUNDEW] });
    setNow(Date.now() + HOUR_MS);
    await add('garden', FLYTRAP);
    expect(idsOf(await list())).toEqual(['sundew']);
  });

  /** Reads a whole list. @param meanwhile is called after the first response */
  async function harvest(
    world: Awaited<ReturnType<typeof repository>>,
    more: Record<string, string> = {},
    meanwhile?: () => Promise<void>,
  ) {
    const ids: string[] = [];
    const cursors: string[] = [];
    for (let root = await world.list(more); ; ) {
      ids.push(...idsOf(root));
      const token = tokenOf(root);
      if (token) cursors.push(token.attributes['cursor']!);
      if (!token || token.text === '') return { ids, cursors };
      if (cursors.length === 1) await meanwhile?.();
      root = await world.list({ resumptionToken: token.text });
    }
  }

  const many = (prefix: string, count: number, fields: Partial<SearchRecord> = {}) =>
    Array.from({ length: count }, (_, i) => pageRecord(`${prefix}${String(i).padStart(3, '0')}`, fields));

  longTest('a long list continues with each record once, over all crawls', async () => {
    const world = await repository({ garden: [], marsh: [] });
    await world.write('marsh', ...many('m', 130));
    await world.write('garden', ...many('a', 90));
    await world.write('garden', ...many('b', 80));
    const { ids, cursors } = await harvest(world);
    expect(ids).toHaveLength(300);
    expect(new Set(ids).size).toBe(300);
    expect(cursors).toEqual(['0', '100', '200']);
    expect((await harvest(world, { set: 'garden' })).ids).toHaveLength(170);
  });

  test('of exactly one response there is no token', async () => {
    const world = await repository({ garden: [] });
    await world.write('garden', ...many('a', 100));
    expect(await harvest(world)).toMatchObject({ cursors: [] });
  });

  test('records that come or change meanwhile are in this list or in the next, and none is missed', async () => {
    const world = await repository({ garden: [] });
    await world.write('garden', ...many('a', 150));
    await world.write('garden', ...many('b', 100));
    const changed = { ...pageRecord('b050', { title: 'Changed' }), url: 'http://plants.example/b050' };
    const { ids } = await harvest(world, {}, async () => {
      await world.write('garden', ...many('c', 20), changed);
      // The list of the first request has ended before this.
      world.setNow(Date.now() + HOUR_MS);
      await world.add('garden', pageRecord('late'));
    });
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(270);
    expect(ids.slice(-21)).toContain('b050');
  });

  test('a list of a set with a long name continues', async () => {
    const world = await repository({ garden: [] });
    const name = Array.from({ length: 5 }, () => '食虫植物の世界'.repeat(10)).join('.');
    await world.write('garden', ...many('a', 101, { classes: inClass(name) }));
    const set = textsOf(await world.oai({ verb: 'ListSets' }), 'setSpec').at(-1)!;
    expect((await harvest(world, { set })).ids).toHaveLength(101);
  });

  test('a token fits only the repository and the verb that gave it', async () => {
    const world = await repository({ garden: [] });
    await world.write('garden', ...many('a', 101));
    const token = tokenOf(await world.list())!.text;
    const other = await repository({ marsh: [FLYTRAP] });
    expect(errorOf(await other.list({ resumptionToken: token }))).toBe('badResumptionToken');
    expect(idsOf(await world.oai({ verb: 'ListIdentifiers', resumptionToken: token }))).toEqual(['a100']);
    for (const cut of [token.slice(0, -4), `${token}x`, token.repeat(40), ''])
      expect(errorOf(await world.list({ resumptionToken: cut })), cut).toBe('badResumptionToken');
  });
});
