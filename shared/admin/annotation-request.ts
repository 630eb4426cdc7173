import { z } from 'zod';

/** Maximum number of annotations in one request or answer. Each has a text of 5,000 characters at most. */
export const MAX_LOADED_ANNOTATIONS = 100;

const id = z.string().regex(/^[\w-]{1,128}$/);
const author = z.string().min(1).max(64);
const url = z.string().min(1).max(8_000);
/** Longer texts than annotations have: their check names what is wrong. */
const text = z.string().max(20_000);

/** What is done with the annotations of a crawl, whoever has written them. */
const AnnotationCallSchema = z.discriminatedUnion('verb', [
  /** To continue, repeat it with `after` of an incomplete answer. */
  z.strictObject({
    verb: z.literal('list'),
    author: author.optional(),
    url: url.optional(),
    after: z.strictObject({ createdAt: z.number(), id }).optional(),
  }),
  /** `record` is the id of a record, or `url` one of its URLs. */
  z.strictObject({ verb: z.literal('add'), record: id.optional(), url: url.optional(), author, text }),
  z.strictObject({ verb: z.literal('change'), id, text }),
  z.strictObject({ verb: z.literal('delete'), id }),
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
