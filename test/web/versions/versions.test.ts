import { expect, test } from 'vitest';
import { createApp } from '../../../web/app.ts';
import { diffTexts } from '../../../web/versions/diff-texts.ts';
import { aRecord, aWorld } from '../fixtures.ts';

const record = aRecord({ id: 'n'.repeat(64) });
const FIRST = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const LATER = FIRST + 86_400_000;
const TEXTS = new Map([
  [FIRST, 'Sundews catch <b>flies</b> with sticky leaves.'],
  [LATER, 'Sundews catch <b>moths</b> with sticky leaves.'],
]);

function openApp(records = [record]) {
  const asked: unknown[] = [];
  const version = (fetchedAt: number, digest: string) => {
    return { url: record.url, fetchedAt, digest, title: 'Sundews', length: 1234 };
  };
  const app = createApp({
    ...aWorld({ records }).ports,
    versions: async (_crawl, _record, before) => {
      asked.push(before);
      return { versions: [version(LATER, record.id), version(FIRST, 'o')], searched: 7, before: FIRST };
    },
    version: async (_crawl, _record, fetchedAt) => {
      const text = TEXTS.get(fetchedAt);
      return text === undefined ? undefined : { fetchedAt, text };
    },
  });
  return { app, asked };
}

const path = `/record/${record.id}/versions`;
const iso = (at: number) => new Date(at).toISOString();
const COMPARE = `${path}?crawl=garden&a=${iso(LATER)}&b=${iso(FIRST)}`;

test('lists the captures of a page with a form to compare two', async () => {
  const text = await (await openApp().app.request(path)).text();
  expect(text).toContain(`name="a" value="${iso(FIRST)}"`);
  expect(text).toContain(`name="b" value="${iso(LATER)}"`);
  expect(text).toContain('<strong>current text</strong>');
  expect(text).toContain('7 stored objects were searched');
  expect(text).toContain(`/versions?crawl=garden&amp;before=${iso(FIRST)}`);
});

test('the page of a record links to its versions', async () => {
  const text = await (await openApp().app.request(`/record/${record.id}`)).text();
  expect(text).toContain(`href="${path}?crawl=garden"`);
});

test('shows the difference between two captures, the earlier first, with their markup as text', async () => {
  const text = await (await openApp().app.request(COMPARE)).text();
  expect(text).toContain('Sundews catch &lt;b&gt;<del>flies</del><ins>moths</ins>&lt;/b&gt; with sticky leaves.');
});

test('answers in JSON', async () => {
  const answer = await (await openApp().app.request(`${COMPARE}&format=json`)).json();
  expect(answer).toMatchObject({
    id: record.id,
    searched: 7,
    before: iso(FIRST),
    versions: [{ fetchedAt: iso(LATER) }, { fetchedAt: iso(FIRST) }],
    difference: { earlier: iso(FIRST), later: iso(LATER) },
  });
  expect((answer as { difference: { diff: { parts: unknown[] } } }).difference.diff.parts).toContainEqual({
    kind: 'removed',
    text: 'flies',
  });
});

test.each([
  ['?before=yesterday', 400],
  ['?a=1&b=2', 400],
  [`?a=${iso(1)}&b=${iso(FIRST)}`, 404],
])('refuses %s', async (parameters, status) => {
  expect((await openApp().app.request(path + parameters)).status).toBe(status);
});

test('searches before the time that the request names', async () => {
  const { app, asked } = openApp();
  await app.request(`${path}?before=${iso(FIRST)}`);
  expect(asked).toEqual([FIRST]);
});

test('a page whose publisher forbids copies has no versions', async () => {
  const { app } = openApp([{ ...record, directives: ['noarchive'] }]);
  expect((await app.request(path)).status).toBe(403);
  expect((await openApp([]).app.request(path)).status).toBe(404);
});

test('a comparison shows the changes of long texts with the text around them, in at most 9,000 characters', () => {
  const same = 'word '.repeat(5_000);
  const { parts, cut } = diffTexts(`${same}old ${same}`, `${same}new ${same}`)!;
  expect(parts.map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same']);
  expect(parts[0]!.text.length).toBeLessThan(130);
  expect(cut).toBe(false);
  const many = diffTexts('', Array.from({ length: 9_000 }, (_, i) => `n${i}`).join(' '))!;
  expect(many.parts.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(9_003);
  expect(many.cut).toBe(true);
});

test('equal texts have no changes', () => {
  expect(diffTexts('a b', 'a b')).toEqual({ parts: [{ kind: 'same', text: 'a b' }], cut: false });
});
