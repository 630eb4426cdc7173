import { beforeEach, describe, expect, test } from 'vitest';
import type { Frontier, Head, HeadChange, HeadState, HostKey } from '../../shared/ports/frontier.ts';

/** A time that is not a whole second. */
const NOW = Date.UTC(2026, 0, 1) + 321;
const CRAWL = 'plants';
const LATER = NOW + 3_600_000;

const key = (host: string): HostKey => ({ crawl: CRAWL, host });
const A = key('a.example');
const idle: HeadChange = { state: 'idle', manifest: '', best: 7, counts: {} };
const ready: HeadChange = { ...idle, state: 'ready', due: NOW };
const text = (found: Uint8Array | undefined) => found && new TextDecoder().decode(found);
const bytes = (content: string) => new TextEncoder().encode(content);

/** Tests for every `Frontier`. `open` returns an empty one. */
export function frontierContract(open: () => Promise<Frontier>): void {
  let frontier: Frontier;
  beforeEach(async () => {
    frontier = await open();
  });

  const announce = async (host: string, now = NOW, best = 3, group = host) =>
    (await frontier.notifyHosts([{ ...key(host), group, best }], now))[0];

  const opened = async (host = A, now = NOW): Promise<Head> => {
    const answer = await frontier.open(host, now, host.host);
    if ('refused' in answer) throw new Error(`not opened: ${answer.refused}`);
    return answer.head;
  };

  /** Creates a host that was notified and visited once and is in this state. */
  const standing = async (change: HeadChange): Promise<Head> => {
    await announce(A.host);
    const { epoch } = await opened();
    expect(await frontier.commit(A, epoch, change)).toBe('committed');
    return (await frontier.getHead(A))!;
  };

  describe('notifyHosts', () => {
    test('creates a head for a new host: ready, due now, epoch from the clock in seconds', async () => {
      expect(await announce(A.host, NOW, 2, 'example')).toBe('notified');
      expect(await frontier.getHead(A)).toEqual({
        ...A,
        group: 'example',
        epoch: Math.floor(NOW / 1000),
        state: 'ready',
        manifest: '',
        inbox: 1,
        due: NOW,
        best: 2,
        attempts: 0,
        counts: {},
      });
    });

    test('makes an idle host without a due time ready', async () => {
      await standing(idle);
      expect(await announce(A.host, LATER)).toBe('notified');
      expect(await frontier.getHead(A)).toMatchObject({ state: 'ready', due: LATER, inbox: 2, best: 3 });
    });

    test('makes an idle host with a revisit date due at once', async () => {
      await standing({ ...idle, due: NOW + 7 * 86_400_000 });
      await announce(A.host, LATER);
      expect(await frontier.getHead(A)).toMatchObject({ state: 'ready', due: LATER });
    });

    test('keeps the due time of a ready host', async () => {
      const before = await standing({ ...ready, due: LATER });
      await announce(A.host, NOW + 5);
      expect(await frontier.getHead(A)).toEqual({ ...before, inbox: 2, best: 3 });
    });

    test('improves the best class of a ready host but never worsens it', async () => {
      await standing({ ...ready, best: 4 });
      await announce(A.host, NOW, 6);
      expect(await frontier.getHead(A)).toMatchObject({ best: 4, inbox: 2 });
      await announce(A.host, NOW, 1);
      expect(await frontier.getHead(A)).toMatchObject({ best: 1, inbox: 3 });
    });

    test('only increments the counter of a ready host if the links are of no better class', async () => {
      const before = await standing({ ...ready, best: 7 });
      expect(await announce(A.host, LATER, 7)).toBe('notified');
      expect(await frontier.getHead(A)).toEqual({ ...before, inbox: 2 });
    });

    test.each([
      ['before its due time', LATER + 1],
      ['at its due time', LATER],
    ])('is refused by a dead host %s, which stays unchanged', async (_when, due) => {
      const before = await standing({ ...idle, state: 'dead', due });
      expect(await announce(A.host, LATER)).toBe('refused');
      expect(await frontier.getHead(A)).toEqual(before);
    });

    test.each([
      ['without a due time', idle],
      ['with a revisit date', { ...idle, due: NOW + 7 * 86_400_000 }],
    ])('leaves an idle host %s alone if the entry is only for ready ones', async (_when, change) => {
      const before = await standing(change);
      const entry = { ...A, group: A.host, best: 3, onlyIfReady: true };
      expect(await frontier.notifyHosts([entry], LATER)).toEqual(['idle']);
      expect(await frontier.getHead(A)).toEqual(before);
    });

    test('notifies ready and new hosts of entries that are only for ready ones', async () => {
      await standing({ ...ready, best: 4 });
      const entries = ['a', 'b'].map((name) => ({
        ...key(`${name}.example`),
        group: name,
        best: 3,
        onlyIfReady: true,
      }));
      expect(await frontier.notifyHosts(entries, LATER)).toEqual(['notified', 'notified']);
      expect(await frontier.getHead(A)).toMatchObject({ state: 'ready', best: 3, inbox: 2 });
      expect(await frontier.getHead(key('b.example'))).toMatchObject({ state: 'ready', due: LATER, inbox: 1 });
    });

    test('is refused by a dead host for an entry that is only for ready ones', async () => {
      await standing({ ...idle, state: 'dead', due: LATER });
      const entry = { ...A, group: A.host, best: 3, onlyIfReady: true };
      expect(await frontier.notifyHosts([entry], LATER)).toEqual(['refused']);
    });

    test('keeps epoch, group, manifest, counts and attempts', async () => {
      await announce(A.host);
      const { epoch } = await opened();
      await frontier.commit(A, epoch, { ...idle, manifest: 'q1.1.1.1', counts: { fetched: 2 } });
      await announce(A.host, LATER, 3, 'another-group');
      const { epoch: second } = await opened(A, LATER);
      await announce(A.host, LATER + 1);
      expect(await frontier.getHead(A)).toMatchObject({
        group: A.host,
        epoch: second,
        attempts: 1,
        manifest: 'q1.1.1.1',
        counts: { fetched: 2 },
      });
    });

    test('counts and answers each entry of a batch', async () => {
      await standing({ ...idle, state: 'dead', due: LATER });
      const entries = ['b', 'a', 'b', 'c', 'b'].map((name) => ({
        ...key(`${name}.example`),
        group: `${name}.example`,
        best: 3,
      }));
      expect(await frontier.notifyHosts(entries, NOW)).toEqual([
        'notified',
        'refused',
        'notified',
        'notified',
        'notified',
      ]);
      expect((await frontier.getHead(key('b.example')))?.inbox).toBe(3);
    });

    test('loses no concurrent notification', async () => {
      await Promise.all(Array.from({ length: 20 }, (_, i) => announce(A.host, NOW, i % 8)));
      expect(await frontier.getHead(A)).toMatchObject({ inbox: 20, best: 0 });
    });

    test('accepts an empty batch', async () => {
      expect(await frontier.notifyHosts([], NOW)).toEqual([]);
    });
  });

  describe('notifyHosts with a limit of hosts per domain', () => {
    const entry = (host: string, maxHosts = 2, crawl = CRAWL) => ({
      ...{ crawl, host, group: host, best: 3 },
      domainLimit: { domain: host.replace(/^.*?\./, ''), maxHosts },
    });
    const announceAll = (hosts: string[], maxHosts = 2) =>
      frontier.notifyHosts(
        hosts.map((host) => entry(host, maxHosts)),
        NOW,
      );

    test('refuses further new hosts of a full domain, and creates no head', async () => {
      expect(await announceAll(['a1.trap', 'a2.trap'])).toEqual(['notified', 'notified']);
      expect(await announceAll(['a3.trap', 'a4.trap', 'b1.other'])).toEqual(['domain-full', 'domain-full', 'notified']);
      expect(await frontier.getHead(key('a3.trap'))).toBeUndefined();
      expect(await frontier.countHosts(CRAWL, 'trap')).toBe(2);
      expect(await frontier.countHosts(CRAWL, 'other')).toBe(1);
      expect(await frontier.countHosts('another', 'trap')).toBe(0);
    });

    test('admits no more hosts than the limit if workers announce hosts at the same time', async () => {
      const hosts = Array.from({ length: 30 }, (_, i) => `a${i >> 1}.trap`);
      const results = (await Promise.all(hosts.map((host) => announceAll([host], 10)))).flat();
      expect(new Set(hosts.filter((_, i) => results[i] === 'notified')).size).toBeLessThanOrEqual(10);
      const later = await announceAll([...new Set(hosts)], 10);
      // In DynamoDB fewer if a response is lost while another worker changes the count: `offer-places.test.ts` shows that places are given back.
      expect(later.filter((result) => result === 'notified').length).toBeLessThanOrEqual(10);
      expect(await frontier.countHosts(CRAWL, 'trap')).toBeLessThanOrEqual(10);
    });

    test('counts a host once if a call announces it several times', async () => {
      const hosts = ['a1.trap', 'a1.trap', 'a2.trap', 'a1.trap', 'a3.trap'];
      expect(await announceAll(hosts)).toEqual(['notified', 'notified', 'notified', 'notified', 'domain-full']);
      expect(await frontier.getHead(key('a1.trap'))).toMatchObject({ inbox: 3 });
      expect(await frontier.countHosts(CRAWL, 'trap')).toBe(2);
    });

    test('admits as many hosts of a call as the domain has places', async () => {
      await announceAll(['a1.trap', 'a2.trap'], 5);
      const hosts = Array.from({ length: 8 }, (_, i) => `b${i}.trap`);
      const results = await announceAll(hosts, 5);
      expect(results.slice(0, 3)).toEqual(['notified', 'notified', 'notified']);
      expect(new Set(results.slice(3))).toEqual(new Set(['domain-full']));
      expect(await frontier.countHosts(CRAWL, 'trap')).toBe(5);
    });

    test('notifies known hosts of a full domain, and does not count them again', async () => {
      await announceAll(['a1.trap', 'a2.trap', 'a3.trap']);
      expect(await announceAll(['a1.trap', 'a2.trap'])).toEqual(['notified', 'notified']);
      expect(await frontier.getHead(key('a1.trap'))).toMatchObject({ inbox: 2 });
      expect(await frontier.countHosts(CRAWL, 'trap')).toBe(2);
    });

    test('neither counts nor refuses a host of an entry without a limit', async () => {
      await announce('seed.trap');
      expect(await announceAll(['seed.trap', 'a1.trap', 'a2.trap', 'a3.trap'])).toEqual([
        ...['notified', 'notified', 'notified', 'domain-full'],
      ]);
      expect(await announce('late.trap')).toBe('notified');
      expect(await frontier.countHosts(CRAWL, 'trap')).toBe(2);
    });

    test('admits further hosts once the limit is higher, and none once it is lower', async () => {
      await announceAll(['a1.trap', 'a2.trap', 'a3.trap']);
      expect(await announceAll(['a3.trap', 'a4.trap'], 3)).toEqual(['notified', 'domain-full']);
      expect(await announceAll(['a3.trap', 'a4.trap'], 1)).toEqual(['notified', 'domain-full']);
      expect(await frontier.countHosts(CRAWL, 'trap')).toBe(3);
    });

    test('keeps the item of a refused host out of its inbox', async () => {
      await announceAll(['a1.trap', 'a2.trap']);
      const item = { ...key('a3.trap'), id: 'one', body: bytes('x'), announced: true };
      const [place] = await frontier.putInbox([item]);
      expect(await frontier.notifyHosts([{ ...entry('a3.trap'), place }], NOW)).toEqual(['domain-full']);
      if (place === undefined) await frontier.deleteInbox(item, ['one']);
      expect(await frontier.readInbox(item, 10)).toMatchObject({ items: [], end: true });
    });

    test('leaves domains out of the list of heads', async () => {
      await announceAll(['a1.trap']);
      const hosts: string[] = [];
      for await (const { host } of frontier.listHeads(CRAWL)) hosts.push(host);
      expect(hosts).toEqual(['a1.trap']);
    });
  });

  describe('open', () => {
    test('increments epoch and attempts and returns the updated head', async () => {
      await announce(A.host);
      const head = await opened();
      expect(head).toMatchObject({ epoch: Math.floor(NOW / 1000) + 1, attempts: 1, inbox: 1 });
      expect(await frontier.getHead(A)).toEqual(head);
      expect(await opened()).toMatchObject({ epoch: head.epoch + 1, attempts: 2 });
    });

    test.each<[string, HeadChange, number, string, string | undefined]>([
      ['opens a due host', ready, NOW, A.host, undefined],
      ['refuses a host before its due time', { ...ready, due: LATER }, LATER - 1, A.host, 'not-due'],
      ['opens a host at its due time', { ...ready, due: LATER }, LATER, A.host, undefined],
      ['refuses an idle host without a due time', idle, LATER, A.host, 'not-due'],
      ['opens an idle host at its revisit date', { ...idle, due: LATER }, LATER, A.host, undefined],
      ['refuses an idle host before its revisit date', { ...idle, due: LATER }, LATER - 1, A.host, 'not-due'],
      ['refuses a dead host without a due time', { ...idle, state: 'dead' }, LATER, A.host, 'not-due'],
      ['refuses a dead host before its due time', { ...idle, state: 'dead', due: LATER }, NOW, A.host, 'not-due'],
      ['opens a dead host at its due time', { ...idle, state: 'dead', due: LATER }, LATER, A.host, undefined],
      ['refuses a host for another group', ready, NOW, 'stranger.example', 'group'],
    ])('%s', async (_rule, change, now, group, refused) => {
      const before = await standing(change);
      const answer = await frontier.open(A, now, group);
      if (refused !== undefined) {
        expect(answer).toEqual({ refused });
        expect(await frontier.getHead(A)).toEqual(before);
      } else expect(answer).toEqual({ head: { ...before, epoch: before.epoch + 1, attempts: 1 } });
    });

    test('reports an unknown host as missing', async () => {
      expect(await frontier.open(A, NOW, A.host)).toEqual({ refused: 'missing' });
      expect(await frontier.getHead(A)).toBeUndefined();
    });

    test('gives concurrent opens different epochs', async () => {
      await announce(A.host);
      const heads = await Promise.all(Array.from({ length: 8 }, () => opened()));
      expect(new Set(heads.map(({ epoch }) => epoch)).size).toBe(8);
    });
  });

  describe('commit', () => {
    test('writes the change and clears the crash marker', async () => {
      await announce(A.host);
      await opened();
      const { epoch } = await opened();
      await frontier.setCrashMarker(A, epoch, 'http://a.example/x');
      await frontier.isolate(A, epoch, 2);
      const counts = { fetched: 3, 'refused.robots': 1 };
      const change: HeadChange = { state: 'ready', due: LATER, manifest: 'qtn3k2a.1.2s.3', best: 3, counts };
      expect(await frontier.commit(A, epoch, change)).toBe('committed');
      expect(await frontier.getHead(A)).toEqual({ ...A, group: A.host, epoch, inbox: 1, attempts: 0, ...change });
    });

    test('clears the due time if the change has none', async () => {
      expect(await standing(idle)).not.toHaveProperty('due');
    });

    test('changes nothing if another worker opened the head since', async () => {
      await announce(A.host);
      const { epoch } = await opened();
      const second = await opened();
      expect(await frontier.commit(A, epoch, { ...idle, manifest: 'p1.1.1.1' })).toBe('epoch-lost');
      expect(await frontier.commit(A, epoch, { ...idle, inbox: 1 })).toBe('epoch-lost');
      expect(await frontier.commit(A, epoch, { ...idle, inbox: 99 })).toBe('epoch-lost');
      expect(await frontier.getHead(A)).toEqual(second);
    });

    test('fails for an unknown host', async () => {
      expect(await frontier.commit(A, 1, idle)).toBe('epoch-lost');
      expect(await frontier.getHead(A)).toBeUndefined();
    });

    test('fails if the expected inbox counter changed, and succeeds without it', async () => {
      await announce(A.host);
      const head = await opened();
      await announce(A.host, NOW + 1);
      expect(await frontier.commit(A, head.epoch, { ...idle, inbox: head.inbox })).toBe('inbox-moved');
      expect(await frontier.getHead(A)).toMatchObject({ state: 'ready', inbox: 2, attempts: 1 });
      expect(await frontier.commit(A, head.epoch, { ...ready, manifest: 'p1.1.1.1' })).toBe('committed');
      expect(await frontier.getHead(A)).toMatchObject({ state: 'ready', inbox: 2, manifest: 'p1.1.1.1' });
    });

    test('succeeds if the expected inbox counter is unchanged', async () => {
      await announce(A.host);
      const head = await opened();
      expect(await frontier.commit(A, head.epoch, { ...idle, inbox: head.inbox })).toBe('committed');
      expect(await frontier.getHead(A)).toMatchObject({ state: 'idle', inbox: 1 });
    });

    test.each<HeadState>(['ready', 'dead'])('without a due time keeps a %s host closed', async (state) => {
      expect(await standing({ ...idle, state })).not.toHaveProperty('due');
      expect(await frontier.open(A, LATER, A.host)).toEqual({ refused: 'not-due' });
    });

    test('stores the removal window until a commit without one', async () => {
      const removals = { since: NOW, requested: 7, gone: 3, removed: 2 };
      await standing({ ...ready, removals });
      const head = await opened();
      expect(head).toMatchObject({ counts: {}, removals });
      await frontier.commit(A, head.epoch, ready);
      expect(await frontier.getHead(A)).not.toHaveProperty('removals');
    });

    test('keeps any text in manifest and counts', async () => {
      const counts = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`failed.reason-${i}`, i]));
      expect(await standing({ ...ready, manifest: 'q1.2.3.4 '.repeat(90).trim(), counts })).toMatchObject({ counts });
    });
  });

  describe('crash markers and isolation', () => {
    test('keeps a crash marker across visits until a commit', async () => {
      await announce(A.host);
      const { epoch } = await opened();
      expect(await frontier.setCrashMarker(A, epoch, 'http://a.example/poison')).toBe(true);
      expect(await opened()).toMatchObject({ crashMarker: 'http://a.example/poison', attempts: 2 });
    });

    test('requires the current epoch', async () => {
      await announce(A.host);
      const { epoch } = await opened();
      const second = await opened();
      expect(await frontier.setCrashMarker(A, epoch, 'http://a.example/x')).toBe(false);
      expect(await frontier.isolate(A, epoch, 1)).toBe(false);
      expect(await frontier.setCrashMarker(key('none.example'), epoch, 'http://none.example/x')).toBe(false);
      expect(await frontier.isolate(key('none.example'), epoch, 1)).toBe(false);
      expect(await frontier.getHead(A)).toEqual(second);
      expect(await frontier.getHead(key('none.example'))).toBeUndefined();
    });

    test('isolates a host and refunds the attempt', async () => {
      await announce(A.host);
      await opened();
      const { epoch } = await opened();
      expect(await frontier.isolate(A, epoch, 2)).toBe(true);
      expect(await frontier.getHead(A)).toMatchObject({ alone: true, attempts: 1, due: NOW, state: 'ready' });
      await expect
        .poll(() => frontier.listDue(CRAWL, NOW, 10), { timeout: 120_000 })
        .toMatchObject([{ ...A, alone: true }]);
    });

    test('refunds an attempt once, however often the call is repeated', async () => {
      await announce(A.host);
      const first = await opened();
      for (let i = 0; i < 3; i++) expect(await frontier.isolate(A, first.epoch, first.attempts)).toBe(true);
      expect(await frontier.getHead(A)).toMatchObject({ alone: true, attempts: 0 });
      const second = await opened();
      for (let i = 0; i < 2; i++) expect(await frontier.isolate(A, second.epoch, second.attempts)).toBe(true);
      expect(await frontier.getHead(A)).toMatchObject({ alone: true, attempts: 0 });
    });

    test('refunds no attempt after the commit', async () => {
      const { epoch } = await standing(ready);
      expect(await frontier.isolate(A, epoch, 1)).toBe(false);
      expect(await frontier.getHead(A)).not.toHaveProperty('alone');
    });
  });

  describe('postpone', () => {
    test('changes the expected due time in either direction', async () => {
      await standing({ ...ready, due: LATER });
      expect(await frontier.postpone(A, LATER, LATER + 5)).toBe(true);
      expect((await frontier.getHead(A))?.due).toBe(LATER + 5);
      expect(await frontier.postpone(A, LATER + 5, NOW)).toBe(true);
      expect((await frontier.getHead(A))?.due).toBe(NOW);
    });

    test('succeeds again with the same time', async () => {
      await standing({ ...ready, due: LATER });
      for (let i = 0; i < 2; i++) expect(await frontier.postpone(A, LATER, LATER + 5)).toBe(true);
      expect((await frontier.getHead(A))?.due).toBe(LATER + 5);
    });

    test('keeps other due times and unknown hosts', async () => {
      const before = await standing({ ...ready, due: LATER });
      expect(await frontier.postpone(A, NOW, LATER + 5)).toBe(false);
      expect(await frontier.getHead(A)).toEqual(before);
      expect(await frontier.postpone(key('none.example'), NOW, LATER)).toBe(false);
      expect(await frontier.getHead(key('none.example'))).toBeUndefined();
    });
  });

  describe('listDue', () => {
    const dueHosts = async (now: number, limit: number) =>
      (await frontier.listDue(CRAWL, now, limit)).map(({ host }) => host);

    test('lists due hosts with the data for dispatch', async () => {
      await announce(A.host, NOW, 2, 'example');
      await announce('b.example', NOW + 1);
      await frontier.notifyHosts([{ crawl: 'another', host: 'c.example', group: 'c.example', best: 0 }], NOW);
      const due = { ...A, group: 'example', due: NOW, best: 2, alone: false, isStarted: false };
      await expect.poll(() => frontier.listDue(CRAWL, NOW, 10), { timeout: 120_000 }).toEqual([due]);
      await expect
        .poll(() => dueHosts(NOW + 1, 10).then((hosts) => hosts.sort()), { timeout: 120_000 })
        .toEqual([A.host, 'b.example']);
      expect(await dueHosts(NOW - 1, 10)).toEqual([]);
    });

    test('reports a host with a manifest as started', async () => {
      await standing({ ...ready, manifest: 'q1.1.1.1' });
      await announce('b.example');
      const started = async () =>
        (await frontier.listDue(CRAWL, NOW, 10)).map((one) => [one.host, one.isStarted]).sort();
      await expect.poll(started, { timeout: 120_000 }).toEqual([
        [A.host, true],
        ['b.example', false],
      ]);
    });

    test('finds the best class behind any number of longer-due hosts', async () => {
      const many = Array.from({ length: 400 }, (_, i) => ({
        ...key(`m${i}.example`),
        group: `m${i}.example`,
        best: 5,
      }));
      await frontier.notifyHosts(many, NOW);
      await standing({ ...ready, due: NOW + 5, best: 6 });
      // One class was raised by an offer, the other by a commit: both are listed with the new class.
      await announce(A.host, NOW + 6, 1);
      await announce('b.example', NOW + 7, 6);
      const { epoch } = await opened(key('b.example'), NOW + 7);
      await frontier.commit(key('b.example'), epoch, { ...ready, due: NOW + 7, best: 0, manifest: 'q1.1.1.1' });
      const best = async () => (await dueHosts(NOW + 10, 8)).filter((host) => !host.startsWith('m')).sort();
      await expect.poll(best, { timeout: 120_000 }).toEqual([A.host, 'b.example']);
    });

    test.each<[string, HeadChange, string[]]>([
      ['does not list an idle host without a due time', idle, []],
      ['lists an idle host at its due time', { ...idle, due: NOW }, [A.host]],
      ['lists a dead host at its due time', { ...idle, state: 'dead', due: NOW }, [A.host]],
      ['does not list a ready host before its due time', { ...ready, due: LATER }, []],
      ['does not list a dead host before its due time', { ...idle, state: 'dead', due: LATER }, []],
    ])('%s', async (_rule, change, hosts) => {
      await standing(change);
      await announce('other.example');
      await expect
        .poll(() => dueHosts(NOW, 10).then((found) => found.sort()), { timeout: 120_000 })
        .toEqual([...hosts, 'other.example'].sort());
    });

    test('does not let hosts that are not due hide others', async () => {
      for (let i = 0; i < 200; i++) {
        const host = key(`closed-${i}.example`);
        await announce(host.host, NOW - 1_000);
        const { epoch } = await opened(host);
        await frontier.commit(host, epoch, i % 2 ? idle : { ...idle, state: 'dead', due: LATER });
      }
      await announce(A.host);
      await expect.poll(() => dueHosts(NOW, 4), { timeout: 120_000 }).toEqual([A.host]);
    });

    test('lists up to the limit: half the longest due, the rest of the best class', async () => {
      // Hosts that are due later have a better class.
      const hosts = Array.from({ length: 40 }, (_, i) => `h${String(i).padStart(2, '0')}.example`);
      for (const [i, host] of hosts.entries()) await announce(host, NOW + i, i < 32 ? 6 : 1);
      await expect.poll(() => dueHosts(NOW + 40, 100).then((found) => found.length), { timeout: 120_000 }).toBe(40);
      const found = await frontier.listDue(CRAWL, NOW + 40, 10);
      expect(found).toHaveLength(10);
      expect(new Set(found.map(({ host }) => host)).size).toBe(10);
      expect(found.map(({ host }) => host)).toEqual(expect.arrayContaining(hosts.slice(0, 5)));
      expect(found.filter(({ best }) => best === 1).length).toBe(5);
    });
  });

  describe('listHeads', () => {
    test('lists all heads of a crawl, for any number', async () => {
      const hosts = Array.from({ length: 1_203 }, (_, i) => `h${i}.example`);
      await frontier.notifyHosts(
        hosts.map((host) => ({ ...key(host), group: host, best: 3 })),
        NOW,
      );
      await frontier.notifyHosts([{ crawl: 'plants2', host: 'x.example', group: 'x', best: 3 }], NOW);
      const found: Head[] = [];
      for await (const head of frontier.listHeads(CRAWL)) found.push(head);
      expect(found.map(({ host }) => host).sort()).toEqual([...hosts].sort());
      expect(found[0]).toEqual(await frontier.getHead(found[0]!));
    });
  });

  describe('listHeads after a host', () => {
    const hosts = Array.from({ length: 60 }, (_, i) => `h${i}.example`);
    const namesOf = async (after?: string) => {
      const found: string[] = [];
      for await (const { host } of frontier.listHeads(CRAWL, after)) found.push(host);
      return found;
    };

    test('lists the heads behind it in a stable order', async () => {
      await frontier.notifyHosts(
        hosts.map((host) => ({ ...key(host), group: host, best: 3 })),
        NOW,
      );
      const all = await namesOf();
      for (const i of [0, 17, 42, 58, 59]) expect(await namesOf(all[i])).toEqual(all.slice(i + 1));
    });

    test('does not depend on the host’s existence', async () => {
      const missing = hosts[20]!;
      await frontier.notifyHosts(
        hosts.map((host) => ({ ...key(host), group: host, best: 3 })),
        NOW,
      );
      const behind = await namesOf(missing);
      await frontier.notifyHosts([{ crawl: 'plants2', host: 'x.example', group: 'x', best: 3 }], NOW);
      const others = hosts.filter((host) => host !== missing);
      await frontier.notifyHosts(
        others.map((host) => ({ crawl: 'plants3', host, group: host, best: 3 })),
        NOW,
      );
      const found: string[] = [];
      for await (const { host } of frontier.listHeads('plants3', missing)) found.push(host);
      expect(found).toEqual(behind);
    });
  });

  describe('bundles', () => {
    test('returns pieces in the order of the names, undefined for missing ones', async () => {
      const piece = (name: string, content: string) => ({ name, bytes: bytes(content) });
      await frontier.writeBundles(A, [piece('q1.0', 'one'), piece('q1.1', 'two'), piece('s1.0', 'three')]);
      const found = await frontier.readBundles(A, ['s1.0', 'q9.0', 'q1.0', 'q1.1', 'q1.0']);
      expect(found.map(text)).toEqual(['three', undefined, 'one', 'two', 'one']);
    });

    test('keeps many pieces of 4 KB unchanged', async () => {
      const pieces = Array.from({ length: 60 }, (_, i) => ({
        name: `s1.${i}`,
        bytes: Uint8Array.from({ length: 4096 }, (_, at) => (at * 7 + i) & 0xff),
      }));
      await frontier.writeBundles(A, pieces);
      const found = await frontier.readBundles(
        A,
        pieces.map(({ name }) => name),
      );
      expect(found.every((one, i) => one && Buffer.compare(one, pieces[i]!.bytes) === 0)).toBe(true);
    });

    test('allows rewriting pieces and separates hosts and crawls', async () => {
      await frontier.writeBundles(A, [{ name: 'q1.0', bytes: bytes('mine') }]);
      await frontier.writeBundles(A, [{ name: 'q1.0', bytes: bytes('mine') }]);
      await frontier.writeBundles(key('b.example'), [{ name: 'q1.0', bytes: bytes('its') }]);
      expect((await frontier.readBundles(A, ['q1.0'])).map(text)).toEqual(['mine']);
      expect(await frontier.readBundles({ crawl: 'another', host: A.host }, ['q1.0'])).toEqual([undefined]);
    });

    test('deletes pieces and ignores missing ones', async () => {
      await frontier.writeBundles(A, [{ name: 'q1.0', bytes: bytes('one') }]);
      await frontier.writeBundles(A, [{ name: 'q2.0', bytes: bytes('two') }]);
      await frontier.deleteBundles(A, ['q1.0', 'q7.0'], new Set([2]));
      expect((await frontier.readBundles(A, ['q1.0', 'q2.0'])).map(text)).toEqual([undefined, 'two']);
    });

    test.each([
      ['short', 60],
      ['long', 2_000],
    ])('keeps the rest of an epoch when %s pieces are deleted one by one', async (_what, length) => {
      const names = [...Array.from({ length: 25 }, (_, i) => `q1.${i}`), 's1.0', 's1.1'];
      const body = (name: string) => new Uint8Array(length).fill(name.length + Number(name.slice(3)));
      await frontier.writeBundles(
        A,
        names.map((name) => ({ name, bytes: body(name) })),
      );
      for (const [i, name] of names.entries()) {
        const left = names.slice(i + 1);
        await frontier.deleteBundles(A, [name], new Set(left.length > 0 ? [1] : []));
        expect(await frontier.readBundles(A, left)).toEqual(left.map(body));
      }
      expect(await frontier.readBundles(A, names)).toEqual(names.map(() => undefined));
    });

    test('accepts empty lists', async () => {
      await frontier.writeBundles(A, []);
      await frontier.deleteBundles(A, [], new Set());
      expect(await frontier.readBundles(A, [])).toEqual([]);
    });
  });

  describe('the inbox', () => {
    const put = (ids: string[], host = A.host) =>
      frontier.putInbox(ids.map((id) => ({ ...key(host), id, body: bytes(`body of ${id}`) })));
    const read = async (limit: number) => {
      const { items, end } = await frontier.readInbox(A, limit);
      return { ids: items.map(({ id }) => id).sort(), end };
    };

    test('holds the items of its own host only', async () => {
      await put(['one', 'two']);
      await put(['three'], 'b.example');
      const { items, end } = await frontier.readInbox(A, 10);
      expect(items.map(({ id, body }) => [id, text(body)]).sort()).toEqual([
        ['one', 'body of one'],
        ['two', 'body of two'],
      ]);
      expect(end).toBe(true);
    });

    test('stores an id once', async () => {
      await put(['one', 'two']);
      await put(['one']);
      expect(await read(10)).toEqual({ ids: ['one', 'two'], end: true });
    });

    test('does not count items before they are announced', async () => {
      await put(['one']);
      expect(await frontier.getHead(A)).toBeUndefined();
      await announce(A.host);
      expect((await frontier.getHead(A))?.inbox).toBe(1);
    });

    test('is read up to the limit and reports the end', async () => {
      expect(await read(3)).toEqual({ ids: [], end: true });
      await put(['1', '2', '3', '4']);
      expect(await read(3)).toMatchObject({ end: false });
      expect((await read(3)).ids).toHaveLength(3);
      expect(await read(4)).toEqual({ ids: ['1', '2', '3', '4'], end: true });
      expect(await read(5)).toEqual({ ids: ['1', '2', '3', '4'], end: true });
    });

    test('leaves out known items, which do not count towards the limit', async () => {
      await put(['1', '2', '3', '4']);
      const rest = async (limit: number, ...known: string[]) => {
        const { items, end } = await frontier.readInbox(A, limit, new Set(known));
        return { bodies: items.map(({ body }) => text(body)).sort(), end };
      };
      expect(await rest(2, '2', '4')).toEqual({ bodies: ['body of 1', 'body of 3'], end: true });
      expect(await rest(2, '2')).toMatchObject({ end: false });
      expect(await rest(3, '2', 'deleted')).toMatchObject({
        bodies: ['body of 1', 'body of 3', 'body of 4'],
        end: true,
      });
      expect(await rest(1, '1', '2', '3', '4')).toEqual({ bodies: [], end: true });
    });

    test('returns the rest after a part is read and deleted', async () => {
      await put(Array.from({ length: 7 }, (_, i) => `item-${i}`));
      const seen: string[] = [];
      for (let end = false; !end; ) {
        const part = await read(3);
        end = part.end;
        seen.push(...part.ids);
        await frontier.deleteInbox(A, part.ids);
      }
      expect(seen.sort()).toEqual(Array.from({ length: 7 }, (_, i) => `item-${i}`));
      expect(await read(3)).toEqual({ ids: [], end: true });
    });

    test('keeps items that arrive during a read', async () => {
      await put(['one']);
      const { items } = await frontier.readInbox(A, 10);
      await put(['two']);
      await frontier.deleteInbox(
        A,
        items.map(({ id }) => id),
      );
      expect(await read(10)).toEqual({ ids: ['two'], end: true });
    });

    /** Puts and announces offers in one call, as classify does. */
    const offer = async (names: string[], host = A.host) => {
      const items = names.map((id) => ({ ...key(host), id, body: bytes(`body of ${id}`), announced: true }));
      const places = await frontier.putInbox(items);
      return frontier.notifyHosts(
        places.map((place) => ({ ...key(host), group: host, best: 3, place })),
        NOW,
      );
    };
    const bodies = async (limit = 100) => {
      const { items, end } = await frontier.readInbox(A, limit);
      return { items, bodies: items.map(({ body }) => text(body)).sort(), end };
    };
    const NAMES = Array.from({ length: 8 }, (_, i) => `offer-${i}`);
    const BODIES = NAMES.map((name) => `body of ${name}`);

    test('holds the offers that a call has put and announced', async () => {
      expect(await offer(NAMES)).toEqual(NAMES.map(() => 'notified'));
      expect(await bodies()).toMatchObject({ bodies: BODIES, end: true });
      expect(await bodies(3)).toMatchObject({ end: false });
      expect((await frontier.getHead(A))?.inbox).toBe(NAMES.length);
    });

    test('deletes merged offers with the commit, and keeps those that have arrived since', async () => {
      await offer(NAMES);
      const { epoch } = await opened();
      const { items } = await bodies();
      await offer(NAMES.map((name) => `late ${name}`));
      const merged = items.filter((item) => item.inHead).map(({ id }) => id);
      expect(await frontier.commit(A, epoch, { ...ready, merged })).toBe('committed');
      await frontier.deleteInbox(
        A,
        items.filter((item) => !item.inHead).map(({ id }) => id),
      );
      expect((await bodies()).bodies).toEqual(NAMES.map((name) => `body of late ${name}`));
    });

    test('keeps all offers if the commit fails', async () => {
      await offer(NAMES);
      const { epoch } = await opened();
      const merged = (await bodies()).items.filter((item) => item.inHead).map(({ id }) => id);
      expect(await frontier.commit(A, epoch + 1, { ...ready, merged })).toBe('epoch-lost');
      expect((await bodies()).bodies).toEqual(BODIES);
    });

    test('reads offers that were announced since the last read, wherever the store keeps them', async () => {
      await offer(NAMES);
      const first = await frontier.readInbox(A, 100);
      const known = new Set(first.items.map(({ id }) => id));
      const rest = async () => {
        const { items } = await frontier.readInbox(A, 100, known, first.counter);
        return items.map(({ body }) => text(body)).sort();
      };
      expect(await rest()).toEqual([]);
      await offer(NAMES.map((name) => `late ${name}`));
      expect(await rest()).toEqual(NAMES.map((name) => `body of late ${name}`));
      await put(['stored']);
      await announce(A.host);
      expect(await rest()).toContain('body of stored');
    });

    test('leaves out known offers', async () => {
      await offer(NAMES);
      const known = new Set((await frontier.readInbox(A, 3)).items.map(({ id }) => id));
      const { items, end } = await frontier.readInbox(A, NAMES.length, known);
      expect([items.length, end]).toEqual([NAMES.length - 3, true]);
    });

    test('holds more offers of a host than its head has room for', async () => {
      const names = Array.from({ length: 60 }, (_, i) => `offer-${i}`);
      await offer(names);
      expect((await bodies()).bodies).toEqual(names.map((name) => `body of ${name}`).sort());
    });

    test('ignores unknown ids', async () => {
      await put(['one']);
      await frontier.deleteInbox(A, ['never', 'one', 'one']);
      await frontier.deleteInbox(A, []);
      await frontier.putInbox([]);
      expect(await read(10)).toEqual({ ids: [], end: true });
    });

    test('accepts bodies of tens of kilobytes', async () => {
      const body = Uint8Array.from({ length: 60_000 }, (_, i) => (i * 13) & 0xff);
      await frontier.putInbox([{ ...A, id: 'long', body }]);
      const { items } = await frontier.readInbox(A, 1);
      expect(Buffer.compare(items[0]!.body, body)).toBe(0);
    });
  });
}
