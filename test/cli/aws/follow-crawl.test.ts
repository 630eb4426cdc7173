import { expect, test } from 'vitest';
import { followCrawl } from '../../../cli/aws/follow-crawl.ts';
import { openAws } from '../../../cli/aws/wiring.ts';
import type { CrawlStatus } from '../../../shared/frontier/explain/status.ts';
import { fakeAws, REGION, withCredentials } from '../aws-account.ts';
import { testTerminal, thresher } from '../test-terminal.ts';

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

/** A stack with a fixed status, and a clock that only `sleep` advances. */
async function looksOn(over: Partial<CrawlStatus>) {
  const { url } = await fakeAws(() => ({ body: { ...STATUS, ...over } }));
  withCredentials();
  const terminal = testTerminal();
  const aws = await openAws({ region: REGION, env: {} });
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
