import { html } from 'hono/html';
import type { CrawlStatus } from '../shared/frontier/explain/status.ts';
import type { SearchHit } from '../shared/search/answer.ts';
import { REASONS } from '../shared/url/reason.ts';
import { asset } from './assets.ts';
import { bytes, count, duration, linkable, rate, readableUrl } from './format.ts';
import { type Html, layout, namedCrawl, type SiteContext } from './layout.ts';
import { searchHref } from './search-query.ts';

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
  'off-topic': 'neither kept nor followed',
};

const STATES: Record<CrawlStatus['state'], string> = {
  running: 'Running',
  paused: 'Paused',
  stopped: 'Stopped',
  done: 'Done',
};

/** Status of a crawl with live counts. Without scripts the page reloads while the crawl runs. */
export function crawlPage(site: SiteContext, status: CrawlStatus, newest: readonly SearchHit[]): Html {
  const head = html`<script src="${asset('/live.js')}" defer></script>
${status.state === 'running' ? html`<noscript><meta http-equiv="refresh" content="5"></noscript>` : ''}`;
  const body = html`<div class="heading"><h1>${status.crawl}</h1><span class="state ${status.state}" data-state="${status.state}">${STATES[status.state]}</span></div>
${otherCrawls(site)}
${figures(status)}
<div class="tables">
${table('Outcomes of requests', 'outcomes', status.outcomes)}
${table('Verdicts on pages', 'verdicts', status.verdicts)}
${table('Why pages were not kept', 'reasons', status.reasons)}
${table('Links', 'links', status.links)}
</div>
${newestPages(site, newest)}`;
  return layout(site, { title: `Crawl ${status.crawl} – Thresher`, head, body, kind: 'crawl' });
}

type Figure = [label: string, value: string, number: keyof CrawlStatus, as: 'count' | 'bytes' | 'duration' | 'rate'];

function figures(status: CrawlStatus): Html {
  const list: Figure[] = [
    ['Pages', count(status.pages), 'pages', 'count'],
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
  return html`<dl class="figures">${items}${cost}</dl>`;
}

/** A table of counts, highest first. An empty table stays in the page, hidden, because the script fills it. */
function table(caption: string, name: keyof CrawlStatus, counts: Record<string, number>): Html {
  const rows = Object.entries(counts)
    .filter(([, n]) => n > 0)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const most = rows[0]?.[1] ?? 1;
  return html`<section data-counts="${name}"${rows.length === 0 ? html` hidden` : ''}><h2>${caption}</h2><table><tbody>
${rows.map(
  ([word, n]) => html`<tr data-word="${word}"><th scope="row"><code>${word}</code><small>${meaning(word)}</small></th>
<td data-value>${count(n)}</td>
<td class="share" aria-hidden="true"><svg><rect width="${((100 * n) / most).toFixed(1)}%" height="100%" rx="2"/></svg></td></tr>`,
)}
</tbody></table></section>`;
}

const meaning = (word: string): string => (Object.hasOwn(MEANINGS, word) ? MEANINGS[word]! : '');

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
    const title = hit.title.trim() || readableUrl(hit.url);
    return html`<li><span dir="auto">${href ? html`<a href="${href}" rel="noreferrer">${title}</a>` : title}</span> <small>${hit.host}</small></li>`;
  });
  const all = searchHref(namedCrawl(site), { q: '', from: 0, size: 10 });
  return html`<section class="newest"><h2>Newest pages</h2><ul>${items}</ul><p><a href="${all}">All pages, newest first</a></p></section>`;
}
