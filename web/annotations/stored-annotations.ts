import {
  type AnnotatePorts,
  addAnnotation,
  changeAnnotation,
  deleteAnnotation,
} from '../../shared/annotations/annotate.ts';
import type { WebAnnotations } from './web-annotations.ts';

/** Returns the parts of `WebAnnotations` that only need the store: reading annotations, and writing one's own. */
export function storedAnnotations(
  ports: AnnotatePorts,
): Pick<WebAnnotations, 'ofPage' | 'list' | 'get' | 'add' | 'change' | 'delete'> {
  const { ofPage, list, get } = ports.annotations;
  return {
    ofPage,
    list,
    get,
    add: (given) => addAnnotation(given, ports),
    change: (given) => changeAnnotation(given, ports),
    delete: (given) => deleteAnnotation(given, ports),
  };
}
