import { expect, test } from 'vitest';
import { evidenceOf } from '../../shared/focus/link-evidence.ts';
import { createFeatureCache, linkFeaturesOf } from '../../shared/focus/link-features.ts';
import { createLinkModel, decodeLinkModel, type LinkModel } from '../../shared/focus/link-model.ts';
import { mergeEvidence } from '../../shared/focus/merge-evidence.ts';
import type { Url } from '../../shared/url/url.ts';

const urlOf = (path: string) => `http://a.example/${path}` as Url;
const linkFrom = (relevance: number, anchor = '', page = 'index') =>
  evidenceOf({
    page: urlOf(page),
    relevance,
    verdict: relevance > 0.5 ? 'relevant' : 'off-topic',
    anchor,
    distance: relevance > 0.5 ? 0 : 2,
  });

/** Shows the model pages on topic below `/glass/` and off topic below `/stone/`. */
function teach(model: LinkModel, from = 0, to = 40): void {
  for (let i = from; i < to; i++) {
    const [name, relevance] = i % 2 === 0 ? (['glass', 0.9] as const) : (['stone', 0.1] as const);
    model.observe({ url: urlOf(`${name}/${i}`), evidence: linkFrom(0.5, `about ${name}`), relevance });
  }
}

test('ranks links of relevant pages first before it has learned anything', () => {
  const model = createLinkModel();
  const score = (relevance: number) => model.score(urlOf('x'), linkFrom(relevance));
  expect(score(0.9)).toBeGreaterThan(score(0.5));
  expect(score(0.5)).toBeGreaterThan(score(0.1));
});

test('gives a score between 0 and 1 to any link', () => {
  const model = createLinkModel();
  for (const evidence of ['', 'broken', linkFrom(1, 'a '.repeat(500))]) {
    const score = model.score(urlOf('%E0%A4%A?x=1'), evidence);
    expect(score).toBeGreaterThan(0);
    expect(score).toBeLessThan(1);
  }
});

test('learns words of links, and directories', () => {
  const model = createLinkModel();
  teach(model);
  const evidence = linkFrom(0.5);
  expect(model.score(urlOf('x'), linkFrom(0.5, 'about glass'))).toBeGreaterThan(
    model.score(urlOf('x'), linkFrom(0.5, 'about stone')),
  );
  expect(model.score(urlOf('glass/new'), evidence)).toBeGreaterThan(model.score(urlOf('stone/new'), evidence));
});

test('learns which pages have good links', () => {
  const model = createLinkModel();
  for (let i = 0; i < 40; i++) {
    const isGood = i % 2 === 0;
    const evidence = linkFrom(0.4, '', isGood ? 'hub' : 'dump');
    model.observe({ url: urlOf(`${i}x/`), evidence, relevance: isGood ? 0.9 : 0.1 });
  }
  const score = (page: string) => model.score(urlOf('new/'), linkFrom(0.4, '', page));
  expect(score('hub')).toBeGreaterThan(score('dump'));
});

test('explains a score by parts that add up to it', () => {
  const model = createLinkModel();
  teach(model);
  const [url, evidence] = [urlOf('glass/new'), linkFrom(0.8, 'glass')];
  const parts = model.explain(url, evidence);
  const sum = parts.reduce((total, { share }) => total + share, 0);
  expect(1 / (1 + Math.exp(-sum))).toBeCloseTo(model.score(url, evidence), 5);
  expect(parts.map(({ feature }) => feature)).toContain('URL word: glass');
  expect(parts.map(({ share }) => Math.abs(share))).toEqual(
    parts.map(({ share }) => Math.abs(share)).toSorted((a, b) => b - a),
  );
});

test('learns which pages lead to relevant pages', () => {
  const model = createLinkModel();
  const good = { url: urlOf('x'), evidence: linkFrom(1, '') };
  for (let i = 0; i < 60; i++) {
    const anchor = i % 2 === 0 ? 'all members' : 'a photo';
    const links = i % 2 === 0 ? Array(10).fill(good) : [];
    model.observe({ url: urlOf(`${i}/`), evidence: linkFrom(0.3, anchor), relevance: 0.2, links });
  }
  const score = (anchor: string) => model.score(urlOf('new/'), linkFrom(0.3, anchor));
  expect(score('all members')).toBeGreaterThan(score('a photo'));
});

test('forgets hosts and pages, not words, when it moves to another web', () => {
  const model = createLinkModel();
  teach(model);
  const score = (path: string, anchor = '') => model.score(urlOf(path), linkFrom(0.5, anchor));
  const before = score('glass/new') - score('stone/new');
  model.forgetWeb(true);
  expect(score('glass/new') - score('stone/new')).toBeLessThan(before);
  expect(score('x', 'about glass')).toBeGreaterThan(score('x', 'about stone'));
});

test('learns from the delta of a copy', () => {
  const [one, other] = [createLinkModel(), createLinkModel()];
  teach(one);
  other.applyDelta(one.takeDelta());
  expect(one.takeDelta()).toHaveLength(0);
  const [url, evidence] = [urlOf('glass/new'), linkFrom(0.5, 'about glass')];
  expect(other.score(url, evidence)).toBeCloseTo(one.score(url, evidence), 2);
});

test('ignores damaged deltas', () => {
  const model = createLinkModel();
  const before = model.score(urlOf('x'), '');
  model.applyDelta(new TextEncoder().encode('x\n12 é http://a.example/\n900\n\0\n'));
  expect(model.score(urlOf('x'), '')).toBe(before);
});

test('survives encoding, and goes on learning as before', () => {
  const model = createLinkModel();
  teach(model);
  const copy = decodeLinkModel(model.encode())!;
  for (const one of [model, copy]) teach(one, 40, 60);
  const [url, evidence] = [urlOf('glass/new'), linkFrom(0.7, 'glass')];
  expect(copy.score(url, evidence)).toBeCloseTo(model.score(url, evidence), 2);
});

test('refuses damaged and other bytes', () => {
  const model = createLinkModel();
  teach(model);
  const bytes = model.encode();
  const versions = bytes.slice();
  versions[3]! += 1;
  const damaged = bytes.slice();
  damaged[damaged.length >> 1]! ^= 1;
  for (const one of [new Uint8Array(), bytes.slice(0, 100), bytes.slice(0, -1), versions, damaged])
    expect(decodeLinkModel(one)).toBeUndefined();
});

test('a model of 3,000 links with different words stays below 512 KB', () => {
  const model = createLinkModel();
  for (let i = 0; i < 3_000; i++)
    model.observe({
      url: urlOf(`${i.toString(36)}/q${i}/${i}`),
      evidence: linkFrom(0.5, `w${i.toString(36)} x${(i * 7).toString(36)}`, `p${i}`),
      relevance: (i % 10) / 10,
    });
  expect(model.encode().length).toBeLessThan(512 * 1024);
});

test('scores a link by its current evidence and weights, with and without a cache of features', () => {
  const model = createLinkModel();
  const cache = createFeatureCache();
  const scores = (relevance: number) => {
    const link = [urlOf('glass/1'), linkFrom(relevance, 'about glass')] as const;
    return [model.score(...link, cache), model.score(...link)];
  };
  for (const relevance of [0.1, 0.9, 0.9]) {
    const [cached, extracted] = scores(relevance);
    expect(cached).toBe(extracted);
    teach(model);
  }
});

test('a cache returns the features that are extracted, however many parents and words a link has', () => {
  const cache = createFeatureCache();
  const links = ['', 'a', 'one two three', 'glass', ''].map((words, i) => {
    const parents = Array.from({ length: i }, (_, n) => linkFrom((n + 1) / 10, words, `p${n}`));
    return [urlOf(`${words}/d${i}/x${i}.html`), parents.length > 0 ? parents.reduce(mergeEvidence) : ''] as const;
  });
  for (let turn = 0; turn < 2; turn++)
    for (const link of links) expect(cache(...link)).toEqual(linkFeaturesOf(...link));
});
