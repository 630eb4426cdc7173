import { expect, test } from 'vitest';
import { linkStartOf } from '../../../shared/classify/link-start.ts';
import { encodeModel } from '../../../shared/classify/models/model-file.ts';
import { trainModel } from '../../../shared/classify/models/training/train-model.ts';
import { evidenceOf } from '../../../shared/focus/link-evidence.ts';
import { createLinkModel } from '../../../shared/focus/link-model.ts';
import type { Url } from '../../../shared/url/url.ts';
import { examplesOf } from './examples.ts';

/** Documents that link to plants as "herb" and to others as "more", or without links. */
function linkedExamples(hasLinks: boolean) {
  const documents = examplesOf(20).map((document, i) => ({ ...document, url: `http://h${i}.example/` }));
  return documents.map((document, i) => {
    const targets = [3, 7, 25, 41].map((step) => documents[(i + step) % documents.length]!);
    const links = targets.map(({ url, label }) => ({ url, anchor: label === 'plants' ? 'herb' : 'more' }));
    return hasLinks ? { ...document, links } : document;
  });
}

const filterOf = (hasLinks: boolean) => {
  const model = trainModel(linkedExamples(hasLinks), { topic: ['plants'], algorithm: 'linear' });
  return { model: encodeModel(model), file: 'plants.model', cutOff: 0.5 };
};

const scoreOf = (anchor: string, model = createLinkModel()) =>
  model.score(
    'http://new.example/x' as Url,
    evidenceOf({ page: 'http://new.example/' as Url, relevance: 0.3, verdict: 'off-topic', anchor, distance: 1 }),
  );

test('a crawl by a trained topic knows what links to pages on topic look like', () => {
  const start = linkStartOf([{ sitesOk: [] }, filterOf(true)]);
  expect(scoreOf('herb', start)).toBeGreaterThan(scoreOf('more', start));
});

test('a crawl starts without knowledge if the training documents have no links, or nothing was trained', () => {
  const terms = { terms: '10: herb=H', file: 't', cutOff: 1 };
  for (const filters of [[], [terms], [filterOf(false)]])
    expect(scoreOf('herb', linkStartOf(filters))).toBe(scoreOf('herb'));
});
