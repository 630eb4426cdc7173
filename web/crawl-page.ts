import { html } from 'hono/html';
import type { CrawlStatus } from '../shared/frontier/explain/status.ts';
import type { SearchHit } from '../shared/search/answer.ts';
import { REASONS } from '../shared/url/reason.ts';
import { asset } from './assets.ts';
import { bytes, count, duration, linkable, rate, readable } from './format.ts';
import { type Html, layout, namedCrawl, type Place } from './layout.ts';
import { searchHref } from './search-request.ts';

/** What the words of the counts mean; reasons bring their own. */
const MEANINGS: Record<string, string> = {
  ...REASONS,
  fetched: 'a page came',
  unchanged: 'the same as last time',
  redirected: 'leads to another address',
  // As an outcome and as a reason: the answers 404 and 410.
  gone: 'the server says it is not there (any more)',
  refused: 'not asked for, or not kept',
  failed: 'no usable answer',
  relevant: 'on topic: kept and searchable',
  'leads-on': 'off topic itself, but its links are followed',
  offered: 'handed on to be fetched',
  'off-topic': 'neither kept nor followed',
};

const STATES: Record<CrawlStatus['state'], string> = {
  running: 'Running',
  paused: 'Paused',
  stopped: 'Stopped',
  done: 'Done',
};

/** How a crawl stands. Without scripts the page asks for itself anew while the crawl runs. */
export function crawlPage(place: Place, status: CrawlStatus, newest: readonly SearchHit[]): Html {
  const head = html`<script src="${asset('/live.js')}" defer></script>
${status.state === 'running' ? html`<noscript><meta http-equiv="refresh" content="5"></noscript>` : ''}`;
  const body = html`<div class="heading"><h1>${status.crawl}</h1><span class="state ${status.state}" data-state="${status.state}">${STATES[status.state]}</span></div>
${otherCrawls(place)}
${figures(status)}
<div class="tables">
${table('What became of the pages', 'outcomes', status.outcomes)}
${table('What they are about', 'verdicts', status.verdicts)}
${table('Why pages were not kept', 'reasons', status.reasons)}
${table('What became of the links', 'links', status.links)}
</div>
${newestPages(place, newest)}`;
  return layout(place, { title: `Crawl ${status.crawl} – Thresher`, head, body, kind: 'crawl' });
}

type Figure = [label: string, value: string, number: keyof CrawlStatus, as: 'count' | 'bytes' | 'duration' | 'rate'];

function figures(status: CrawlStatus): Html {
  const list: Figure[] = [
    ['Pages', count(status.pages), 'pages', 'count'],
    ['Searchable', status.records === null ? '–' : count(status.records), 'records', 'count'],
    ['Pages a second', rate(status.pages, status.seconds), 'pages', 'rate'],
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

/** Words with how often, most first. Kept in the page when empty, so that the script finds its place. */
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

function otherCrawls({ crawls, crawl }: Place): Html | '' {
  if (crawls.length < 2) return '';
  const links = crawls.map((name) =>
    name === crawl
      ? html`<li><span aria-current="page">${name}</span></li>`
      : html`<li><a href="/crawl?${new URLSearchParams({ crawl: name }).toString()}">${name}</a></li>`,
  );
  return html`<nav class="crawls" aria-label="Crawls"><ul>${links}</ul></nav>`;
}

function newestPages(place: Place, newest: readonly SearchHit[]): Html | '' {
  if (newest.length === 0) return '';
  const items = newest.map((hit) => {
    const href = linkable(hit.url);
    const title = hit.title.trim() || readable(hit.url);
    return html`<li><span dir="auto">${href ? html`<a href="${href}" rel="noreferrer">${title}</a>` : title}</span> <small>${hit.host}</small></li>`;
  });
  const all = searchHref(namedCrawl(place), { q: '', from: 0, size: 10 });
  return html`<section class="newest"><h2>Newest pages</h2><ul>${items}</ul><p><a href="${all}">All, newest first</a></p></section>`;
}
