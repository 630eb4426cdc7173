import { type AnnotationRefusal, MAX_PAGE_ANNOTATIONS } from '../../shared/annotations/annotate.ts';
import { MAX_ANNOTATION_LENGTH } from '../../shared/annotations/annotation-text.ts';
import { formatCount } from '../../shared/text/format-count.ts';

/** Says why an annotation was refused. */
export const REFUSALS: Record<AnnotationRefusal, string> = {
  empty: 'the text is empty',
  'too-long': `the text is longer than ${formatCount(MAX_ANNOTATION_LENGTH)} characters`,
  'no-such-record': 'there is no such page in the crawl',
  'no-such-annotation': 'there is no such annotation',
  'of-another-person': 'it is the annotation of another person',
  'too-many': `the page has ${MAX_PAGE_ANNOTATIONS} annotations already`,
};
