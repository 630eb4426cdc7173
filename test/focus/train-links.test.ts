import { expect, test } from 'vitest';
import { evidenceOf } from '../../shared/focus/link-evidence.ts';
import { createLinkModel } from '../../shared/focus/link-model.ts';
import { type TrainingPage, trainLinks } from '../../shared/focus/train-links.ts';
import type { Url } from '../../shared/url/url.ts';

/** Pages that link to courses as "homework", and to other pages as "photos". */
const PAGES: TrainingPage[] = Array.from({ length: 40 }, (_, i) => ({
  url: `http://u${i}.example/${i % 2 === 0 ? 'cs' : 'my'}${i}/` as Url,
  isRelevant: i % 2 === 0,
  links: [1, 2, 3].map((step) => {
    const to = (i + step) % 40;
    const isCourse = to % 2 === 0;
    const url = `http://u${to}.example/${isCourse ? 'cs' : 'my'}${to}/` as Url;
    return { url, anchor: isCourse ? 'homework' : 'photos' };
  }),
}));

const link = (anchor: string) =>
  evidenceOf({ page: 'http://new.example/' as Url, relevance: 0.5, verdict: 'off-topic', anchor, distance: 1 });

test('learns words of links to pages on topic, on webs that it has not seen', () => {
  const model = trainLinks(PAGES);
  const score = (anchor: string) => model.score('http://new.example/x' as Url, link(anchor));
  expect(score('homework')).toBeGreaterThan(score('photos'));
});

test('gives the same model for the same pages', () => {
  expect(trainLinks(PAGES).encode()).toEqual(trainLinks(PAGES).encode());
});

test('learns nothing from pages without links among them', () => {
  const alone = PAGES.map((page) => ({ ...page, links: [{ url: 'http://else.example/' as Url, anchor: 'x' }] }));
  const [url, evidence] = ['http://new.example/x' as Url, link('homework')];
  expect(trainLinks(alone).score(url, evidence)).toBeCloseTo(createLinkModel().score(url, evidence), 5);
});
