import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { OBJECT_QUEUE_RULES } from '../../../../cli/run/wiring.ts';
import type { CrawlExit } from '../../../../cli/serve/crawls/crawl-process.ts';
import { type CrawlRunsPorts, createCrawlRuns } from '../../../../cli/serve/crawls/crawl-runs.ts';
import { MAX_REFUNDS } from '../../../../shared/local/sqlite-queue.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  return () => void vi.useRealTimers();
});

const DONE: CrawlExit = { code: 0, hasStatus: true };
const CRASHED: CrawlExit = { code: null, hasStatus: false };

/** Runs whose processes end when the test says so. */
function open(change: Partial<CrawlRunsPorts> = {}) {
  const begun: string[] = [];
  const stopped: string[] = [];
  const lines: string[] = [];
  const closed = new Set<string>();
  let isLocked = false;
  let processed = 0;
  let end: (exit: CrawlExit) => void = () => undefined;
  const runs = createCrawlRuns({
    begin(crawl, onLine) {
      begun.push(crawl);
      onLine(`log of ${crawl}`);
      const ended = new Promise<CrawlExit>((resolve) => {
        end = resolve;
      });
      return {
        stop() {
          stopped.push(crawl);
          end({ code: 130, hasStatus: true });
        },
        ended,
      };
    },
    isFolderLocked: () => isLocked,
    isOpen: async (crawl) => !closed.has(crawl),
    countProcessed: async () => processed,
    log: (line) => lines.push(line),
    now: Date.now,
    ...change,
  });
  onTestFinished(() => runs.close());
  const passed = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
  return {
    ...{ runs, begun, stopped, lines, closed, passed },
    lock: (locked: boolean) => {
      isLocked = locked;
    },
    progress: () => void processed++,
    async ends(exit: CrawlExit) {
      end(exit);
      await passed();
    },
  };
}

test('runs one crawl at a time, in the order of the requests', async () => {
  const { runs, begun, passed, ends } = open();
  for (const crawl of ['bog', 'fen', 'moor']) {
    runs.start(crawl);
    await passed(1);
  }
  expect(begun).toEqual(['bog']);
  expect(['bog', 'fen', 'moor'].map((crawl) => runs.runOf(crawl))).toMatchObject([
    { state: 'running' },
    { state: 'waiting', waitsFor: 'crawl' },
    { state: 'waiting', waitsFor: 'crawl' },
  ]);
  await ends(DONE);
  expect([runs.runOf('bog')?.state, runs.running()]).toEqual(['ended', 'fen']);
  await ends(DONE);
  await ends(DONE);
  expect(begun).toEqual(['bog', 'fen', 'moor']);
  expect(runs.running()).toBeUndefined();
});

test('a repeated request starts no second process, and a crawl that ended is not started again by itself', async () => {
  const { runs, begun, passed, ends } = open();
  runs.start('bog');
  runs.start('bog');
  await passed();
  await ends({ code: 4, hasStatus: true });
  await passed(10_000_000);
  expect([begun, runs.runOf('bog')]).toEqual([['bog'], { state: 'ended', since: expect.any(String) }]);
});

test('a request during a run is followed by another run, unless the crawl was paused since', async () => {
  const { runs, begun, passed, ends } = open();
  runs.start('bog');
  await passed();
  runs.start('bog');
  await ends(DONE);
  expect(begun).toEqual(['bog', 'bog']);
  runs.start('bog');
  runs.cancel('bog');
  await ends(DONE);
  expect(begun).toEqual(['bog', 'bog']);
});

test('waits while another process uses the folder', async () => {
  const { runs, begun, passed, lock } = open();
  lock(true);
  runs.start('bog');
  await passed(5_000);
  expect([begun, runs.runOf('bog')]).toMatchObject([[], { state: 'waiting', waitsFor: 'folder' }]);
  lock(false);
  await passed(1_000);
  expect(begun).toEqual(['bog']);
});

test('starts a crawl whose process died again after pauses, three times, then reports it with its output', async () => {
  const { runs, begun, passed, ends, lines } = open();
  runs.start('bog');
  await passed();
  for (const pauseMs of [5_000, 30_000, 120_000]) {
    await ends(CRASHED);
    expect(runs.runOf('bog')).toMatchObject({ state: 'waiting', waitsFor: 'restart', output: ['log of bog'] });
    await passed(pauseMs - 1_000);
    const before = begun.length;
    await passed(2_000);
    expect(begun.length).toBe(before + 1);
  }
  await ends({ code: 3, hasStatus: false });
  await passed(10_000_000);
  expect(begun).toHaveLength(4);
  expect(runs.runOf('bog')).toMatchObject({ state: 'failed', restarts: 3, output: ['log of bog'] });
  expect(lines.at(-1)).toBe('bog: failed after 3 restarts; it is not started again');
  runs.start('bog');
  await passed();
  expect(begun).toHaveLength(5);
});

/** Number of kills without progress after which each page and message that ends the process is left out. */
const KILLS = MAX_REFUNDS + OBJECT_QUEUE_RULES.maxReceives;

test('starts a crawl that a signal ends again until the message that ends the process is a dead letter', async () => {
  const { runs, begun, passed, ends } = open();
  runs.start('bog');
  await passed();
  for (let i = 0; i < KILLS; i++) {
    await ends({ ...CRASHED, isKilled: true });
    expect(runs.runOf('bog')).toMatchObject({ state: 'waiting', waitsFor: 'restart' });
    await passed(121_000);
  }
  expect(begun).toHaveLength(KILLS + 1);
  await ends({ ...CRASHED, isKilled: true });
  await passed(10_000_000);
  expect([begun.length, runs.runOf('bog')]).toMatchObject([KILLS + 1, { state: 'failed', restarts: KILLS }]);
});

const KILLED = { ...CRASHED, isKilled: true };

test('restarts count from the last processed object on if runs are killed', async () => {
  const { runs, passed, ends, progress } = open();
  runs.start('bog');
  await passed();
  for (let page = 1; page <= 3; page++) {
    for (let i = 1; i <= KILLS; i++) {
      if (i === 1) progress();
      await ends(KILLED);
      expect(runs.runOf('bog')).toMatchObject({ state: 'waiting', restarts: i });
      await passed(121_000);
    }
  }
  await ends(KILLED);
  expect(runs.runOf('bog')).toMatchObject({ state: 'failed', restarts: KILLS });
});

test('a crawl whose runs fail with an exit code is not started again without end, although each processes an object', async () => {
  const { runs, begun, passed, ends, progress } = open();
  runs.start('bog');
  await passed();
  for (let i = 0; i <= 3; i++) {
    progress();
    await ends({ code: 3, hasStatus: false });
    await passed(121_000);
  }
  expect([begun.length, runs.runOf('bog')]).toMatchObject([4, { state: 'failed', restarts: 3 }]);
});

test('a run whose progress cannot be read has made none', async () => {
  let reads = 0;
  const { runs, passed, ends } = open({
    async countProcessed() {
      if (++reads % 2 === 0) throw new Error('damaged');
      return reads;
    },
  });
  runs.start('bog');
  await passed();
  for (let i = 1; i <= 3; i++) {
    await ends(KILLED);
    expect(runs.runOf('bog')).toMatchObject({ state: 'waiting', restarts: i });
    await passed(121_000);
  }
});

test('a failure without a signal counts those with one, too', async () => {
  const { runs, passed, ends } = open();
  runs.start('bog');
  await passed();
  for (let i = 0; i < 5; i++) {
    await ends({ ...CRASHED, isKilled: true });
    await passed(121_000);
  }
  await ends(CRASHED);
  expect(runs.runOf('bog')).toMatchObject({ state: 'failed', restarts: 5 });
});

test('a failure after an hour counts as the first one', async () => {
  const { runs, passed, ends } = open();
  runs.start('bog');
  await passed();
  await ends(CRASHED);
  await passed(6_000);
  await passed(3_600_000);
  await ends(CRASHED);
  expect(runs.runOf('bog')).toMatchObject({ state: 'waiting', restarts: 1 });
});

test('another crawl runs while one waits after a failure', async () => {
  const { runs, begun, passed, ends } = open();
  runs.start('bog');
  runs.start('fen');
  await passed();
  await ends(CRASHED);
  await passed(1_000);
  expect(begun).toEqual(['bog', 'fen']);
});

test('a crawl that cannot run is not started again', async () => {
  const { runs, begun, passed, ends } = open();
  runs.start('bog');
  await passed();
  await ends({ code: 2, hasStatus: false });
  await passed(10_000_000);
  expect([begun, runs.runOf('bog')]).toMatchObject([['bog'], { state: 'failed', output: ['log of bog'] }]);
});

test('a crawl that is paused before or while its process starts has not failed', async () => {
  const { runs, begun, passed, ends, closed } = open();
  runs.start('bog');
  await passed();
  closed.add('bog');
  await ends({ code: 2, hasStatus: false });
  expect(runs.runOf('bog')?.state).toBe('ended');
  runs.start('bog');
  await passed(1_000);
  expect([begun, runs.runOf('bog')]).toEqual([['bog'], undefined]);
});

test('stops the process when the server closes, and starts no other', async () => {
  const { runs, begun, stopped, passed } = open();
  runs.start('bog');
  runs.start('fen');
  await passed();
  await runs.close();
  await passed(10_000);
  expect([begun, stopped, runs.runOf('bog')?.state]).toEqual([['bog'], ['bog'], 'ended']);
});

test('keeps the last 20 lines of a log', async () => {
  const { runs, passed, ends } = open({
    begin: (_, onLine) => {
      for (let n = 1; n <= 30; n++) onLine(`${n}${'x'.repeat(1_000)}`);
      return { stop: () => undefined, ended: Promise.resolve(CRASHED) };
    },
  });
  runs.start('bog');
  await passed();
  await ends(CRASHED);
  const { output } = runs.runOf('bog')!;
  expect([output!.length, output![0]!.slice(0, 3), output![0]!.length]).toEqual([20, '11x', 500]);
});
