import { expect, test } from 'vitest';
import { contextGraphOrder, trainLayers } from '../../shared/simulate/context-graph.ts';
import type { GraphLine } from '../../shared/simulate/graph.ts';
import { simulateCrawl } from '../../shared/simulate/simulate-crawl.ts';
import type { Url } from '../../shared/url/url.ts';
import { graphOf, namesOf } from './small-graph.ts';

/** Lists that link to courses, and pages that link to nothing. */
const TRAINING: GraphLine[] = Array.from({ length: 60 }, (_, i) => {
  const kind = ['course', 'list', 'photo'][i % 3]!;
  const name = `http://a.example/${i}`;
  const text = { course: 'homework lecture exam', list: 'all courses by name', photo: 'beach sun boat' }[kind]!;
  const links = kind === 'list' ? [{ url: `http://a.example/${i - 1}`, anchor: 'x' }] : [];
  return { name, url: name as Url, title: null, text: `${text} ${i}`, topics: [kind], isTraining: true, links };
});

const inputOf = (text: string) => ({ url: '', title: null, text, language: 'en' });
const train = (topic: string) =>
  trainLayers(
    TRAINING,
    ({ topics }) => topics.includes(topic),
    ({ text }) => inputOf(text!),
  );

test('values links of relevant pages most, then those of pages that lead to them', () => {
  const worthOf = train('course')!;
  const [course, list, photo] = ['lecture and exam', 'courses by name', 'a boat on the beach'].map((text) =>
    worthOf(inputOf(text)),
  );
  expect(course).toBeGreaterThan(list!);
  expect(list).toBeGreaterThan(photo!);
});

test('has no layers if no training page is relevant', () => {
  expect(train('thesis')).toBeUndefined();
});

test('fetches links of worthy pages first', () => {
  const graph = graphOf({ seed: 'a b', a: 'a1 a2', b: 'b1', a1: '', a2: '', b1: '' });
  const order = contextGraphOrder(graph, (page) => (graph.pages[page]!.name.endsWith('b') ? 0.9 : 0.1));
  const options = { seeds: [0], pages: 9, batch: 2, counts: () => true, strengthOfWords: () => 0 };
  const judge = () => ({ relevance: 0.5, verdict: 'off-topic' as const });
  expect(namesOf(graph, simulateCrawl(graph, order, { ...options, judge }))).toBe('seed a b b1 a1 a2');
});
