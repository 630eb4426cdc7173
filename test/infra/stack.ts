import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { uncheckedApp } from '../../infra/new-app.ts';
import { readOptions, type SearchKind } from '../../infra/options.ts';
import { ThresherStack } from '../../infra/stack.ts';

export type Resource = {
  Type: string;
  Properties: Record<string, unknown>;
  DependsOn?: string[];
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
};

/** Options for each kind of search. */
export const SEARCH_OPTIONS = {
  none: { search: 'none' },
  domain: { search: 'domain' },
  serverless: { search: 'serverless' },
  external: {
    search: 'external',
    searchEndpoint: 'https://search.example',
    searchSigning: 'none',
    searchOrigins: '*',
  },
} satisfies Record<SearchKind, Record<string, string>>;

export const SEARCH_KINDS = Object.keys(SEARCH_OPTIONS) as SearchKind[];

/** Options that enable everything. */
export const ALL_OPTIONS = {
  search: 'domain',
  searchAccess: 'jwt',
  jwtIssuer: 'https://login.example/pool',
  jwtAudience: 'one,two',
  annotatorClaim: 'preferred_username',
  alarmEmail: 'ops@example.org',
  budgetUsd: '25',
  maxFetch: '4',
  maxClean: '2',
  maxClassify: '2',
  maxIndex: '3',
  secrets: 'site/login,arn:aws:secretsmanager:eu-north-1:123456789012:secret:proxy-AbCdEf',
  alertSecrets: 'alerts/smtp',
  searchOrigins: 'https://library.example,http://localhost:3000',
  searchLanguage: 'sv',
  tags: 'team=search,note=a=b',
  permissionsBoundary: 'corp/boundary',
  keepData: 'false',
};

export const SIGNED_SEARCH = { search: 'domain', searchAccess: 'iam', searchOrigins: '*' };

export const EXTERNAL_COLLECTION = {
  search: 'external',
  searchSigning: 'aoss',
  searchEndpoint: 'https://07tjusf2h91cunochc.eu-central-1.aoss.amazonaws.com',
};

export const EXTERNAL_DOMAIN = {
  search: 'external',
  searchSigning: 'es',
  searchEndpoint: 'https://search-library-dnmlilafvc2mkbzg4g5bjq7pzm.eu-central-1.es.amazonaws.com',
};

/** All sets of options under test. `valid.long.test.ts` validates each template once. */
export const OPTION_SETS: readonly Record<string, string>[] = [
  ALL_OPTIONS,
  SIGNED_SEARCH,
  EXTERNAL_COLLECTION,
  EXTERNAL_DOMAIN,
  ...Object.values(SEARCH_OPTIONS),
];

const made = new Map<string, Synthesised>();

/** Synthesises a stack, once for each set of options. */
export function synthesise(choice: Record<string, string> = SEARCH_OPTIONS.domain): Synthesised {
  if (!OPTION_SETS.includes(choice)) throw new Error('only templates of OPTION_SETS are validated');
  const key = JSON.stringify(choice);
  const stack = made.get(key) ?? synthesiseUncached(choice);
  made.set(key, stack);
  return stack;
}

export type Synthesised = ReturnType<typeof synthesiseUncached>;

/** Synthesises a stack without bundling code and without validation, which would take most of the time. */
export function synthesiseUncached(
  context: Record<string, string> = {},
  app = uncheckedApp(context),
  region = 'us-east-1',
) {
  const stack = new ThresherStack(app, 'Test', readOptions(app.node, region), (name) => Code.fromInline(`// ${name}`));
  const template = Template.fromStack(stack);
  const resources = template.toJSON()['Resources'] as Record<string, Resource>;
  return {
    stack,
    template,
    resources,
    /** All resources of a type with their logical ids (the path of constructs). */
    all: (type: string): [id: string, resource: Resource][] =>
      Object.entries(resources).filter(([, { Type }]) => Type === type),
    /** The only resource of a type whose logical id starts with `id`. */
    one: (type: string, id: string): Resource => {
      const found = Object.entries(resources).filter(([name, { Type }]) => Type === type && name.startsWith(id));
      if (found.length !== 1) throw new Error(`${found.length} resources of ${type} begin with ${id}`);
      return found[0]![1];
    },
  };
}
