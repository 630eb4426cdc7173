import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Capture } from '../../../shared/fetch/warc/capture.ts';
import { type CaptureLimits, createCaptureWriter, objectKey } from '../../../shared/fetch/warc/capture-writer.ts';
import { readCaptures } from '../../../shared/fetch/warc/warc-read.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteQueue } from '../../../shared/local/sqlite-queue.ts';
import type { ObjectMessage } from '../../../shared/ports/messages.ts';
import type { Objects } from '../../../shared/ports/objects.ts';
import type { Url } from '../../../shared/url/url.ts';
import { fakeClock, settled } from '../../fake-clock.ts';
import { seededRandom } from '../../frontier/seeded-random.ts';
import { longTest } from '../../long-test.ts';
import { memoryObjects } from '../../memory-objects.ts';

const LIMITS: CaptureLimits = {
  maxPages: 5,
  maxBytes: 1 << 20,
  maxBodyBytes: 1 << 24,
  minWaitMs: 1_000,
  maxWaitMs: 15_000,
};

function capture(page: string | number, body = `<p>page ${page}</p>`): Capture {
  return {
    url: `http://a.example/${page}` as Url,
    fetchedAt: Date.UTC(2026, 0, 1),
    status: 200,
    statusText: 'OK',
    httpVersion: '1.1',
    requestHeaders: [['Host', 'a.example']],
    headers: [['Content-Type', 'text/html']],
    body: Buffer.from(body),
    truncated: false,
    address: '127.0.0.1',
    record: 'response',
    payloadDigest: 'ab'.repeat(32),
    note: { depth: 0, class: 3 },
  };
}

function world(limits = LIMITS) {
  const clock = fakeClock(Date.UTC(2026, 0, 31, 23, 59, 0));
  const objects = memoryObjects();
  const rules = { retentionMs: 3_600_000, maxReceives: 3, hasDeadLetters: true };
  const captures = sqliteQueue<ObjectMessage>(openDatabase(':memory:'), 'captures', clock, rules);
  const log: string[] = [];
  /** The buffer of each object, with its length when it was stored. */
  const buffers: { buffer: ArrayBufferLike; bytes: number }[] = [];
  const faults = { put: false, send: false };
  const watched: Objects = {
    ...objects,
    async put(key, bytes, options) {
      log.push(`put ${options?.ifAbsent ? 'new' : 'over'}`);
      buffers.push({ buffer: bytes.buffer, bytes: bytes.buffer.byteLength });
      if (faults.put) throw new Error('disk full');
      await objects.put(key, bytes, options);
    },
  };
  const send = async (messages: readonly ObjectMessage[]) => {
    log.push('sent');
    if (faults.send) throw new Error('queue away');
    await captures.send(messages);
  };
  const ports = { objects: watched, captures: { ...captures, send }, clock, random: seededRandom() };
  const run = createCaptureWriter('plants', { software: 'Thresher/test' }, ports, limits);
  /** Returns the keys and pages of all objects, in the order of their messages. */
  const sentObjects = async () => {
    const deliveries = await captures.receive(100, 0);
    const keys = [...deliveries]
      .sort((a, b) => Number(a.receipt) - Number(b.receipt))
      .map(({ message }) => message.key);
    const pages = keys.map(async (key) => {
      const found = [...readCaptures((await objects.get(key))!, key)];
      return found.map((one) => (one.kind === 'capture' ? one.capture.url.split('/').at(-1) : one.detail));
    });
    return { keys, pages: await Promise.all(pages) };
  };
  return { run, ports, objects, clock, log, buffers, faults, sentObjects };
}

/** Returns `waiting`, `settled` or the message of the rejection. */
function stateOf(promise: Promise<void>): () => string {
  let state = 'waiting';
  promise.then(
    () => {
      state = 'settled';
    },
    (error: Error) => {
      state = error.message;
    },
  );
  return () => state;
}

test.each([
  [undefined, 'RFC 9309'],
  [['a.example', 'b.example:81'], 'RFC 9309; ignored on a.example, b.example:81'],
])('an archive object starts with the crawler and its rules (robots.txt ignored on %j)', async (hosts, robots) => {
  const { ports, objects } = world();
  const crawler = { software: 'Thresher/1', userAgent: 'Bogbot/1.0 (+https://a.example)' };
  const run = createCaptureWriter('plants', { ...crawler, ...(hosts && { ignoresRobotsOf: hosts }) }, ports, LIMITS);
  const visit = run.startVisit();
  visit.add(capture(1));
  await visit.flush(0);
  const keys: string[] = [];
  for await (const key of objects.list('raw/')) keys.push(key);
  const info = gunzipSync((await objects.get(keys[0]!))!)
    .toString()
    .split('\r\n\r\n')[1];
  expect(info?.split('\r\n')).toEqual([
    'software: Thresher/1',
    'format: WARC File Format 1.1',
    'conformsTo: http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/',
    'http-header-user-agent: Bogbot/1.0 (+https://a.example)',
    `robots: ${robots}`,
    'isPartOf: plants',
  ]);
});

test('an object of imported captures does not say that they obey robots.txt', async () => {
  const { ports, objects } = world();
  const run = createCaptureWriter('plants', { software: 'Thresher/test', isImport: true }, ports, LIMITS);
  const visit = run.startVisit();
  visit.add(capture(1));
  await visit.flush(0);
  for await (const key of objects.list('raw/')) {
    const text = gunzipSync((await objects.get(key))!).toString();
    expect(text).toContain('description: captures imported from other archives\r\n');
    expect(text).not.toContain('robots:');
  }
});

describe('an archive object', () => {
  test('is filled by several visits together', async () => {
    const { run, sentObjects } = world();
    const [one, two] = [run.startVisit(), run.startVisit()];
    one.add(capture(1));
    two.add(capture(2));
    one.add(capture(3));
    await Promise.all([one.flush(0), two.flush(0)]);
    expect((await sentObjects()).pages).toEqual([['1', '2', '3']]);
  });

  test('is closed when the bodies in it reach their limit, however well they compress', async () => {
    const { run, sentObjects } = world({ ...LIMITS, maxBodyBytes: 200_000 });
    const visit = run.startVisit();
    for (let page = 1; page < 4; page++) visit.add(capture(page, 'x'.repeat(100_000)));
    await visit.flush(0);
    expect((await sentObjects()).pages).toEqual([['1', '2'], ['3']]);
  });

  test('is closed when its files that are no text reach their limit', async () => {
    const { run, sentObjects } = world({ ...LIMITS, maxFileBytes: 2_000 });
    const visit = run.startVisit();
    const pdf = (page: number): Capture => ({
      ...capture(page, 'x'.repeat(1_000)),
      headers: [['content-type', 'application/pdf']],
    });
    for (const one of [capture(1, 'x'.repeat(3_000)), pdf(2), capture(3), pdf(4), pdf(5)]) visit.add(one);
    await visit.flush(0);
    expect((await sentObjects()).pages).toEqual([['1', '2', '3', '4'], ['5']]);
  });

  test('has a unique key by crawl and day and overwrites no other object', async () => {
    const { run, sentObjects, clock, log } = world();
    for (let i = 0; i < 2; i++) {
      const part = run.startVisit();
      part.add(capture(i));
      await part.flush(0);
      await clock.advance(60_000);
    }
    const { keys } = await sentObjects();
    expect(keys.map((key) => key.replace(/\d{6}-id\d+/, '*'))).toEqual([
      'raw/plants/2026/01/31/*.warc.gz',
      'raw/plants/2026/02/01/*.warc.gz',
    ]);
    expect(new Set(keys).size).toBe(2);
    expect(log.filter((word) => word.startsWith('put'))).toEqual(['put new', 'put new']);
  });

  test('is stored before its message is sent', async () => {
    const { run, log } = world();
    const part = run.startVisit();
    part.add(capture(1));
    await part.flush(0);
    expect(log).toEqual(['put new', 'sent']);
  });

  longTest('leaves its buffer to the next object, unless a long body made it too large', async () => {
    const { run, buffers } = world();
    for (const bytes of [100, 100, 17 << 20, 100]) {
      const part = run.startVisit();
      part.add({ ...capture(1), body: randomBytes(bytes) });
      await part.flush(0);
    }
    const [first, second, long, last] = buffers;
    expect(second!.buffer).toBe(first!.buffer);
    expect(long!.bytes).toBeGreaterThan(17 << 20);
    expect(last!.bytes).toBe(first!.bytes);
  });

  longTest('frees smaller buffers when it grows, and its own once it is stored', async () => {
    const { run, buffers } = world();
    for (const bytes of [100, 17 << 20]) {
      const visit = run.startVisit();
      visit.add({ ...capture(1), body: randomBytes(bytes) });
      await visit.flush(0);
    }
    expect(buffers.map(({ bytes, buffer }) => [bytes > 0, buffer.byteLength])).toEqual([
      [true, 0],
      [true, 0],
    ]);
  });

  test('that a continuing visit hands over is filled for the given time, without a wait of the visit', async () => {
    const { run, clock, sentObjects } = world({ ...LIMITS, handOverMs: 10_000 });
    const visit = run.startVisit();
    visit.add(capture(1));
    visit.handOver(1_000);
    await clock.advance(9_999);
    visit.add(capture(2));
    await clock.advance(1);
    await settled();
    visit.add(capture(3));
    await visit.flush(0);
    expect((await sentObjects()).pages).toEqual([['1', '2'], ['3']]);
  });

  test('is not written if nothing was fetched', async () => {
    const { run, log } = world();
    await run.startVisit().flush(5_000);
    expect(log).toEqual([]);
  });
});

describe('an object is closed', () => {
  test('at once if no other visit is fetching', async () => {
    const { run, sentObjects, clock } = world();
    const part = run.startVisit();
    part.add(capture(1));
    await part.flush(15_000);
    expect((await sentObjects()).pages).toEqual([['1']]);
    expect(clock.sleepers()).toBe(0);
  });

  test('when it has the maximum number of pages, while visits continue', async () => {
    const { run, sentObjects, clock } = world();
    const part = run.startVisit();
    for (let i = 0; i < 12; i++) part.add(capture(i));
    await settled();
    expect((await sentObjects()).pages.map((pages) => pages.length)).toEqual([5, 5]);
    await part.flush(0);
    expect((await sentObjects()).pages.map((pages) => pages.length)).toEqual([5, 5, 2]);
    expect(clock.sleepers()).toBe(0);
  });

  test('when it has the maximum number of bytes', async () => {
    const { run, sentObjects } = world({ ...LIMITS, maxBytes: 1_500 });
    const part = run.startVisit();
    part.add(capture(1));
    part.add(capture(2, [...Array(4_000).keys()].map((n) => (n * n * 7919).toString(36)).join('')));
    part.add(capture(3));
    await part.flush(0);
    expect((await sentObjects()).pages).toEqual([['1', '2'], ['3']]);
  });

  test.each([
    [0, 1_000],
    [4_000, 4_000],
    [60_000, 15_000],
  ])('when a finished visit has waited: a pause of %i ms waits %i ms', async (pauseMs, waitMs) => {
    const { run, sentObjects, clock } = world();
    const [done, slow] = [run.startVisit(), run.startVisit()];
    done.add(capture(1));
    slow.add(capture(2));
    const state = stateOf(done.flush(pauseMs));
    await clock.advance(waitMs - 1);
    expect(state()).toBe('waiting');
    expect((await sentObjects()).pages).toEqual([]);
    await clock.advance(1);
    expect(state()).toBe('settled');
    expect((await sentObjects()).pages).toEqual([['1', '2']]);
    slow.add(capture(3));
    await slow.flush(0);
    expect((await sentObjects()).pages).toEqual([['1', '2'], ['3']]);
  });

  test('when other visits fill it before the wait is over', async () => {
    const { run, clock } = world();
    const [done, busy] = [run.startVisit(), run.startVisit()];
    done.add(capture(0));
    const state = stateOf(done.flush(15_000));
    for (let i = 1; i < 5; i++) busy.add(capture(i));
    await settled();
    expect(state()).toBe('settled');
    expect(clock.sleepers()).toBe(0);
  });

  test('when the last other visit ends, even if it fails or fetched nothing', async () => {
    for (const end of ['flush', 'abandon'] as const) {
      const { run, sentObjects } = world();
      const [done, other] = [run.startVisit(), run.startVisit()];
      done.add(capture(1));
      const state = stateOf(done.flush(15_000));
      await settled();
      expect(state()).toBe('waiting');
      void other[end](0);
      await settled();
      expect(state()).toBe('settled');
      expect((await sentObjects()).pages).toEqual([['1']]);
    }
  });

  test('for all waiting visits once the first wait is over', async () => {
    const { run, clock } = world();
    const [long, short, busy] = [run.startVisit(), run.startVisit(), run.startVisit()];
    for (const [i, part] of [long, short, busy].entries()) part.add(capture(i));
    const states = [stateOf(long.flush(15_000)), stateOf(short.flush(2_000))];
    await clock.advance(2_000);
    expect(states.map((state) => state())).toEqual(['settled', 'settled']);
    expect(clock.sleepers()).toBe(0);
    busy.abandon();
  });
});

describe('the captures of a visit', () => {
  test('are flushed once all their objects are stored, not only the last', async () => {
    const { run, sentObjects } = world({ ...LIMITS, maxPages: 2 });
    const part = run.startVisit();
    for (let i = 0; i < 5; i++) part.add(capture(i));
    await part.flush(0);
    expect((await sentObjects()).pages).toEqual([['0', '1'], ['2', '3'], ['4']]);
  });

  test('do not wait for an object without any of them', async () => {
    const { run, clock } = world({ ...LIMITS, maxPages: 2 });
    const [mine, other] = [run.startVisit(), run.startVisit()];
    mine.add(capture(1));
    mine.add(capture(2));
    other.add(capture(3));
    const state = stateOf(mine.flush(15_000));
    await settled();
    expect(state()).toBe('settled');
    expect(clock.sleepers()).toBe(0);
    other.abandon();
  });

  test('may be abandoned twice and count once', async () => {
    const { run } = world();
    const [failed, other] = [run.startVisit(), run.startVisit()];
    failed.abandon();
    failed.abandon();
    other.add(capture(1));
    const third = run.startVisit();
    const state = stateOf(other.flush(15_000));
    await settled();
    expect(state()).toBe('waiting');
    third.abandon();
    await settled();
    expect(state()).toBe('settled');
  });
});

describe.each(['put', 'send'] as const)('an object whose %s fails', (step) => {
  const message = step === 'put' ? 'disk full' : 'queue away';

  test('fails every visit with captures in it, and no other', async () => {
    const { run, faults } = world({ ...LIMITS, maxPages: 3 });
    const [one, two, other] = [run.startVisit(), run.startVisit(), run.startVisit()];
    faults[step] = true;
    one.add(capture(1));
    two.add(capture(2));
    one.add(capture(3));
    await settled();
    faults[step] = false;
    other.add(capture(4));
    two.add(capture(5));
    const states = [one, two, other].map((part) => stateOf(part.flush(1_000)));
    await settled();
    expect(states.map((state) => state())).toEqual([message, message, 'settled']);
  });

  test('fails the visits that wait for it when their wait is over', async () => {
    const { run, faults, clock } = world();
    const [one, two, busy] = [run.startVisit(), run.startVisit(), run.startVisit()];
    faults[step] = true;
    one.add(capture(1));
    two.add(capture(2));
    const states = [stateOf(one.flush(3_000)), stateOf(two.flush(9_000))];
    await clock.advance(3_000);
    expect(states.map((state) => state())).toEqual([message, message]);
    expect(clock.sleepers()).toBe(0);
    busy.abandon();
  });

  test('is not used again: later visits get a new one', async () => {
    const { run, faults, sentObjects } = world();
    const first = run.startVisit();
    faults[step] = true;
    first.add(capture(1));
    await expect(first.flush(0)).rejects.toThrow(message);
    faults[step] = false;
    const second = run.startVisit();
    second.add(capture(2));
    await second.flush(0);
    expect((await sentObjects()).pages).toEqual([['2']]);
  });

  test('causes no unhandled rejection if all its visits were abandoned', async () => {
    const { run, faults } = world();
    const part = run.startVisit();
    faults[step] = true;
    part.add(capture(1));
    part.abandon();
    await settled();
  });
});

test('object keys contain the UTC date and time', () => {
  expect(
    objectKey({
      stage: 'clean',
      crawl: 'plants',
      now: Date.UTC(2026, 1, 3, 23, 59, 7),
      run: 'run',
      ending: 'jsonl.zst',
    }),
  ).toBe('clean/plants/2026/02/03/235907-run.jsonl.zst');
});
