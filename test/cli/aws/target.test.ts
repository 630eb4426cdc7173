import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openAws } from '../../../cli/aws/wiring.ts';
import { administer } from '../../../functions/admin/administer.ts';
import { noIndex } from '../../../shared/aws/opensearch/no-index.ts';
import { noQueue } from '../../../shared/aws/sqs/no-queue.ts';
import { decodeOffer } from '../../../shared/frontier/offer-format.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { folderObjects } from '../../../shared/local/folder-objects.ts';
import { sqliteControl } from '../../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../../shared/local/sqlite-frontier.ts';
import { sqliteRobotsStore } from '../../../shared/local/sqlite-robots-store.ts';
import { systemClock } from '../../../shared/local/system.ts';
import type { Url } from '../../../shared/url/url.ts';
import { lineOf, link } from '../../classify/documents.ts';
import { storeDocuments } from '../../classify/review/stored.ts';
import { longTest } from '../../long-test.ts';
import { skipPauses } from '../skip-pauses.ts';
import { thresher } from '../test-terminal.ts';
import { type FakeResponse, fakeAws, REGION, type ReceivedRequest, withCredentials } from './aws-account.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-target-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Saves a deployment as `thresher deploy` does. */
function note(ApiUrl: string, stack = 'Thresher'): void {
  mkdirSync(join(dir, 'aws'), { recursive: true });
  const outputs = { ApiUrl, RawBucket: 'raw-bucket', DataBucket: 'data-bucket' };
  writeFileSync(join(dir, 'aws', `${stack}.json`), JSON.stringify({ stack, region: REGION, outputs }));
}

/** A stack on this machine: the real admin handler over local stores, behind a gateway that requires a signature. */
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
    records: { ...noQueue(), send: async () => {} },
  };
  const { url, received } = await fakeAws(async ({ method, path, service, body }) => {
    if (method !== 'POST' || path !== '/admin') return { status: 404, body: { message: 'Not Found' } };
    if (service !== 'execute-api') return { status: 403, body: { message: 'Forbidden' } };
    return administer(JSON.parse(body), ports, 'host');
  });
  note(`${url}/`);
  withCredentials();
  return { received, control, objects, frontier: ports.frontier };
}

/** A gateway with a fixed answer. */
async function gateway(answer: (request: ReceivedRequest) => FakeResponse) {
  const { url, received } = await fakeAws(answer);
  note(`${url}/`);
  withCredentials();
  return received;
}

const onAws = (...args: string[]) => thresher([...args, '--target', 'aws', '--dir', dir]);

test.each(['', '{"stack":"Thres', '7'])('names a saved deployment that holds %j, and what to do', async (text) => {
  mkdirSync(join(dir, 'aws'));
  writeFileSync(join(dir, 'aws', 'Thresher.json'), text);
  const { code, messages } = await onAws('status');
  expect([code, messages]).toEqual([
    3,
    [
      `${join(dir, 'aws', 'Thresher.json')} is empty or damaged; delete it and add --region REGION, so that the stack is read from the account, or run \`thresher deploy\` again`,
    ],
  ]);
});

describe('a crawl in a stack', () => {
  test('is created with its files and without the stack options, then paused, explained and reopened', async () => {
    const { received, control } = await stackHere();
    writeFileSync(join(dir, 'seeds.txt'), 'http://a.example/\nmailto:a@b.example\n');
    writeFileSync(join(dir, 'crawl.yaml'), 'crawl: plants\nseeds: [{file: seeds.txt}]\naws: {maxFetch: 4}\n');
    const made = await onAws('crawl', join(dir, 'crawl.yaml'), '--no-wait');
    expect(made.stderr).toEqual([expect.stringMatching(/^seed refused: seeds\.txt:2: mailto:a@b\.example: scheme/)]);
    expect(made.printed).toEqual([
      `Crawl plants runs in stack Thresher: npx thresher status --target aws --stack Thresher --region ${REGION} --name plants`,
    ]);
    expect(made.code).toBe(0);
    const { settings } = JSON.parse(received[0]!.body) as { settings: Record<string, unknown> };
    expect(settings).toMatchObject({ crawl: 'plants', seeds: ['http://a.example/', { from: 'seeds.txt:2' }] });
    expect(settings).not.toHaveProperty('aws');

    expect((await onAws('status', '--json')).answers()).toMatchObject([
      { crawl: 'plants', state: 'running', hosts: 1 },
    ]);
    expect((await onAws('reindex')).printed).toEqual([expect.stringMatching(/^plants: reindex started/)]);
    expect((await onAws('reindex')).stderr).toEqual([expect.stringMatching(/is already being reindexed/)]);
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
    expect(received.every(({ service }) => service === 'execute-api')).toBe(true);
  });

  test('shows the pages close to the cut-off of its topic', async () => {
    const { objects } = await stackHere();
    writeFileSync(join(dir, 'topic.txt'), '10: sundew=CP\n');
    const topic = 'topic: {filters: [{terms: topic.txt, cutOff: 15}], follow: relevant}';
    writeFileSync(join(dir, 'crawl.yaml'), `crawl: plants\nseeds: ['http://a.example/']\n${topic}\n`);
    expect((await onAws('crawl', join(dir, 'crawl.yaml'), '--no-wait')).code).toBe(0);
    const pages = [1, 2].map((n) =>
      lineOf({ url: `http://a.example/${n}` as Url, text: 'sundew '.repeat(n), links: [link('http://a.example/x')] }),
    );
    const offTopic = { ...pages[0]!, note: { depth: 1, class: 0 } };
    await storeDocuments(objects, Date.now(), 'one', [offTopic, pages[1]!]);
    const { printed } = await onAws('borderline');
    expect(printed).toContain('  http://a.example/1');
    expect(printed[0]).toBe(
      'Judged now by topic.txt with cut-off 15; read all 2 stored pages: off-topic 1, relevant 1',
    );
    expect((await onAws('status')).printed).toContain(printed[0]);
    expect((await onAws('status', '--json')).answers()).toMatchObject([{ topic: { nearest: [{ score: 10 }] } }]);
    expect((await onAws('explain', 'http://a.example/x')).printed.join('\n')).toMatch(
      /links +refused \(off-topic\): also on off-topic pages, whose links are not followed: http:\/\/a\.example\/1; searched all 2 stored/,
    );
    expect(await onAws('borderline', '--topic', 'x.txt')).toMatchObject({
      code: 2,
      stderr: ['--topic: tries a topic on a local data folder only; a stack judges by its own topic'],
    });
  });

  test('shows its status without the topic if the stack is too old to report on it', async () => {
    const status = {
      crawl: 'plants',
      state: 'done',
      verdicts: {},
      outcomes: {},
      reasons: {},
      pages: 0,
      hosts: 0,
      due: 0,
    };
    await gateway(({ body }) => {
      const { action } = JSON.parse(body) as { action: string };
      if (action === 'topic') return { status: 400, body: { error: 'Invalid input' } };
      return { status: 200, body: action === 'list' ? { crawls: [{ crawl: 'plants' }] } : status };
    });
    const { code, answers, stderr } = await onAws('status', '--json');
    expect([code, answers(), stderr]).toEqual([0, [status], ['no report on the topic: Invalid input']]);
  });

  test('gets many seeds in several requests and reports them as one number', async () => {
    const { received, control } = await stackHere();
    await onAws('crawl', 'http://a.example/', '--no-wait');
    const hosts = Array.from({ length: 1_200 }, (_, n) => `http://b${n}.example/`);
    writeFileSync(join(dir, 'more.txt'), [...hosts, 'mailto:a@b.example'].join('\n'));
    const before = received.length;
    const { code, printed, stderr } = await onAws('seed', join(dir, 'more.txt'), 'http://c.example/', 'mailto:d');
    expect([code, printed]).toEqual([1, ['a.example: 1,201 seeds were added']]);
    expect(stderr.filter((line) => line.startsWith('seed refused'))).toHaveLength(2);
    const sent = received.slice(before).flatMap(({ body }) => {
      const { action, seeds } = JSON.parse(body) as { action: string; seeds?: unknown[] };
      return action === 'seed' ? [seeds!.length] : [];
    });
    expect(sent).toEqual([500, 500, 203]);
    const { settingsKey } = (await control.get('a.example'))!;
    const { seeds } = JSON.parse(readFileSync(join(dir, 'objects', settingsKey), 'utf8')) as { seeds: unknown[] };
    expect(seeds).toHaveLength(1_204);
    expect((await onAws('seed', join(dir, 'more.txt'))).printed).toEqual(['a.example: 1,200 seeds were added']);
    expect((await control.get('a.example'))!.settingsKey).toBe(settingsKey);
  });

  test('is dumped, loaded and asked again only as its state allows', async () => {
    const { control, frontier } = await stackHere();
    await onAws('crawl', 'http://a.example/', '--no-wait');
    expect(await onAws('frontier', 'dump')).toMatchObject({
      code: 2,
      stderr: ['crawl a.example is open: pause it first, so that its frontier does not change meanwhile'],
    });
    await control.setState('a.example', 'paused');
    const { code, printed } = await onAws('frontier', 'dump');
    expect(code).toBe(0);
    expect(printed.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual([
      'crawl',
      'host',
      'inbox',
      'end',
    ]);

    const page = { type: 'page', url: 'http://b.example/', at: 5, class: 0, depth: 0, outcome: 'refused.robots' };
    const file = join(dir, 'dump.jsonl');
    const lines = [...printed.slice(0, -1), JSON.stringify({ ...page, visits: 1, tries: 0 }), printed.at(-1)];
    writeFileSync(file, lines.join('\n'));
    expect(await onAws('frontier', 'load', file)).toMatchObject({
      code: 0,
      printed: ['a.example: 1 page and 0 queued URLs of 2 hosts loaded, 0 known already'],
    });
    const key = { crawl: 'a.example', host: 'b.example' };
    expect(await frontier.getHead(key)).toMatchObject({ state: 'idle', counts: { 'refused.robots': 1 } });

    expect((await onAws('seed', '--force', 'http://b.example/')).printed).toEqual(['a.example: 1 seed was added']);
    const { items } = await frontier.readInbox(key, 5);
    const forced = items.flatMap(({ body }) => decodeOffer(body).links);
    expect(forced).toMatchObject([{ url: 'http://b.example/', class: 0, forcedAt: expect.any(Number) }]);
    expect(await frontier.getHead(key)).toMatchObject({ state: 'ready' });
  });

  test('is followed until another command pauses it, with exit code 0', async () => {
    const { control } = await stackHere();
    await onAws('crawl', 'http://a.example/', '--no-wait');
    const { setSettingsKey } = control;
    control.setSettingsKey = async (...change) => {
      const isChanged = await setSettingsKey(...change);
      // After the crawl was continued and before its status is read.
      await control.setState('a.example', 'paused');
      return isChanged;
    };
    const { code, printed, stderr } = await onAws('crawl', 'http://a.example/');
    expect(stderr).toEqual([expect.stringMatching(/^0 pages · 0\.0\/s · 1 host · 1 due/)]);
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

  test('continues after Ctrl-C, and the command says so', async () => {
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

  test('must be selected if there are several', async () => {
    await stackHere();
    expect((await onAws('status')).stderr).toEqual([
      'stack Thresher: no crawl yet; start one with: npx thresher crawl URL --target aws',
    ]);
    for (const host of ['a', 'b']) await onAws('crawl', `http://${host}.example/`, '--no-wait');
    const { code, stderr } = await onAws('status');
    expect(stderr).toEqual([
      expect.stringMatching(
        /^stack Thresher has several crawls; select one with --name \([ab]\.example, [ab]\.example\)$/,
      ),
    ]);
    expect(code).toBe(2);
  });
});

describe('search uses the public URL', () => {
  const ANSWER = { query: 'sundew', total: 0, from: 0, hits: [], facets: {}, next: null };

  test('unsigned, with the filter names of the search page', async () => {
    const received = await gateway(() => ({ body: ANSWER }));
    const { code, answers } = await onAws('search', 'round sundew', '--language', 'sv', '--name', 'plants', '--json');
    expect([code, answers()]).toEqual([0, [ANSWER]]);
    expect(received).toMatchObject([
      { path: '/search', service: undefined, query: { q: 'round sundew', lang: 'sv', crawl: 'plants', size: '10' } },
    ]);
  });

  test('signed, if the search is not public', async () => {
    const received = await gateway(({ service }) => (service ? { body: ANSWER } : { status: 403, body: {} }));
    expect((await onAws('search', 'round sundew')).printed).toEqual(['nothing found']);
    expect(received.map(({ service }) => service)).toEqual([undefined, 'execute-api']);
  });

  test('with a token, if the search requires one', async () => {
    await gateway(({ headers }) =>
      headers['authorization'] === 'Bearer abc' ? { body: ANSWER } : { status: 401, body: { message: 'Unauthorized' } },
    );
    expect((await onAws('search', 'a')).stderr).toEqual([
      'stack Thresher: its search requires a token; set THRESHER_TOKEN',
    ]);
    const env = { THRESHER_TOKEN: 'abc' };
    expect((await thresher(['search', 'a', '--target', 'aws', '--dir', dir], [], { env })).code).toBe(0);
  });

  test('and waits for a search engine that wakes up', async () => {
    const pauses = skipPauses(1_000);
    const received = await gateway(() =>
      received.length < 2
        ? { status: 503, headers: { 'retry-after': '1' }, body: { title: 'asleep' } }
        : { body: ANSWER },
    );
    const { code, stderr } = await onAws('search', 'a');
    expect([code, stderr, pauses]).toEqual([0, ['the search engine is waking up …'], [1_000]]);
  });
});

test.each([
  [
    ['crawl', 'http://a.example/', '--no-wait'],
    'embeddedFiles: unknown\nsearch.synonyms: unknown; did you mean languages?',
  ],
  [['crawl', 'http://a.example/', '--no-wait'], '✖ Unrecognized key: "paused"'],
  [['status', '--name', 'plants'], "✖ Invalid discriminator value. Expected 'create' | 'seed'\n  → at action"],
])('%j says what to do if a stack of an earlier version does not know a part of the request', async (args, error) => {
  await gateway(() => ({ status: 400, body: { error } }));
  const { code, messages } = await onAws(...args);
  const advice =
    'stack Thresher does not know this part of the request, so an earlier version of Thresher deployed it; update it with `npx thresher deploy`';
  expect([code, messages.slice(-error.split('\n').length - 1)]).toEqual([2, [...error.split('\n'), advice]]);
});

test('a refusal by a stack of this version has no advice to deploy', async () => {
  await gateway(() => ({ status: 400, body: { error: 'there is no unknown: crawl' } }));
  expect((await onAws('status', '--name', 'plants')).messages).toEqual(['there is no unknown: crawl']);
});

/** Answer of CloudFormation that describes a stack. */
const described = (outputs: string, status = 'CREATE_COMPLETE') =>
  `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>Other</StackName><StackStatus>${status}</StackStatus>
   <Outputs>${outputs}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
const output = (key: string, value: string) =>
  `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`;
const missing =
  '<ErrorResponse><Error><Code>ValidationError</Code><Message>Stack with id Other does not exist</Message></Error></ErrorResponse>';
const denied =
  '<ErrorResponse><Error><Code>AccessDenied</Code><Message>no &amp; never</Message></Error></ErrorResponse>';

describe('an error is one line, and the exit code tells its kind', () => {
  const says = (status: number, body: unknown) => () => gateway(() => ({ status, body }));

  test.each<[string, () => Promise<unknown>, string[], number, string | RegExp]>([
    [
      'missing permissions',
      says(403, { message: 'User: arn:… is not authorized' }),
      ['status'],
      3,
      'stack Thresher: access denied; the AWS credentials need execute-api:Invoke on its POST /admin (User: arn:… is not authorized)',
    ],
    [
      'expired credentials',
      says(403, { message: 'The security token included in the request is expired' }),
      ['status'],
      3,
      /^the AWS credentials have expired: sign in again/,
    ],
    [
      'an error of the stack',
      says(500, { message: 'Internal Server Error' }),
      ['status'],
      3,
      `stack Thresher in ${REGION} answered 500 (Internal Server Error); see the log of its function Admin`,
    ],
    ['too many requests', says(429, {}), ['status'], 3, 'stack Thresher: too many requests; try again in a moment'],
    ['an unknown crawl', stackHere, ['pause', '--name', 'birds'], 2, 'there is no crawl birds'],
    ['a rejected query', says(400, { detail: 'lang: must be …' }), ['search', 'a'], 2, 'lang: must be …'],
    [
      'an error of the search',
      says(500, { title: 'Oh' }),
      ['search', 'a'],
      3,
      'stack Thresher: the search answered 500: Oh',
    ],
    ['a search without access', says(403, {}), ['search', 'a'], 3, /the AWS credentials have no access to its search$/],
    [
      'a closed port',
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
    skipPauses(300);
    const run = await onAws(...args);
    expect(run.printed).toEqual([]);
    expect(run.stderr).toEqual([typeof line === 'string' ? line : expect.stringMatching(line)]);
    expect(run.code).toBe(code);
  });

  longTest.each([['crawl', 'http://a.example/', '--no-wait'], ['reclassify']])(
    '%s sends no topic that is too large',
    async (...args) => {
      const { received } = await stackHere();
      await onAws('crawl', 'http://a.example/', '--no-wait');
      const file = join(dir, 'large.txt');
      writeFileSync(file, `${`# ${'x'.repeat(1_000)}\n`.repeat(6_500)}10: moss=M\n`);
      const sent = received.length;
      const { code, stderr } = await onAws(...args, '--topic', file);
      expect([code, stderr]).toEqual([
        2,
        [
          expect.stringMatching(/^the request to the stack has 6\.\d MB, and AWS accepts 6\.3 MB:$/),
          expect.stringMatching(/^topic\.filters\[0\]\.terms: .*large\.txt: takes 6\.5 MB; remove terms$/),
        ],
      ]);
      expect(received.slice(sent).filter(({ body }) => body.includes('moss=M'))).toEqual([]);
    },
  );

  test('rejects other settings for an existing crawl', async () => {
    await stackHere();
    await onAws('crawl', 'http://a.example/', '--no-wait');
    const { code, stderr } = await onAws(
      'crawl',
      'http://a.example/',
      '--user-agent',
      'Other/1.0 (+mailto:o@a.example)',
      '--no-wait',
    );
    expect([code, stderr]).toEqual([
      2,
      [
        'crawl a.example already exists with other settings: userAgent',
        expect.stringMatching(
          /^only limits\.pages, budget, schedules, alerts, notify, mail, fetch\.headFirst and search\.languages can change/,
        ),
      ],
    ]);
  });

  test('changes the limit of an existing crawl, and says so', async () => {
    await stackHere();
    await onAws('crawl', 'http://a.example/', '--limit', '5', '--no-wait');
    const { code, stderr } = await onAws('crawl', 'http://a.example/', '--limit', '10', '--no-wait');
    expect([code, stderr]).toEqual([0, ['crawl a.example has another limit: limits.pages: 5 → 10']]);
  });

  test('removes the limit of an existing crawl only with --remove-limits', async () => {
    await stackHere();
    await onAws('crawl', 'http://a.example/', '--limit', '5', '--no-wait');
    const refused = await onAws('crawl', 'http://a.example/', '--no-wait');
    expect([refused.code, refused.stderr]).toEqual([
      2,
      [
        'crawl a.example has limits that these settings lack: limits.pages: 5',
        'add them to the settings, or remove them with `thresher crawl --target aws --remove-limits`',
      ],
    ]);
    const { code, stderr } = await onAws('crawl', 'http://a.example/', '--remove-limits', '--no-wait');
    expect([code, stderr]).toEqual([0, ['crawl a.example has another limit: limits.pages: 5 → no limit']]);
  });

  test.each<[string[], string]>([
    [['status', '--target', 'azure'], '--target: azure: must be local or aws'],
    [['status', '--stack', 'Other'], '--stack: requires --target aws'],
    [['status', '--region', REGION], '--region: requires --target aws'],
    [['crawl', 'a.example', '--no-wait'], '--no-wait: requires --target aws'],
    [['crawl', 'a.example', '--remove-limits'], '--remove-limits: requires --target aws'],
    [
      ['crawl', 'a.example', '--target', 'aws', '-o', 'x'],
      '--output: not possible with --target aws; the records are in the data bucket, under records/',
    ],
    [['crawl', 'mailto:a@b.example', '--target', 'aws'], 'no seed was accepted, so there is nothing to crawl'],
  ])('reports %j as wrong usage', async (args, line) => {
    note('http://127.0.0.1:9/');
    withCredentials();
    const { code, stderr } = await thresher([...args, '--dir', dir]);
    expect([code, stderr]).toEqual([2, [line]]);
  });

  test('asks to select one of several stacks', async () => {
    note('http://127.0.0.1:9/', 'One');
    note('http://127.0.0.1:9/', 'Two');
    expect((await onAws('status')).stderr).toEqual([`${dir} has several stacks; select one with --stack (One, Two)`]);
  });
});

describe('a saved URL of a stack that was deleted and deployed again from another folder', () => {
  const NOWHERE = { status: 404, body: { message: 'Not Found' } };
  const address = (id: string) => `https://${id}.execute-api.${REGION}.amazonaws.com/`;
  const notedAt = () =>
    (JSON.parse(readFileSync(join(dir, 'aws', 'Thresher.json'), 'utf8')) as { outputs: { ApiUrl: string } }).outputs
      .ApiUrl;

  /** An account with this CloudFormation answer and the API `new222`; the saved URL is that of `old111`. */
  async function account(cloudformation: FakeResponse, api: (request: ReceivedRequest) => FakeResponse) {
    const { url, received } = await fakeAws((one) => {
      if (one.path === '/') return cloudformation;
      return one.path.startsWith('/_aws/execute-api/new222/') ? api(one) : NOWHERE;
    });
    note(address('old111'));
    withCredentials();
    const run = (...args: string[]) =>
      thresher([...args, '--target', 'aws', '--dir', dir], [], { env: { AWS_ENDPOINT_URL: url } });
    return {
      run,
      received: () => received.map(({ path }) => path.replace('/_aws/execute-api/', '').replace('/$default', '')),
    };
  }
  const HERE = { body: described(output('ApiUrl', address('new222'))) };
  const CRAWLS = { body: { crawls: [{ crawl: 'plants' }] } };
  const admin = ({ body }: ReceivedRequest): FakeResponse =>
    body.includes('list') ? CRAWLS : { body: { crawl: 'plants', state: 'paused' } };

  test('is refreshed from the account once per command', async () => {
    const { run, received } = await account(HERE, admin);
    expect(await run('pause')).toMatchObject({ code: 0, stderr: [], printed: ['plants: paused'] });
    expect(received()).toEqual(['old111/admin', '/', 'new222/admin', 'new222/admin']);
    expect(notedAt()).toBe(address('new222'));
    await run('pause');
    expect(received().slice(4)).toEqual(['new222/admin', 'new222/admin']);
  });

  test('search uses the refreshed URL too', async () => {
    const { run } = await account(HERE, () => ({
      body: { query: 'a', total: 0, from: 0, hits: [], facets: {}, next: null },
    }));
    expect(await run('search', 'a')).toMatchObject({ code: 0, stderr: [], printed: ['nothing found'] });
    expect(notedAt()).toBe(address('new222'));
  });

  test('a URL whose host name no longer resolves is refreshed', async () => {
    skipPauses(300);
    const { run } = await account(HERE, admin);
    const real = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.includes('old111')
        ? Promise.reject(new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } }))
        : real(url, init),
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await run('pause')).toMatchObject({ code: 0, stderr: [], printed: ['plants: paused'] });
  });

  test('is kept if the credentials are of another account', async () => {
    const id = `<StackId>arn:aws:cloudformation:${REGION}:210987654321:stack/Thresher/1</StackId>`;
    const elsewhere = { body: HERE.body.replace('<StackStatus>', `${id}<StackStatus>`) };
    const { run } = await account(elsewhere, admin);
    const file = join(dir, 'aws', 'Thresher.json');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), account: '123456789012' }));
    const { code, stderr } = await run('pause');
    expect(stderr[0]).toMatch(/is in account 123456789012, but the credentials are of account 210987654321$/);
    expect([code, notedAt()]).toEqual([2, address('old111')]);
  });

  test('a missing crawl does not refresh the URL', async () => {
    const { url, received } = await fakeAws(() => ({ status: 404, body: { error: 'there is no crawl birds' } }));
    note(address('old111'));
    withCredentials();
    const env = { AWS_ENDPOINT_URL: url };
    const { stderr } = await thresher(['pause', '--name', 'birds', '--target', 'aws', '--dir', dir], [], { env });
    expect([stderr, received.length]).toEqual([['there is no crawl birds'], 1]);
  });

  test.each<[string, FakeResponse, string[], number, RegExp]>([
    [
      'there is no stack',
      { status: 400, body: missing },
      ['status'],
      2,
      /^there is no stack Thresher in eu-north-1; select one with/,
    ],
    [
      'the account denies access',
      { status: 403, body: denied },
      ['status'],
      3,
      /^stack Thresher no longer answers at its saved URL, and its current URL could not be read: cloudformation DescribeStacks: /,
    ],
    [
      'the account has no other URL',
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
  ])('is kept if %s', async (_, cloudformation, args, code, line) => {
    const { run } = await account(cloudformation, () => NOWHERE);
    const { stderr, ...ended } = await run(...args);
    expect(stderr).toEqual([expect.stringMatching(line)]);
    expect(ended.code).toBe(code);
    expect(notedAt()).toBe(address('old111'));
  });
});

describe('a stack that was not deployed from this folder', () => {
  const runStatus = (url: string) =>
    thresher(
      ['status', '--target', 'aws', '--stack', 'Other', '--region', REGION, '--name', 'plants', '--dir', dir],
      [],
      {
        env: { AWS_ENDPOINT_URL: url },
      },
    );

  test('is found through the account, with its API behind the emulator endpoint', async () => {
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
    expect((await runStatus(account.url)).stderr).toEqual(['there is no crawl plants']);
    expect(account.received).toMatchObject([
      {
        service: 'cloudformation',
        body: expect.stringMatching(/^(?=.*\bAction=DescribeStacks\b)(?=.*\bStackName=Other\b).*Version=2010-05-15/),
      },
      { method: 'POST', path: '/_aws/execute-api/abc123/$default/admin' },
    ]);
  });

  test.each<[string, number, string, number, RegExp]>([
    [
      'a missing stack',
      400,
      missing,
      2,
      /^there is no stack Other in eu-north-1; select one with --stack and --region/,
    ],
    [
      'a stack that is not Thresher',
      200,
      described(output('Other', 'x')),
      2,
      /has no ApiUrl: it is not a complete deployment/,
    ],
    [
      'a stack without access',
      403,
      denied,
      3,
      /^cloudformation DescribeStacks: access denied; the AWS credentials lack the permission \(AccessDenied: no/,
    ],
  ])('%s', async (_, status, body, code, line) => {
    withCredentials();
    const { url } = await fakeAws(() => ({ status, body }));
    const run = await runStatus(url);
    expect(run.stderr).toEqual([expect.stringMatching(line)]);
    expect(run.code).toBe(code);
  });
});

describe('a machine without AWS configuration', () => {
  const NOTHING = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_PROFILE', 'AWS_REGION', 'AWS_DEFAULT_REGION'];
  beforeEach(() => {
    for (const name of NOTHING) vi.stubEnv(name, undefined);
    for (const name of ['AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE']) vi.stubEnv(name, join(dir, 'none'));
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  });
  afterEach(() => void vi.unstubAllEnvs());

  test('treats empty variables as not set', async () => {
    const env = { AWS_ENDPOINT_URL: '', AWS_REGION: '', AWS_DEFAULT_REGION: 'eu-central-1' };
    expect(await openAws({ region: undefined, env })).toMatchObject({ region: 'eu-central-1', endpoint: undefined });
  });

  test('reports a missing region', async () => {
    const { code, stderr } = await onAws('status');
    expect(stderr).toEqual([
      'no AWS region: give --region, set `aws: {region: …}` in the crawl.yaml, or set AWS_REGION',
    ]);
    expect(code).toBe(2);
  });

  test('reports how to get credentials', async () => {
    note('http://127.0.0.1:9/');
    const { code, stderr } = await onAws('status');
    expect(stderr).toEqual([
      expect.stringMatching(/^no AWS credentials: sign in again \(`aws sso login`\), or set AWS_PROFILE/),
    ]);
    expect(code).toBe(3);
  });
});

test('the fake gateway rejects a signature with another secret', async () => {
  await stackHere();
  withCredentials('another-secret');
  expect((await onAws('status')).stderr).toEqual([expect.stringMatching(/access denied/)]);
});
