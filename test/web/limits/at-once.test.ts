import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { limitAtOnce } from '../../../web/limits/at-once.ts';

test('answers some requests at a time, and others in their order, but not those whose clients have gone', async () => {
  const app = new Hono();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  app.get('/:name', limitAtOnce(2), async (c) => {
    begun.push(c.req.param('name'));
    await new Promise<void>((resolve) => ends.push(resolve));
    if (c.req.param('name') === 'b') throw new Error('fails');
    return c.text('done');
  });
  app.onError((_, c) => c.text('failed', 500));
  const gone = new AbortController();
  const answers = ['a', 'b', 'c', 'd', 'e'].map((name) =>
    app.request(`/${name}`, name === 'c' ? { signal: gone.signal } : {}),
  );
  await expect.poll(() => begun).toEqual(['a', 'b']);
  gone.abort();
  ends[1]!();
  await expect.poll(() => begun).toEqual(['a', 'b', 'd']);
  ends[0]!();
  await expect.poll(() => begun).toEqual(['a', 'b', 'd', 'e']);
  for (const end of ends.slice(2)) end();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 500, 503, 200, 200]);
});
