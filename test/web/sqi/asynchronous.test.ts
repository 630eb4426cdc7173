import { expect, test, vi } from 'vitest';
import type { SqiSources } from '../../../web/sqi/asynchronous.ts';
import { createSqiSessions } from '../../../web/sqi/sessions.ts';
import { libraryWorld, pageRecord } from '../library-world.ts';
import { elementsOf, parseXml, textsOf } from '../strict-xml.ts';
import { session } from './soap.ts';

const PORTAL = 'https://portal.example';
/** Only ends what hangs. */
const LONG_MS = 60_000;
const SOURCE = { sourceLocation: `${PORTAL}/listener?a=1` };
const QUERY = { queryStatement: 'moss', queryID: 'q<1>' };

async function world(post: SqiSources['post'] = async () => {}, origins = [PORTAL]) {
  const sqiSources = { origins, post: vi.fn(post) };
  const pages = ['a', 'b', 'c'].map((id) => pageRecord(id, { text: `moss ${id}` }));
  const { ask, faults } = await libraryWorld({ garden: pages }, { sqiSessions: createSqiSessions(), sqiSources });
  return { run: await session(ask), post: sqiSources.post, faults };
}

test('sends the results of a query to its source', async () => {
  const { run, post, faults } = await world();
  await run('setSourceLocation', SOURCE);
  await run('setMaxQueryResults', { maxQueryResults: 2 });
  await run('setResultsFormat', { resultsFormat: 'plrf1' });
  expect(await run('asynchronousQuery', QUERY)).toBeUndefined();
  expect(post).toHaveBeenCalledOnce();
  const [url, message] = post.mock.calls[0]!;
  expect(url).toBe(SOURCE.sourceLocation);
  const call = elementsOf(parseXml(message), 'queryResultsListener')[0]!;
  expect(call.namespace).toBe('urn:www.cenorm.be/isss/ltws/wsdl/SQIv1p0');
  expect(textsOf(call, 'queryID')).toEqual(['q<1>']);
  const results = parseXml(textsOf(call, 'queryResults')[0]!);
  expect([textsOf(results, 'Cardinality'), elementsOf(results, 'Record').length]).toEqual([['2'], 2]);
  expect(faults).toEqual([]);
});

test.each([
  'https://other.example/listener',
  'http://portal.example/listener',
  'https://portal.example:8443/',
  'https://portal.example@other.example/',
  'https://user:secret@portal.example/',
  'https://portal.example.other.example/',
  'file:///etc/passwd',
  'http://127.0.0.1/',
  'portal.example',
  '',
])('does not accept the source "%s"', async (sourceLocation) => {
  const { run, post } = await world();
  await expect(run('setSourceLocation', { sourceLocation })).rejects.toThrow('METHOD_NOT_SUPPORTED');
  await expect(run('asynchronousQuery', QUERY)).rejects.toThrow('NO_SOURCE_LOCATION');
  expect(post).not.toHaveBeenCalled();
});

test('tells what is wrong with a query, and sends nothing', async () => {
  const { run, post } = await world();
  await run('setSourceLocation', SOURCE);
  await expect(run('asynchronousQuery', { ...QUERY, queryStatement: 'moss and' })).rejects.toThrow(
    'INVALID_QUERY_STATEMENT',
  );
  expect(post).not.toHaveBeenCalled();
});

test('logs that a source did not accept results', async () => {
  const { run, faults } = await world(() => Promise.reject(new Error('status 500')));
  await run('setSourceLocation', SOURCE);
  await run('asynchronousQuery', QUERY);
  await vi.waitFor(() => expect(faults).toEqual([new Error('status 500')]), LONG_MS);
});

test('sends to at most 16 sources at once', async () => {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const { run, post } = await world(() => ended);
  await run('setSourceLocation', SOURCE);
  for (let i = 0; i < 16; i++) await run('asynchronousQuery', QUERY);
  await expect(run('asynchronousQuery', QUERY)).rejects.toThrow('too many results are being sent');
  expect(post).toHaveBeenCalledTimes(16);
  end();
  await ended;
  await vi.waitFor(() => run('asynchronousQuery', QUERY), LONG_MS);
});
