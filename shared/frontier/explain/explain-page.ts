/** Explains a URL that was fetched or refused: one step per decision. */
import type { SearchIndex, SearchRecord } from '../../ports/search-index.ts';
import { formatNoun } from '../../text/format-count.ts';
import { REASONS } from '../../url/reason.ts';
import { hostOf, type Url } from '../../url/url.ts';
import { textsOfAnchors } from '../anchor-texts.ts';
import type { PageEntry, QueueEntry } from '../host/entry.ts';
import { describeRevisit, unpackHistory } from '../host/history.ts';
import { failureState } from '../host/retries-exhausted.ts';
import { ALIAS_OUTCOME, DELETED_OUTCOME } from '../host/tombstone.ts';
import { classText, type Decision, type ExplainedStep, explainStep, isoDate } from './explain-step.ts';

/** Maximum number of other URLs of a record that are listed. */
const MAX_NAMED_DUPLICATES = 5;

/** Why the text of a record is not whole. */
const CUT_TEXTS: Record<NonNullable<SearchRecord['truncated']>, string> = {
  body: 'the response was cut at limits.maxPageBytes',
  conversion: 'the conversion reached a limit of time or memory',
  text: 'the text was cut at clean.maxText',
};

/**
 * @param index search index; absent: steps on the record are omitted
 * @param now current time, epoch milliseconds; absent: no record has expired
 */
export async function pageSteps(
  crawl: string,
  page: PageEntry,
  index?: SearchIndex,
  now?: number,
): Promise<ExplainedStep[]> {
  if (page.partial) return [...verdictSteps(page), revisitStep(page)];
  // A tombstone has no verdict and no record any more.
  if (page.outcome === DELETED_OUTCOME || page.outcome === ALIAS_OUTCOME)
    return [...foundSteps(page), visitStep(page), revisitStep(page)];
  const record = page.record && index ? await index.get(crawl, page.record) : undefined;
  return [
    ...foundSteps(page),
    visitStep(page),
    ...redirectSteps(page),
    ...verdictSteps(page),
    ...(page.record && index ? recordSteps(page.url, page.record, record, now) : []),
    revisitStep(page),
  ];
}

function foundSteps({ parent, depth, class: place, history, visits, ...given }: PageEntry): ExplainedStep[] {
  if (parent === undefined) return [];
  const detail = parent === null ? 'a seed' : `on ${parent}`;
  const since = visits > 1 ? unpackHistory(history)?.since : undefined;
  const first = since === undefined ? '' : `; first fetched at ${minuteOf(since)}`;
  return [
    explainStep(
      'found',
      parent === null ? 'seed' : 'linked',
      `${detail}${givenText(given)}; depth ${depth}, ${classText(place)}${first}`,
    ),
  ];
}

/** Explains where a URL was found that waits in the queue, and its place. */
export function queueSteps({
  class: place,
  depth,
  score,
  parent,
  hops,
  listed,
  lastModified,
  ...given
}: QueueEntry): ExplainedStep[] {
  const from = parent === null ? 'a seed' : `${hops > 0 ? 'a redirect of' : 'found on'} ${parent}`;
  const found: Decision = parent === null ? 'seed' : hops > 0 ? 'redirected-to' : 'linked';
  const when = lastModified === undefined ? '' : `, changed at ${isoDate(lastModified)}`;
  return [
    explainStep('found', found, `${from}${givenText(given)}`),
    ...(listed || when
      ? [explainStep('sitemap', 'listed', `named by a ${listed ? 'sitemap or feed' : 'list'}${when}`)]
      : []),
    explainStep('queue', 'waiting', `${classText(place)}, score ${score}, depth ${depth}, redirects ${hops}`),
  ];
}

/** Formats the values given beside the URL where it was found, and the anchor texts of links to it. */
function givenText({ about = {}, extractRule, anchors }: Pick<PageEntry, 'about' | 'extractRule' | 'anchors'>): string {
  const words = Object.entries(about).map(([name, text]) => `${name} ${JSON.stringify(text)}`);
  if (extractRule !== undefined) words.push(`extraction rule ${JSON.stringify(extractRule)}`);
  const texts = anchors === undefined ? [] : textsOfAnchors(anchors).map((text) => JSON.stringify(text));
  if (texts.length > 0) words.push(`anchor text ${texts.join(', ')}`);
  return words.length === 0 ? '' : `, with ${words.join(', ')}`;
}

function visitStep({ outcome, at, visits, tries, etag, modified, digest }: PageEntry): ExplainedStep {
  const [word = '', reason] = outcome.split('.');
  const times = `${formatNoun(visits, 'visit')}, ${formatNoun(tries, 'consecutive failure')}`;
  const known = [etag && `ETag ${etag}`, modified && `Last-Modified ${modified}`, digest && `SHA-256 ${digest}`];
  const why = reason && reason in REASONS ? `${REASONS[reason as keyof typeof REASONS]}; ` : '';
  const detail = [`${why}${times}`, ...known.filter(Boolean)].join('; ');
  return explainStep('fetch', word as Decision, detail, { reason: reason ?? null, at });
}

function redirectSteps({ url, to, at }: PageEntry): ExplainedStep[] {
  if (to === undefined) return [];
  const isHere = hostOf(to) === hostOf(url);
  return [explainStep('redirect', isHere ? 'followed' : 'handed-on', `to ${to}`, { at })];
}

/** Explains the feedback on a page: a verdict, or the reason why there is none. `off-topic` is both. */
function verdictSteps({ verdict: word, record }: PageEntry): ExplainedStep[] {
  if (word === undefined) return [];
  const detail = record ? `record ${record}` : 'no record';
  if (word === 'off-topic' || !(word in REASONS)) return [explainStep('classify', word as Decision, detail)];
  const why = `${REASONS[word as keyof typeof REASONS]}; ${detail}`;
  return [explainStep('classify', record ? 'kept' : 'left-out', why, { reason: word })];
}

/**
 * Explains the record of a URL. A record that has expired is shown nowhere, so the step leaves out its title.
 *
 * @param record absent: the search index has none with this id
 * @param now current time, epoch milliseconds; absent: the record has not expired
 */
export function recordSteps(
  url: Url,
  id: string,
  record: SearchRecord | undefined,
  now = Number.NEGATIVE_INFINITY,
): ExplainedStep[] {
  if (!record) return [explainStep('record', 'missing', `no record ${id} in the search index yet`)];
  const classes = record.classes.map((one) => `${one.class} ${rounded(one.score)}`).join(', ');
  const verdict = `${record.verdict}, score ${rounded(record.score)}${classes && ` (${classes})`}`;
  const others = Object.keys(record.urls).filter((other) => other !== url);
  const more = others.length > MAX_NAMED_DUPLICATES ? ` and ${others.length - MAX_NAMED_DUPLICATES} more` : '';
  const cut = record.truncated === undefined ? '' : `; ${CUT_TEXTS[record.truncated]}`;
  const { unavailableAfter: end = Number.POSITIVE_INFINITY } = record;
  const shown = now < end ? `: ${record.title}` : `; not shown since ${isoDate(end)} (unavailable_after of the page)`;
  const own = explainStep('record', 'kept', `${verdict}; ${record.language}, ${record.type}${shown}${cut}`);
  if (others.length === 0) return [own];
  const same = `the same text: ${others.slice(0, MAX_NAMED_DUPLICATES).join(' ')}${more}; shown as ${record.url}`;
  return [own, explainStep('duplicates', 'shared', same, { reason: 'duplicate' })];
}

function revisitStep(page: PageEntry): ExplainedStep {
  if (failureState(page) === 'retired')
    return explainStep(
      'revisit',
      'retired',
      `retries exhausted after ${formatNoun(page.tries, 'consecutive failure')}`,
    );
  if (page.next === undefined) return explainStep('revisit', 'never', 'no further visit scheduled');
  const why = describeRevisit(page.history);
  return explainStep('revisit', 'dated', `next visit at ${isoDate(page.next)}${why && `: ${why}`}`);
}

/** Formats a time that is known to the minute. */
const minuteOf = (ms: number) => `${isoDate(ms).slice(0, 16)}Z`;

const rounded = (score: number) => Math.round(score * 1000) / 1000;
