import { isOrigin } from '../../http/origin.ts';
import { collectionOf } from './search-endpoint.ts';
import { splitList } from './split-list.ts';

/** Options of the stack that are checked together, or more closely than by type and bounds. Lists are separated by commas. */
type CheckedOptions = Partial<
  Record<
    | 'search'
    | 'searchEndpoint'
    | 'searchSigning'
    | 'searchAccess'
    | 'jwtIssuer'
    | 'jwtAudience'
    | 'annotatorClaim'
    | 'searchOrigins'
    | 'alarmEmail'
    | 'tags'
    | 'secrets'
    | 'alertSecrets',
    string | undefined
  > &
    Record<'searchUnits' | 'budgetUsd', number | undefined>
>;

export type Conflict = { name: keyof CheckedOptions; message: string };

/** Checks what type and bounds of single options cannot express. Absent options have their defaults. */
export function findConflicts(options: CheckedOptions): Conflict[] {
  const { searchUnits = 1, budgetUsd, alarmEmail } = options;
  const found: Conflict[] = [];
  const add = (name: Conflict['name'], message: string) => found.push({ name, message });
  if (![1, 2, 4, 8].includes(searchUnits) && searchUnits % 16 !== 0)
    add('searchUnits', `must be 1, 2, 4, 8 or a multiple of 16, not ${searchUnits}`);
  if (budgetUsd !== undefined && !alarmEmail) add('alarmEmail', 'must be set if budgetUsd is set');
  if (options.search === 'external') findEndpointConflicts(options, add);
  const { searchAccess, annotatorClaim } = options;
  if (searchAccess === 'jwt') findTokenConflicts(options, 'searchAccess is "jwt"', add);
  else if (annotatorClaim) findTokenConflicts(options, 'annotatorClaim is set', add);
  if (annotatorClaim && options.search === 'none')
    add('annotatorClaim', 'needs a search engine, so search must not be "none"');
  for (const origin of splitList(options.searchOrigins))
    if (!isOrigin(origin))
      add('searchOrigins', `"${origin}" must be scheme and host, such as https://library.example, or *`);
  findTagConflicts(options, add);
  // Wildcards in an ARN would grant access to other secrets.
  for (const name of ['secrets', 'alertSecrets'] as const)
    for (const secret of splitList(options[name]))
      if (!/^[\w/+=.@-]+$|^arn:[\w-]+:secretsmanager:[\w-]+:\d+:secret:[\w/+=.@-]+$/.test(secret))
        add(name, `"${secret}" is neither the name nor the ARN of a secret`);
  return found;
}

/**
 * A tag as CloudFormation takes it. A space after a comma would be part of the key, so that rules on tags would not find it.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-properties-resource-tags.html
 */
const TAG = /^(?!aws:| )[\p{L}\p{N} _.:/+@-]{1,128}(?<! )=(?! )[\p{L}\p{N} _.:/=+@-]{1,256}(?<! )$/iu;

/** Maximum number of tags of a stack. */
const MAX_TAGS = 50;

function findTagConflicts({ tags }: CheckedOptions, add: Add): void {
  const all = splitList(tags);
  for (const tag of all)
    if (!TAG.test(tag))
      add(
        'tags',
        `"${tag}" must be key=value, such as team=search, without spaces around both, and not begin with aws:`,
      );
  // IAM, which tags the roles, ignores the case of keys.
  const keys = all.map((tag) => tag.split('=', 1)[0]?.toLowerCase());
  for (const key of new Set(keys.filter((one, i) => keys.indexOf(one) !== i))) add('tags', `"${key}" is there twice`);
  if (all.length > MAX_TAGS) add('tags', `a stack has at most ${MAX_TAGS} tags, not ${all.length}`);
}

type Add = (name: Conflict['name'], message: string) => void;

function findEndpointConflicts({ searchEndpoint = '', searchSigning }: CheckedOptions, add: Add): void {
  if (searchSigning === 'aoss' && !collectionOf(searchEndpoint))
    add(
      'searchEndpoint',
      'must be the URL of a collection, such as https://ID.REGION.aoss.amazonaws.com, if searchSigning is "aoss"',
    );
  if (!/^https?:\/\/[^/]+/.test(searchEndpoint))
    add('searchEndpoint', 'must be the URL of the search engine if search is "external"');
}

function findTokenConflicts({ jwtIssuer = '', jwtAudience }: CheckedOptions, cause: string, add: Add): void {
  if (!/^https:\/\/[^/]+/.test(jwtIssuer)) add('jwtIssuer', `must be the https URL of the token issuer if ${cause}`);
  if (splitList(jwtAudience).length === 0)
    add('jwtAudience', `must be one or more audiences, separated by commas, if ${cause}`);
}
