import { expect, test } from 'vitest';
import { noIndex } from '../../shared/aws/opensearch/no-index.ts';
import { readStatus } from '../../shared/frontier/explain/read-status.ts';
import { reply, seedLink, visitOnce } from '../fetch/single-host.ts';

test('counts pages that were refused or failed among the pages of a crawl, and in its status', async () => {
  const answers: Record<string, () => ReturnType<typeof reply>> = {
    '/robots.txt': () => reply(404, ''),
    '/moss': () => reply(200, 'moss'),
    '/moved': () => ({ ...reply(301, ''), headers: [['location', '/moss']] }),
    '/loop': () => ({ ...reply(301, ''), headers: [['location', '/loop']] }),
    '/broken': () => reply(500, ''),
  };
  const fetcher = { fetch: async (url: string) => answers[new URL(url).pathname]!() };
  const paths = ['/moss', '/moved', '/loop', '/broken'];
  const { ports } = await visitOnce(
    fetcher,
    paths.map((path) => seedLink(`http://moor.test${path}`)),
  );
  const status = await readStatus('moor', { ...ports, index: noIndex });
  expect(status?.outcomes).toEqual({ fetched: 1, redirected: 1, refused: 1, failed: 1 });
  expect(status).toMatchObject({ pages: 4, unfetchedPages: 2 });
});

test('leaves the count out of the status of a crawl whose pages were all fetched', async () => {
  const { ports } = await visitOnce(
    { fetch: async (url: string) => (url.endsWith('/robots.txt') ? reply(404, '') : reply(200, 'moss')) },
    [seedLink('http://moor.test/')],
  );
  const status = await readStatus('moor', { ...ports, index: noIndex });
  expect(status).toMatchObject({ pages: 1 });
  expect(status).not.toHaveProperty('unfetchedPages');
});
