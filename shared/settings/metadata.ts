import * as z from 'zod';
import { GRAMMARS, PLAIN_TYPES } from '../clean/metadata/map-metadata.ts';
import { grammarError, KIND_NAMES } from '../clean/metadata/value-grammar.ts';

const NAME = /^[a-z][A-Za-z0-9_-]{0,63}$/;

const Part = z.strictObject({
  name: z.string().regex(NAME, 'letters, digits, _ and -').describe('Name of the part.'),
  of: z
    .string()
    .min(1)
    .superRefine((of, context) => {
      const fault = grammarError(of);
      if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
    })
    .describe(
      `Allowed values: alternatives separated by \`|\`, each a literal word or one of ${KIND_NAMES.map((name) => `\`<${name}>\``).join(' ')}.`,
    ),
});

const GrammarSchema = z.strictObject({
  separator: z
    .string()
    .min(1)
    .max(5)
    .default(';')
    .describe('Separator between the parts. A trailing separator is dropped.'),
  parts: z.array(Part).min(1).max(50).describe('Parts in order. A value must have all of them.'),
});

const Rule = z.strictObject({
  meta: z.string().min(1).max(200).describe('Name of the meta element, such as `DC.Subject`, in any case.'),
  scheme: z.string().min(1).max(200).optional().describe('Match only elements with this `scheme` attribute.'),
  field: z
    .string()
    .regex(NAME, 'letters, digits, _ and -')
    .describe('Name of the field in documents, records and search results.'),
  type: z
    .string()
    .default('text')
    .describe(
      `Type of the value: ${PLAIN_TYPES.map((name) => `\`${name}\``).join(', ')}, \`${Object.keys(GRAMMARS).join('`, `')}\` or one of \`grammars\`.`,
    ),
});

/** Settings for the metadata of pages. */
export const MetadataSchema = z
  .strictObject({
    fields: z
      .array(Rule)
      .max(200)
      .default([])
      .describe('Meta elements to store as record fields. A repeated element gives several values.'),
    grammars: z
      .record(z.string().regex(NAME, 'letters, digits, _ and -'), GrammarSchema)
      .default({})
      .describe(
        'Grammars for structured values: name → separator and parts. A value that does not match is kept as text, with the reason.',
      ),
    required: z
      .array(z.string().regex(/^[^\s*]{1,200}\*?$/, 'the name of a meta element; a trailing * matches any ending'))
      .max(200)
      .default([])
      .describe(
        'Keep only pages with a value in at least one of these meta elements, such as `DC.*` (in any case; a trailing `*` matches any ending). The links of other pages are followed. Empty: keep all pages.',
      ),
    linksNotFollowed: z
      .array(z.enum(['nofollow', 'ugc', 'sponsored']))
      .default(['nofollow'])
      .describe('Do not follow links whose `rel` contains one of these words.'),
  })
  .superRefine(({ fields, grammars }, context) => {
    const known = new Set<string>([...PLAIN_TYPES, ...Object.keys(GRAMMARS), ...Object.keys(grammars)]);
    for (const [i, { type }] of fields.entries())
      if (!known.has(type))
        context.addIssue({
          code: 'custom',
          path: ['fields', i, 'type'],
          message: `there is no type or grammar ${type}`,
        });
  })
  .prefault({});
