import { expect, test } from 'vitest';
import { createApp } from '../../web/app.ts';
import { aHit, aWorld } from './fixtures.ts';

const { world, ports } = aWorld({ hits: [aHit()] });
const app = createApp(ports);

test.each([
  ['/search?q=caf%E9', '/search?q=caf%C3%A9'],
  ['/search?q=Stra%dfe+%FCber&lang=de&site=x.example', '/search?q=Stra%C3%9Fe+%C3%BCber&lang=de&site=x.example'],
  ['/search?q=%D0%BC%D0%BE%D1%81%D0', '/search?q=%D0%BC%D0%BE%D1%81'],
  ['/feed?q=%93moss%94', '/feed?q=%E2%80%9Cmoss%E2%80%9D'],
])('%s is redirected to UTF-8', async (given, expected) => {
  const answer = await app.request(given);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, expected]);
});

test.each(['caf%C3%A9', 'caf%c3%a9', 'café', '100%', '%41', '%zz%2'])('q=%s is searched as it is', async (q) => {
  expect((await app.request(`/search?q=${q}`)).status).toBe(200);
  expect(world.requests.at(-1)?.q).toBe(q.toLowerCase().startsWith('caf') ? 'café' : q === '%41' ? 'A' : q);
});

test('no other path is redirected, because it could name another host', async () => {
  expect((await app.request('http://localhost//evil.example/search?q=%E9')).status).toBe(404);
});
