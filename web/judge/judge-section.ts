import { html } from 'hono/html';
import { describeAgreement } from '../../shared/classify/judgements/describe-agreement.ts';
import type { PageToJudge } from '../../shared/classify/judgements/page-to-judge.ts';
import { roundedScore } from '../../shared/classify/review/describe-filters.ts';
import { count, linkable, readableUrl, visibleTitle } from '../pages/format.ts';
import type { Html } from '../pages/layout.ts';
import type { PagesToJudge, RecentVerdict } from './judging.ts';

/** The forms need the crawl and the token of the server. */
export type JudgeSection = PagesToJudge & { crawl: string; token: string };

/** Pages whose verdict a person should confirm, with a button for each answer. Works without scripts. */
export function judgeSection({ crawl, token, pages, judged, agreement, last }: JudgeSection): Html {
  const send = { crawl, token };
  const confirmed = describeAgreement(agreement);
  return html`<section class="judge" id="judge"><h2>Pages to judge</h2>
${last ? latest(last, send) : ''}
${pages.length === 0 ? html`<p class="small">No page is left to judge.</p>` : html`<ol>${pages.map((page) => item(page, send))}</ol>`}
<p class="small">${count(judged)} ${judged === 1 ? 'page has' : 'pages have'} your verdict${confirmed === '' ? '' : `; ${confirmed}`}. <code>thresher reclassify</code> applies the verdicts to the stored pages.</p>
</section>`;
}

type Send = Pick<JudgeSection, 'crawl' | 'token'>;

function item(page: PageToJudge, send: Send): Html {
  const { url, title, verdict, score, why, excerpt } = page;
  const href = linkable(url);
  const name = visibleTitle(title, url);
  return html`<li><span dir="auto">${href ? html`<a href="${href}" rel="noreferrer">${name}</a>` : name}</span>
<small><bdi dir="ltr">${readableUrl(url)}</bdi></small>
<small>${verdict}, score <b>${roundedScore(score)}</b>: ${fileNameOnly(why)}</small>
${excerpt === '' ? '' : html`<p dir="auto">${excerpt}</p>`}
${form(url, send, html`<button name="verdict" value="relevant">On topic</button> <button name="verdict" value="off-topic">Off-topic</button>`)}</li>`;
}

function latest({ url, title, verdict }: RecentVerdict, send: Send): Html {
  const name = visibleTitle(title, url);
  return html`<div class="latest">${form(url, send, html`<span><span dir="auto">${name}</span>: ${verdict === 'relevant' ? 'on topic' : 'off-topic'}</span> <button name="verdict" value="none">Undo</button>`)}</div>`;
}

function form(url: string, { crawl, token }: Send, content: Html): Html {
  return html`<form method="post" action="/judge"><input type="hidden" name="token" value="${token}"><input type="hidden" name="crawl" value="${crawl}"><input type="hidden" name="url" value="${url}">${content}</form>`;
}

/** The page shows no folders of the machine: `/topics/plants.txt: score …` → `plants.txt: score …`. */
const fileNameOnly = (why: string): string => why.replace(/^[^:]*[/\\](?=[^/\\:]*:)/, '');
