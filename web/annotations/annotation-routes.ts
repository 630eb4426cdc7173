import type { Context, Hono } from 'hono';
import { pageOf } from '../../shared/annotations/annotate.ts';
import { type AnnotationJson, annotationJson } from '../../shared/annotations/annotation-json.ts';
import { normalizeName } from '../../shared/annotations/person-name.ts';
import { isJsonObject } from '../../shared/text/json-values.ts';
import { parseParameters } from '../api/parse-parameters.ts';
import { invalidParameters, noSuchAnnotation, noSuchRecord, tooManyRequests } from '../api/problem.ts';
import { findRecord } from '../api/record-route.ts';
import { clientBuckets } from '../limits/client-buckets.ts';
import { limitBody } from '../limits/limit-body.ts';
import { damagedForm, readForm } from '../read-form.ts';
import { respondWithProblem } from '../respond.ts';
import { missingCrawl, siteContext } from '../site.ts';
import { ANNOTATIONS_PARAMETERS, RECORD_ID } from './annotation-parameters.ts';
import { serveDocuments } from './document-routes.ts';
import { writerOf } from './identify-person.ts';
import { isForm, mediaType, refuse } from './refuse.ts';
import { serveSignIn } from './sign-in-routes.ts';
import {
  type AnnotationPorts,
  type AnnotationWrite,
  addAnnotation,
  changeAnnotation,
  deleteAnnotation,
} from './write-annotation.ts';

/** Maximum size of a request that writes: a text whose bytes are all escaped in a form, and a few words. Bytes. */
const MAX_BODY_BYTES = 65_536;

/** Annotations that a person may write in a minute in the long run, and at once. */
const WRITES_PER_MINUTE = 12;
const WRITES_AT_ONCE = 20;

/** Attempts to sign in and wrong tokens of programs that a client may send in a minute in the long run, and at once. */
const ATTEMPTS_PER_MINUTE = 6;
const ATTEMPTS_AT_ONCE = 10;

/** A list of annotations, as JSON. `next`: the parameter `after` of the annotations that follow; null if there are none. */
type AnnotationList = { crawl: string; annotations: AnnotationJson[]; next: string | null };

/** Adds the routes of annotations. */
export function serveAnnotations(app: Hono, ports: AnnotationPorts): void {
  const { annotations } = ports;
  const takeWrite = clientBuckets(WRITES_PER_MINUTE / 60, WRITES_AT_ONCE, annotations.now);
  const takeAttempt = clientBuckets(ATTEMPTS_PER_MINUTE / 60, ATTEMPTS_AT_ONCE, annotations.now);

  /** Answers a request that writes: finds its crawl and its writer, and counts it. */
  const writing =
    (answer: typeof addAnnotation) =>
    async (c: Context): Promise<Response> => {
      const site = await siteContext(c, ports);
      if (site.crawl === undefined) return refuse(c, ports, missingCrawl(site));
      const person = await writerOf(c, site.crawl, annotations, takeAttempt);
      if ('status' in person) {
        return refuse(c, ports, person);
      }
      const waitS = takeWrite(`${site.crawl}\n${person.name}`);
      if (waitS > 0) return refuse(c, ports, tooManyRequests(waitS));
      const id = c.req.param('id');
      if (id !== undefined && !RECORD_ID.test(id)) return refuse(c, ports, noSuchAnnotation);
      const body = await readBody(c);
      if (!body) return refuse(c, ports, damagedForm);
      return answer(c, { crawl: site.crawl, author: person.name, ...body }, ports);
    };

  const limit = limitBody(MAX_BODY_BYTES, (c, problem) => refuse(c, ports, problem));
  for (const path of ['/annotations', '/annotations/:id']) app.use(path, limit);
  app.get('/annotations', (c) => listAnnotations(c, ports));
  app.post('/annotations', writing(addAnnotation));
  app.get('/annotations/:id', (c) => oneAnnotation(c, ports));
  app.post('/annotations/:id', writing(changeAnnotation));
  app.put('/annotations/:id', writing(changeAnnotation));
  app.delete('/annotations/:id', writing(deleteAnnotation));
  if (!annotations.verified) serveSignIn(app, ports, takeAttempt);
  if (annotations.handIn) serveDocuments(app, ports, annotations.handIn, takeAttempt);
}

/** Reads a form or JSON. Any other body has no fields, and the routes refuse it. @returns undefined for a damaged form */
async function readBody(c: Context): Promise<Pick<AnnotationWrite, 'isForm' | 'fields'> | undefined> {
  if (isForm(c)) {
    const fields = await readForm(c);
    return fields && { isForm: true, fields };
  }
  try {
    const value: unknown = mediaType(c) === 'application/json' ? await c.req.json() : undefined;
    return { isForm: false, fields: isJsonObject(value) ? value : {} };
  } catch {
    return { isForm: false, fields: {} };
  }
}

async function listAnnotations(c: Context, ports: AnnotationPorts): Promise<Response> {
  const site = await siteContext(c, ports);
  if (site.crawl === undefined) return respondWithProblem(c, missingCrawl(site), site);
  const { crawl } = site;
  const { values, faults } = parseParameters(ANNOTATIONS_PARAMETERS, c.req.query());
  if (faults.length > 0) return respondWithProblem(c, invalidParameters(faults), site);
  const { record: id, author, url, after, size } = values;
  const list = (found: AnnotationList['annotations'], next: string | null) =>
    c.json({ crawl, annotations: found, next } satisfies AnnotationList);
  if (id !== undefined) {
    const record = await findRecord(ports, crawl, id);
    if (!record) return respondWithProblem(c, noSuchRecord, site);
    return list((await ports.annotations.ofPage(crawl, pageOf(record))).map(annotationJson), null);
  }
  const [, createdAt, afterId = ''] = /^(-?\d+)\.(.+)$/.exec(after ?? '') ?? [];
  const found = await ports.annotations.list(crawl, {
    ...(author !== undefined && { author: normalizeName(author) }),
    ...(url !== undefined && { url }),
    ...(createdAt !== undefined && { after: { createdAt: Number(createdAt), id: afterId } }),
    size: size + 1,
  });
  const last = found.length > size ? found[size - 1] : undefined;
  return list(found.slice(0, size).map(annotationJson), last ? `${last.createdAt}.${last.id}` : null);
}

async function oneAnnotation(c: Context, ports: AnnotationPorts): Promise<Response> {
  const site = await siteContext(c, ports);
  if (site.crawl === undefined) return respondWithProblem(c, missingCrawl(site), site);
  const id = c.req.param('id') ?? '';
  const found = RECORD_ID.test(id) ? await ports.annotations.get(site.crawl, id) : undefined;
  return found ? c.json(annotationJson(found)) : respondWithProblem(c, noSuchAnnotation, site);
}
