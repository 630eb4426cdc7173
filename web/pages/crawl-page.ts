import { html } from 'hono/html';
import type { CutOff } from '../../shared/classify/judge.ts';
import type { TopicReport } from '../../shared/classify/review/report-topic.ts';
import { settingOfLimit } from '../../shared/frontier/explain/format-leftovers.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import type { FetchTimes } from '../../shared/ports/search-index.ts';
import type { SearchHit } from '../../shared/search/answer.ts';
import { searchHref } from '../api/search-query.ts';
import { controlForm } from '../control/control-form.ts';
import { type JudgeSection, judgeSection } from '../judge/judge-section.ts';
import type { Locale } from '../language/locale.ts';
import type { Key } from '../language/table.ts';
import type { CrawlHost } from '../ports.ts';
import { asset } from './assets.ts';
import { explainForm } from './explain-page.ts';
import { linkable, visibleTitle } from './format.ts';
import { type Html, layout, namedCrawl, type SiteContext } from './layout.ts';
import { otherCrawls } from './other-crawls.ts';
import { outcomeChart } from './outcome-chart.ts';
import { timeChart } from './time-chart.ts';
import { offTopicMeaning, topicSection } from './topic-section.ts';

/** The topic of a crawl and the times of its fetches. `report`, `judge` and `times`: absent if they are not shown. */
export type CrawlDetails = {
  cutOffs: readonly CutOff[];
  report?: TopicReport;
  judge?: JudgeSection;
  times?: FetchTimes;
  /** Hosts that are visited next. Absent: they are not shown. */
  hosts?: readonly CrawlHost[];
  /** Secret of the forms that pause and resume the crawl. Absent: there are none. */
  controlToken?: string;
  /** Whether the server sends events. Default: no. */
  canStream?: boolean;
  /** Whether visitors can ask what happened to a URL. Default: no. */
  canExplain?: boolean;
};

/** Status of a crawl with live counts. Without scripts the page reloads while the crawl runs. */
export function crawlPage(
  site: SiteContext,
  status: CrawlStatus,
  newest: readonly SearchHit[],
  topic: CrawlDetails = { cutOffs: [] },
): Html {
  const { t } = site.locale;
  const state = status.unattended ? 'unattended' : status.state;
  const head = html`<script src="${asset('/live.js')}" defer></script>
${state === 'running' ? html`<noscript><meta http-equiv="refresh" content="5"></noscript>` : ''}`;
  const body = html`<div class="heading" data-events="${topic.canStream ? 'true' : 'false'}" data-limit="${status.limit ?? ''}"><h1>${status.crawl}</h1><span class="state ${state}" data-state="${state}">${t(`crawl.${state}`)}</span>${topic.controlToken === undefined ? '' : controlForm(site.locale, status, topic.controlToken)}</div>
${status.limit ? html`<p>${t('crawl.atLimit', { setting: settingOfLimit(status.limit) })}</p>` : ''}
${status.disk?.low ? html`<p>${t('crawl.diskLow', { space: site.locale.bytes(status.disk.freeBytes) })}</p>` : ''}
${otherCrawls(site, '/crawl')}
${figures(site.locale, status)}
${topic.times ? timeChart(site.locale, topic.times) : ''}
<div class="tables">
${table(site.locale, 'outcomes', status.outcomes)}
${table(site.locale, 'verdicts', status.verdicts, (word) => (word === 'off-topic' ? offTopicMeaning(site.locale, topic.cutOffs) : undefined))}
${table(site.locale, 'reasons', status.reasons)}
${table(site.locale, 'links', status.links)}
${table(site.locale, 'bestClasses', status.bestClasses, (word) => priorityMeaning(site.locale, word), byWord)}
</div>
${topic.canExplain ? html`<section class="explain"><h2>${t('explain.title')}</h2>${explainForm(site)}</section>` : ''}
${topic.hosts && topic.hosts.length > 0 ? hostTable(site.locale, topic.hosts) : ''}
${topic.report ? topicSection(site.locale, topic.report) : ''}
${topic.judge ? judgeSection(site.locale, topic.judge) : ''}
${newestPages(site, newest)}`;
  return layout(site, { title: t('crawl.title', { crawl: status.crawl }), head, body, kind: 'crawl' });
}

type Figure = [
  label: Extract<Key, `figure.${string}`>,
  value: string,
  number: keyof CrawlStatus,
  as: 'count' | 'bytes' | 'duration' | 'rate' | 'text',
];

const countedFigure = (countedAt: string): Figure => ['figure.countedAt', countedAt, 'countedAt', 'text'];

function figures({ t, count, bytes, duration, rate }: Locale, status: CrawlStatus): Html {
  const list: Figure[] = [
    ['figure.pages', count(status.pages), 'pages', 'count'],
    ['figure.urls', count(status.urls), 'urls', 'count'],
    ['figure.records', status.records === null ? '–' : count(status.records), 'records', 'count'],
    ['figure.rate', rate(status.pages, status.seconds), 'pages', 'rate'],
    ['figure.hosts', count(status.hosts), 'hosts', 'count'],
    ['figure.due', count(status.due), 'due', 'count'],
    ...(status.countedAt ? [countedFigure(status.countedAt)] : []),
    ['figure.bytes', bytes(status.bytes), 'bytes', 'bytes'],
    ['figure.seconds', duration(status.seconds), 'seconds', 'duration'],
    ['figure.cpuSeconds', duration(status.cpuSeconds), 'cpuSeconds', 'duration'],
  ];
  const items = list.map(
    ([label, value, number, as]) =>
      html`<div><dt>${t(label)}</dt><dd data-number="${number}" data-as="${as}">${value}</dd></div>`,
  );
  const cost = status.cost > 0 ? html`<div><dt>${t('figure.cost')}</dt><dd>$${status.cost.toFixed(2)}</dd></div>` : '';
  return html`<dl class="figures">${items}${cost}</dl>
<p class="small">${t('crawl.countedPage')}</p>`;
}

type Row = [word: string, n: number];
const byWord = ([a]: Row, [b]: Row): number => (a < b ? -1 : 1);
const byCount = (a: Row, b: Row): number => b[1] - a[1] || byWord(a, b);

/** Rows of a table: with pages to judge and the lists of a topic, the page has at most 30 KB. */
const MAX_ROWS = 12;

/** A table of counts, by default highest first. An empty table stays in the page, hidden, because the script fills it. */
function table(
  locale: Locale,
  name: 'outcomes' | 'verdicts' | 'reasons' | 'links' | 'bestClasses',
  counts: Record<string, number>,
  ownMeaning: (word: string) => string | undefined = () => undefined,
  order: (a: Row, b: Row) => number = byCount,
): Html {
  const { t, count, optional } = locale;
  const rows = Object.entries(counts)
    .filter(([, n]) => n > 0)
    .sort(order);
  const most = Math.max(1, ...rows.map(([, n]) => n));
  const more = rows.length - MAX_ROWS;
  const chart = name === 'outcomes' && rows.length > 0 ? outcomeChart(locale, counts) : '';
  return html`<section data-counts="${name}"${more > 0 ? html` data-more="${more}"` : ''}${rows.length === 0 ? html` hidden` : ''}><h2>${t(`crawl.${name}`)}</h2>${chart}<table><tbody>
${rows.slice(0, MAX_ROWS).map(
  ([
    word,
    n,
  ]) => html`<tr data-word="${word}"><th scope="row"><code>${word}</code><small>${ownMeaning(word) ?? optional(`meaning.${word}`) ?? optional(`reason.${word}`) ?? ''}</small></th>
<td data-value>${count(n)}</td>
<td class="share" aria-hidden="true"><svg><rect width="${((100 * n) / most).toFixed(1)}%" height="100%" rx="2"/></svg></td></tr>`,
)}
</tbody></table>${more > 0 ? html`<p class="small">${locale.plural('crawl.moreRows', more)}</p>` : ''}</section>`;
}

/** The hosts that are visited next, with the pauses between their requests. */
function hostTable({ t, count, second }: Locale, hosts: readonly CrawlHost[]): Html {
  const now = Date.now();
  const rows = hosts.map(({ host, isVisited, nextAt, pauseMs }) => {
    const next = isVisited ? t('hosts.visited') : nextAt <= now ? t('hosts.soon') : second(nextAt);
    const pause = pauseMs === undefined ? '–' : t('hosts.seconds', { n: count(pauseMs / 1000) });
    return html`<tr><th scope="row"><bdi>${host}</bdi></th><td>${next}</td><td>${pause}</td></tr>`;
  });
  return html`<section class="hosts"><h2>${t('hosts.title')}</h2><table><thead><tr><th scope="col">${t('hosts.host')}</th><th scope="col">${t('hosts.next')}</th><th scope="col">${t('hosts.pause')}</th></tr></thead><tbody>${rows}</tbody></table></section>`;
}

/** The meaning of the best priority class among the URLs of a host. */
function priorityMeaning({ t }: Locale, n: string): string {
  if (n === '0') return t('priority.seeds');
  return t(n === '7' ? 'priority.last' : 'priority.class', { n });
}

function newestPages(site: SiteContext, newest: readonly SearchHit[]): Html | '' {
  if (newest.length === 0) return '';
  const items = newest.map((hit) => {
    const href = linkable(hit.url);
    const title = visibleTitle(hit.title, hit.url);
    return html`<li><span dir="auto">${href ? html`<a href="${href}" rel="noreferrer">${title}</a>` : title}</span> <small>${hit.host}</small></li>`;
  });
  const all = searchHref(namedCrawl(site), { q: '', from: 0, size: 10 });
  return html`<section class="newest"><h2>${site.locale.t('results.newest')}</h2><ul>${items}</ul><p><a href="${all}">${site.locale.t('crawl.allNewest')}</a></p></section>`;
}
