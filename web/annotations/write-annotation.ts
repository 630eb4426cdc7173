import type { Context } from 'hono';
import {
  type AnnotationRefusal,
  type AnnotationResult,
  MAX_PAGE_ANNOTATIONS,
} from '../../shared/annotations/annotate.ts';
import { annotationJson } from '../../shared/annotations/annotation-json.ts';
import { MAX_ANNOTATION_LENGTH } from '../../shared/annotations/annotation-text.ts';
import type { ParameterFault } from '../api/parse-parameters.ts';
import {
  invalidParameters,
  noSuchAnnotation,
  noSuchRecord,
  notYourAnnotation,
  type Problem,
  tooManyAnnotations,
} from '../api/problem.ts';
import { findRecord } from '../api/record-route.ts';
import type { WebPorts } from '../ports.ts';
import { RECORD_ID } from './annotation-parameters.ts';
import { refuse } from './refuse.ts';
import type { WebAnnotations } from './web-annotations.ts';

export type AnnotationPorts = WebPorts & { annotations: WebAnnotations };

/** A request that writes an annotation, of a person who may. `fields`: those of a form or of a JSON object, not checked. */
export type AnnotationWrite = {
  crawl: string;
  author: string;
  isForm: boolean;
  fields: Readonly<Record<string, unknown>>;
};

/** Adds an annotation to a page. */
export async function addAnnotation(c: Context, write: AnnotationWrite, ports: AnnotationPorts): Promise<Response> {
  const { crawl, author } = write;
  const { record, text, faults } = await targetOf(write.fields, crawl, ports);
  if (faults) return refuse(c, ports, invalidParameters(faults));
  if (record === undefined) return refuse(c, ports, noSuchRecord);
  const result = await ports.annotations.add({ crawl, record, author, text });
  if ('refused' in result || write.isForm) return answerOf(c, ports, result, { ...write, record });
  c.header('location', `/annotations/${result.annotation.id}?${new URLSearchParams({ crawl })}`);
  return c.json(annotationJson(result.annotation), 201);
}

/** Changes the text of an annotation. Forms also delete by this request, as they can send no DELETE. */
export async function changeAnnotation(c: Context, write: AnnotationWrite, ports: AnnotationPorts): Promise<Response> {
  const { crawl, author, fields } = write;
  const id = c.req.param('id') ?? '';
  const record = typeof fields['record'] === 'string' ? fields['record'] : '';
  const isDeleted = write.isForm && fields['action'] === 'delete';
  const { text } = fields;
  if (!isDeleted && typeof text !== 'string')
    return refuse(c, ports, invalidParameters([{ parameter: 'text', detail: 'must be a text' }]));
  const result = isDeleted
    ? await ports.annotations.delete({ crawl, id, author })
    : await ports.annotations.change({ crawl, id, author, text: text as string });
  return answerOf(c, ports, result, { ...write, record });
}

/** Deletes an annotation of the person who sends the request. */
export async function deleteAnnotation(
  c: Context,
  { crawl, author }: AnnotationWrite,
  ports: AnnotationPorts,
): Promise<Response> {
  const result = await ports.annotations.delete({ crawl, id: c.req.param('id') ?? '', author });
  return 'refused' in result ? refuse(c, ports, problemOf(result.refused)) : c.body(null, 204);
}

type Target = { record?: string; text: string; faults?: ParameterFault[] };

/** Returns the record that a request annotates. `record` is absent if the crawl does not have it. */
async function targetOf(
  { record, text }: AnnotationWrite['fields'],
  crawl: string,
  ports: AnnotationPorts,
): Promise<Target> {
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
  ports: AnnotationPorts,
  result: AnnotationResult,
  { crawl, isForm, record }: Pick<AnnotationWrite, 'crawl' | 'isForm'> & { record: string },
): Response | Promise<Response> {
  if ('refused' in result) return refuse(c, ports, problemOf(result.refused));
  if (!isForm) return c.json(annotationJson(result.annotation));
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
