import { html } from 'hono/html';
import type { CutOff } from '../../shared/classify/judge.ts';
import { roundedScore } from '../../shared/classify/review/describe-filters.ts';
import type { LearnedWords } from '../../shared/classify/review/learned-words.ts';
import type { BorderlinePage, TopicReport } from '../../shared/classify/review/report-topic.ts';
import { describeSample } from '../../shared/classify/review/sample-objects.ts';
import { linkable, readableUrl, visibleTitle } from './format.ts';
import { harvestCurve } from './harvest-curve.ts';
import type { Html } from './layout.ts';

/** The pages on both sides of the topic's cut-off, to tune a topic. */
export function topicSection({ cutOffs, sample, harvest, learned = [], nearest, weakest }: TopicReport): Html {
  const filters = cutOffs.map(({ filter, cutOff }) => `${fileName(filter)} with cut-off ${cutOff}`).join(', ');
  return html`${harvestCurve(harvest)}
${learned.length > 0 ? html`<div class="tables topic">${learned.map(wordList)}</div>` : ''}
<div class="tables topic">
${list('Off-topic pages nearest to the cut-off', 'nearest', nearest, 'No off-topic page has a term of the topic.')}
${list('Weakest accepted pages', 'weakest', weakest, 'No page was accepted by a topic definition.')}
</div>
<p class="small">Judged now by ${filters || 'filters without a cut-off'}; read ${describeSample(sample)}. <code>thresher borderline</code> lists more.</p>`;
}

/** Explains which pages are off-topic. @param cutOffs thresholds of the topic; empty: unknown */
export function offTopicMeaning(cutOffs: readonly CutOff[]): string {
  const [first, ...others] = cutOffs;
  if (!first) return 'not kept';
  const highest =
    others.length === 0
      ? `${first.cutOff}`
      : cutOffs.map(({ filter, cutOff }) => `${cutOff} (${fileName(filter)})`).join(' and ');
  return `score at most ${highest}: not kept`;
}

/** The page is public, so it shows no folders of the machine. */
const fileName = (path: string): string => path.slice(path.search(/[^/\\]*$/));

function list(heading: string, name: string, pages: readonly BorderlinePage[], none: string): Html {
  if (pages.length === 0) return html`<section><h2>${heading}</h2><p class="small">${none}</p></section>`;
  return html`<section><h2>${heading}</h2><ol data-list="${name}">${pages.map(item)}</ol></section>`;
}

function wordList({ filter, class: name, words }: LearnedWords): Html {
  const list = words.map(({ term, weight }) => html`<li>${term} <small>${weight.toFixed(2)}</small></li>`);
  return html`<section><h2>Words learned for ${name}</h2><ul class="words" data-words="${name}">${list}</ul>
<p class="small">With their weights in ${fileName(filter)}.</p></section>`;
}

function item({ url, title, score, cutOff, terms }: BorderlinePage): Html {
  const href = linkable(url);
  const name = visibleTitle(title, url);
  const found = terms.map(({ term, points }) => `${term} ${points < 0 ? '' : '+'}${roundedScore(points)}`).join(', ');
  return html`<li><span dir="auto">${href ? html`<a href="${href}" rel="noreferrer">${name}</a>` : name}</span>
<small><bdi dir="ltr">${readableUrl(url)}</bdi></small>
<small>score <b>${roundedScore(score)}</b>, cut-off ${cutOff}: ${found}</small></li>`;
}
