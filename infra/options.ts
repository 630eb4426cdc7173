import type { Node } from 'constructs';

export type SearchKind = 'domain' | 'serverless' | 'external' | 'none';

/** Who may search: everybody, who has a token of an issuer, or who may sign for it. */
export type SearchAccess = 'public' | 'jwt' | 'iam';

/** What a deployment may choose: the context of cdk.json, or `-c name=value`. */
export type Options = {
  /** Name of the stack, and so the beginning of the names of all that is in it. */
  stackName: string;
  /** A search domain of its own, a serverless collection, an endpoint that is there already, or an archive without search. */
  search: SearchKind;
  /** Address of an external search engine. */
  searchEndpoint: string;
  /** How an external search engine is signed to: `es` (a domain), `aoss` (a collection), or `none`. */
  searchSigning: 'es' | 'aoss' | 'none';
  /** Most compute units of a serverless collection, for writing and for searching each. */
  searchUnits: number;
  searchAccess: SearchAccess;
  /** With `jwt`: who issues tokens (https), and for whom they are. */
  jwtIssuer: string;
  jwtAudience: string[];
  /** What is asked one request at a time; one for the stack, as crawls that group differently would not exclude each other. */
  grouping: 'host' | 'domain' | 'address';
  /** Copies of each function at once. Politeness is the lock's work, these are for the bill. The service takes 2 to 1,000. */
  concurrency: { fetch: number; clean: number; classify: number; index: number };
  /** Public searches a second, and at once. */
  searchRate: number;
  searchBurst: number;
  /** Greatest rate of reads and of writes of a table: a guard on the bill. Units a second. */
  tableRate: number;
  /** Who is told of alarms; empty: nobody, they are only shown. */
  alarmEmail: string;
  /** Dollars a month of the whole account, of which `alarmEmail` is warned; undefined: no budget. */
  budgetUsd: number | undefined;
  /** Secrets that fetch may read for crawls that name them: names, or whole ARNs. */
  secrets: string[];
  /** False: what is stored goes with the stack. */
  keepData: boolean;
};

/** @throws Error naming every value that is wrong, all at once. */
export function readOptions(node: Node): Options {
  const faults: string[] = [];
  const text = (name: string, fallback: string): string => `${node.tryGetContext(name) ?? fallback}`;
  const oneOf = <Word extends string>(name: string, words: readonly [Word, ...Word[]]): Word => {
    const given = text(name, words[0]);
    const word = words.find((word) => word === given);
    if (!word) faults.push(`${name}: must be ${words.join(', ')}, not "${given}"`);
    return word ?? words[0];
  };
  const whole = (name: string, fallback: number, min: number, max: number): number => {
    const given = Number(text(name, `${fallback}`));
    if (!Number.isInteger(given) || given < min || given > max)
      faults.push(`${name}: a whole number from ${min} to ${max}`);
    return given;
  };

  const options: Options = {
    stackName: text('stackName', 'Thresher'),
    search: oneOf('search', ['domain', 'serverless', 'external', 'none']),
    searchEndpoint: text('searchEndpoint', ''),
    searchSigning: oneOf('searchSigning', ['es', 'aoss', 'none']),
    searchUnits: whole('searchUnits', 2, 1, 1_696),
    searchAccess: oneOf('searchAccess', ['public', 'jwt', 'iam']),
    jwtIssuer: text('jwtIssuer', ''),
    jwtAudience: text('jwtAudience', '').split(',').filter(Boolean),
    grouping: oneOf('grouping', ['host', 'domain', 'address']),
    concurrency: {
      fetch: whole('maxFetch', 20, 2, 1_000),
      clean: whole('maxClean', 5, 2, 1_000),
      classify: whole('maxClassify', 5, 2, 1_000),
      index: whole('maxIndex', 2, 2, 1_000),
    },
    searchRate: whole('searchRate', 20, 1, 10_000),
    searchBurst: whole('searchBurst', 40, 1, 5_000),
    tableRate: whole('tableRate', 4_000, 1, 40_000),
    alarmEmail: text('alarmEmail', ''),
    budgetUsd: text('budgetUsd', '') === '' ? undefined : whole('budgetUsd', 0, 1, 1_000_000),
    secrets: text('secrets', '').split(',').filter(Boolean),
    keepData: oneOf('keepData', ['true', 'false']) === 'true',
  };
  if (!/^[A-Za-z][A-Za-z0-9-]{0,63}$/.test(options.stackName)) {
    faults.push('stackName: letters, digits and hyphens, at most 64, a letter first');
  }
  if (options.search === 'external' && !/^https?:\/\/[^/]+/.test(options.searchEndpoint)) {
    faults.push('searchEndpoint: the address of the search engine, as search is "external"');
  }
  if (options.searchAccess === 'jwt' && !/^https:\/\/[^/]+/.test(options.jwtIssuer)) {
    faults.push('jwtIssuer: the https address of who issues tokens, as searchAccess is "jwt"');
  }
  if (options.searchAccess === 'jwt' && options.jwtAudience.length === 0) {
    faults.push('jwtAudience: for whom tokens are, one or more separated by commas, as searchAccess is "jwt"');
  }
  if (options.budgetUsd !== undefined && !options.alarmEmail) {
    faults.push('alarmEmail: who is told when the budget is used up, as there is a budgetUsd');
  }
  if (options.alarmEmail && !/^[^@\s]+@[^@\s]+$/.test(options.alarmEmail)) {
    faults.push(`alarmEmail: an address, not "${options.alarmEmail}"`);
  }
  // Signs that mean anything in a right would be one to other secrets.
  for (const secret of options.secrets)
    if (!/^[\w/+=.@-]+$|^arn:[\w-]+:secretsmanager:[\w-]+:\d+:secret:[\w/+=.@-]+$/.test(secret))
      faults.push(`secrets: "${secret}" is neither the name nor the ARN of a secret`);
  if (faults.length > 0) throw new Error(`wrong context of the stack:\n  ${faults.join('\n  ')}`);
  return options;
}

/** Whole paths of modules that crawls of the stack may name as plug-ins: what `thresher deploy crawl.yaml` found in it. */
export function readPlugins(node: Node): string[] {
  return `${node.tryGetContext('plugins') ?? ''}`.split(',').filter(Boolean);
}
