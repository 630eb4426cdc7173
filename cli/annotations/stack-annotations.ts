import { type AnnotationCall, MAX_LOADED_ANNOTATIONS } from '../../shared/admin/annotation-request.ts';
import type { AdminAnswer } from '../../shared/admin/answers.ts';
import type { AnnotationResult } from '../../shared/annotations/annotate.ts';
import { annotationJson, readAnnotation } from '../../shared/annotations/annotation-json.ts';
import { callAdmin } from '../aws/api.ts';
import { ServiceError } from '../aws/error.ts';
import type { Stack } from '../aws/target.ts';
import type { AnnotationCalls } from './annotation-calls.ts';

/** Returns the annotations of a crawl in a stack. */
export function stackAnnotations(crawl: string, stack: Stack): AnnotationCalls {
  const call = (given: AnnotationCall) => callAdmin(stack, { action: 'annotations', crawl, call: given });
  const one = async (given: AnnotationCall) => resultOf(await call(given), crawl);
  return {
    crawl,
    loadSize: MAX_LOADED_ANNOTATIONS,
    async *list(which) {
      for (let after: { createdAt: number; id: string } | undefined; ; ) {
        const answer = await call({ verb: 'list', ...which, ...(after && { after }) });
        for (const found of answer.annotations) yield readAnnotation(found, crawl);
        if (!answer.after) return;
        after = answer.after;
      }
    },
    add: (page, given) => one({ verb: 'add', ...page, ...given }),
    change: (id, text) => one({ verb: 'change', id, text }),
    delete: (id) => one({ verb: 'delete', id }),
    async load(given) {
      const { loaded } = await call({ verb: 'load', annotations: given.map(annotationJson) });
      if (loaded?.length !== given.length) throw unexpected(stack);
      return loaded;
    },
  };
}

function resultOf({ annotations: [found], refused }: AdminAnswer<'annotations'>, crawl: string): AnnotationResult {
  return found ? { annotation: readAnnotation(found, crawl) } : { refused: refused ?? 'no-such-annotation' };
}

const unexpected = ({ stack }: Stack) =>
  new ServiceError(`stack ${stack}: unexpected answer about annotations; update the stack with \`thresher deploy\``);
