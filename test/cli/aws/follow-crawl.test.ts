import { expect, test } from 'vitest';
import { followCrawl } from '../../../cli/aws/follow-crawl.ts';
import { openAws } from '../../../cli/aws/wiring.ts';
import type { CrawlStatus } from '../../../shared/frontier/explain/status.ts';
import { longTest } from '../../long-test.ts';
import { testTerminal, thresher } from '../test-terminal.ts';
import { fakeAws, REGION, withCredentials } from './aws-account.ts';

const STATUS: CrawlStatus = {
  crawl: 'plants',
  state: 'running',
  pages: 1_000,
  urls: 1_000,
  outcomes: { fetched: 1_000 },
  reasons: {},
  verdicts: {},
  links: {},
  records: 0,
  hosts: 4,
  due: 3,
  bestClasses: {},
  waiting: 0,
  bytes: 0,
  seconds: 0,
  cpuSeconds: 0,
  cost: 0.0015,
};

const member = (name: string) =>
  `<member><LogicalResourceId>${name}</LogicalResourceId><ResourceType>AWS::SQS::Queue</ResourceType><PhysicalResourceId>http://sqs/${name}</PhysicalResourceId></member>`;
const RESOURCES = `<ListStackResourcesResponse><ListStackResourcesResult><StackResourceSummaries>${member('CleanQueue1')}${member('CleanGivenUp1')}</StackResourceSummaries></ListStackResourcesResult></ListStackResourcesResponse>`;

/**
 * A stack with a fixed status, and a clock that only `sleep` advances.
 *
 * @param deadOf crawls of the messages in the dead-letter queue; absent: it cannot be read
 */
async function looksOn(over: Partial<CrawlStatus>, deadOf?: readonly string[]) {
  const { url } = await fakeAws(({ body }) => ({
    body: body.includes('ListStackResources') ? RESOURCES : { ...STATUS, ...over },
  }));
  withCredentials();
  const terminal = testTerminal();
  const letters = deadOf?.map((crawl) => ({ message: { crawl, key: 'raw/1' }, since: 0, receives: 5 }));
  const aws = {
    ...(await openAws({ region: REGION, env: { AWS_ENDPOINT_URL: url } })),
    deadLetters: async () => letters ?? Promise.reject(new Error('AccessDenied')),
  };
  const stack = { stack: 'Thresher', region: REGION, outputs: { ApiUrl: `${url}/` }, aws };
  let at = 0;
  const time = {
    now: () => at,
    sleep: async (ms: number) => {
      at += ms;
    },
  };
  const code = await followCrawl(stack, { crawl: 'plants' }, { json: false }, terminal, time);
  return { code, printed: terminal.printed };
}

test.each([
  ['requests', 'requests (budget.requests)'],
  ['days', 'days (budget.days)'],
  ['usd', 'money (budget.usd)'],
  ['bytes', 'bytes (budget.bytes)'],
  ['pages', 'pages (limits.pages)'],
] as const)('reports the limit of %s of a crawl in a stack, with exit code 4', async (limit, words) => {
  const { code, printed } = await looksOn({ limit });
  expect(printed[0]).toBe(
    `Crawl plants in stack Thresher (${REGION}): ended at its limit of ${words}, with pages still to fetch.`,
  );
  expect(code).toBe(4);
});

test('ends with exit code 1 if hosts sent only checks for browsers', async () => {
  const over = { state: 'done', due: 0, urls: 2, outcomes: { failed: 2 }, pages: 0 } as const;
  const { code, printed } = await looksOn({ ...over, reasons: { dns: 1, 'bot-check': 1 } });
  expect([code, printed[0]]).toEqual([
    1,
    expect.stringContaining(': nothing fetched: hosts sent checks for browsers instead of pages, or did not answer; '),
  ]);
});

test('ends with exit code 1 if no host of the crawl could be reached', async () => {
  const over = { state: 'done', due: 0, urls: 2, outcomes: { failed: 1, refused: 1 }, pages: 0 } as const;
  const { code, printed } = await looksOn({ ...over, reasons: { dns: 1, 'robots-unreachable': 1 } });
  expect([code, printed[0]]).toEqual([
    1,
    expect.stringContaining(': nothing fetched: no host answered, or none sent '),
  ]);
});

const RESTING = { hosts: 2, next: '2026-01-01T10:00:00.000Z', until: '2026-01-01T12:00:00.000Z' };

test.each<[Partial<CrawlStatus>, string]>([
  [{ resting: RESTING, waiting: 3 }, '2 hosts resting, 3 URLs waiting'],
  [{ waiting: 3 }, '3 URLs waiting'],
  [{ deadLetters: 1 }, '1 dead letter'],
])('reports unfinished work (%j) and exits with code 1, as a local crawl does', async (left, words) => {
  const { code, printed } = await looksOn({ state: 'incomplete', due: 0, ...left });
  expect(printed[0]).toBe(
    `Crawl plants in stack Thresher (${REGION}): nothing more to fetch now, but not done: ${words}; the crawl continues in the stack.`,
  );
  expect(printed).toContainEqual(expect.stringMatching(/^status +npx thresher status --target aws/));
  expect(code).toBe(1);
});

test('ends with exit code 4 if a limit is reached while hosts rest', async () => {
  const { code } = await looksOn({ state: 'incomplete', due: 0, waiting: 3, resting: RESTING, limit: 'pages' });
  expect(code).toBe(4);
});

test('ends with exit code 1 if a running crawl makes no progress', async () => {
  const { code, printed } = await looksOn({ processing: 2 });
  expect(printed[0]).toContain('no progress for 15 minutes (3 hosts due');
  expect(code).toBe(1);
});

test('ends with exit code 0 if nothing is left', async () => {
  const { code, printed } = await looksOn({ state: 'done', due: 0 });
  expect([code, printed[0]]).toEqual([0, expect.stringContaining('nothing is left to fetch')]);
});

test('prints the cost of a crawl in a stack: so far, per thousand and million pages, and the forecast', async () => {
  const { printed } = await looksOn({ state: 'done', due: 0, costInAll: 0.006 });
  expect(printed).toContain(
    'money    $0.001500 so far: $0.001500 per thousand pages, $1.50 per million; $0.006000 at the page limit',
  );
});

test('`cost` prints a crawl in a stack like a local one', async () => {
  const used = {
    crawl: 'plants',
    createdAt: 0,
    now: 86_400_000,
    counts: { pages: 1_000, requests: 1_040, 'usage.dynamodb.writes': 2_400 },
    limits: { pages: 4_000 },
    budget: { usd: 5, requests: null, bytes: null, days: null },
  };
  const { url, received } = await fakeAws(({ path }) =>
    path === '/' ? { body: described('https://abc123.execute-api.eu-north-1.amazonaws.com/') } : { body: used },
  );
  withCredentials();
  const args = [
    'cost',
    '--target',
    'aws',
    '--stack',
    'Other',
    '--region',
    REGION,
    '--name',
    'plants',
    '--dir',
    '/nowhere',
  ];
  const { code, printed } = await thresher(args, [], { env: { AWS_ENDPOINT_URL: url } });
  expect(JSON.parse(received.at(-1)!.body)).toEqual({ action: 'cost', crawl: 'plants' });
  expect(printed.slice(0, 2)).toEqual(['crawl              plants', 'pages              1,000 of 4,000']);
  for (const part of ['$0.001500 of $5.00', '$1.50 per million', '$0.006000 for 4,000 pages', '1.0 days'])
    expect(printed.join('\n')).toContain(part);
  expect(code).toBe(0);
});

const described = (ApiUrl: string) =>
  `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackStatus>CREATE_COMPLETE</StackStatus><Outputs><member><OutputKey>ApiUrl</OutputKey><OutputValue>${ApiUrl}</OutputValue></member></Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;

const END = /^Crawl plants in stack Thresher \(eu-north-1\): (.*)\.$/;
const QUIET = 'no progress for 15 minutes';

longTest.each<[string, Partial<CrawlStatus>, string]>([
  ['resting hosts', { resting: { hosts: 2, next: '', until: '' } }, ' (its hosts are resting)'],
  [
    'objects that the stages process, perhaps of another crawl',
    { processing: 3 },
    ' (the stack still processes 3 objects, of this crawl or of others)',
  ],
  ['queues that do not answer', { unansweredQueues: 1 }, ' (1 queue of the stack not answering)'],
  ['hosts that no one visits', { due: 3 }, ' (3 hosts due, but none is visited: see the alarms of the stack)'],
  ['nothing that is known', {}, ''],
])('names %s as the cause if a crawl makes no progress', async (_, over, cause) => {
  const { printed } = await looksOn({ due: 0, ...over });
  expect(END.exec(printed[0]!)?.[1]).toBe(`${QUIET}${cause}; the crawl continues in the stack`);
});

test.each<[string, readonly string[] | undefined, number, boolean]>([
  ['only of other crawls', ['moss', 'moss'], 0, false],
  ['of the crawl itself', ['moss', 'plants'], 1, true],
  ['that cannot be read', undefined, 1, true],
  ['that are not all returned', ['moss'], 1, true],
])('after a crawl, dead letters %s decide about the exit code', async (_, deadOf, exit, isShown) => {
  const { code, printed } = await looksOn({ state: 'done', due: 0, deadLetters: 2 }, deadOf);
  expect(code).toBe(exit);
  expect(printed.some((line) => line.startsWith('dlq'))).toBe(isShown);
});
