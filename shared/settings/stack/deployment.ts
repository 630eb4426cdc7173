import * as z from 'zod';
import { findConflicts } from './conflicts.ts';

const maxInstances = () => z.int().min(2).max(1_000).optional();

/**
 * Settings of the AWS stack, passed on by `thresher deploy`. They have no defaults here: the stack has its own (docs/aws.md).
 * They are not part of the crawl and are not stored with it.
 */
export const DeploymentSchema = z
  .strictObject({
    region: z
      .string()
      .regex(/^[a-z]{2,4}(-[a-z]+)+-\d$/, 'a region, such as eu-north-1')
      .optional()
      .describe('AWS Region of the stack, such as `eu-north-1`.'),
    stackName: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'letters, digits and hyphens, at most 64, a letter first')
      .optional()
      .describe('Name of the stack. One account can hold several stacks.'),
    search: z
      .enum(['domain', 'serverless', 'external', 'none'])
      .optional()
      .describe('Search engine: an OpenSearch domain, a serverless collection, an external cluster, or none.'),
    searchEndpoint: z.url('must be a URL').optional().describe('URL of the search engine, with `search: external`.'),
    searchSigning: z
      .enum(['es', 'aoss', 'none'])
      .optional()
      .describe(
        'How requests to an external search engine are signed: for OpenSearch Service (`es`), for OpenSearch Serverless (`aoss`), or not at all.',
      ),
    searchUnits: z
      .int()
      .min(1)
      .max(1_696)
      .optional()
      .describe('Maximum number of compute units (OCU) of a serverless collection.'),
    searchAccess: z
      .enum(['public', 'jwt', 'iam'])
      .optional()
      .describe('Who may search: everyone (`public`), holders of a JSON Web Token (`jwt`), or IAM principals (`iam`).'),
    jwtIssuer: z
      .url('must be a URL')
      .optional()
      .describe('URL of the token issuer, with `searchAccess: jwt` or `annotatorClaim`.'),
    jwtAudience: z
      .string()
      .min(1)
      .optional()
      .describe('Accepted token audiences, separated by commas, with `searchAccess: jwt` or `annotatorClaim`.'),
    annotatorClaim: z
      .string()
      .regex(/^[\w.:/-]{1,200}$/, 'the name of a claim, such as username')
      .optional()
      .describe(
        'Lets holders of a token of `jwtIssuer` annotate pages. The value is the claim of the token that has the name of the person, such as `username`. Names must be unique, and people must not be able to change their own. Absent: the stack has no annotations.',
      ),
    grouping: z
      .enum(['host', 'domain', 'address'])
      .optional()
      .describe('Unit that receives one request at a time: a host, a registrable domain, or an IP address.'),
    maxFetch: maxInstances().describe('Maximum number of concurrent instances of the fetch function.'),
    maxClean: maxInstances().describe('Maximum number of concurrent instances of the clean function.'),
    maxClassify: maxInstances().describe('Maximum number of concurrent instances of the classify function.'),
    maxIndex: maxInstances().describe('Maximum number of concurrent instances of the index function.'),
    searchRate: z.int().min(1).max(10_000).optional().describe('Maximum rate of public searches, per second.'),
    searchBurst: z.int().min(1).max(5_000).optional().describe('Maximum burst of public searches.'),
    searchOrigins: z
      .string()
      .min(1)
      .optional()
      .describe('Websites whose scripts may read search results (CORS), separated by commas; `*` for all.'),
    searchLanguage: z
      .enum(['en', 'sv', 'de', 'fr'])
      .optional()
      .describe('Language of the search pages for visitors whose browser asks for none that the pages have.'),
    tableRate: z
      .int()
      .min(1)
      .max(40_000)
      .optional()
      .describe('Maximum reads per second, and maximum writes per second, of each table.'),
    alarmEmail: z.email('must be an e-mail address').optional().describe('Email address that receives alarms.'),
    budgetUsd: z
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .describe('Monthly cost, in US dollars, at which `alarmEmail` receives a warning.'),
    secrets: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Names or ARNs of secrets that fetch may read, separated by commas. Secrets that this file references are added automatically.',
      ),
    alertSecrets: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Names or ARNs of secrets that the evaluation of alerts may read, separated by commas. Secrets that this file references are added automatically.',
      ),
    tags: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Tags of the stack and all its resources, separated by commas, such as `team=search,costCenter=42`. CloudFormation passes them on.',
      ),
    permissionsBoundary: z
      .string()
      .regex(
        /^(?:[\w+=,.@-][\w+=,.@/-]{0,511}|arn:[\w-]+:iam::(?:\d{12}|aws):policy\/[\w+=,.@/-]+)$/,
        'the name or ARN of an IAM policy',
      )
      .optional()
      .describe('Name or ARN of the IAM policy that is the permissions boundary of all roles of the stack.'),
    coldStorage: z
      .boolean()
      .optional()
      .describe('`false`: stored objects stay in the standard class of S3 instead of moving to a colder one.'),
    keepData: z.boolean().optional().describe('`false`: deleting the stack also deletes the stored data.'),
  })
  .superRefine((options, { addIssue }) => {
    for (const { name, message } of findConflicts(options)) addIssue({ code: 'custom', path: [name], message });
  })
  .optional();

/** The group `aws` of the settings. */
export type DeploymentSettings = NonNullable<z.output<typeof DeploymentSchema>>;
