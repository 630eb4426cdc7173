import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { administer } from '../../../functions/admin/administer.ts';
import { noIndex } from '../../../shared/aws/opensearch/no-index.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { folderObjects } from '../../../shared/local/folder-objects.ts';
import { sqliteControl } from '../../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../../shared/local/sqlite-frontier.ts';
import { sqliteRobotsStore } from '../../../shared/local/sqlite-robots-store.ts';
import { systemClock } from '../../../shared/local/system.ts';
import { type Asked, fakeAws, REGION, type Said, withCredentials } from '../aws-account.ts';
import { thresher } from '../test-terminal.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-target-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** As `thresher deploy` notes it. */
function note(ApiUrl: string, stack = 'Thresher'): void {
  mkdirSync(join(dir, 'aws'), { recursive: true });
  const outputs = { ApiUrl, RawBucket: 'raw-bucket', DataBucket: 'data-bucket' };
  writeFileSync(join(dir, 'aws', `${stack}.json`), JSON.stringify({ stack, region: REGION, outputs }));
}

/** The stack's own admin over stores on this machine, behind a gateway that wants a signature for it. */
async function stackHere() {
  const db = openDatabase(':memory:');
  const control = sqliteControl(db);
  const objects = folderObjects(join(dir, 'objects'));
  const ports = {
    control,
    frontier: sqliteFrontier(db),
    robots: sqliteRobotsStore(db),
    objects,
    index: noIndex,
    clock: systemClock,
    records: { send: async () => {} },
  };
  const { url, asked } = await fakeAws(async ({ method, path, service, body }) => {
    if (method !== 'POST' || path !== '/admin') return { status: 404, body: { message: 'Not Found' } };
    if (service !== 'execute-api') return { status: 403, body: { message: 'Forbidden' } };
    return administer(JSON.parse(body), ports, 'host');
  });
  note(`${url}/`);
  withCredentials();
  return { asked, control };
}

/** A gateway that always says the same. */
async function gateway(answer: (asked: Asked) => Said) {
  const { url, asked } = await fakeAws(answer);
  note(`${url}/`);
  withCredentials();
  return asked;
}

const onAws = (...args: string[]) => thresher([...args, '--target', 'aws', '--dir', dir]);

describe('a crawl in a stack', () => {
  test('is made with its files read in and without what is said of the stack, paused, explained and opened again', async () => {
    const { asked, control } = await stackHere();
    writeFileSync(join(dir, 'seeds.txt'), 'http://a.example/\nmailto:a@b.example\n');
    writeFileSync(join(dir, 'crawl.yaml'), 'crawl: plants\nseeds: [{file: seeds.txt}]\naws: {maxFetch: 4}\n');
    const made = await onAws('crawl', join(dir, 'crawl.yaml'), '--no-wait');
    expect(made.told).toEqual([expect.stringMatching(/^seed refused: seeds\.txt:2: mailto:a@b\.example: scheme/)]);
    expect(made.printed).toEqual([
      `Crawl plants runs in stack Thresher: npx thresher status --target aws --stack Thresher --region ${REGION} --name plants`,
    ]);
    expect(made.code).toBe(0);
    const { settings } = JSON.parse(asked[0]!.body) as { settings: Record<string, unknown> };
    expect(settings).toMatchObject({ crawl: 'plants', seeds: ['http://a.example/', { from: 'seeds.txt:2' }] });
    expect(settings).not.toHaveProperty('aws');

    expect((await onAws('status', '--json')).answers()).toMatchObject([
      { crawl: 'plants', state: 'running', hosts: 1 },
    ]);
    expect((await onAws('reindex')).printed).toEqual([expect.stringMatching(/^plants: reindex started/)]);
    expect((await onAws('reindex')).told).toEqual([expect.stringMatching(/is already being reindexed/)]);
    expect((await onAws('pause')).printed).toEqual(['plants: paused']);
    expect((await control.get('plants'))!.state).toBe('paused');
    expect((await onAws('stop', '--name', 'plants')).printed).toEqual(['plants: stopped']);
    expect((await onAws('resume', '--json')).answers()).toEqual([{ crawl: 'plants', state: 'open' }]);
    expect((await onAws('explain', 'http://a.example/', '--json')).answers()).toMatchObject([
      {
        url: 'http://a.example/',
        state: 'offered',
        steps: expect.arrayContaining(
          ['spelling', 'rules', 'robots', 'inbox', 'host'].map((step) => expect.objectContaining({ step })),
        ),
      },
    ]);
    expect(asked.every(({ service }) => service === 'execute-api')).toBe(true);
  });

  test('is given many seeds in as many requests as they need, and they are told as one', async () => {
    const { asked, control } = await stackHere();
    await onAws('crawl', 'http://a.example/', '--no-wait');
    const hosts = Array.from({ length: 1_200 }, (_, n) => `http://b${n}.example/`);
    writeFileSync(join(dir, 'more.txt'), [...hosts, 'mailto:a@b.example'].join('\n'));
    const before = asked.length;
    const { code, printed, told } = await onAws('seed', join(dir, 'more.txt'), 'http://c.example/', 'mailto:d');
    expect([code, printed]).toEqual([0, ['a.example: 1201 seeds were added']]);
    expect(told.filter((line) => line.startsWith('seed refused'))).toHaveLength(2);
    const sent = asked.slice(before).flatMap(({ body }) => {
      const { action, seeds } = JSON.parse(body) as { action: string; seeds?: unknown[] };
      return action === 'seed' ? [seeds!.length] : [];
    });
    expect(sent).toEqual([500, 500, 203]);
    const { settingsKey } = (await control.get('a.example'))!;
    const { seeds } = JSON.parse(readFileSync(join(dir, 'objects', settingsKey), 'utf8')) as { seeds: unknown[] };
    expect(seeds).toHaveLength(1_204);
    expect((await onAws('seed', join(dir, 'more.txt'))).printed).toEqual(['a.example: 1200 seeds were added']);
    expect((await control.get('a.example'))!.settingsKey).toBe(settingsKey);
  });

  test('is looked on until it is paused by somebody, and that is no error', async () => {
    const { control } = await stackHere();
    await onAws('crawl', 'http://a.example/', '--no-wait');
    await control.setState('a.example', 'paused');
    const { code, printed, told } = await onAws('crawl', 'http://a.example/');
    expect(told).toEqual([expect.stringMatching(/^0 pages · 0\.0\/s · 1 hosts · 1 due/)]);
    expect(printed).toEqual([
      `Crawl a.example in stack Thresher (${REGION}): paused.`,
      'state    paused',
      'pages    0',
      'records  0',
      'hosts    1, 1 due',
      'stored in raw-bucket, data-bucket',
      `resume   npx thresher resume --target aws --stack Thresher --region ${REGION} --name a.example`,
    ]);
    expect(code).toBe(0);
  });

  test('goes on after Ctrl-C, and that is said', async () => {
    await stackHere();
    const interrupt = AbortSignal.timeout(300);
    const args = ['crawl', 'http://a.example/', '--target', 'aws', '--dir', dir];
    const { code, printed } = await thresher(args, [], { interrupt });
    expect(code).toBe(130);
    expect(printed[0]).toBe(`Crawl a.example in stack Thresher (${REGION}): the crawl continues in the stack.`);
    expect(printed.slice(-2)).toEqual([
      `status   npx thresher status --target aws --stack Thresher --region ${REGION} --name a.example`,
      `pause    npx thresher pause --target aws --stack Thresher --region ${REGION} --name a.example`,
    ]);
  });

  test('must be named when there are several', async () => {
    await stackHere();
    expect((await onAws('status')).told).toEqual([
      'stack Thresher: no crawl yet; start one with: thresher crawl URL --target aws',
    ]);
    for (const host of ['a', 'b']) await onAws('crawl', `http://${host}.example/`, '--no-wait');
    const { code, told } = await onAws('status');
    expect(told).toEqual([
      expect.stringMatching(
        /^stack Thresher has several crawls; select one with --name \([ab]\.example, [ab]\.example\)$/,
      ),
    ]);
    expect(code).toBe(2);
  });
});

describe('search goes to the public address', () => {
  const ANSWER = { query: 'sundew', total: 0, from: 0, hits: [], facets: {}, next: null };

  test('unsigned, with filters by the names of the page', async () => {
    const asked = await gateway(() => ({ body: ANSWER }));
    const { code, answers } = await onAws('search', 'round sundew', '--language', 'sv', '--name', 'plants', '--json');
    expect([code, answers()]).toEqual([0, [ANSWER]]);
    expect(asked).toMatchObject([
      { path: '/search', service: undefined, query: { q: 'round sundew', lang: 'sv', crawl: 'plants', size: '10' } },
    ]);
  });

  test('signed, where it is not for everybody', async () => {
    const asked = await gateway(({ service }) => (service ? { body: ANSWER } : { status: 403, body: {} }));
    expect((await onAws('search', 'round sundew')).printed).toEqual(['nothing found']);
    expect(asked.map(({ service }) => service)).toEqual([undefined, 'execute-api']);
  });

  test('with a token, where one is wanted', async () => {
    await gateway(({ headers }) =>
      headers['authorization'] === 'Bearer abc' ? { body: ANSWER } : { status: 401, body: { message: 'Unauthorized' } },
    );
    expect((await onAws('search', 'a')).told).toEqual([
      'stack Thresher: its search requires a token; set THRESHER_TOKEN',
    ]);
    const env = { THRESHER_TOKEN: 'abc' };
    expect((await thresher(['search', 'a', '--target', 'aws', '--dir', dir], [], { env })).code).toBe(0);
  });

  test('and waits for an engine that wakes up', async () => {
    const asked = await gateway(() =>
      asked.length < 2 ? { status: 503, headers: { 'retry-after': '1' }, body: { title: 'asleep' } } : { body: ANSWER },
    );
    const { code, told } = await onAws('search', 'a');
    expect([code, told]).toEqual([0, ['the search engine is waking up …']]);
  });
});

/** What CloudFormation says of a stack. */
const described = (outputs: string, status = 'CREATE_COMPLETE') =>
  `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>Other</StackName><StackStatus>${status}</StackStatus>
   <Outputs>${outputs}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
const output = (key: string, value: string) =>
  `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`;
const missing =
  '<ErrorResponse><Error><Code>ValidationError</Code><Message>Stack with id Other does not exist</Message></Error></ErrorResponse>';
const denied =
  '<ErrorResponse><Error><Code>AccessDenied</Code><Message>no &amp; never</Message></Error></ErrorResponse>';

describe('what goes wrong is one line, and the exit code says whose fault it is', () => {
  const says = (status: number, body: unknown) => () => gateway(() => ({ status, body }));

  test.each<[string, () => Promise<unknown>, string[], number, string | RegExp]>([
    [
      'rights that are missing',
      says(403, { message: 'User: arn:… is not authorized' }),
      ['status'],
      3,
      'stack Thresher: access denied; the AWS credentials need execute-api:Invoke on its POST /admin (User: arn:… is not authorized)',
    ],
    [
      'credentials that have expired',
      says(403, { message: 'The security token included in the request is expired' }),
      ['status'],
      3,
      /^the AWS credentials have expired: sign in again/,
    ],
    [
      'a fault of the stack',
      says(500, { message: 'Internal Server Error' }),
      ['status'],
      3,
      `stack Thresher in ${REGION} answered 500 (Internal Server Error); see the log of its function Admin`,
    ],
    ['too many requests', says(429, {}), ['status'], 3, 'stack Thresher: too many requests; try again in a moment'],
    ['a crawl that is not there', stackHere, ['pause', '--name', 'birds'], 2, 'there is no crawl birds'],
    ['a question that is refused', says(400, { detail: 'lang: must be …' }), ['search', 'a'], 2, 'lang: must be …'],
    [
      'a search with a fault',
      says(500, { title: 'Oh' }),
      ['search', 'a'],
      3,
      'stack Thresher: the search answered 500: Oh',
    ],
    ['a search for others', says(403, {}), ['search', 'a'], 3, /the AWS credentials have no access to its search$/],
    [
      'a place where nobody listens',
      async () => {
        note('http://127.0.0.1:9/');
        withCredentials();
      },
      ['status'],
      3,
      /^cannot connect to 127\.0\.0\.1:9 \(\w+/,
    ],
  ])('%s', async (_, prepare, args, code, line) => {
    await prepare();
    const run = await onAws(...args);
    expect(run.printed).toEqual([]);
    expect(run.told).toEqual([typeof line === 'string' ? line : expect.stringMatching(line)]);
    expect(run.code).toBe(code);
  });

  test('other settings under the name of a crawl that is there', async () => {
    await stackHere();
    await onAws('crawl', 'http://a.example/', '--no-wait');
    const { code, told } = await onAws('crawl', 'http://a.example/', '--limit', '5', '--no-wait');
    expect([code, told]).toEqual([2, ['crawl a.example already exists with other settings']]);
  });

  test.each<[string[], string]>([
    [['status', '--target', 'azure'], '--target: azure: must be local or aws'],
    [['status', '--stack', 'Other'], '--stack: requires --target aws'],
    [['status', '--region', REGION], '--region: requires --target aws'],
    [['crawl', 'a.example', '--no-wait'], '--no-wait: requires --target aws'],
    [
      ['crawl', 'a.example', '--target', 'aws', '-o', 'x'],
      '--output: not possible with --target aws; the records are in the data bucket, under records/',
    ],
    [['crawl', 'mailto:a@b.example', '--target', 'aws'], 'no seed was accepted, so there is nothing to crawl'],
  ])('%j is wrong use', async (args, line) => {
    note('http://127.0.0.1:9/');
    withCredentials();
    const { code, told } = await thresher([...args, '--dir', dir]);
    expect([code, told]).toEqual([2, [line]]);
  });

  test('several stacks of one folder', async () => {
    note('http://127.0.0.1:9/', 'One');
    note('http://127.0.0.1:9/', 'Two');
    expect((await onAws('status')).told).toEqual([`${dir} has several stacks; select one with --stack (One, Two)`]);
  });
});

describe('a note of a stack that was taken away and made again from elsewhere', () => {
  const NOWHERE = { status: 404, body: { message: 'Not Found' } };
  const address = (id: string) => `https://${id}.execute-api.${REGION}.amazonaws.com/`;
  const notedAt = () =>
    (JSON.parse(readFileSync(join(dir, 'aws', 'Thresher.json'), 'utf8')) as { outputs: { ApiUrl: string } }).outputs
      .ApiUrl;

  /** An account whose CloudFormation says this, and whose one API is `new222`; the note says `old111`. */
  async function account(cloudformation: Said, api: (asked: Asked) => Said) {
    const { url, asked } = await fakeAws((one) => {
      if (one.path === '/') return cloudformation;
      return one.path.startsWith('/_aws/execute-api/new222/') ? api(one) : NOWHERE;
    });
    note(address('old111'));
    withCredentials();
    const run = (...args: string[]) =>
      thresher([...args, '--target', 'aws', '--dir', dir], [], { env: { AWS_ENDPOINT_URL: url } });
    return {
      run,
      asked: () => asked.map(({ path }) => path.replace('/_aws/execute-api/', '').replace('/$default', '')),
    };
  }
  const HERE = { body: described(output('ApiUrl', address('new222'))) };
  const CRAWLS = { body: { crawls: [{ crawl: 'plants' }] } };
  const admin = ({ body }: Asked): Said =>
    body.includes('list') ? CRAWLS : { body: { crawl: 'plants', state: 'paused' } };

  test('is written anew as the account has it, once for all that a command asks', async () => {
    const { run, asked } = await account(HERE, admin);
    expect(await run('pause')).toMatchObject({ code: 0, told: [], printed: ['plants: paused'] });
    expect(asked()).toEqual(['old111/admin', '/', 'new222/admin', 'new222/admin']);
    expect(notedAt()).toBe(address('new222'));
    await run('pause');
    expect(asked().slice(4)).toEqual(['new222/admin', 'new222/admin']);
  });

  test('search finds its new address too', async () => {
    const { run } = await account(HERE, () => ({
      body: { query: 'a', total: 0, from: 0, hits: [], facets: {}, next: null },
    }));
    expect(await run('search', 'a')).toMatchObject({ code: 0, told: [], printed: ['nothing found'] });
    expect(notedAt()).toBe(address('new222'));
  });

  test('an address whose name is gone counts as gone', async () => {
    const { run } = await account(HERE, admin);
    const real = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.includes('old111')
        ? Promise.reject(new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } }))
        : real(url, init),
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await run('pause')).toMatchObject({ code: 0, told: [], printed: ['plants: paused'] });
  });

  test('a crawl that is not there is no sign of it', async () => {
    const { url, asked } = await fakeAws(() => ({ status: 404, body: { error: 'there is no crawl birds' } }));
    note(address('old111'));
    withCredentials();
    const env = { AWS_ENDPOINT_URL: url };
    const { told } = await thresher(['pause', '--name', 'birds', '--target', 'aws', '--dir', dir], [], { env });
    expect([told, asked.length]).toEqual([['there is no crawl birds'], 1]);
  });

  test.each<[string, Said, string[], number, RegExp]>([
    [
      'no stack is there',
      { status: 400, body: missing },
      ['status'],
      2,
      /^there is no stack Thresher in eu-north-1; select one with/,
    ],
    [
      'the account may not be asked',
      { status: 403, body: denied },
      ['status'],
      3,
      /^stack Thresher no longer answers at its saved URL, and its current URL could not be read: cloudformation DescribeStacks: /,
    ],
    [
      'the account knows no other address',
      { body: described(output('ApiUrl', address('old111'))) },
      ['status'],
      3,
      /^stack Thresher: its API was not found; update the stack with `thresher deploy` \(Not Found\)$/,
    ],
    [
      'a stack without search',
      { body: described(output('ApiUrl', address('old111'))) },
      ['search', 'a'],
      2,
      /has no search/,
    ],
  ])('stays as it is where %s', async (_, cloudformation, args, code, line) => {
    const { run } = await account(cloudformation, () => NOWHERE);
    const { told, ...ended } = await run(...args);
    expect(told).toEqual([expect.stringMatching(line)]);
    expect(ended.code).toBe(code);
    expect(notedAt()).toBe(address('old111'));
  });
});

describe('a stack that was not deployed from here', () => {
  const asked = (url: string) =>
    thresher(
      ['status', '--target', 'aws', '--stack', 'Other', '--region', REGION, '--name', 'plants', '--dir', dir],
      [],
      {
        env: { AWS_ENDPOINT_URL: url },
      },
    );

  test('is found by asking the account, and its API behind the address that stands in for AWS', async () => {
    withCredentials();
    const account = await fakeAws(({ path }) =>
      path === '/'
        ? {
            body: described(
              output('Other', 'x') + output('ApiUrl', 'https://abc123.execute-api.eu-north-1.amazonaws.com/'),
            ),
          }
        : { status: 404, body: { error: 'there is no crawl plants' } },
    );
    expect((await asked(account.url)).told).toEqual(['there is no crawl plants']);
    expect(account.asked).toMatchObject([
      {
        service: 'cloudformation',
        body: expect.stringMatching(/^(?=.*\bAction=DescribeStacks\b)(?=.*\bStackName=Other\b).*Version=2010-05-15/),
      },
      { method: 'POST', path: '/_aws/execute-api/abc123/$default/admin' },
    ]);
  });

  test.each<[string, number, string, number, RegExp]>([
    [
      'one that is not there',
      400,
      missing,
      2,
      /^there is no stack Other in eu-north-1; select one with --stack and --region/,
    ],
    [
      'one that is no Thresher',
      200,
      described(output('Other', 'x')),
      2,
      /has no ApiUrl: it is not a complete deployment/,
    ],
    [
      'one that may not be asked for',
      403,
      denied,
      3,
      /^cloudformation DescribeStacks: access denied; the AWS credentials lack the permission \(AccessDenied: no/,
    ],
  ])('%s', async (_, status, body, code, line) => {
    withCredentials();
    const { url } = await fakeAws(() => ({ status, body }));
    const run = await asked(url);
    expect(run.told).toEqual([expect.stringMatching(line)]);
    expect(run.code).toBe(code);
  });
});

describe('a machine that knows nothing of AWS', () => {
  const NOTHING = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_PROFILE', 'AWS_REGION', 'AWS_DEFAULT_REGION'];
  beforeEach(() => {
    for (const name of NOTHING) vi.stubEnv(name, undefined);
    for (const name of ['AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE']) vi.stubEnv(name, join(dir, 'none'));
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  });
  afterEach(() => void vi.unstubAllEnvs());

  test('is told which region is missing', async () => {
    const { code, told } = await onAws('status');
    expect(told).toEqual(['no AWS region: give --region, set `aws: {region: …}` in the crawl.yaml, or set AWS_REGION']);
    expect(code).toBe(2);
  });

  test('is told how to get credentials', async () => {
    note('http://127.0.0.1:9/');
    const { code, told } = await onAws('status');
    expect(told).toEqual([
      expect.stringMatching(/^no AWS credentials: sign in again \(`aws sso login`\), or set AWS_PROFILE/),
    ]);
    expect(code).toBe(3);
  });
});

test('a signature with another secret is refused: the gateway of these tests does check', async () => {
  await stackHere();
  withCredentials('another-secret');
  expect((await onAws('status')).told).toEqual([expect.stringMatching(/access denied/)]);
});
