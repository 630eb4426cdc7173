/**
 * Date of the list prices below: us-east-1, without free tiers, taxes and discounts. Other Regions cost up to some tens of
 * per cent more. The prices were collected by hand and are not updated automatically; check them at `source`.
 */
export const PRICES_AS_OF = '2026-11-22';

/** Price of a unit of usage: `usd` US dollars for `per` units. */
export type Price = { usd: number; per: number; what: string; source: string };

const DYNAMODB = 'https://aws.amazon.com/dynamodb/pricing/on-demand/';
const LAMBDA = 'https://aws.amazon.com/lambda/pricing/';
const S3 = 'https://aws.amazon.com/s3/pricing/';
const SQS = 'https://aws.amazon.com/sqs/pricing/';
const CLOUDWATCH = 'https://aws.amazon.com/cloudwatch/pricing/';
const OPENSEARCH = 'https://aws.amazon.com/opensearch-service/pricing/';

/** Prices by `service.unit` (see `sumByUnit`). Other units are free. */
export const PRICES: Readonly<Record<string, Price>> = {
  'dynamodb.writes': { usd: 0.625, per: 1e6, what: 'write units of tables, 1 KB each', source: DYNAMODB },
  'dynamodb.index-writes': { usd: 0.625, per: 1e6, what: 'write units of indexes, 1 KB each', source: DYNAMODB },
  'dynamodb.reads': {
    usd: 0.125,
    per: 1e6,
    what: 'read units, 4 KB each, half when eventually consistent',
    source: DYNAMODB,
  },
  's3.puts': { usd: 5, per: 1e6, what: 'puts, parts of uploads, lists', source: S3 },
  's3.moves': { usd: 20, per: 1e6, what: 'objects moved to Glacier Instant Retrieval', source: S3 },
  's3.gets': { usd: 0.4, per: 1e6, what: 'gets and heads', source: S3 },
  'sqs.requests': { usd: 0.4, per: 1e6, what: 'requests, 64 KB each, empty polls too', source: SQS },
  'lambda.gb-s': { usd: 13.3334, per: 1e6, what: 'gigabyte-seconds of arm64', source: LAMBDA },
  'lambda.invocations': { usd: 0.2, per: 1e6, what: 'calls of functions', source: LAMBDA },
  'logs.bytes': { usd: 0.5, per: 1e9, what: 'bytes of logs taken in', source: CLOUDWATCH },
  'api.requests': {
    usd: 1,
    per: 1e6,
    what: 'requests to the HTTP API',
    source: 'https://aws.amazon.com/api-gateway/pricing/',
  },
  'scheduler.calls': {
    usd: 1,
    per: 1e6,
    what: 'calls by a schedule',
    source: 'https://aws.amazon.com/eventbridge/pricing/',
  },
  'network.bytes-out': {
    usd: 0.09,
    per: 1e9,
    what: 'bytes sent to the internet',
    source: 'https://aws.amazon.com/ec2/pricing/on-demand/',
  },
};

/** Prices by time, per hour or month, in US dollars. */
export const TIME_PRICES = {
  /** t3.small.search, per hour. */
  domainHour: { usd: 0.036, source: OPENSEARCH },
  /** gp3 storage of a search domain, per GB and month. */
  domainGbMonth: { usd: 0.122, source: OPENSEARCH },
  /** Compute unit (OCU) of a serverless collection, per active hour. */
  serverlessUnitHour: { usd: 0.24, source: OPENSEARCH },
  /** Storage of a serverless collection, per GB and month. */
  serverlessGbMonth: { usd: 0.024, source: OPENSEARCH },
  /** Per month and item above the free number. */
  alarmMonth: { usd: 0.1, free: 10, source: CLOUDWATCH },
  metricMonth: { usd: 0.3, free: 10, source: CLOUDWATCH },
  dashboardMonth: { usd: 3, free: 3, source: CLOUDWATCH },
  logGbMonth: { usd: 0.03, source: CLOUDWATCH },
  s3GbMonth: { usd: 0.023, source: S3 },
  /** Glacier Instant Retrieval. */
  s3ColdGbMonth: { usd: 0.004, source: S3 },
  tableGbMonth: { usd: 0.25, source: DYNAMODB },
  /** Point-in-time recovery. */
  recoveryGbMonth: { usd: 0.2, source: DYNAMODB },
} as const;

/** 365.25 days / 12 × 24 hours. */
export const HOURS_PER_MONTH = 730.5;
