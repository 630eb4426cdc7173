import { expect, test } from 'vitest';
import { compileFilters } from '../../../shared/classify/judge.ts';
import { gatherLinks } from '../../../shared/classify/links/gather-links.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import { decodeEvidence } from '../../../shared/focus/link-evidence.ts';
import { linkRulesOf } from '../../../shared/settings/frontier-options.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { cleanOptionsOf, topicFiltersOf } from '../../../shared/settings/stage-options.ts';
import type { Url } from '../../../shared/url/url.ts';

const HTML =
  '<p>On sundews: <a href=/a>more</a></p><p>On alders: <a href=/b>more</a></p><p>Sundews <a href=/c><img src=i></a></p>';

/** Returns what the topic makes of the words of each link of a page, by the path of its URL, in a crawl with these settings. */
function wordsOfLinks(given: object): Record<string, number | undefined> {
  const settings = readSettings({ seeds: ['http://bog.example/'], ...given });
  const judge = compileFilters(topicFiltersOf(settings));
  const gatherer = gatherLinks(judge, { scope: () => undefined, rules: linkRulesOf(settings) });
  const document = cleanHtml('http://bog.example/' as Url, HTML, cleanOptionsOf(settings));
  gatherer.addPage(document, judge(document), { depth: 0 });
  const words = (evidence: string | undefined) => evidence && decodeEvidence(evidence).words;
  return Object.fromEntries(
    gatherer.finish().links.map(({ url, evidence }) => [new URL(url).pathname, words(evidence) || undefined]),
  );
}

test('the words around a link count as those of the link in a crawl that learns its links', () => {
  const topic = { filters: [{ terms: 'plants.txt', termsText: '10: sundews=P' }] };
  const { '/a': named, '/b': other, '/c': image } = wordsOfLinks({ topic });
  expect(named).toBeGreaterThan(0);
  expect(image).toBe(named);
  expect(other).toBeUndefined();
});

test('documents of other crawls do not store them', () => {
  const linksOf = (given: object) =>
    cleanHtml(
      'http://bog.example/' as Url,
      HTML,
      cleanOptionsOf(readSettings({ seeds: ['http://bog.example/'], ...given })),
    ).links;
  const topic = { filters: [{ terms: 'plants.txt', termsText: '10: sundews=P' }] };
  expect(linksOf({ topic })[0]).toMatchObject({ anchor: 'more', around: 'On sundews:' });
  for (const given of [{}, { topic, strategy: 'best-first' }]) expect(linksOf(given)[0]).not.toHaveProperty('around');
});
