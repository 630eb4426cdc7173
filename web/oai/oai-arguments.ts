import { OaiError } from './oai-error.ts';

export const VERBS = [
  'Identify',
  'ListMetadataFormats',
  'ListSets',
  'ListIdentifiers',
  'ListRecords',
  'GetRecord',
] as const;
export type Verb = (typeof VERBS)[number];

/** Arguments of a verb. `exclusive`: if it is there, no other may be. */
type Arguments = { required: readonly string[]; optional: readonly string[]; exclusive?: string };

const LIST: Arguments = {
  required: ['metadataPrefix'],
  optional: ['from', 'until', 'set'],
  exclusive: 'resumptionToken',
};

const ARGUMENTS: Readonly<Record<Verb, Arguments>> = {
  Identify: { required: [], optional: [] },
  ListMetadataFormats: { required: [], optional: ['identifier'] },
  ListSets: { required: [], optional: [], exclusive: 'resumptionToken' },
  ListIdentifiers: LIST,
  ListRecords: LIST,
  GetRecord: { required: ['identifier', 'metadataPrefix'], optional: [] },
};

/** A valid request: its verb, and its other arguments. */
export type OaiRequest = { verb: Verb; args: ReadonlyMap<string, string> };

/** @throws OaiError for a verb or arguments that OAI-PMH does not have, or that it has in another number */
export function readArguments(parameters: URLSearchParams): OaiRequest {
  const verbs = parameters.getAll('verb');
  const verb = VERBS.find((one) => verbs.length === 1 && one === verbs[0]);
  if (verb === undefined) throw new OaiError('badVerb', `verb: must be one of ${VERBS.join(', ')}, once`);
  const { required, optional, exclusive } = ARGUMENTS[verb];
  const args = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (name === 'verb') continue;
    if (![...required, ...optional, exclusive].includes(name))
      throw new OaiError('badArgument', `${verb} has no argument ${name.slice(0, 100)}`);
    if (args.has(name)) throw new OaiError('badArgument', `${name}: must be there once`);
    args.set(name, value);
  }
  if (exclusive !== undefined && args.has(exclusive)) {
    if (args.size > 1) throw new OaiError('badArgument', `${exclusive} must be the only argument`);
    return { verb, args };
  }
  const missing = required.filter((name) => !args.has(name));
  if (missing.length > 0) throw new OaiError('badArgument', `missing: ${missing.join(', ')}`);
  return { verb, args };
}
