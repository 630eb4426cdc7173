import { describe, expect, test } from 'vitest';
import { createApp } from '../../web/app.ts';
import { aHit, aWorld } from './fixtures.ts';
import { request } from './formats/records.ts';

describe.each(['/search?q=sundews', '/search?format=csv', '/feed', '/crawl', '/style.css'])('%s', (path) => {
  test('has an ETag, and answers 304 to a client that has it', async () => {
    const first = await request(path);
    const tag = first.headers.get('etag')!;
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
    const body = await first.text();
    expect(body).not.toBe('');
    for (const known of [tag, `"other", ${tag}`, tag.slice(2), '*']) {
      const again = await request(path, { headers: { 'if-none-match': known } });
      expect([again.status, await again.text()]).toEqual([304, '']);
      expect(again.headers.get('etag')).toBe(tag);
      expect(again.headers.get('vary')).toBe(first.headers.get('vary'));
      expect(again.headers.get('content-type')).toBeNull();
    }
    expect((await request(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  test('answers HEAD with the headers of GET and no body', async () => {
    const get = await request(path);
    const head = await request(path, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const name of ['etag', 'content-type', 'cache-control', 'vary'])
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
  });
});

test('gives different formats of one URL different tags', async () => {
  const tags = await Promise.all(
    ['text/html', 'application/json', 'text/csv'].map(async (accept) => {
      const answer = await request('/search?q=sundews', { headers: { accept } });
      expect(answer.headers.get('vary')).toMatch(/\baccept(?:,|$)/);
      return answer.headers.get('etag');
    }),
  );
  expect(new Set(tags).size).toBe(3);
});

test('keeps the tag while scores fall with the age of pages', async () => {
  const tagAt = async (score: number) => {
    const answer = await request('/search?format=json', {}, [aHit({ score })]);
    return answer.headers.get('etag');
  };
  expect(await tagAt(0.21975566212296538)).toBe(await tagAt(0.21975566212063113));
  expect(await tagAt(0.2198)).not.toBe(await tagAt(0.2199));
});

test('gives no tag to an error', async () => {
  expect((await request('/search?size=0')).headers.get('etag')).toBeNull();
});

test.each(['/search?format=xml', '/search?format=constructor', '/feed?format=csv'])(
  'answers 406 to %s',
  async (path) => {
    const answer = await request(path, { headers: { accept: 'application/json' } });
    expect(answer.status).toBe(406);
    expect(await answer.json()).toMatchObject({
      type: 'urn:problem-type:thresher:not-acceptable',
      errors: [{ parameter: 'format' }],
    });
  },
);

test('answers 406 if the client accepts no format', async () => {
  const answer = await request('/search', { headers: { accept: 'image/png' } });
  expect(answer.status).toBe(406);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
});

test('links to the next page of results', async () => {
  const answer = await request('/search?format=json&size=2');
  expect(answer.headers.get('link')).toBe('<https://search.example/search?format=json&size=2&from=2>; rel="next"');
  expect((await request('/search?format=json&size=3')).headers.get('link')).toBeNull();
});

test('links use https behind a proxy that terminates TLS', async () => {
  const app = createApp(aWorld({ hits: [aHit()] }).ports);
  const init = { headers: { 'x-forwarded-proto': 'https' } };
  const answer = await app.request('http://search.example/search?format=csv', init);
  expect(await answer.text()).toContain('https://search.example/record/');
});
