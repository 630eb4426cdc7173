import type { Node } from 'constructs';
import { deployedOptions, optionsOfContext, REQUESTED_OPTIONS, readContext } from '../shared/settings/stack/context.ts';
import { splitList } from '../shared/settings/stack/split-list.ts';
import type { Language } from '../web/language/table.ts';

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
  /** For `searchAccess: jwt` and `annotatorClaim`: URL of the token issuer (https), and accepted audiences. */
  jwtIssuer: string;
  jwtAudience: string[];
  /** Claim of a token with the name of the person who annotates a page. Empty: the stack has no annotations. */
  annotatorClaim: string;
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
  /** Names or full ARNs of secrets that admin may read for the alerts of crawls that name them. */
  alertSecrets: string[];
  /** Tags of the stack and its resources. */
  tags: Record<string, string>;
  /** Name or ARN of the policy that bounds the permissions of all roles. Empty: none. */
  permissionsBoundary: string;
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
  const { options: given, errors } = readContext(node.getAllContext());
  if (errors.length > 0) throw new Error(`invalid context of the stack:\n  ${errors.join('\n  ')}`);
  const { maxFetch = 20, maxClean = 5, maxClassify = 5, maxIndex = 2 } = given;
  return {
    stackName: given.stackName ?? 'Thresher',
    region: region || undefined,
    search: given.search ?? 'domain',
    searchEndpoint: given.searchEndpoint ?? '',
    searchSigning: given.searchSigning ?? 'es',
    searchUnits: given.searchUnits ?? 2,
    searchAccess: given.searchAccess ?? 'public',
    jwtIssuer: given.jwtIssuer ?? '',
    jwtAudience: splitList(given.jwtAudience),
    annotatorClaim: given.annotatorClaim ?? '',
    grouping: given.grouping ?? 'host',
    concurrency: { fetch: maxFetch, clean: maxClean, classify: maxClassify, index: maxIndex },
    searchRate: given.searchRate ?? 20,
    searchBurst: given.searchBurst ?? 40,
    searchOrigins: splitList(given.searchOrigins),
    searchLanguage: given.searchLanguage ?? 'en',
    tableRate: given.tableRate ?? 4_000,
    alarmEmail: given.alarmEmail ?? '',
    budgetUsd: given.budgetUsd,
    secrets: splitList(given.secrets),
    alertSecrets: splitList(given.alertSecrets),
    tags: Object.fromEntries(splitList(given.tags).map(splitTag)),
    permissionsBoundary: given.permissionsBoundary ?? '',
    keepData: given.keepData ?? true,
    coldStorage: given.coldStorage ?? true,
  };
}

/** Splits at the first `=`, since values may have others. */
function splitTag(tag: string): [key: string, value: string] {
  const end = tag.indexOf('=');
  return [tag.slice(0, end), tag.slice(end + 1)];
}

/** Absolute paths of the plug-ins that crawls of the stack may use. `thresher deploy crawl.yaml` passes those of its settings. */
export function readPlugins(node: Node): string[] {
  return splitList(node.tryGetContext('plugins'));
}

/** Returns the options that the stack keeps in its metadata: those that were requested, or else those of the context. */
export function requestedOptions(node: Node): Record<string, string> {
  const requested: unknown = node.tryGetContext(REQUESTED_OPTIONS);
  return typeof requested === 'string'
    ? deployedOptions(JSON.parse(requested))
    : optionsOfContext(node.getAllContext());
}
