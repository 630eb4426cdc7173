import { expect, test } from 'vitest';
import { createApp } from '../../../web/app.ts';
import { aHit, aRecord, aWorld } from '../fixtures.ts';

const record = aRecord({ directives: ['noarchive'] });
const { ports } = aWorld({ hits: [aHit({ noarchive: true })], records: [record] });
const app = createApp(ports);

test.each(['html', 'json', 'csv', 'ris', 'bibtex', 'rss', 'atom'])(
  '%s has no link to a copy that is not served',
  async (format) => {
    const text = await (await app.request(`/search?q=sundews&format=${format}`)).text();
    expect(text).toContain('Sundews');
    expect(text).not.toContain('/cached/');
    expect(text).not.toContain('L2  -');
  },
);

test.each(['html', 'json', 'ris', 'bibtex'])('the record as %s has none either', async (format) => {
  const answer = await app.request(`/record/${record.id}?format=${format}`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).not.toContain('/cached/');
});
