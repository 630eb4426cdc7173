import * as z from 'zod';
import { MAX_ANNOTATION_LENGTH } from '../../shared/annotations/annotation-text.ts';
import { CRAWL_LIMITS } from '../../shared/frontier/dispatch/limit.ts';
import { CRAWL_STATUS_STATES } from '../../shared/frontier/explain/status.ts';
import { PROBLEM_TYPES, problemUri } from './problem.ts';

/*
 * Schemas of answers, for `/openapi.json` and for the tools of MCP. Fields may be added, so objects are loose. A test checks real
 * answers against them.
 */

const timestamp = z.string().meta({ format: 'date-time' });

const recordId = z.string().describe('Digest of the text.');

const address = z.string().meta({ format: 'uri' });

const classes = z.array(z.looseObject({ class: z.string(), score: z.number() })).describe('Classes of the topic.');

/** Fields that hits and records share. */
const shared = {
  id: recordId,
  url: address,
  title: z.string(),
  author: z.string().nullable().describe('Several authors are joined by "; ". Null if unknown.'),
  host: z.string(),
  language: z.string().describe('ISO 639-1; und if unknown.'),
  type: z.string().describe('Type of the document, such as html or pdf.'),
  date: z.string().nullable().describe('Date of publication as the page declares it, ISO 8601. Null if unknown.'),
  fetchedAt: timestamp.describe('When the page was fetched with this text.'),
  classes,
  genre: z.string().optional(),
  about: z.record(z.string(), z.string()).optional().describe('Further metadata, such as publisher and licence.'),
  fields: z
    .record(z.string(), z.array(z.unknown()))
    .optional()
    .describe('Fields that the settings of the crawl define.'),
  record: address.describe('Permanent link to the record.'),
};

const HitSchema = z.looseObject({
  crawl: z.string().optional().describe('Crawl of the hit, if several were searched together.'),
  licence: z
    .string()
    .optional()
    .describe('Name of the licence, such as cc-by-4.0, or the address of one without a name.'),
  ...shared,
  urls: z.array(z.string()).describe('URLs with this text, at most 100.'),
  numRefBy: z.int().describe('Number of URLs with this text.'),
  snippet: z.string().describe('Plain text around the words of the query.'),
  marks: z
    .array(z.array(z.int()))
    .describe('Positions of the words in the snippet: pairs of start and end, in UTF-16 units.'),
  snippetOffset: z
    .int()
    .nullable()
    .optional()
    .describe(
      'With snippetLength: where the snippet begins in the text, in UTF-16 units. Null if it is no part of it.',
    ),
  score: z.number(),
  cached: address.nullable().describe('Link to the cached copy. Null if the publisher forbids copies.'),
  otherFormats: z.array(z.string()).optional().describe('URLs of the same document in other formats.'),
  similar: z
    .array(z.looseObject({ id: recordId, url: z.string(), title: z.string() }))
    .optional()
    .describe('Near-duplicates that are folded into this hit.'),
  annotations: z.int().optional().describe('Number of annotations of the page. Absent: none.'),
  explanation: z
    .array(z.looseObject({ part: z.string(), words: z.string().optional(), score: z.number() }))
    .optional()
    .describe('With explain=true: the parts that add up to the score.'),
  others: z.int().optional().describe('With collapse=host: number of other hits of the host.'),
});

const facets = z
  .record(z.string(), z.array(z.looseObject({ value: z.string(), count: z.int() })))
  .describe('Counts by value, most frequent first, for each facet that was asked for.');

export const FacetsSchema = z.looseObject({ query: z.string(), total: z.int(), facets });

export const ClassesSchema = z.looseObject({
  crawl: z.string(),
  class: z.string().nullable().describe('The class whose subclasses are listed. Null: all classes.'),
  records: z.int().describe('Number of records of the class, or of the crawl.'),
  classes: z.array(z.looseObject({ class: z.string(), records: z.int() })).describe('Most records first.'),
});

export const CollectionSchema = z.looseObject({
  crawl: z.string(),
  records: z.int(),
  firstFetch: timestamp
    .nullable()
    .describe('When the record with the oldest fetch was fetched. Null if there are no records.'),
  lastFetch: timestamp.nullable(),
  fetches: z.array(z.int()).describe('Number of records in equal parts of the time from firstFetch to lastFetch.'),
  facets: facets.describe('All facets, at most 1,000 values of each.'),
});

const namedPage = z.looseObject({ id: recordId, url: address, title: z.string(), crawl: z.string().optional() });

export const SearchAnswerSchema = z.looseObject({
  query: z.string(),
  total: z.int().describe('Number of matching records.'),
  from: z.int().describe('Number of hits before the first one here.'),
  hits: z.array(HitSchema),
  facets,
  next: z.int().nullable().describe('from of the next page; null if there is none.'),
  understood: z.string().optional().describe('How a query with operators was understood.'),
  didYouMean: z
    .looseObject({ query: z.string(), replaced: z.array(z.looseObject({ word: z.string(), by: z.string() })) })
    .optional()
    .describe('A query that may have been meant.'),
  page: namedPage.optional().describe('The page whose URL or DOI the query is, unless it is the first hit.'),
  promoted: z.array(namedPage).optional().describe('Pages that the settings promote for the query.'),
  notice: z
    .looseObject({
      ignored: z.array(z.looseObject({ operator: z.string(), detail: z.string() })),
      searched: z.string(),
    })
    .optional()
    .describe('What of the query was not applied, and, if nothing is found, its classes that no page has.'),
  totalWithoutFilters: z.int().optional(),
});

export const AnnotationSchema = z.looseObject({
  id: z.string(),
  crawl: z.string(),
  url: z.string().describe('URL of the page when it was annotated.'),
  record: z.string().describe('Id of the record that the page had then.'),
  author: z.string().describe('Name of the person.'),
  text: z.string().describe('Plain text with line feeds.'),
  createdAt: timestamp,
  changedAt: timestamp.optional().describe('When the text was changed last. Absent: never.'),
});

export const AnnotationsSchema = z.looseObject({
  crawl: z.string(),
  annotations: z.array(AnnotationSchema),
  next: z.string().nullable().describe('The parameter after of the annotations that follow; null if there are none.'),
});

const annotationText = z
  .string()
  .min(1)
  .max(MAX_ANNOTATION_LENGTH)
  .describe('Plain text. Control characters are removed.');

export const AnnotationTextSchema = z.looseObject({ text: annotationText });
export const NewAnnotationSchema = z.looseObject({ record: recordId, text: annotationText });

export const AddedDocumentSchema = z.looseObject({
  crawl: z.string(),
  url: z.string().describe('Address of the document by the rules of the crawl.'),
  record: recordId,
});

export const RecordSchema = z.looseObject({
  ...shared,
  urls: z.array(z.looseObject({ url: z.string(), seenAt: timestamp })).describe('All URLs with this text.'),
  keywords: z.array(z.string()),
  headings: z.array(z.string()),
  description: z.string(),
  text: z
    .string()
    .nullable()
    .describe('The main text. Null if the publisher forbids copies (noarchive) or text in results (nosnippet).'),
  truncated: z
    .enum(['body', 'conversion', 'text'])
    .optional()
    .describe(
      'Why the text is not whole: the response, the conversion or the text reached a limit. Absent if it is whole.',
    ),
  score: z.number(),
  cached: address.nullable().describe('Link to the cached copy. Null if the publisher forbids copies.'),
  anchors: z.array(z.string()).optional().describe('Texts of links to the page.'),
  canonical: z.string().optional(),
  alternates: z.array(z.looseObject({ language: z.string(), url: z.string() })).optional(),
  annotations: z
    .array(AnnotationSchema)
    .optional()
    .describe('Comments of people on the page, the oldest first. Absent: the server has none.'),
});

export const ChangesSchema = z.looseObject({
  crawl: z.string(),
  changes: z
    .array(
      z.looseObject({
        id: recordId,
        changedAt: timestamp.nullable().describe('Null if the index of an earlier version did not note it.'),
        removed: z.boolean().describe('Whether no page of the crawl has this text any longer.'),
        record: RecordSchema.partial({ text: true })
          .optional()
          .describe('The record, with its text if the request has text=true. Absent if it was removed.'),
      }),
    )
    .describe('Each record once, by its latest change, the oldest change first.'),
  next: z.string().describe('The parameter after of what changes next.'),
  more: z.boolean().describe('Whether more changes can be read now, with next.'),
});

const counts = z.record(z.string(), z.number());

export const CrawlStatusSchema = z.looseObject({
  crawl: z.string(),
  state: z
    .enum(CRAWL_STATUS_STATES)
    .describe(
      '`incomplete`: nothing can be done now, but hosts rest, URLs wait, or stages could not process objects. `done`: nothing is left.',
    ),
  unattended: z
    .literal(true)
    .optional()
    .describe('`running` is due work only: no process works on it. Absent: one does, or the crawl is in a stack.'),
  limit: z
    .enum(CRAWL_LIMITS)
    .optional()
    .describe('Limit that keeps the crawl from fetching more, `limits.pages` or one of `budget`. Absent: none.'),
  pages: z.number(),
  urls: z.number(),
  outcomes: counts,
  reasons: counts,
  verdicts: counts,
  links: counts,
  limitedLinks: counts
    .optional()
    .describe('Number of links that a limit of the settings has refused since the start, by its name. Absent: none.'),
  records: z.number().nullable().describe('Number of searchable records; null if the search engine does not respond.'),
  hosts: z.number(),
  due: z.number(),
  dueSince: z
    .string()
    .optional()
    .describe('Since when the host that has waited longest is due, ISO 8601. Absent: none is due.'),
  waiting: z.number(),
  processing: z
    .number()
    .optional()
    .describe('Number of stored objects that are not indexed yet; the crawl is not done before. Absent: none.'),
  deadLetters: z.number().optional().describe('Number of stored objects that a stage could not process. Absent: none.'),
  disk: z
    .looseObject({
      freeBytes: z.number(),
      low: z.literal(true).optional().describe('A crawl warns of so little space. Absent: there is enough.'),
    })
    .optional()
    .describe('Space left on the disk of the data folder. Absent: unknown, or in a stack.'),
  bytes: z.number(),
  seconds: z.number(),
  cpuSeconds: z.number(),
  cost: z.number().describe('US dollars.'),
});

/** What happened to a URL. */
export const ExplanationSchema = z.looseObject({
  url: z.string().describe('The normalised URL.'),
  state: z.string(),
  steps: z.array(
    z.looseObject({
      at: z.string().nullable().describe('Time of the decision, ISO 8601. Null: unknown, or evaluated now.'),
      step: z.string(),
      decision: z.string(),
      reason: z.string().nullable(),
      detail: z.string(),
    }),
  ),
});

/** Linters want `items` of each array, also where `prefixItems` and `maxItems` describe all of them. */
export const SuggestionsSchema = z
  .tuple([
    z.string().describe('What was typed.'),
    z.array(z.string()).describe('Completed queries.'),
    z.array(z.string()).describe('How many titles have the completed word.'),
    z.array(address).describe('URLs of the searches.'),
  ])
  .meta({ items: {} });

export const ProblemSchema = z.looseObject({
  type: z.enum(PROBLEM_TYPES.map(problemUri)),
  status: z.int(),
  title: z.string(),
  detail: z.string(),
  errors: z
    .array(z.looseObject({ parameter: z.string(), detail: z.string() }))
    .optional()
    .describe('All invalid parameters.'),
});
