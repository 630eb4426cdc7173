import { expect, test } from 'vitest';
import { streamExchanges } from '../../../shared/fetch/warc/request-methods.ts';
import { responseRecord, warcRecord } from './foreign-warc.ts';

const PAGE = 'http://a.example/page';
const OTHER = 'http://a.example/other';

/** @param named `WARC-Concurrent-To` */
const response = (id: string, url = PAGE, named?: string): Buffer =>
  responseRecord(url, 'text', { more: { 'WARC-Record-ID': id, ...(named && { 'WARC-Concurrent-To': named }) } });

const request = (method: string, id: string, named?: string, url = PAGE): Buffer =>
  warcRecord(
    {
      ...{ 'WARC-Type': 'request', 'WARC-Target-URI': url, 'WARC-Record-ID': id },
      ...(named && { 'WARC-Concurrent-To': named }),
    },
    `${method} /page HTTP/1.1\r\nHost: a.example\r\n\r\n`,
  );

/** Returns the types of the records, and the methods of responses. */
async function methods(...records: Buffer[]): Promise<string[]> {
  const found: string[] = [];
  const open = async function* () {
    yield Buffer.concat(records);
  };
  for await (const item of streamExchanges(open, () => 0))
    if (item.kind === 'record') found.push(item.method ?? item.type);
  return found;
}

test.each<[what: string, records: Buffer[], expected: string[]]>([
  [
    'after the response, and names it (Heritrix, warcio)',
    [response('<1>'), request('POST', '<2>', '<1>'), response('<3>'), request('GET', '<4>', '<3>')],
    ['POST', 'request', 'GET', 'request'],
  ],
  [
    'before the response, which names it (wget)',
    [request('GET', '<1>'), response('<2>', PAGE, '<1>'), request('POST', '<3>'), response('<4>', PAGE, '<3>')],
    ['request', 'GET', 'request', 'POST'],
  ],
  [
    'before the response, and both name the other',
    [request('POST', '<1>', '<2>'), response('<2>', PAGE, '<1>'), request('GET', '<3>', '<4>'), response('<4>')],
    ['request', 'POST', 'request', 'GET'],
  ],
  [
    'before the response with the same URL, and nothing names anything',
    [request('POST', '<1>'), response('<2>'), request('GET', '<3>'), response('<4>')],
    ['request', 'POST', 'request', 'GET'],
  ],
  [
    'beside a response of another URL',
    [request('POST', '<1>', undefined, OTHER), response('<2>'), request('POST', '<3>', '<9>')],
    ['request', 'response', 'request'],
  ],
  ['missing', [response('<1>'), response('<2>', OTHER)], ['response', 'response']],
])('tells the method of a request that is %s', async (_, records, expected) => {
  expect(await methods(...records)).toEqual(expected);
});
