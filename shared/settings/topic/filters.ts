/** Rows of `topic.filters`. The first key of a row tells its kind. */
import * as z from 'zod';
import type { ClassifyFunction } from '../../classify/filters/plugin.ts';
import { SECTIONED_TYPES } from '../../classify/filters/sectioned-type.ts';
import { readTerm } from '../../classify/terms/topic-file.ts';
import { LOCATION_WEIGHTS } from '../../classify/terms/topic-terms.ts';
import { compileRegex } from '../../url/regex.ts';

/** A list, or a file with one entry per line that is read into the settings. */
export const listOrFile = (entries: string) =>
  z.union([z.array(z.string().min(1)), z.strictObject({ file: z.string().min(1) })], {
    error: `a list of ${entries}, or {file}`,
  });

/** Adds the error that `check` throws as an issue of the setting, or of an entry of its list. */
function addError(check: () => unknown, context: z.RefinementCtx, path: number[] = []): void {
  try {
    check();
  } catch (error) {
    context.addIssue({ code: 'custom', path, message: (error as Error).message });
  }
}

export const SitesOk = z.strictObject({
  sitesOk: listOrFile('hosts').describe(
    'Hosts, such as `example.org`, with all subdomains, whose pages are relevant whatever their content: a list, or a file with one host per line.',
  ),
});

export const MetadataRules = z.strictObject({
  metadata: z
    .array(
      z.strictObject({
        field: z
          .string()
          .regex(/^[^\s*]{1,200}\*?$/, 'the name of a field; a trailing * matches any ending')
          .describe(
            'Name of a meta element, of a field of `metadata.fields`, or `title`, `author`, `date`, `modified`, `publisher`, `description`, `keywords`, `language`, `genre` or `type`; in any case. A trailing `*` matches any ending.',
          ),
        matches: z
          .string()
          .min(1)
          .superRefine((regex, context) => addError(() => compileRegex(regex), context))
          .optional()
          .describe('Regular expression (RE2, any case) that a value must match. Absent: the field must have a value.'),
        not: z.boolean().default(false).describe('Invert the rule: no value, or no value that matches.'),
      }),
    )
    .min(1)
    .max(100)
    .describe('Rules about the metadata of a page, which must all be met.'),
  action: z
    .enum(['accept', 'require'])
    .default('accept')
    .describe(
      '`accept`: a page that meets the rules is relevant; others go to the next filter. `require`: a page that does not meet them is off-topic; others go to the next filter.',
    ),
  follow: z
    .enum(['topic', 'all'])
    .default('topic')
    .describe('`all`: a page that does not meet the rules is not kept, but all its links in scope are followed.'),
});

export const DomainWords = z.strictObject({
  domainWords: listOrFile('words')
    .superRefine((given, context) => {
      if (!Array.isArray(given)) return;
      for (const [i, word] of given.entries()) addError(() => readTerm(word), context, [i]);
    })
    .describe(
      'Words, phrases and expressions, as in a topic definition. A page with one of them in its title or meta keywords is relevant. A list, or a file with one per line.',
    ),
});

const documentTypes = () => z.array(z.enum(SECTIONED_TYPES));

export const Documents = z.strictObject({
  documents: z
    .strictObject({
      accept: documentTypes()
        .default([...SECTIONED_TYPES])
        .describe(
          'Types of documents to accept: `thesis`, `technical-paper`, `academic-paper`, `faq`, by section words.',
        ),
      reject: documentTypes()
        .default([])
        .describe('Types of documents that are off-topic. They take precedence over `accept`.'),
    })
    .describe('Accept or reject documents by their type: files, papers in HTML, and pages of one of the types.'),
  action: z
    .enum(['accept', 'require'])
    .default('accept')
    .describe(
      '`accept`: documents of an accepted type are relevant; other pages go to the next filter. `require`: documents of no accepted type are off-topic; other pages go to the next filter.',
    ),
});

export const Terms = z
  .strictObject({
    terms: z
      .string()
      .min(1)
      .describe("File with a topic definition in Combine's format: `weight: term [@and term]=CLASS`."),
    termsText: z.string().optional().describe('Text of the topic definition, used instead of the file.'),
    cutOff: z.number().default(0).describe('Documents with a score above this value are relevant.'),
    algorithm: z
      .literal([1, 2])
      .default(1)
      .describe(
        'How a topic definition scores a document, as in Combine. `1`: weight of the term times weight of the place, for each match. `2`: weight of the term, less for late matches and for parts of a Boolean term that are far apart; no regular expressions, `weights` or `normalise`.',
      ),
    weights: z
      .strictObject({
        title: z.number().default(LOCATION_WEIGHTS.title).describe('Weight of a match in the title.'),
        metadata: z
          .number()
          .default(LOCATION_WEIGHTS.metadata)
          .describe('Weight of a match in the description or keywords.'),
        headings: z.number().default(LOCATION_WEIGHTS.headings).describe('Weight of a match in headings.'),
        text: z.number().default(LOCATION_WEIGHTS.text).describe('Weight of a match in the plain text.'),
      })
      .prefault({})
      .describe('Weight of a match by its place in the document.'),
    normalise: z.boolean().default(false).describe('Divide the score by the length of the text.'),
  })
  .refine(({ algorithm, normalise }) => algorithm === 1 || !normalise, {
    path: ['normalise'],
    error: 'algorithm 2 scores by position and has no normalisation: remove one of the two keys',
  });

export const Model = z.strictObject({
  model: z.string().min(1).describe('File with a model of `thresher train`.'),
  modelKey: z.string().optional().describe('Key of the stored object with the model. Set by Thresher.'),
  modelData: z.string().optional().describe('Content of the file in Base64, used instead of the file.'),
  cutOff: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe(
      'Documents with a score above this value are relevant. At 0.5 a document is relevant if its most likely class is on topic.',
    ),
  retrainPages: z
    .int()
    .min(100)
    .max(1e9)
    .optional()
    .describe(
      'Train the model again with pages of the crawl after so many judged pages, such as 50000. Absent: never. On one machine only; a stack does not train.',
    ),
  retrained: z
    .strictObject({
      from: z.string().describe('Key of the model that the file has. Set by Thresher.'),
      pages: z.int().min(0).describe('Number of judged pages at that time. Set by Thresher.'),
    })
    .optional()
    .describe('Present if the crawl has trained the model again. Set by Thresher.'),
});

export const PluginRow = z.strictObject({
  plugin: z
    .string()
    .min(1)
    .describe('JavaScript or TypeScript module that exports `classify(document)`, which returns a verdict or nothing.'),
  timeoutMs: z
    .number()
    .int()
    .min(10)
    .max(2_000)
    .default(1_000)
    .describe('Maximum time for one document, in milliseconds. After that the next filter judges the document.'),
  classify: z
    .unknown()
    .refine((value) => value === undefined || typeof value === 'function', 'is set by Thresher')
    .transform((value) => value as ClassifyFunction | undefined)
    .optional()
    .describe('The loaded function. Set by Thresher.'),
});

/** A row of `topic.filters`. Files that it names may not have been read yet. */
export type FilterSetting = z.output<
  | typeof SitesOk
  | typeof MetadataRules
  | typeof DomainWords
  | typeof Documents
  | typeof Terms
  | typeof Model
  | typeof PluginRow
>;

/** Returns the name of a filter for people: the file of a topic definition or model, or the kind. */
export function filterName(filter: FilterSetting): string {
  if ('terms' in filter) return filter.terms;
  if ('model' in filter) return filter.model;
  if ('plugin' in filter) return filter.plugin;
  if ('sitesOk' in filter) return 'list of hosts';
  if ('documents' in filter) return 'types of documents';
  return 'metadata' in filter ? 'metadata rules' : 'domain words';
}

/** Whether the files that a filter names have been read into the settings. A stored crawl names a model by its key. */
export function isFilterLoaded(filter: FilterSetting): boolean {
  if ('terms' in filter) return filter.termsText !== undefined;
  if ('model' in filter) return filter.modelData !== undefined || filter.modelKey !== undefined;
  if ('sitesOk' in filter) return Array.isArray(filter.sitesOk);
  return !('domainWords' in filter) || Array.isArray(filter.domainWords);
}
