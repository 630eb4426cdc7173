import * as z from 'zod';
import { boundedText, wholeNumber } from '../api/parse-parameters.ts';

/** Maximum number of annotations in an answer. */
const MAX_SIZE = 100;
/** Ids of records and annotations. */
export const RECORD_ID = /^[\w-]{1,128}$/;

const idParameter = z.string().regex(RECORD_ID, 'must be letters, digits, _ and -, at most 128');

/** Parameters of `GET /annotations`. */
export const ANNOTATIONS_PARAMETERS = {
  record: idParameter
    .optional()
    .meta({ description: 'Only those that the page of this record shows, all of them, the oldest first.' }),
  author: boundedText(64).optional().meta({ description: 'Only those of this person.' }),
  url: boundedText(8_000)
    .optional()
    .meta({ description: 'Only those of pages that had this URL when they were annotated.' }),
  after: z
    .string()
    .regex(/^-?\d{1,16}\.[\w-]{1,128}$/, 'must be next of another answer')
    .optional()
    .meta({ description: 'Only those after this place: `next` of another answer.' }),
  size: wholeNumber(1, MAX_SIZE, 20).meta({ description: 'Number of annotations. With record all are returned.' }),
};

/** Maximum length of the address of a document, in UTF-16 units. */
export const MAX_DOCUMENT_URL = 2_000;
