import { expect, test } from 'vitest';
import { createApp } from '../../../web/app.ts';
import { compareVersions } from '../../../web/versions/compare-versions.ts';
import { diffTexts } from '../../../web/versions/diff-texts.ts';
import { aRecord, aWorld } from '../fixtures.ts';

const record = aRecord({ id: 'n'.repeat(64) });
const FIRST = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const LATER = FIRST + 86_400_000;

/** The machine of a test may be slow. */
const NO_LIMIT = 600_000;
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
    versions: async (_crawl, _record, place) => {
      asked.push(place);
      return {
        versions: [version(LATER, record.id), version(FIRST, 'o')],
        searched: 7,
        next: { before: FIRST, skip: 3 },
      };
    },
    compareVersions: (_crawl, _record, times) =>
      compareVersions(times, async (fetchedAt) => {
        const text = TEXTS.get(fetchedAt);
        return text === undefined ? undefined : { fetchedAt, text };
      }),
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
  expect(text).toContain(`/versions?crawl=garden&amp;before=${iso(FIRST)}&amp;skip=3`);
});

test('a single capture has nothing to choose', async () => {
  const { ports } = aWorld({ records: [aRecord()] });
  const { id, url, title } = aRecord();
  const versions = [{ url, title, fetchedAt: 1, digest: id, length: 9 }];
  const app = createApp({ ...ports, versions: async () => ({ versions, searched: 1, next: null }) });
  const html = await (await app.request(`/record/${id}/versions`)).text();
  expect(html).toContain('1 January 1970');
  expect(html).not.toContain('type="radio"');
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
    next: { before: iso(FIRST), skip: 3 },
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

test('lists the captures from the place that the request names, with the current one to compare them with', async () => {
  const { app, asked } = openApp();
  const text = await (await app.request(`${path}?before=${iso(FIRST)}&skip=3`)).text();
  expect(asked).toEqual([{ before: FIRST, skip: 3 }]);
  expect(text).toContain(`name="b" value="${iso(record.fetchedAt)}"`);
  expect(text).toContain(
    `<input type="hidden" name="before" value="${iso(FIRST)}"><input type="hidden" name="skip" value="3">`,
  );
  expect((await app.request(`${path}?skip=-1`)).status).toBe(400);
});

test('a page whose publisher forbids copies has no versions', async () => {
  const { app } = openApp([{ ...record, directives: ['noarchive'] }]);
  expect((await app.request(path)).status).toBe(403);
  expect((await openApp([]).app.request(path)).status).toBe(404);
});

test('a comparison shows the changes of long texts with the text around them, in at most 9,000 characters', () => {
  const same = 'word '.repeat(5_000);
  const { parts, cut } = diffTexts(`${same}old ${same}`, `${same}new ${same}`, NO_LIMIT)!;
  expect(parts.map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same']);
  expect(parts[0]!.text.length).toBeLessThan(130);
  expect(cut).toBe(false);
  const many = diffTexts('', Array.from({ length: 9_000 }, (_, i) => `n${i}`).join(' '), NO_LIMIT)!;
  expect(many.parts.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(9_003);
  expect(many.cut).toBe(true);
});

test('the text around a change begins and ends with a whole word', () => {
  const same = 'carnivorous plants '.repeat(100);
  const { parts } = diffTexts(`${same}old ${same}`, `${same}new ${same}`, NO_LIMIT)!;
  expect(parts.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^ … (?:carnivorous |plants )+$/),
    'old',
    'new',
    expect.stringMatching(/^(?: carnivorous| plants)+ … $/),
  ]);
  const han = '茅膏菜捕食昆虫'.repeat(100);
  expect(diffTexts(`${han}旧${han}`, `${han}新${han}`, NO_LIMIT)!.parts.length).toBeGreaterThan(1);
});

test('proposes to compare the newest capture with the latest one that has another text', async () => {
  const version = (fetchedAt: number, digest: string) => ({ url: record.url, fetchedAt, digest, title: '', length: 9 });
  const versions = [version(LATER, record.id), version(LATER - 1, record.id), version(FIRST, 'other')];
  const { ports } = aWorld({ records: [record] });
  const app = createApp({ ...ports, versions: async () => ({ versions, searched: 3, next: null }) });
  const text = await (await app.request(path)).text();
  expect(text.match(/name="[ab]" value="[^"]*"[^>]* checked/g)?.map((one) => one.slice(6, 40))).toEqual([
    `b" value="${iso(LATER)}`,
    `a" value="${iso(FIRST)}`,
  ]);
  expect(text).not.toContain('<bdi dir="ltr">plants.example');
});

test('equal texts have no changes', () => {
  expect(diffTexts('a b', 'a b')).toEqual({ parts: [{ kind: 'same', text: 'a b' }], cut: false });
});
