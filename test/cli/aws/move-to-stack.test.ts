import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openAws } from '../../../cli/aws/wiring.ts';
import { createDeployCommand } from '../../../cli/commands/deploy.ts';
import { reportErrors } from '../../../cli/main.ts';
import { openStores, type Stores } from '../../../cli/run/wiring.ts';
import type { Objects } from '../../../shared/ports/objects.ts';
import { readApplied, storeApplied } from '../../../shared/settings/applied/applied-settings.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { prose, startSite, type TestSite } from '../site.ts';
import { testTerminal, thresher } from '../test-terminal.ts';
import { type FakeResponse, REGION, type ReceivedRequest } from './aws-account.ts';
import { account, cdkHere } from './deploy-account.ts';
import { administerFolder } from './folder-stack.ts';

/** `deploy --from`, with another data folder behind the code of the function Admin and in place of the buckets. */

const SETTINGS = { crawl: 'bog', politeness: { hostPauseMs: 0 }, network: { allowPrivate: ['127.0.0.0/8'] } };
const BUCKETS = { RawBucket: 'raw-1', DataBucket: 'data-1' };

let site: TestSite;
let local: string;
let remote: string;
let file: string;
let stores: Stores;
beforeEach(async () => {
  const links = Array.from({ length: 5 }, (_, i) => `<a href="/p${i}">p${i}</a>`).join(' ');
  const pages = Array.from({ length: 5 }, (_, i) => [`/p${i}`, prose(`fern${i}`)]);
  site = await startSite({ '/': `${prose('moss')}${links}`, ...Object.fromEntries(pages) });
  [local, remote] = [temporaryFolder(), temporaryFolder()];
  file = join(local, 'crawl.yaml');
  writeFileSync(file, JSON.stringify({ ...SETTINGS, seeds: [`${site.origin}/`] }));
  expect((await thresher(['crawl', file, '--limit', '4', '--dir', local])).code).toBe(4);
  stores = openStores(remote);
  return async () => {
    stores.close();
    await site.close();
  };
});

type Answer = (action: string, answer: () => Promise<FakeResponse>) => Promise<FakeResponse>;

/** Runs `deploy --from` with the local folder. @param objects replaces methods of the store of the stack @param admin wraps its function Admin */
async function move(
  args: string[] = [],
  objects: Partial<Objects> = {},
  admin: Answer = (_, answer) => answer(),
  interrupt: AbortSignal = new AbortController().signal,
) {
  const { env, bodies } = await account({
    admin: (request) => admin(actionOf(request)[0]!, () => administerFolder(request.body, stores)),
  });
  const open: typeof openAws = async (given) => ({
    ...(await openAws(given)),
    openObjects: async () => ({ ...stores.objects, ...objects }),
  });
  const terminal = testTerminal([], { env, interrupt });
  const command = createDeployCommand({ openAws: open, cdk: cdkHere({}, BUCKETS).cdk });
  const given = ['--from', local, '--dir', temporaryFolder(), '--region', REGION, '--yes', ...args];
  const code = await reportErrors(terminal, () => command.run(given, terminal));
  return { code, printed: terminal.printed, stderr: terminal.stderr, actions: bodies.flatMap(actionOf) };
}

const actionOf = ({ path, body }: ReceivedRequest): string[] =>
  path.endsWith('/admin') ? [(JSON.parse(body) as { action: string }).action] : [];

const urlsOf = async (dir: string) =>
  (await thresher(['export', '--format', 'urls', '--dir', dir])).printed.join('\n').split('\n').filter(Boolean).sort();

const stateOf = async (dir: string) => (await thresher(['status', '--json', '--dir', dir])).answers()[0]?.['state'];

test('a crawl that moves to a stack keeps its URLs, records and captures, and fetches no page again', async () => {
  const { code, printed, stderr } = await move(['--search', 'none']);
  expect([code, stderr.slice(1)]).toEqual([
    0,
    [
      'bog: 4 pages and 2 queued URLs of 1 host loaded',
      expect.stringMatching(/^bog: \d+ stored objects copied$/),
      `bog: stopped in ${local}, so that no page is fetched twice`,
    ],
  ]);
  expect(printed[1]).toBe('Crawl bog starts within a minute and runs by itself.');
  expect(await stateOf(local)).toBe('stopped');

  expect((await thresher(['reindex', '--dir', remote])).code).toBe(0);
  const before = await urlsOf(local);
  expect(before).toHaveLength(4);
  expect(await urlsOf(remote)).toEqual(before);
  const [status] = (await thresher(['crawl', file, '--dir', remote, '--json'])).answers();
  expect(status).toMatchObject({ state: 'done', outcomes: { fetched: 6 }, pages: 2 });
  expect(await urlsOf(remote)).toHaveLength(6);
});

test('a move that failed is repeated from where it was, and an engine indexes the records', async () => {
  let puts = 0;
  const first: string[] = [];
  const put: Objects['put'] = async (key, bytes) => {
    if (++puts === 2) throw Object.assign(new Error('denied'), { name: 'AccessDenied', $metadata: {} });
    await stores.objects.put(key, bytes);
    first.push(key);
  };
  const failed = await move([], { put });
  expect([failed.code, failed.stderr.at(-1)]).toEqual([
    3,
    's3: access denied; the AWS credentials lack the permission (AccessDenied: denied)',
  ]);
  expect(await stateOf(remote)).toBe('paused');
  expect(failed.actions).not.toContain('resume');

  const copied: string[] = [];
  const repeated = await move([], {
    async put(key, bytes) {
      copied.push(key);
      await stores.objects.put(key, bytes);
    },
  });
  expect(repeated.code).toBe(0);
  expect(repeated.actions.slice(-2)).toEqual(['reindex', 'resume']);
  expect(copied.length).toBeGreaterThan(0);
  expect((await stores.control.get('bog'))?.state).toBe('open');
  // What was copied before is not copied again.
  expect(first.length).toBeGreaterThan(0);
  expect(copied.filter((key) => first.includes(key))).toEqual([]);
});

test('a reclassification in the stack does not replace the changes of those in the folder', async () => {
  const topic = (word: string) => {
    writeFileSync(join(local, 'topic.txt'), `10: ${word}=A\n`);
    return thresher(['reclassify', '--topic', join(local, 'topic.txt'), '--dir', local]);
  };
  for (const word of ['fern1', 'moss']) expect((await topic(word)).code).toBe(0);
  const runsOf = async ({ objects, control }: Stores) => {
    const { settingsKey } = (await control.get('bog'))!;
    return readApplied('bog', settingsKey, objects);
  };
  const own = openStores(local, 'read');
  const before = await runsOf(own);
  own.close();
  expect(before.runs).toBe(2);
  expect((await move()).code).toBe(0);
  expect(await runsOf(stores)).toEqual(before);
  expect(await stores.objects.get(before.judgedBy)).toBeDefined();

  await storeApplied('bog', { ...before, runs: 5 }, stores.objects);
  await stores.control.setState('bog', 'paused');
  expect((await move()).code).toBe(0);
  expect((await runsOf(stores)).runs).toBe(5);
});

test('a crawl that has another name than its crawl.yaml keeps its name', async () => {
  const other = join(temporaryFolder(), 'crawl.yaml');
  writeFileSync(other, JSON.stringify({ ...SETTINGS, crawl: 'moss', seeds: [`${site.origin}/`] }));
  const { code, stderr, printed } = await move([other, '--name', 'bog']);
  expect([code, stderr.at(-1)]).toEqual([0, `bog: stopped in ${local}, so that no page is fetched twice`]);
  expect((await stores.control.list()).map(({ crawl, state }) => [crawl, state])).toEqual([['bog', 'open']]);
  expect(printed[1]).toMatch(/^Crawl bog /);
});

test('a paused crawl stays paused in the stack', async () => {
  await thresher(['pause', '--dir', local]);
  const { code, stderr, actions } = await move();
  expect([code, actions.includes('resume')]).toEqual([0, false]);
  expect(stderr.at(-1)).toMatch(/^crawl bog is paused and stays so; open it with: npx thresher resume /);
});

test('a crawl that the stack has already must be paused there', async () => {
  await move(['--search', 'none']);
  const { code, stderr } = await move(['--search', 'none']);
  expect([code, stderr.at(-1)]).toEqual([
    2,
    'crawl bog is open: pause it first, so that its frontier does not change meanwhile',
  ]);
});

test.each([
  ['a folder without a crawl', () => ['--from', temporaryFolder()], /no crawl in this folder yet/],
  ['another name', () => ['--name', 'moss'], /has no crawl moss; it has bog/],
])('%s is refused before anything is deployed', async (_, args, message) => {
  const { code, stderr, actions } = await move(args());
  expect([code, actions]).toEqual([2, []]);
  expect(stderr.join('\n')).toMatch(message);
});

test('pages that no stage has processed are named before anything is deployed', async () => {
  const own = openStores(local);
  await own.captures.send([{ crawl: 'bog', key: 'raw/bog/x.warc.gz' }]);
  own.close();
  const { code, stderr } = await move();
  expect([code, stderr]).toEqual([
    2,
    [
      `--from: ${local}: 1 stored object of crawl bog must be processed first; run \`thresher crawl\` with --dir ${local} until it ends`,
    ],
  ]);
});

test('pages that were fetched during the deployment are named before anything is moved', async () => {
  const { code, stderr, actions } = await move([], {}, async (action, answer) => {
    const own = openStores(local);
    await own.captures.send([{ crawl: 'bog', key: 'raw/bog/x.warc.gz' }]);
    own.close();
    expect(action).toBe('list');
    return answer();
  });
  expect([code, actions]).toEqual([2, ['list']]);
  expect(stderr.at(-1)).toMatch(/ 1 stored object of crawl bog must be processed first/);
});

test('if the answer of the stack to its start is lost, the folder does not crawl too', async () => {
  const { code, stderr } = await move([], {}, async (action, answer) => {
    const given = await answer();
    return action === 'resume' ? { status: 403, body: { message: 'lost' } } : given;
  });
  expect([code, (await stores.control.get('bog'))?.state, await stateOf(local)]).toEqual([3, 'open', 'stopped']);
  expect(stderr.at(-1)).toMatch(
    /; the crawl is moved, continue it with: npx thresher resume --target aws --stack \S+ --region \S+ --name bog$/,
  );
});

test.each(['create', 'load-frontier'])(
  'an interruption during %s is no error, and the move can be repeated',
  async (during) => {
    const user = new AbortController();
    const interrupt: Answer = async (action, answer) => {
      if (action === during) user.abort();
      return answer();
    };
    const { code, stderr } = await move([], {}, interrupt, user.signal);
    expect([code, stderr.at(-1)]).toEqual([130, expect.stringMatching(/^the crawl is paused in the stack until /)]);
    expect([(await stores.control.get('bog'))?.state, await stateOf(local)]).not.toContain('stopped');
    expect((await move()).code).toBe(0);
  },
);
