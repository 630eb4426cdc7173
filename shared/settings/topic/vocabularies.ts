import * as z from 'zod';

const FIELD = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

const VocabularyFile = z.union(
  [
    z.string().min(1),
    z.strictObject({
      file: z.string().min(1).describe('File with the terms.'),
      vocabularyText: z.string().optional().describe('Text of the vocabulary, used instead of the file.'),
    }),
  ],
  { error: 'the name of a file' },
);

export const VocabulariesSchema = z
  .record(z.string().regex(FIELD, 'letters, digits, _ and -'), VocabularyFile)
  .default({})
  .describe(
    'Controlled vocabularies: name of a field (of `metadata.fields` or `extract.rules`, or `keywords`) → file with its terms. A relevant document has the class of each of its terms, such as `subject.Science.Botany`, to browse, search and export.',
  );

/** The group `vocabularies` of the settings. */
export type VocabulariesSetting = z.output<typeof VocabulariesSchema>;
