import type { Hono } from 'hono';
import { notContributor, tooManyRequests } from '../api/problem.ts';
import { clientBuckets, type TakeRequest } from '../limits/client-buckets.ts';
import { limitBody } from '../limits/limit-body.ts';
import { allowForms } from '../limits/own-forms.ts';
import type { WebPorts } from '../ports.ts';
import { respondWithProblem } from '../respond.ts';
import { missingCrawl, siteContext } from '../site.ts';
import { signedIn, writerOf } from './identify-person.ts';
import { refuse } from './refuse.ts';
import type { HandIn, WebAnnotations } from './web-annotations.ts';

/** Maximum size of a request with a document. Bytes. */
const MAX_BODY_BYTES = 16 << 20;

/** Documents that a person may hand in in a minute in the long run, and at once. */
const PER_MINUTE = 6;
const AT_ONCE = 10;

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
    const { documentsPage } = await import('./documents-page.ts');
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
    const refused = await limit(c, async () => {});
    return refused ?? (await import('./add-document.ts')).addDocument(c, ports, site.crawl, handIn);
  });
}
