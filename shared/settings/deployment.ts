import { z } from 'zod';

const copies = () => z.int().min(2).max(1_000).optional();

/**
 * What a crawl.yaml may say of the stack that it is to run in; `thresher deploy` hands it on. Nothing has a default here:
 * what is not said is as the stack has it (docs/aws.md). It is no part of the crawl and not sent with it.
 */
export const DeploymentSchema = z
  .strictObject({
    region: z
      .string()
      .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'a region, such as eu-north-1')
      .optional()
      .describe('Where it is deployed, such as `eu-north-1`.'),
    stackName: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'letters, digits and hyphens, at most 64, a letter first')
      .optional()
      .describe('Name of the stack; several live in one account.'),
    search: z.enum(['domain', 'serverless', 'external', 'none']).optional().describe('Which search engine it has.'),
    searchEndpoint: z.url().optional().describe('Address of an external search engine.'),
    searchSigning: z.enum(['es', 'aoss', 'none']).optional().describe('How an external one is signed to.'),
    searchUnits: z.int().min(1).max(1_696).optional().describe('Most compute units of a serverless one.'),
    searchAccess: z.enum(['public', 'jwt', 'iam']).optional().describe('Who may search.'),
    jwtIssuer: z.url().optional().describe('With `jwt`: who issues tokens.'),
    jwtAudience: z.string().min(1).optional().describe('With `jwt`: for whom tokens are; several with commas between.'),
    grouping: z.enum(['host', 'domain', 'address']).optional().describe('What is asked one request at a time.'),
    maxFetch: copies().describe('Copies of the function fetch at once.'),
    maxClean: copies().describe('Copies of clean.'),
    maxClassify: copies().describe('Copies of classify.'),
    maxIndex: copies().describe('Copies of index.'),
    searchRate: z.int().min(1).max(10_000).optional().describe('Public searches a second.'),
    searchBurst: z.int().min(1).max(5_000).optional().describe('Public searches at once.'),
    tableRate: z.int().min(1).max(40_000).optional().describe('Most reads and writes a second of each table.'),
    alarmEmail: z.email().optional().describe('Who is told of alarms.'),
    budgetUsd: z.int().min(1).max(1_000_000).optional().describe('Dollars a month of which `alarmEmail` is warned.'),
    secrets: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Secrets that fetch may read: names or ARNs, several with commas between. Those that this file names come by themselves.',
      ),
    keepData: z.boolean().optional().describe('`false`: what is stored goes with the stack.'),
  })
  .optional();

export type DeploymentSettings = NonNullable<z.output<typeof DeploymentSchema>>;
