import type { Explanation } from '../../frontier/explain/explain.ts';
import { recordSteps } from '../../frontier/explain/explain-page.ts';
import { type ExplainedStep, explainStep } from '../../frontier/explain/explain-step.ts';
import type { SearchIndex, SearchRecord } from '../../ports/search-index.ts';
import type { Url } from '../../url/url.ts';
import { seedsOf, urlRulesOf } from '../rules.ts';
import type { Settings } from '../settings.ts';
import { nearDuplicateSteps } from './explain-near-duplicates.ts';
import { ruleSteps } from './explain-rules.ts';
import { explainSpelling } from './explain-spelling.ts';

/** How a person with access to the stack gets the whole explanation. */
const OPERATOR_COMMAND = 'thresher explain URL --target aws';

/**
 * Explains a URL without its frontier, which the search pages of a stack cannot read: how it is normalised, what the URL rules say about
 * it today, and its record in the search index.
 *
 * @param now current time, epoch milliseconds
 * @returns an explanation with the state `indexed`, `not-indexed` or `refused.…` if the URL has no normalised form
 */
export async function explainIndexedUrl(
  input: string,
  settings: Settings,
  index: Pick<SearchIndex, 'findByUrl' | 'search'>,
  now: number,
): Promise<Explanation> {
  const spelling = explainSpelling(input, urlRulesOf(settings));
  if ('refused' in spelling) return spelling.refused;
  const { url } = spelling;
  const seeds = seedsOf(settings).accepted.map((seed) => seed.url);
  const record = await index.findByUrl(settings.crawl, url);
  const near = await nearDuplicateSteps(settings, record, index, now);
  const today = [...spelling.steps, ...ruleSteps(url, seeds, settings)];
  return {
    url,
    state: record ? 'indexed' : 'not-indexed',
    steps: [...today, ...(record ? indexedSteps(url, record, near, now) : [missingStep(settings.crawl)])],
  };
}

function indexedSteps(url: Url, record: SearchRecord, near: readonly ExplainedStep[], now: number): ExplainedStep[] {
  const { key, offset, length } = record.capture;
  const where = `the capture of ${record.url} is in ${key}, bytes ${offset} to ${offset + length - 1}`;
  return [
    explainStep('fetch', 'fetched', `last fetched with this text; ${where}`, { at: record.urls[url] }),
    ...recordSteps(url, record.id, record, now),
    ...near,
    explainStep('frontier', 'unknown', `not read here. Its links and visits are shown by: ${OPERATOR_COMMAND}`),
  ];
}

const missingStep = (crawl: string): ExplainedStep =>
  explainStep(
    'record',
    'missing',
    `the search index of ${crawl} has no record of this URL. Decisions on URLs that are not in the index are shown by the command: ${OPERATOR_COMMAND}`,
  );
