import * as z from 'zod';
import type { ParameterSchemas } from '../api/parse-parameters.ts';
import { METADATA_FORMATS } from './metadata-formats.ts';
import { VERBS } from './oai-arguments.ts';

const text = (description: string) => z.string().optional().meta({ description });

/** Arguments of OAI-PMH, as `/openapi.json` describes them. Values that are not valid get errors of the protocol, so the schemas allow any text. */
export const OAI_PARAMETERS: ParameterSchemas = {
  verb: text(`One of ${VERBS.join(', ')}.`),
  metadataPrefix: text(`Format of the records: ${METADATA_FORMATS.map(({ prefix }) => prefix).join(' or ')}.`),
  identifier: text('Identifier of a record.'),
  set: text('Only records of this set: a class, or a crawl if there are several.'),
  from: text('Only records that have changed since: YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ.'),
  until: text('Only records that have not changed since. In the form of `from`.'),
  resumptionToken: text('Continues a list. It must be the only argument but verb.'),
};
