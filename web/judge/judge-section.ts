import { html } from 'hono/html';
import type { PageToJudge } from '../../shared/classify/judgements/page-to-judge.ts';
import { roundedScore } from '../../shared/classify/review/describe-filters.ts';
import type { Locale } from '../language/locale.ts';
import { linkable, readableUrl, visibleTitle } from '../pages/format.ts';
import type { Html } from '../pages/layout.ts';
import type { PagesToJudge, RecentVerdict } from './judging.ts';

/** The forms need the crawl and the token of the server. */
export type JudgeSection = PagesToJudge & { crawl: string; token: string };

/** Pages whose verdict a person should confirm, with a button for each answer. Works without scripts. */
export function judgeSection(locale: Locale, { crawl, token, pages, judged, agreement, last }: JudgeSection): Html {
  const send = { crawl, token };
  const { t, rich, plural } = locale;
  const command = html`<code>thresher reclassify</code>`;
  return html`<section class="judge" id="judge"><h2>${t('judge.title')}</h2>
${last ? latest(locale, last, send) : ''}
${pages.length === 0 ? html`<p class="small">${t('judge.none')}</p>` : html`<ol>${pages.map((page) => item(locale, page, send))}</ol>`}
<p class="small">${plural('judge.judged', judged)} ${agreementText(locale, agreement)} ${rich('judge.applied', { command })}</p>
</section>`;
}

/** How often the person agrees with the topic filters. Empty if no page was judged. */
function agreementText({ t }: Locale, agreement: JudgeSection['agreement']): string {
  const verdicts = ['relevant', 'off-topic'] as const;
  const judged = verdicts.filter((verdict) => agreement[verdict].judged > 0);
  return judged
    .map((verdict) => t('judge.agreement', { ...agreement[verdict], verdict: t(`verdict.${verdict}`) }))
    .join(' ');
}

type Send = Pick<JudgeSection, 'crawl' | 'token'>;

function item({ t, rich, language }: Locale, page: PageToJudge, send: Send): Html {
  const { url, title, verdict, score, why, excerpt } = page;
  const href = linkable(url);
  const name = visibleTitle(title, url);
  return html`<li><span dir="auto">${href ? html`<a href="${href}" rel="noreferrer">${name}</a>` : name}</span>
<small><bdi dir="ltr">${readableUrl(url)}</bdi></small>
<small>${rich('judge.score', { verdict: t(`verdict.${verdict}`), score: html`<b>${roundedScore(score)}</b>`, why: inEnglish(language, fileNameOnly(why)) })}</small>
${excerpt === '' ? '' : html`<p dir="auto">${excerpt}</p>`}
${form(url, send, html`<button name="verdict" value="relevant">${t('judge.relevant')}</button> <button name="verdict" value="off-topic">${t('judge.offTopic')}</button>`)}</li>`;
}

/** The answer of a topic filter is English in every language. */
const inEnglish = (language: string, text: string): Html | string =>
  language === 'en' ? text : html`<span lang="en">${text}</span>`;

function latest({ t, rich }: Locale, { url, title, verdict }: RecentVerdict, send: Send): Html {
  const name = visibleTitle(title, url);
  return html`<div class="latest">${form(url, send, html`<span>${rich('text.pair', { name: html`<span dir="auto">${name}</span>`, value: t(verdict === 'relevant' ? 'judge.relevant' : 'judge.offTopic') })}</span> <button name="verdict" value="none">${t('judge.undo')}</button>`)}</div>`;
}

function form(url: string, { crawl, token }: Send, content: Html): Html {
  return html`<form method="post" action="/judge"><input type="hidden" name="token" value="${token}"><input type="hidden" name="crawl" value="${crawl}"><input type="hidden" name="url" value="${url}">${content}</form>`;
}

/** The page shows no folders of the machine: `/topics/plants.txt: score …` → `plants.txt: score …`. */
const fileNameOnly = (why: string): string => why.replace(/^[^:]*[/\\](?=[^/\\:]*:)/, '');
