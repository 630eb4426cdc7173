import type { Node } from 'constructs';
import { findUnknownOptions } from '../shared/settings/stack/context.ts';
import { LANGUAGES, type Language } from '../web/language/table.ts';
import { isOrigin } from '../web/limits/allow-origins.ts';

export type SearchKind = 'domain' | 'serverless' | 'external' | 'none';

/** Access to the search: public, with a token of an issuer (JWT), or with an IAM signature. */
export type SearchAccess = 'public' | 'jwt' | 'iam';

/** Options of a deployment, from the context in cdk.json or `-c name=value`. */
export type DeploymentOptions = {
  /** Name of the stack: the prefix of its resource names. */
  stackName: string;
  /** Region that the template is for. Undefined: unknown; the template then has nothing that some Regions lack. */
  region: string | undefined;
  /** Search engine: a domain, a serverless collection, an existing endpoint, or none. */
  search: SearchKind;
  /** URL of an external search engine. */
  searchEndpoint: string;
  /** How to sign requests to an external search engine: `es` (domain), `aoss` (collection) or `none`. */
  searchSigning: 'es' | 'aoss' | 'none';
  /** Maximum compute units of a serverless collection for indexing, and for searching: 1, 2, 4, 8 or a multiple of 16. */
  searchUnits: number;
  searchAccess: SearchAccess;
  /** For `searchAccess: jwt`: URL of the token issuer (https), and accepted audiences. */
  jwtIssuer: string;
  jwtAudience: string[];
  /** Unit of politeness. One for the whole stack: crawls with different groupings would not exclude each other. */
  grouping: 'host' | 'domain' | 'address';
  /** Maximum concurrency of each function: limits the bill. Locks ensure politeness. The service allows 2 to 1,000. */
  concurrency: { fetch: number; clean: number; classify: number; index: number };
  /** Rate limit of the search: requests per second, and burst size. */
  searchRate: number;
  searchBurst: number;
  /** Websites whose scripts may read responses (CORS): scheme and host, or `*`. Empty: none. */
  searchOrigins: string[];
  /** Language of the search pages for visitors whose browser asks for none that the pages have. */
  searchLanguage: Language;
  /** Maximum read rate and write rate of a table: limits the bill. Units per second. */
  tableRate: number;
  /** E-mail address for alarms. Empty: alarms are only shown on the dashboard. */
  alarmEmail: string;
  /** Monthly budget of the whole account in US dollars; `alarmEmail` gets the warnings. Undefined: no budget. */
  budgetUsd: number | undefined;
  /** Names or full ARNs of secrets that fetch may read for crawls that name them. */
  secrets: string[];
  /** False: stored data is deleted with the stack. */
  keepData: boolean;
  /** False: stored objects stay in the standard class. Each move costs as much as some weeks of the cheaper storage save. */
  coldStorage: boolean;
};

/**
 * @param region from the environment of the CDK
 * @throws Error that lists all unknown names and invalid values
 */
export function readOptions(node: Node, region?: string): DeploymentOptions {
  const errors = findUnknownOptions(Object.keys(node.getAllContext()));
  const text = (name: string, fallback: string): string => `${node.tryGetContext(name) ?? fallback}`;
  const oneOf = <Word extends string>(name: string, words: readonly [Word, ...Word[]]): Word => {
    const value = text(name, words[0]);
    const word = words.find((word) => word === value);
    if (!word) errors.push(`${name}: must be ${words.join(', ')}, not "${value}"`);
    return word ?? words[0];
  };
  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const value = Number(text(name, `${fallback}`));
    if (!Number.isInteger(value) || value < min || value > max)
      errors.push(`${name}: must be an integer from ${min} to ${max}`);
    return value;
  };

  const options: DeploymentOptions = {
    stackName: text('stackName', 'Thresher'),
    region: region || undefined,
    search: oneOf('search', ['domain', 'serverless', 'external', 'none']),
    searchEndpoint: text('searchEndpoint', ''),
    searchSigning: oneOf('searchSigning', ['es', 'aoss', 'none']),
    searchUnits: integer('searchUnits', 2, 1, 1_696),
    searchAccess: oneOf('searchAccess', ['public', 'jwt', 'iam']),
    jwtIssuer: text('jwtIssuer', ''),
    jwtAudience: text('jwtAudience', '').split(',').filter(Boolean),
    grouping: oneOf('grouping', ['host', 'domain', 'address']),
    concurrency: {
      fetch: integer('maxFetch', 20, 2, 1_000),
      clean: integer('maxClean', 5, 2, 1_000),
      classify: integer('maxClassify', 5, 2, 1_000),
      index: integer('maxIndex', 2, 2, 1_000),
    },
    searchRate: integer('searchRate', 20, 1, 10_000),
    searchBurst: integer('searchBurst', 40, 1, 5_000),
    searchOrigins: text('searchOrigins', '').split(',').filter(Boolean),
    searchLanguage: oneOf('searchLanguage', LANGUAGES),
    tableRate: integer('tableRate', 4_000, 1, 40_000),
    alarmEmail: text('alarmEmail', ''),
    budgetUsd: text('budgetUsd', '') === '' ? undefined : integer('budgetUsd', 0, 1, 1_000_000),
    secrets: text('secrets', '').split(',').filter(Boolean),
    keepData: oneOf('keepData', ['true', 'false']) === 'true',
    coldStorage: oneOf('coldStorage', ['true', 'false']) === 'true',
  };
  errors.push(...findConflicts(options));
  if (errors.length > 0) throw new Error(`invalid context of the stack:\n  ${errors.join('\n  ')}`);
  return options;
}

/** Checks values that single options cannot be checked for on their own. @returns messages about invalid values. */
function findConflicts(options: DeploymentOptions): string[] {
  const errors: string[] = [];
  if (!/^[A-Za-z][A-Za-z0-9-]{0,63}$/.test(options.stackName)) {
    errors.push('stackName: must be at most 64 letters, digits and hyphens, starting with a letter');
  }
  if (![1, 2, 4, 8].includes(options.searchUnits) && options.searchUnits % 16 !== 0) {
    errors.push(`searchUnits: must be 1, 2, 4, 8 or a multiple of 16, not ${options.searchUnits}`);
  }
  if (options.search === 'external' && options.searchSigning === 'aoss' && !collectionOf(options.searchEndpoint)) {
    errors.push('searchEndpoint: must be https://ID.REGION.aoss.amazonaws.com if searchSigning is "aoss"');
  }
  if (options.search === 'external' && !/^https?:\/\/[^/]+/.test(options.searchEndpoint)) {
    errors.push('searchEndpoint: must be the URL of the search engine if search is "external"');
  }
  if (options.searchAccess === 'jwt' && !/^https:\/\/[^/]+/.test(options.jwtIssuer)) {
    errors.push('jwtIssuer: must be the https URL of the token issuer if searchAccess is "jwt"');
  }
  if (options.searchAccess === 'jwt' && options.jwtAudience.length === 0) {
    errors.push('jwtAudience: must be one or more audiences, separated by commas, if searchAccess is "jwt"');
  }
  if (options.budgetUsd !== undefined && !options.alarmEmail) {
    errors.push('alarmEmail: must be set if budgetUsd is set');
  }
  if (options.alarmEmail && !/^[^@\s]+@[^@\s]+$/.test(options.alarmEmail)) {
    errors.push(`alarmEmail: must be an e-mail address, not "${options.alarmEmail}"`);
  }
  for (const origin of options.searchOrigins)
    if (!isOrigin(origin))
      errors.push(`searchOrigins: "${origin}" must be scheme and host, such as https://library.example, or *`);
  // Wildcards in an ARN would grant access to other secrets.
  for (const secret of options.secrets)
    if (!/^[\w/+=.@-]+$|^arn:[\w-]+:secretsmanager:[\w-]+:\d+:secret:[\w/+=.@-]+$/.test(secret))
      errors.push(`secrets: "${secret}" is neither the name nor the ARN of a secret`);
  return errors;
}

/** Returns the id and Region of a serverless collection. Undefined if the URL is not its endpoint. */
export function collectionOf(endpoint: string): { id: string; region: string } | undefined {
  const [, id, region] = /^https:\/\/([a-z0-9]+)\.([a-z0-9-]+)\.aoss\.amazonaws\.com(?:\.cn)?\/?$/.exec(endpoint) ?? [];
  return id === undefined || region === undefined ? undefined : { id, region };
}

/** Host names of domains and collections, which contain their Region: the usual ones, and those for IPv4 and IPv6. */
const AWS_HOSTS = [/\.([a-z0-9-]+)\.(?:es|aoss)\.amazonaws\.com(?:\.cn)?$/, /\.(?:aos|aoss)\.([a-z0-9-]+)\.on\.aws$/];

/** Returns the Region of a domain or collection. Undefined if the URL does not name one, for example a domain's custom endpoint. */
export function searchRegionOf(endpoint: string): string | undefined {
  const host = URL.parse(endpoint)?.hostname ?? '';
  return AWS_HOSTS.map((pattern) => pattern.exec(host)?.[1]).find((region) => region !== undefined);
}

/** Absolute paths of the plug-ins that crawls of the stack may use. `thresher deploy crawl.yaml` passes those of its settings. */
export function readPlugins(node: Node): string[] {
  return `${node.tryGetContext('plugins') ?? ''}`.split(',').filter(Boolean);
}
