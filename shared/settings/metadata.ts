import { z } from 'zod';
import { GRAMMARS, PLAIN_TYPES } from '../clean/metadata/map-metadata.ts';
import { faultOf, KIND_NAMES } from '../clean/metadata/value-grammar.ts';

const NAME = /^[a-z][A-Za-z0-9_-]{0,63}$/;

const Part = z.strictObject({
  name: z.string().regex(NAME, 'letters, digits, _ and -').describe('Name of the part.'),
  of: z
    .string()
    .min(1)
    .superRefine((of, context) => {
      const fault = faultOf(of);
      if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
    })
    .describe(
      `What it may be: alternatives parted by \`|\`, words as they are or one of ${KIND_NAMES.map((name) => `\`<${name}>\``).join(' ')}.`,
    ),
});

const GrammarSchema = z.strictObject({
  separator: z.string().min(1).max(5).default(';').describe('Between the parts; one at the end is dropped.'),
  parts: z.array(Part).min(1).max(50).describe('In their order; a value has all of them.'),
});

const Rule = z.strictObject({
  meta: z.string().min(1).max(200).describe('Name of the meta element, such as `DC.Subject`; case does not matter.'),
  scheme: z.string().min(1).max(200).optional().describe('Only elements with this scheme.'),
  field: z.string().regex(NAME, 'letters, digits, _ and -').describe('The field of documents, records and results.'),
  type: z
    .string()
    .default('text')
    .describe(
      `${PLAIN_TYPES.map((name) => `\`${name}\``).join(', ')}, \`${Object.keys(GRAMMARS).join('`, `')}\` or one of \`grammars\`.`,
    ),
});

/** What becomes of the metadata of pages. */
export const MetadataSchema = z
  .strictObject({
    fields: z
      .array(Rule)
      .max(200)
      .default([])
      .describe(
        'Meta elements that become fields of records; an element that comes several times gives several values.',
      ),
    grammars: z
      .record(z.string().regex(NAME, 'letters, digits, _ and -'), GrammarSchema)
      .default({})
      .describe(
        'Values of several parts: name → separator and parts. What does not fit is kept as a text with a reason.',
      ),
    linksNotFollowed: z
      .array(z.enum(['nofollow', 'ugc', 'sponsored']))
      .default(['nofollow'])
      .describe('Links with one of these words in `rel` are not followed.'),
  })
  .superRefine(({ fields, grammars }, context) => {
    const known = new Set<string>([...PLAIN_TYPES, ...Object.keys(GRAMMARS), ...Object.keys(grammars)]);
    for (const [i, { type }] of fields.entries())
      if (!known.has(type))
        context.addIssue({ code: 'custom', path: ['fields', i, 'type'], message: `no type or grammar ${type}` });
  })
  .prefault({});
