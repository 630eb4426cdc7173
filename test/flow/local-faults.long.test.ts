/** Faults of this machine while it requests or processes pages: no host, no URL and no object is charged with them. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startThresher } from './child.ts';
import { headsOf, leftovers, withStores } from './remains.ts';
import { startThreeHosts, type ThreeHosts } from './three-hosts.ts';

let three: ThreeHosts;
beforeEach(async () => {
  three = await startThreeHosts();
});
afterEach(() => three.close());

test.each([
  ['EMFILE', '; raise the limit (`ulimit -n`), or lower `concurrency`'],
  ['EADDRNOTAVAIL', ''],
])('a crawl that meets %s says so once, and fetches every page without a failure', async (code, advice) => {
  // More than the failures of a host after which it counts as down.
  const env = { LOCAL_FAULT: code, LOCAL_FAULTS: '9' };
  const options = ['--import', './test/flow/preloads/local-fault.mjs'];
  const ended = await startThresher(three.crawl(0), { options, env }).ended;
  expect(ended.err).toBe(`error, will be retried: this machine cannot send requests (connect ${code})${advice}\n`);
  expect(ended.code).toBe(0);
  const status = JSON.parse(ended.out) as { outcomes: Record<string, number> };
  expect(status).toMatchObject({ state: 'done', urls: three.wholeCrawl() });
  expect(status.outcomes['failed']).toBeUndefined();
  expect(
    (await withStores(three.dir, (stores) => headsOf('three', stores))).every(({ attempts }) => attempts === 0),
  ).toBe(true);
});

test('a crawl that meets EMFILE without end says so, ends with exit code 3, and goes on when run again', async () => {
  // Ten minutes pass in a minute. A stall of less than twelve seconds does not start the ten minutes anew.
  const clock = { CLOCK_SPEED: '10', CLOCK_START: `${Date.now()}` };
  const env = { LOCAL_FAULT: 'EMFILE', LOCAL_FAULTS: '1000000000', ...clock };
  const options = ['fast-clock', 'local-fault'].flatMap((name) => ['--import', `./test/flow/preloads/${name}.mjs`]);
  const { code, err } = await startThresher(three.crawl(0), { options, env }).ended;
  expect(code).toBe(3);
  expect(err.trim().split('\n').slice(-2)).toEqual([
    expect.stringMatching(/^no page was fetched for 10 minutes: .*EMFILE\). Run the command again when this is fixed/),
    'too many open files (EMFILE); raise the limit (`ulimit -n`)',
  ]);
  const again = await startThresher(three.crawl(0)).ended;
  expect([again.code, JSON.parse(again.out)]).toEqual([0, expect.objectContaining({ urls: three.wholeCrawl() })]);
});

/** Starts a crawl whose stages cannot open their objects, by a clock that is 20 times as fast: a retry takes a quarter of a second. */
function startWithFaults(code: string, faults: number) {
  const env = { OBJECT_FAULT: code, OBJECT_FAULTS: `${faults}`, CLOCK_SPEED: '20', CLOCK_START: `${Date.now()}` };
  const options = ['fast-clock', 'object-fault'].flatMap((name) => ['--import', `./test/flow/preloads/${name}.mjs`]);
  return startThresher(three.crawl(0), { options, env }).ended;
}

test.each(['EMFILE', 'ENOMEM'])(
  'a crawl whose stages meet %s more often than an object may fail says so, and processes every page',
  async (code) => {
    const { code: exit, out, err } = await startWithFaults(code, 9);
    const lines = err.trim().split('\n');
    expect(
      lines.filter((line) => !/^error, will be retried: (?:captures|documents|records) of three: E/.test(line)),
    ).toEqual([]);
    expect([exit, JSON.parse(out)]).toEqual([0, expect.objectContaining({ state: 'done', urls: three.wholeCrawl() })]);
    expect(leftovers(three.dir)).toMatchObject({ messages: 0, deadLetters: 0 });
  },
);

test('a crawl whose stages meet EMFILE without end says so, ends with exit code 3, and goes on when run again', async () => {
  const { code, err } = await startWithFaults('EMFILE', 1e9);
  expect(code).toBe(3);
  expect(err.trim().split('\n').slice(-2)).toEqual([
    expect.stringMatching(
      /^no fetched page was processed for 10 minutes: captures of three: EMFILE.*Run the command again when this is fixed/,
    ),
    expect.stringMatching(/^too many open files: .*\(EMFILE\); raise the limit \(`ulimit -n`\)$/),
  ]);
  expect(leftovers(three.dir).deadLetters).toBe(0);
  const again = await startThresher(three.crawl(0)).ended;
  expect([again.code, JSON.parse(again.out)]).toEqual([0, expect.objectContaining({ urls: three.wholeCrawl() })]);
  expect(leftovers(three.dir)).toMatchObject({ messages: 0, deadLetters: 0 });
});
