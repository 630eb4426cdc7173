import { expect, test } from 'vitest';
import { compileFilters } from '../../../shared/classify/judge.ts';
import { type ClassifyOptions, classifyLines } from '../../../shared/classify/judge-lines.ts';
import type { CaptureNote } from '../../../shared/fetch/warc/capture.ts';
import { decodeCindiEvidence } from '../../../shared/focus/cindi/cindi-evidence.ts';
import { createCindiModel, createRecentPages, decodeCindiModel } from '../../../shared/focus/cindi/cindi-model.ts';
import { CINDI_RULES } from '../../../shared/focus/cindi/cindi-rules.ts';
import { createLinkLearner } from '../../../shared/frontier/ranking/link-learner.ts';
import type { Url } from '../../../shared/url/url.ts';
import { memoryObjects } from '../../memory-objects.ts';
import { lineOf, link } from '../documents.ts';

const topic = compileFilters([{ terms: '100: glass=A', file: 't', cutOff: 0 }]);

function options(): ClassifyOptions {
  const recent = createRecentPages();
  const ports = { objects: memoryObjects(), clock: { now: () => 0, sleep: async () => {} } };
  const kind = {
    start: createCindiModel(CINDI_RULES, recent),
    decode: (bytes: Uint8Array) => decodeCindiModel(bytes, CINDI_RULES, recent),
  };
  return {
    judge: topic,
    scope: () => undefined,
    links: { strategy: 'cindi', autoRecycleLinks: true },
    grouping: 'host',
    cindi: { learner: createLinkLearner('main', ports, { kind, saveEveryMs: 0 }), hasDocumentFilter: true },
  };
}

const pageOf = (url: string, text: string, links: ReturnType<typeof link>[], note: Partial<CaptureNote> = {}) =>
  lineOf({ url: url as Url, text, links }, { note: { depth: 1, class: 1, ...note } });

const placesOf = ({ links }: ReturnType<typeof classifyLines>) =>
  links.map(({ url, class: place, evidence }) => [url, place, decodeCindiEvidence(evidence!).queue]);

test('sends links to the high or the low queue by the layer of their page', () => {
  const found = classifyLines(
    [
      pageOf('http://a.example/on', 'glass', [link('http://a.example/1', 'one')]),
      pageOf('http://a.example/off', 'stone', [link('http://a.example/2', 'two')]),
      pageOf('http://a.example/off2', 'stone', [link('http://a.example/1', 'one'), link('http://a.example/glass')]),
    ],
    options(),
  );
  expect(placesOf(found)).toEqual([
    ['http://a.example/1', 1, 'high'],
    ['http://a.example/2', 5, 'low'],
    // The URL speaks for the topic.
    ['http://a.example/glass', 1, 'high'],
  ]);
});

test('drops links by their text, and those of pages that lead nowhere, with the reason', () => {
  const all = options();
  const { counts } = classifyLines(
    [pageOf('http://a.example/on', 'glass', [link('http://a.example/c', 'Contact us')])],
    all,
  );
  expect(counts).toMatchObject({ 'link.anchor': 1 });
  const hub = pageOf('http://a.example/hub', 'list of people', [link('http://a.example/p', 'people')]);
  const dull = pageOf('http://a.example/dull', 'parking permits', [link('http://a.example/hub', 'home')]);
  classifyLines([hub, pageOf('http://a.example/p', 'glass', []), dull], all);
  const next = [link('http://a.example/z', 'more')];
  const after = classifyLines([pageOf('http://a.example/dull2', 'parking permits', next)], all);
  expect(after.links).toEqual([]);
  expect(after.counts).toMatchObject({ 'link.off-topic': 1 });
});

test('learns from the evidence of a page, its queue and the documents it links to', () => {
  const all = options();
  const { model } = all.cindi!.learner;
  const first = [link('http://b.example/1', 'weather'), link('http://b.example/paper.pdf', 'paper')];
  const { links } = classifyLines([pageOf('http://a.example/on', 'glass', first)], all);
  const note = { evidence: links[0]!.evidence!, class: 5 };
  const read = ['1', '2', '3', '4', '5'].map((name) => pageOf(`http://b.example/${name}`, 'stone', [], note));
  classifyLines(read, all);
  expect(model().isTunnelling()).toBe(true);
  expect(model().ratesOfSite('http://a.example/' as Url)).toMatchObject({ pages: 1, downloadRate: 1 });
});

test('without the model, as in a reclassification, follows links of pages on topic only', () => {
  const { cindi: _, ...all } = options();
  const found = classifyLines(
    [
      pageOf('http://a.example/on', 'glass', [link('http://a.example/1', 'one')]),
      pageOf('http://a.example/off', 'stone', [link('http://a.example/2', 'two')]),
    ],
    all,
  );
  expect(found.links.map(({ url }) => url)).toEqual(['http://a.example/1']);
  expect(found.counts).toMatchObject({ 'link.off-topic': 1 });
});
