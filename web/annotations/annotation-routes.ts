import type { Context, Hono } from 'hono';
import {
  type AnnotationRefusal,
  type AnnotationResult,
  MAX_PAGE_ANNOTATIONS,
  pageOf,
} from '../../shared/annotations/annotate.ts';
import { type AnnotationJson, annotationJson } from '../../shared/annotations/annotation-json.ts';
import { MAX_ANNOTATION_LENGTH } from '../../shared/annotations/annotation-text.ts';
import { normalizeName } from '../../shared/annotations/person-name.ts';
import { type ParameterFault, parseParameters } from '../api/parse-parameters.ts';
import {
  invalidParameters,
  noSuchAnnotation,
  noSuchRecord,
  notYourAnnotation,
  type Problem,
  tooManyAnnotations,
  tooManyRequests,
} from '../api/problem.ts';
import { findRecord } from '../api/record-route.ts';
import { clientBuckets } from '../limits/client-buckets.ts';
import { limitBody } from '../limits/limit-body.ts';
import type { WebPorts } from '../ports.ts';
import { damagedForm, readForm } from '../read-form.ts';
import { respondWithProblem } from '../respond.ts';
import { missingCrawl, siteContext } from '../site.ts';
import { ANNOTATIONS_PARAMETERS, RECORD_ID } from './annotation-parameters.ts';
import { serveDocuments } from './document-routes.ts';
import { isForm, mediaType, refuse } from './refuse.ts';
import { serveSignIn } from './sign-in-routes.ts';
import type { Person, WebAnnotations } from './web-annotations.ts';
import { writerOf } from './who.ts';

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

type Ports = WebPorts & { annotations: WebAnnotations };

/** Adds the routes of annotations. */
export function serveAnnotations(app: Hono, ports: Ports): void {
  const { annotations } = ports;
  const takeWrite = clientBuckets(WRITES_PER_MINUTE / 60, WRITES_AT_ONCE, annotations.now);
  const takeAttempt = clientBuckets(ATTEMPTS_PER_MINUTE / 60, ATTEMPTS_AT_ONCE, annotations.now);

  /** Answers a request that writes: finds its crawl and its writer, and counts it. */
  const writing =
    (answer: (c: Context, crawl: string, person: Person, body: Body) => Promise<Response>) =>
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
      return body ? answer(c, site.crawl, person, body) : refuse(c, ports, damagedForm);
    };

  const limit = limitBody(MAX_BODY_BYTES, (c, problem) => refuse(c, ports, problem));
  for (const path of ['/annotations', '/annotations/:id']) app.use(path, limit);
  app.get('/annotations', (c) => listAnnotations(c, ports));
  app.get('/annotations/:id', (c) => oneAnnotation(c, ports));
  app.post(
    '/annotations',
    writing(async (c, crawl, { name: author }, { isForm: isOfForm, fields }) => {
      const { record, text, faults } = await targetOf(fields, crawl, ports);
      if (faults) return refuse(c, ports, invalidParameters(faults));
      if (record === undefined) return refuse(c, ports, noSuchRecord);
      const result = await annotations.add({ crawl, record, author, text });
      if ('refused' in result || isOfForm) return answerOf(c, ports, result, { crawl, record });
      c.header('location', `/annotations/${result.annotation.id}?${new URLSearchParams({ crawl })}`);
      return c.json(annotationJson(result.annotation), 201);
    }),
  );
  const change = writing(async (c, crawl, { name: author }, { isForm: isOfForm, fields }) => {
    const id = c.req.param('id') ?? '';
    const record = typeof fields['record'] === 'string' ? fields['record'] : '';
    const isDeleted = isOfForm && fields['action'] === 'delete';
    const { text } = fields;
    if (!isDeleted && typeof text !== 'string')
      return refuse(c, ports, invalidParameters([{ parameter: 'text', detail: 'must be a text' }]));
    const result = isDeleted
      ? await annotations.delete({ crawl, id, author })
      : await annotations.change({ crawl, id, author, text: text as string });
    return answerOf(c, ports, result, { crawl, record });
  });
  app.post('/annotations/:id', change);
  app.put('/annotations/:id', change);
  app.delete(
    '/annotations/:id',
    writing(async (c, crawl, { name: author }) => {
      const result = await annotations.delete({ crawl, id: c.req.param('id') ?? '', author });
      return 'refused' in result ? refuse(c, ports, problemOf(result.refused)) : c.body(null, 204);
    }),
  );
  if (!annotations.verified) serveSignIn(app, ports, takeAttempt);
  if (annotations.handIn) serveDocuments(app, ports, annotations.handIn, takeAttempt);
}

type Body = { isForm: boolean; fields: Readonly<Record<string, unknown>> };

/** Reads a form or JSON. What is neither has no fields, which the routes refuse. @returns undefined for a damaged form */
async function readBody(c: Context): Promise<Body | undefined> {
  if (isForm(c)) {
    const fields = await readForm(c);
    return fields && { isForm: true, fields };
  }
  try {
    const value: unknown = mediaType(c) === 'application/json' ? await c.req.json() : undefined;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return { isForm: false, fields: isObject ? (value as Record<string, unknown>) : {} };
  } catch {
    return { isForm: false, fields: {} };
  }
}

type Target = { record?: string; text: string; faults?: ParameterFault[] };

/** Returns the record that a request annotates. `record` is absent if the crawl does not have it. */
async function targetOf({ record, text }: Body['fields'], crawl: string, ports: Ports): Promise<Target> {
  const faults: ParameterFault[] = [];
  if (typeof text !== 'string') faults.push({ parameter: 'text', detail: 'must be a text' });
  if (typeof record !== 'string') faults.push({ parameter: 'record', detail: 'must be the id of a record' });
  if (typeof text !== 'string' || typeof record !== 'string') return { text: '', faults };
  const found = await findRecord(ports, crawl, record);
  return { text, ...(found && { record: found.id }) };
}

/** Answers a form with a redirect to the page that it is on, and a program with the annotation. */
function answerOf(
  c: Context,
  ports: Ports,
  result: AnnotationResult,
  { crawl, record }: { crawl: string; record: string },
): Response | Promise<Response> {
  if ('refused' in result) return refuse(c, ports, problemOf(result.refused));
  if (!isForm(c)) return c.json(annotationJson(result.annotation));
  const page = RECORD_ID.test(record) ? record : result.annotation.record;
  return c.redirect(`/record/${page}?${new URLSearchParams({ crawl })}#annotations`, 303);
}

function problemOf(refused: AnnotationRefusal): Problem {
  switch (refused) {
    case 'empty':
      return invalidParameters([{ parameter: 'text', detail: 'must not be empty' }]);
    case 'too-long':
      return invalidParameters([
        { parameter: 'text', detail: `must have at most ${MAX_ANNOTATION_LENGTH} characters` },
      ]);
    case 'no-such-record':
      return noSuchRecord;
    case 'no-such-annotation':
      return noSuchAnnotation;
    case 'of-another-person':
      return notYourAnnotation;
    case 'too-many':
      return tooManyAnnotations(MAX_PAGE_ANNOTATIONS);
  }
}

async function listAnnotations(c: Context, ports: Ports): Promise<Response> {
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

async function oneAnnotation(c: Context, ports: Ports): Promise<Response> {
  const site = await siteContext(c, ports);
  if (site.crawl === undefined) return respondWithProblem(c, missingCrawl(site), site);
  const id = c.req.param('id') ?? '';
  const found = RECORD_ID.test(id) ? await ports.annotations.get(site.crawl, id) : undefined;
  return found ? c.json(annotationJson(found)) : respondWithProblem(c, noSuchAnnotation, site);
}
