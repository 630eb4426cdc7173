import { html } from 'hono/html';
import { MAX_ANNOTATION_LENGTH } from '../../shared/annotations/annotation-text.ts';
import type { Annotation } from '../../shared/ports/annotation-store.ts';
import type { Html, SiteContext } from '../pages/layout.ts';

/** The annotations of a page, and what the visitor may do with them. */
export type ShownAnnotations = {
  /** The oldest first. */
  annotations: readonly Annotation[];
  /** Whether people sign in here to annotate. */
  hasPeople: boolean;
  /** Name of the person who has signed in. Absent: the reader is a guest. */
  person?: string;
  /** The person may hand in documents. Absent: not. */
  isContributor?: true;
};

/** The annotations on the page of a record, with forms for the person who has signed in. Works without scripts. */
export function annotationSection(
  site: SiteContext,
  record: string,
  { annotations, hasPeople, person, isContributor }: ShownAnnotations,
): Html | '' {
  if (annotations.length === 0 && !hasPeople) return '';
  const { t } = site.locale;
  const items = annotations.map((one) => item(site, record, one, one.author === person));
  return html`<section id="annotations" class="annotations"><h2>${t('annotations.title')}</h2>
${annotations.length === 0 ? html`<p class="small">${t('annotations.none')}</p>` : html`<ol>${items}</ol>`}
${person !== undefined ? addForm(site, record, person, hasPeople) : hasPeople ? html`<p><a href="/sign-in?${new URLSearchParams({ crawl: site.crawl ?? '', record })}" rel="nofollow">${t('annotations.signInHere')}</a></p>` : ''}
${isContributor ? html`<p class="small"><a href="${actionOf(site, '/documents')}">${t('documents.title')}</a></p>` : ''}</section>`;
}

function item(
  site: SiteContext,
  record: string,
  { id, author, text, createdAt, changedAt, record: earlier }: Annotation,
  isOwn: boolean,
): Html {
  const { t, moment } = site.locale;
  const time = (at: number) => html`<time datetime="${new Date(at).toISOString()}">${moment(at)}</time>`;
  const facts = [
    html`<bdi class="author">${author}</bdi>`,
    time(createdAt),
    ...(changedAt === undefined ? [] : [site.locale.rich('annotations.changed', { date: time(changedAt) })]),
    // The page had another text then.
    ...(earlier === record ? [] : [t('annotations.earlier')]),
  ];
  return html`<li id="annotation-${id}"><ul class="facts">${facts.map((fact) => html`<li>${fact}</li>`)}</ul>
<p class="text" dir="auto">${text}</p>${isOwn ? ownForm(site, record, id, text) : ''}</li>`;
}

const actionOf = ({ crawl }: SiteContext, path: string): string =>
  `${path}?${new URLSearchParams({ crawl: crawl ?? '' })}`;

const hidden = (record: string): Html => html`<input type="hidden" name="record" value="${record}">`;

function ownForm(site: SiteContext, record: string, id: string, text: string): Html {
  const { t } = site.locale;
  return html`<details><summary>${t('annotations.edit')}</summary>
<form method="post" action="${actionOf(site, `/annotations/${id}`)}">${hidden(record)}${textArea(t('annotations.text'), text)}
<button name="action" value="change">${t('annotations.change')}</button> <button name="action" value="delete" formnovalidate>${t('annotations.delete')}</button></form></details>`;
}

function addForm(site: SiteContext, record: string, person: string, canSignOut: boolean): Html {
  const { t, rich } = site.locale;
  const signedIn = rich('annotations.signedIn', { name: html`<bdi>${person}</bdi>` });
  return html`<form method="post" action="${actionOf(site, '/annotations')}">${hidden(record)}${textArea(t('annotations.add'), '')}
<button>${t('annotations.send')}</button></form>
${canSignOut ? html`<form method="post" action="${actionOf(site, '/sign-out')}" class="small">${hidden(record)}${signedIn} <button>${t('annotations.signOut')}</button></form>` : html`<p class="small">${signedIn}</p>`}`;
}

/** A parser drops a line feed behind the tag, so there is one. */
const textArea = (label: string, text: string): Html =>
  html`<label>${label}<textarea name="text" rows="4" required maxlength="${MAX_ANNOTATION_LENGTH}" dir="auto">
${text}</textarea></label>`;
