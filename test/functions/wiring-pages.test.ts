import { expect, test } from 'vitest';
import { wirePages } from '../../functions/wiring/wiring-pages.ts';
import { createApp } from '../../web/app.ts';
import { aWorld } from '../web/fixtures.ts';

test('reads the language of the pages and the websites that may read responses', () => {
  expect(wirePages({})).toEqual({ language: 'en', origins: [] });
  expect(wirePages({ SEARCH_LANGUAGE: 'sv', SEARCH_ORIGINS: 'https://a.example,http://b.example' })).toEqual({
    language: 'sv',
    origins: ['https://a.example', 'http://b.example'],
  });
  expect(() => wirePages({ SEARCH_LANGUAGE: 'fi' })).toThrow('must be one of en, sv, de, fr');
});

test('MCP behind the gateway takes requests of its own pages and of those websites only', async () => {
  const app = createApp({ ...aWorld({}).ports, ...wirePages({ SEARCH_ORIGINS: 'https://a.example' }) });
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const ask = async (origin?: string) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const named = origin === undefined ? headers : { ...headers, origin };
    return (await app.request('https://gateway.example/mcp', { method: 'POST', body: list, headers: named })).status;
  };
  for (const origin of [undefined, 'https://gateway.example', 'https://a.example']) expect(await ask(origin)).toBe(200);
  for (const origin of ['https://b.example', 'null']) expect(await ask(origin)).toBe(403);
});
