import { z } from 'zod';

const SitesOk = z.strictObject({
  sitesOk: z
    .union([z.array(z.string().min(1)), z.strictObject({ file: z.string().min(1) })], {
      error: 'a list of hosts, or {file}',
    })
    .describe(
      'Hosts, with all subdomains, whose pages are relevant whatever their content: a list, or a file with one host per line.',
    ),
});

const Terms = z.strictObject({
  terms: z
    .string()
    .min(1)
    .describe("File with a topic definition in Combine's format: `weight: term [@and term]=CLASS`."),
  termsText: z.string().optional().describe('Text of the topic definition, used instead of the file.'),
  cutOff: z.number().default(0).describe('Documents with a score above this value are relevant.'),
  weights: z
    .strictObject({
      title: z.number().default(10).describe('Weight of a match in the title.'),
      metadata: z.number().default(4).describe('Weight of a match in the description or keywords.'),
      headings: z.number().default(2).describe('Weight of a match in headings.'),
      text: z.number().default(1).describe('Weight of a match in the plain text.'),
    })
    .prefault({})
    .describe('Weight of a match by its place in the document.'),
  normalise: z.boolean().default(false).describe('Divide the score by the length of the text.'),
});

/** Settings of the topic filters. */
export const TopicSchema = z
  .strictObject({
    filters: z
      .array(z.union([SitesOk, Terms], { error: '{sitesOk} or {terms}' }))
      .default([])
      .describe(
        'Topic filters, in order. The first filter that decides ends the evaluation. Empty: every document is relevant.',
      ),
  })
  .prefault({});
