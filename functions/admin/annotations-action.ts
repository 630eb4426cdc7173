import { MAX_LOADED_ANNOTATIONS } from '../../shared/admin/annotation-request.ts';
import type { AdminAnswer } from '../../shared/admin/answers.ts';
import type { ParsedRequestOf } from '../../shared/admin/requests.ts';
import {
  type AnnotationResult,
  addAnnotation,
  changeAnnotation,
  deleteAnnotation,
} from '../../shared/annotations/annotate.ts';
import { annotationJson, ID, readAnnotation } from '../../shared/annotations/annotation-json.ts';
import { recordOfUrl } from '../../shared/annotations/record-of-url.ts';
import { restoreAnnotations } from '../../shared/annotations/restore-annotations.ts';
import type { AnnotationQuery, AnnotationStore } from '../../shared/ports/annotation-store.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Random } from '../../shared/ports/random.ts';
import type { SearchIndex } from '../../shared/ports/search-index.ts';
import { wordsOf } from '../wiring/wiring-annotations.ts';
import { type AdminResponse, errorResponse } from './response.ts';

type Ports = { annotations: AnnotationStore; index: SearchIndex; clock: Clock; random: Random };

type Request = ParsedRequestOf<'annotations'>;
type Answer = AdminAnswer<'annotations'>;

/** Lists or changes the annotations of a crawl, by any author. */
export async function annotationsAction({ crawl, call }: Request, stores: Ports): Promise<AdminResponse> {
  const ports = { ...stores, wordsOf };
  switch (call.verb) {
    case 'list': {
      const { verb: _, ...query } = call;
      return ok(await listPage(crawl, query, stores));
    }
    case 'add': {
      const { author, text, url } = call;
      const record = call.record ?? (url === undefined ? undefined : await recordOfUrl(crawl, url, stores.index));
      if (record === undefined || !ID.test(record)) return ok({ crawl, annotations: [], refused: 'no-such-record' });
      return ok(answerOf(crawl, await addAnnotation({ crawl, record, author, text }, ports)));
    }
    case 'change':
      if (!ID.test(call.id)) return ok({ crawl, annotations: [], refused: 'no-such-annotation' });
      return ok(answerOf(crawl, await changeAnnotation({ ...call, crawl, author: undefined }, ports)));
    case 'delete':
      if (!ID.test(call.id)) return ok({ crawl, annotations: [], refused: 'no-such-annotation' });
      return ok(answerOf(crawl, await deleteAnnotation({ ...call, crawl, author: undefined }, ports)));
    case 'load': {
      const given = readAll(call.annotations, crawl);
      if (given instanceof Error) return errorResponse(400, given.message);
      return ok({ crawl, annotations: [], loaded: await restoreAnnotations(crawl, given, ports) });
    }
  }
}

const ok = (body: Answer): AdminResponse => ({ status: 200, body });

const answerOf = (crawl: string, result: AnnotationResult): Answer =>
  'refused' in result
    ? { crawl, annotations: [], refused: result.refused }
    : { crawl, annotations: [annotationJson(result.annotation)] };

type Which = { [Name in keyof Omit<AnnotationQuery, 'size'>]: AnnotationQuery[Name] | undefined };

async function listPage(
  crawl: string,
  { author, url, after }: Which,
  { annotations }: Pick<Ports, 'annotations'>,
): Promise<Answer> {
  const found = await annotations.list(crawl, {
    ...(author !== undefined && { author }),
    ...(url !== undefined && { url }),
    ...(after && { after }),
    size: MAX_LOADED_ANNOTATIONS,
  });
  const last = found.length === MAX_LOADED_ANNOTATIONS ? found.at(-1) : undefined;
  return {
    crawl,
    annotations: found.map(annotationJson),
    ...(last && { after: { createdAt: last.createdAt, id: last.id } }),
  };
}

/** Reads annotations as `list` answers them, or returns the error of the first that is none. */
function readAll(given: readonly unknown[], crawl: string) {
  try {
    return given.map((one) => readAnnotation(one, crawl));
  } catch (error) {
    return error as Error;
  }
}
