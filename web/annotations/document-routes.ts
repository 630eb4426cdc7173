import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import {
  documentNotKept,
  documentNotProcessed,
  folderInUse,
  invalidParameters,
  notContributor,
  tooManyRequests,
} from '../api/problem.ts';
import { clientBuckets, type TakeRequest } from '../limits/client-buckets.ts';
import { limitBody } from '../limits/limit-body.ts';
import { allowForms } from '../limits/own-forms.ts';
import { type Html, layout, type SiteContext } from '../pages/layout.ts';
import type { WebPorts } from '../ports.ts';
import { damagedForm, readForm } from '../read-form.ts';
import { respondWithProblem } from '../respond.ts';
import { missingCrawl, siteContext } from '../site.ts';
import { MAX_DOCUMENT_URL } from './annotation-parameters.ts';
import { signedIn, writerOf } from './identify-person.ts';
import { isForm, mediaType, refuse } from './refuse.ts';
import type { WebAnnotations } from './web-annotations.ts';

/** Maximum size of a request with a document. Bytes. */
const MAX_BODY_BYTES = 16 << 20;

const EXAMPLE = 'https://papers.example/paper.pdf';

/** Documents that a person may hand in in a minute in the long run, and at once. */
const PER_MINUTE = 6;
const AT_ONCE = 10;

type HandIn = NonNullable<WebAnnotations['handIn']>;
type Ports = WebPorts & { annotations: WebAnnotations };

/** Adds the page where contributors hand in documents. @param takeAttempt counts wrong tokens */
export function serveDocuments(app: Hono, ports: Ports, handIn: HandIn, takeAttempt: TakeRequest): void {
  const { annotations } = ports;
  const take = clientBuckets(PER_MINUTE / 60, AT_ONCE, annotations.now);
  app.get('/documents', async (c) => {
    const site = await siteContext(c, ports);
    if (site.crawl === undefined) return respondWithProblem(c, missingCrawl(site), site);
    const person = signedIn(c, await annotations.people(site.crawl), annotations.now());
    allowForms(c);
    c.header('cache-control', 'private, no-cache');
    return c.html(documentsPage(site, person?.isContributor === true));
  });
  const limit = limitBody(MAX_BODY_BYTES, (c, problem) => refuse(c, ports, problem));
  app.post('/documents', async (c) => {
    const site = await siteContext(c, ports);
    if (site.crawl === undefined) return refuse(c, ports, missingCrawl(site));
    const person = await writerOf(c, site.crawl, annotations, takeAttempt);
    if ('status' in person) return refuse(c, ports, person);
    if (!person.isContributor) return refuse(c, ports, notContributor);
    const waitS = take(`${site.crawl}\n${person.name}`);
    if (waitS > 0) return refuse(c, ports, tooManyRequests(waitS));
    // Only now: a body without a length is read into memory to limit it.
    return (await limit(c, async () => {})) ?? addDocument(c, ports, site.crawl, handIn);
  });
}

async function addDocument(c: Context, ports: Ports, crawl: string, handIn: HandIn): Promise<Response> {
  const given = isForm(c) ? await documentOfForm(c) : await documentOfBody(c);
  if (!given) return refuse(c, ports, damagedForm);
  const url = URL.parse(given.url.trim());
  const faults = [
    ...(url && /^https?:$/.test(url.protocol) && url.username === '' && given.url.length <= MAX_DOCUMENT_URL
      ? []
      : [{ parameter: 'url', detail: 'must be an address that begins with http:// or https://' }]),
    ...(given.body.length > 0 ? [] : [{ parameter: 'file', detail: 'must not be empty' }]),
  ];
  if (!url || faults.length > 0) return refuse(c, ports, invalidParameters(faults));
  url.hash = '';
  const result = await handIn({ ...given, crawl, url: url.href });
  if ('isBusy' in result) return refuse(c, ports, folderInUse);
  if ('isFailed' in result) return refuse(c, ports, documentNotProcessed);
  if (!('record' in result)) return refuse(c, ports, documentNotKept(result));
  const path = `/record/${result.record}?${new URLSearchParams({ crawl })}`;
  if (isForm(c)) return c.redirect(path, 303);
  c.header('location', path);
  return c.json({ crawl, ...result }, 201);
}

type Document = { url: string; body: Uint8Array; contentType?: string };

/** @returns undefined if the form is damaged */
async function documentOfForm(c: Context): Promise<Document | undefined> {
  const form = await readForm(c);
  if (!form) return undefined;
  const { url, file } = form;
  return {
    url: typeof url === 'string' ? url : '',
    body: file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array(),
    ...(file instanceof File && isTelling(file.type) && { contentType: file.type }),
  };
}

async function documentOfBody(c: Context): Promise<Document> {
  const contentType = c.req.header('content-type') ?? '';
  return {
    url: c.req.query('url') ?? '',
    body: new Uint8Array(await c.req.arrayBuffer()),
    ...(isTelling(mediaType(c)) && { contentType }),
  };
}

/** Whether a media type says what a file is. Otherwise its bytes and its address tell. */
const isTelling = (type: string): boolean => type !== '' && type !== 'application/octet-stream';

function documentsPage(site: SiteContext, isContributor: boolean): Html {
  const { t } = site.locale;
  const crawl = new URLSearchParams({ crawl: site.crawl ?? '' });
  const form = html`<form method="post" action="/documents?${crawl}" enctype="multipart/form-data" class="sign-in">
<label>${t('documents.file')}<input type="file" name="file" required></label>
<label>${t('documents.url')}<input type="url" name="url" required maxlength="${MAX_DOCUMENT_URL}" placeholder="${EXAMPLE}"></label>
<button>${t('documents.send')}</button>
</form>`;
  const body = html`<h1>${t('documents.title')}</h1>
<p>${t('documents.about')}</p>
${isContributor ? form : html`<p><a href="/sign-in?${crawl}&amp;to=documents" rel="nofollow">${t('documents.signIn')}</a></p>`}`;
  return layout(site, { title: `${t('documents.title')} – Thresher`, body, kind: 'record' });
}
