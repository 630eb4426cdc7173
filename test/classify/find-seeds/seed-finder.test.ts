import { expect, test } from 'vitest';
import { createSeedFinder } from '../../../shared/classify/find-seeds/seed-finder.ts';
import { subjectsOfTerms } from '../../../shared/classify/find-seeds/topic-subjects.ts';
import { compileFilters } from '../../../shared/classify/judge.ts';
import { readTopicFile } from '../../../shared/classify/terms/topic-file.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { seedRulesOf } from '../../../shared/settings/rules.ts';

const TOPIC = '20: sundew=P\n10: peat bog=P\n4: bog @and moss=P\n-100: casino=P\n2: carn[a-z]+=P\n';

function finder(minScore = 0.1, keepSilent = false) {
  const settings = readSettings({ crawl: 'try', seeds: ['http://x.example/'], exclude: ['/private/*'] });
  return createSeedFinder({
    judge: compileFilters([{ terms: TOPIC, file: 'plants.txt', cutOff: 0 }]),
    rules: seedRulesOf(settings),
    refuse: (url) => (url.includes('10.0.0.1') ? 'private-address' : undefined),
    minScore,
    keepSilent,
    max: 10,
  });
}
type Finder = ReturnType<typeof finder>;
const offer = ({ offer }: Finder, url: string, about?: Record<string, string>) =>
  offer({ url, at: 1, ...(about && { about }) }, 'dump.rdf');

test('scores title, description and category, and ranks the best first', () => {
  const found = finder();
  offer(found, 'http://text.example/', { title: 'A page', description: 'About the sundew.' });
  offer(found, 'http://title.example/', { title: 'Sundew' });
  offer(found, 'http://category.example/', { title: 'A page', category: 'Top/Science/Peat_Bog' });
  expect(found.ranked()).toEqual([
    { url: 'http://title.example/', score: 0.909, source: 'dump.rdf', title: 'Sundew', why: 'sundew (1)' },
    {
      url: 'http://category.example/',
      score: 0.667,
      source: 'Top/Science/Peat_Bog',
      title: 'A page',
      why: 'peat bog (1)',
    },
    { url: 'http://text.example/', score: 0.5, source: 'dump.rdf', title: 'A page', why: 'sundew (1)' },
  ]);
});

test('drops candidates that score low, and counts every candidate once', () => {
  const found = finder(0.2);
  expect(offer(found, 'http://a.example/x', { title: 'Sundew' })).toBeUndefined();
  expect(offer(found, 'http://a.example/x#again', { title: 'Sundew' })).toBeUndefined();
  expect(offer(found, 'http://weak.example/', { title: 'A page', description: 'moss in a bog' })).toBeUndefined();
  expect(offer(found, 'http://bad.example/', { title: 'Sundew casino' })).toBeUndefined();
  expect(offer(found, 'http://silent.example/')).toBeUndefined();
  expect(offer(found, 'http://a.example/private/', { title: 'Sundew' })).toBe('excluded');
  expect(offer(found, 'http://10.0.0.1/', { title: 'Sundew' })).toBe('private-address');
  expect(offer(found, 'mailto:a@b.example', { title: 'Sundew' })).toBe('scheme');
  expect(found.counts()).toEqual({ candidates: 8, refused: 3, belowMinimum: 3, duplicates: 1, onTopic: 1 });
});

test('never takes a candidate that says nothing about the topic', () => {
  const found = finder(0);
  offer(found, 'http://silent.example/', { title: 'Cars' });
  expect(found.ranked()).toEqual([]);
});

test('keeps candidates without a text, behind the others, if their pages will be judged', () => {
  const found = finder(0.1, true);
  offer(found, 'http://silent.example/');
  offer(found, 'http://cars.example/', { title: 'Cars' });
  offer(found, 'http://a.example/', { title: 'Sundew' });
  expect(found.ranked().map(({ url }) => url)).toEqual(['http://a.example/', 'http://silent.example/']);
});

test('turns the heaviest terms into subjects of queries', () => {
  const terms = readTopicFile(TOPIC, 'plants.txt');
  expect(subjectsOfTerms(terms, 10)).toEqual(['sundew', 'peat bog', 'bog moss']);
  expect(subjectsOfTerms(terms, 1)).toEqual(['sundew']);
});
