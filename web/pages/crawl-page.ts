import { html } from 'hono/html';
import type { CutOff } from '../../shared/classify/judge.ts';
import type { TopicReport } from '../../shared/classify/review/report-topic.ts';
import { COUNTED_PAGE } from '../../shared/frontier/counted-page.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import type { SearchHit } from '../../shared/search/answer.ts';
import { REASONS } from '../../shared/url/reason.ts';
import { searchHref } from '../api/search-query.ts';
import { type JudgeSection, judgeSection } from '../judge/judge-section.ts';
import { asset } from './assets.ts';
import { bytes, count, duration, linkable, rate, visibleTitle } from './format.ts';
import { type Html, layout, namedCrawl, type SiteContext } from './layout.ts';
import { offTopicMeaning, topicSection } from './topic-section.ts';

/** Explanations of outcomes, verdicts and links. Reasons are explained by `REASONS`. */
const MEANINGS: Record<string, string> = {
  ...REASONS,
  fetched: 'fetched a page',
  unchanged: 'same content as last time',
  redirected: 'redirects to another URL',
  // An outcome and a reason: status 404 or 410.
  gone: 'not found or removed',
  refused: 'not fetched or not kept, by a rule',
  failed: 'no usable response',
  relevant: 'on topic: kept and searchable',
  'leads-on': 'on topic, but not kept; its links are followed',
  offered: 'added to the queue',
};

/** Meanings of the best priority class among the URLs of a host. */
const CLASS_MEANINGS: Record<string, string> = Object.fromEntries(
  Array.from({ length: 8 }, (_, i) => [
    i,
    i === 0 ? 'best class 0: seeds' : `best class ${i}${i === 7 ? ', fetched last' : ''}`,
  ]),
);

/** The topic of a crawl. `report` and `judge`: absent if they are not shown. */
export type CrawlTopic = { cutOffs: readonly CutOff[]; report?: TopicReport; judge?: JudgeSection };

const STATES: Record<CrawlStatus['state'], string> = {
  running: 'Running',
  paused: 'Paused',
  stopped: 'Stopped',
  done: 'Done',
};

/** Status of a crawl with live counts. Without scripts the page reloads while the crawl runs. */
export function crawlPage(
  site: SiteContext,
  status: CrawlStatus,
  newest: readonly SearchHit[],
  topic: CrawlTopic = { cutOffs: [] },
): Html {
  const head = html`<script src="${asset('/live.js')}" defer></script>
${status.state === 'running' ? html`<noscript><meta http-equiv="refresh" content="5"></noscript>` : ''}`;
  const body = html`<div class="heading"><h1>${status.crawl}</h1><span class="state ${status.state}" data-state="${status.state}">${STATES[status.state]}</span></div>
${otherCrawls(site)}
${figures(status)}
<div class="tables">
${table('Outcomes of URLs', 'outcomes', status.outcomes)}
${table('Verdicts on pages', 'verdicts', status.verdicts, { 'off-topic': offTopicMeaning(topic.cutOffs) })}
${table('Why pages were not kept', 'reasons', status.reasons)}
${table('Links', 'links', status.links)}
${table('Hosts with URLs to fetch', 'bestClasses', status.bestClasses, CLASS_MEANINGS, byWord)}
</div>
${topic.report ? topicSection(topic.report) : ''}
${topic.judge ? judgeSection(topic.judge) : ''}
${newestPages(site, newest)}`;
  return layout(site, { title: `Crawl ${status.crawl} – Thresher`, head, body, kind: 'crawl' });
}

type Figure = [label: string, value: string, number: keyof CrawlStatus, as: 'count' | 'bytes' | 'duration' | 'rate'];

function figures(status: CrawlStatus): Html {
  const list: Figure[] = [
    ['Pages', count(status.pages), 'pages', 'count'],
    ['URLs', count(status.urls), 'urls', 'count'],
    ['Searchable', status.records === null ? '–' : count(status.records), 'records', 'count'],
    ['Pages per second', rate(status.pages, status.seconds), 'pages', 'rate'],
    ['Hosts', count(status.hosts), 'hosts', 'count'],
    ['Hosts due now', count(status.due), 'due', 'count'],
    ['Received', bytes(status.bytes), 'bytes', 'bytes'],
    ['Time', duration(status.seconds), 'seconds', 'duration'],
    ['CPU time', duration(status.cpuSeconds), 'cpuSeconds', 'duration'],
  ];
  const items = list.map(
    ([label, value, number, as]) =>
      html`<div><dt>${label}</dt><dd data-number="${number}" data-as="${as}">${value}</dd></div>`,
  );
  const cost = status.cost > 0 ? html`<div><dt>Cost</dt><dd>$${status.cost.toFixed(2)}</dd></div>` : '';
  return html`<dl class="figures">${items}${cost}</dl>
<p class="small">${COUNTED_PAGE}</p>`;
}

type Row = [word: string, n: number];
const byWord = ([a]: Row, [b]: Row): number => (a < b ? -1 : 1);
const byCount = (a: Row, b: Row): number => b[1] - a[1] || byWord(a, b);

/** A table of counts, by default highest first. An empty table stays in the page, hidden, because the script fills it. */
function table(
  caption: string,
  name: keyof CrawlStatus,
  counts: Record<string, number>,
  meanings: Record<string, string> = {},
  order: (a: Row, b: Row) => number = byCount,
): Html {
  const rows = Object.entries(counts)
    .filter(([, n]) => n > 0)
    .sort(order);
  const most = Math.max(1, ...rows.map(([, n]) => n));
  return html`<section data-counts="${name}"${rows.length === 0 ? html` hidden` : ''}><h2>${caption}</h2><table><tbody>
${rows.map(
  ([
    word,
    n,
  ]) => html`<tr data-word="${word}"><th scope="row"><code>${word}</code><small>${meaning(word, meanings)}</small></th>
<td data-value>${count(n)}</td>
<td class="share" aria-hidden="true"><svg><rect width="${((100 * n) / most).toFixed(1)}%" height="100%" rx="2"/></svg></td></tr>`,
)}
</tbody></table></section>`;
}

function meaning(word: string, own: Record<string, string>): string {
  const meanings = Object.hasOwn(own, word) ? own : MEANINGS;
  return Object.hasOwn(meanings, word) ? meanings[word]! : '';
}

function otherCrawls({ crawls, crawl }: SiteContext): Html | '' {
  if (crawls.length < 2) return '';
  const links = crawls.map((name) =>
    name === crawl
      ? html`<li><span aria-current="page">${name}</span></li>`
      : html`<li><a href="/crawl?${new URLSearchParams({ crawl: name }).toString()}">${name}</a></li>`,
  );
  return html`<nav class="crawls" aria-label="Crawls"><ul>${links}</ul></nav>`;
}

function newestPages(site: SiteContext, newest: readonly SearchHit[]): Html | '' {
  if (newest.length === 0) return '';
  const items = newest.map((hit) => {
    const href = linkable(hit.url);
    const title = visibleTitle(hit.title, hit.url);
    return html`<li><span dir="auto">${href ? html`<a href="${href}" rel="noreferrer">${title}</a>` : title}</span> <small>${hit.host}</small></li>`;
  });
  const all = searchHref(namedCrawl(site), { q: '', from: 0, size: 10 });
  return html`<section class="newest"><h2>Newest pages</h2><ul>${items}</ul><p><a href="${all}">All pages, newest first</a></p></section>`;
}
