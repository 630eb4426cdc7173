/** Whatever a client of a library sends, it gets well-formed XML of its protocol, and no fault of the server. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SQI_OPERATIONS } from '../../web/sqi/operations.ts';
import { createSqiSessions } from '../../web/sqi/sessions.ts';
import { anyText } from '../any-text.ts';
import { fewOrMany } from '../long-test.ts';
import { libraryWorld, pageRecord } from './library-world.ts';
import { call, message, post } from './sqi/soap.ts';
import { parseXml } from './strict-xml.ts';

const oddText = fc.oneof(
  anyText(20),
  fc.stringMatching(/^[\w.=<>"\\*?^()/: \0\ud800&';-]{0,30}$/),
  fc.constantFrom(
    'dc.title',
    'flies',
    'marcxml',
    '1.1',
    '2.0',
    '1',
    '-1',
    '100',
    'oai_dc',
    '2024-01-02',
    'CP',
    '\ufffe',
    ']]>',
  ),
);
const query = fc.oneof(
  oddText,
  fc
    .tuple(
      fc.constantFrom('dc.title', 'dc.subject', 'dc.date', 'cql.anywhere', 'dc.creator', 'x.y', 'site'),
      fc.constantFrom('=', '==', 'any', 'all', '<', '>=', '<>', 'within', 'exact', 'adj'),
      oddText,
    )
    .map(([index, relation, term]) => `${index} ${relation} "${term}"`),
);
const some = <T>(values: Record<string, fc.Arbitrary<T>>) => fc.record(values, { requiredKeys: [] });

const sruRequests = some<string>({
  version: fc.oneof(fc.constantFrom('1.1', '1.2', '2.0'), oddText),
  operation: fc.oneof(fc.constantFrom('explain', 'searchRetrieve', 'scan'), oddText),
  ...{
    query,
    scanClause: query,
    sortKeys: oddText,
    startRecord: oddText,
    maximumRecords: oddText,
    recordSchema: oddText,
  },
  ...{ recordPacking: oddText, responsePosition: oddText, maximumTerms: oddText, crawl: oddText, odd: oddText },
});
const oaiRequests = some<string>({
  verb: fc.oneof(fc.constantFrom('Identify', 'ListRecords', 'ListIdentifiers', 'ListSets', 'GetRecord'), oddText),
  metadataPrefix: fc.oneof(fc.constantFrom('oai_dc', 'marc21'), oddText),
  ...{ identifier: oddText, set: oddText, from: oddText, until: oddText, resumptionToken: oddText, odd: oddText },
});

test.each([
  ['sru', sruRequests],
  ['oai', oaiRequests],
])('/%s answers odd requests', async (path, requests) => {
  const pages = [pageRecord('sundew', { text: 'Sundews catch flies', classes: [{ class: 'CP', score: 1 }] })];
  const { ask, faults } = await libraryWorld({ garden: pages });
  await fc.assert(
    fc.asyncProperty(requests, async (parameters) => {
      const response = await ask(`/${path}?${new URLSearchParams(parameters as Record<string, string>)}`);
      expect(response.status).toBe(200);
      expect(parseXml(await response.text()).name).toMatch(/^(?:OAI-PMH|(?:explain|searchRetrieve|scan)Response)$/);
    }),
    { numRuns: fewOrMany(60, 300) },
  );
  expect(faults).toEqual([]);
});

test('/sqi answers odd messages and calls', async () => {
  const pages = [pageRecord('sundew', { text: 'Sundews catch flies', classes: [{ class: 'CP', score: 1 }] })];
  const { ask, faults } = await libraryWorld({ garden: pages }, { sqiSessions: createSqiSessions() });
  const { result: targetSessionID } = await call(ask, 'createAnonymousSession');
  const values = some<string>({
    queryStatement: fc.oneof(query, fc.constantFrom("flies and dc.title = 'x'", 'dc.date < 3 + 4')),
    startResult: fc.oneof(fc.constantFrom('1', '2', '99999'), oddText),
    ...{ queryLanguageID: fc.oneof(fc.constantFrom('cql', 'plql'), oddText), maxQueryResults: oddText },
    resultsFormat: fc.oneof(fc.constantFrom('plrf0', 'plrf1', 'plrf2/dc', 'plrf3'), oddText),
  });
  const calls = fc
    .tuple(fc.constantFrom(...Object.keys(SQI_OPERATIONS)), values)
    .map(([operation, parameters]) => message(operation, { targetSessionID: targetSessionID!, ...parameters }));
  const cut = fc
    .tuple(calls, fc.nat(), fc.nat(), oddText)
    .map(([xml, from, to, text]) => xml.slice(0, from % xml.length) + text + xml.slice(to % xml.length));
  await fc.assert(
    fc.asyncProperty(fc.oneof(calls, cut, oddText), async (body) => {
      const response = await post(ask, body);
      expect([200, 500]).toContain(response.status);
      expect(parseXml(await response.text()).name).toBe('Envelope');
    }),
    { numRuns: fewOrMany(100, 500) },
  );
  expect(faults).toEqual([]);
});
