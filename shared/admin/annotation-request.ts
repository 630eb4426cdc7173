import * as z from 'zod';
import { normalizeName, PERSON_NAME, PERSON_NAME_RULE } from '../annotations/person-name.ts';

/** Maximum number of annotations in one request or answer. Each has a text of 5,000 characters at most. */
export const MAX_LOADED_ANNOTATIONS = 100;

/** Any text: the action refuses ids that nothing can have, and texts that are too long, with the reason. */
const anyText = z.string();
const author = z
  .string()
  .transform(normalizeName)
  .refine((name) => PERSON_NAME.test(name), `must be ${PERSON_NAME_RULE}`);

/** A call about the annotations of a crawl, by any author. */
const AnnotationCallSchema = z.discriminatedUnion('verb', [
  /** To continue, repeat it with `after` of an incomplete answer. */
  z.strictObject({
    verb: z.literal('list'),
    author: anyText.transform(normalizeName).optional(),
    url: anyText.optional(),
    after: z.strictObject({ createdAt: z.number(), id: anyText }).optional(),
  }),
  /** `record` is the id of a record, or `url` one of its URLs. */
  z.strictObject({
    verb: z.literal('add'),
    record: anyText.optional(),
    url: anyText.optional(),
    author,
    text: anyText,
  }),
  z.strictObject({ verb: z.literal('change'), id: anyText, text: anyText }),
  z.strictObject({ verb: z.literal('delete'), id: anyText }),
  /** Annotations as `list` answers them. */
  z.strictObject({ verb: z.literal('load'), annotations: z.array(z.unknown()).max(MAX_LOADED_ANNOTATIONS) }),
]);

export type AnnotationCall = z.input<typeof AnnotationCallSchema>;

/** Lists or changes the annotations of a crawl. */
export const AnnotationsRequest = z.strictObject({
  action: z.literal('annotations'),
  crawl: z.string(),
  call: AnnotationCallSchema,
});
