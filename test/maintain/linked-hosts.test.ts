import { expect, test } from 'vitest';
import { linkedHosts } from '../../shared/maintain/linked-hosts.ts';

test('counts links, but no files that pages embed', async () => {
  async function* pages() {
    const url = 'http://a.example/';
    const links = [
      { url: 'http://b.example/', rel: '' },
      { url: 'http://fonts.example/f.woff2', rel: 'embedded' },
    ];
    yield { url, urls: [url], links };
  }
  expect((await linkedHosts(pages())).map(({ host }) => host)).toEqual(['b.example']);
});
