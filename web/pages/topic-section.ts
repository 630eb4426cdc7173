import { html } from 'hono/html';
import type { CutOff } from '../../shared/classify/judge.ts';
import { roundedScore } from '../../shared/classify/review/describe-filters.ts';
import type { LearnedWords } from '../../shared/classify/review/learned-words.ts';
import type { BorderlinePage, TopicReport } from '../../shared/classify/review/report-topic.ts';
import { MAX_LISTED, type SampleSize } from '../../shared/classify/review/sample-objects.ts';
import type { TargetRecall } from '../../shared/classify/review/target-recall.ts';
import type { Locale } from '../language/locale.ts';
import { linkable, readableUrl, visibleTitle } from './format.ts';
import { harvestCurve } from './harvest-curve.ts';
import type { Html } from './layout.ts';

/** The pages on both sides of the topic's cut-off, to tune a topic. */
export function topicSection(locale: Locale, report: TopicReport): Html {
  const { t, rich } = locale;
  const { cutOffs, sample, harvest, recall, learned = [], nearest, weakest } = report;
  const filters = cutOffs.map(({ filter, cutOff }) => t('topic.filter', { file: fileName(filter), cutOff })).join(', ');
  const command = html`<code>thresher borderline</code>`;
  return html`${harvestCurve(locale, harvest)}
${recall ? recallText(locale, recall) : ''}
${learned.length > 0 ? html`<div class="tables topic">${learned.map((one) => wordList(locale, one))}</div>` : ''}
<div class="tables topic">
${list(locale, 'nearest', nearest)}
${list(locale, 'weakest', weakest)}
</div>
<p class="small">${rich('topic.judged', { filters: filters || t('topic.noCutOff'), sample: sampleText(locale, sample), command })}</p>`;
}

/** The share of the known pages on topic that the crawl has found. Does not name them: they may be kept secret to test the crawl. */
function recallText({ t, count }: Locale, { targets, found }: TargetRecall): Html {
  const numbers = { found: count(found), targets: count(targets), share: Math.round((100 * found) / targets) };
  return html`<section data-recall="${found}"><h2>${t('recall.title')}</h2><p>${t('recall.found', numbers)}</p></section>`;
}

/** Explains which pages are off-topic. @param cutOffs thresholds of the topic; empty: unknown */
export function offTopicMeaning({ t }: Locale, cutOffs: readonly CutOff[]): string {
  const [first, ...others] = cutOffs;
  if (!first) return t('topic.notKept');
  const highest =
    others.length === 0
      ? `${first.cutOff}`
      : cutOffs
          .map(({ filter, cutOff }) => `${cutOff} (${fileName(filter)})`)
          .reduce((a, b) => t('topic.and', { first: a, second: b }));
  return t('topic.atMost', { score: highest });
}

/** The page is public, so it shows no folders of the machine. */
const fileName = (path: string): string => path.slice(path.search(/[^/\\]*$/));

function list({ t, rich }: Locale, name: 'nearest' | 'weakest', pages: readonly BorderlinePage[]): Html {
  const heading = t(`topic.${name}`);
  const none = t(name === 'nearest' ? 'topic.noNearest' : 'topic.noWeakest');
  if (pages.length === 0) return html`<section><h2>${heading}</h2><p class="small">${none}</p></section>`;
  return html`<section><h2>${heading}</h2><ol data-list="${name}">${pages.map((page) => item(rich, page))}</ol></section>`;
}

function wordList({ t, score }: Locale, { filter, class: name, words }: LearnedWords): Html {
  const list = words.map(({ term, weight }) => html`<li>${term} <small>${score(weight)}</small></li>`);
  return html`<section><h2>${t('topic.learned', { class: name })}</h2><ul class="words" data-words="${name}">${list}</ul>
<p class="small">${t('topic.weights', { file: fileName(filter) })}</p></section>`;
}

function item(rich: Locale['rich'], { url, title, score, cutOff, terms }: BorderlinePage): Html {
  const href = linkable(url);
  const name = visibleTitle(title, url);
  const found = terms.map(({ term, points }) => `${term} ${points < 0 ? '' : '+'}${roundedScore(points)}`).join(', ');
  return html`<li><span dir="auto">${href ? html`<a href="${href}" rel="noreferrer">${name}</a>` : name}</span>
<small><bdi dir="ltr">${readableUrl(url)}</bdi></small>
<small>${rich('topic.score', { score: html`<b>${roundedScore(score)}</b>`, cutOff, terms: found })}</small></li>`;
}

/** Describes a sample: `all 120 stored pages`, `a sample of 2,000 stored pages, from 10 of 85 objects spread over the crawl`. */
function sampleText({ t, plural, count }: Locale, { pages: n, objects, ofObjects, damaged = 0 }: SampleSize): string {
  const pages = plural('sample.pages', n);
  const isAll = objects + damaged === ofObjects;
  const whole = ofObjects === null ? t('sample.moreThan', { n: count(MAX_LISTED) }) : count(ofObjects);
  const read = isAll ? t('sample.all', { pages }) : t('sample.part', { pages, objects: count(objects), whole });
  return damaged === 0 ? read : t('text.also', { first: read, second: plural('sample.damaged', damaged) });
}
