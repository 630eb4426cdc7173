import { beforeEach, describe, expect, test } from 'vitest';
import type { Frontier, Head, HeadChange, HeadState, HostKey } from '../../shared/ports/frontier.ts';

/** Not a whole second, as clocks are. */
const NOW = Date.UTC(2026, 0, 1) + 321;
const CRAWL = 'plants';
const LATER = NOW + 3_600_000;

const key = (host: string): HostKey => ({ crawl: CRAWL, host });
const A = key('a.example');
const idle: HeadChange = { state: 'idle', manifest: '', best: 7, counts: {} };
const ready: HeadChange = { ...idle, state: 'ready', due: NOW };
const text = (found: Uint8Array | undefined) => found && new TextDecoder().decode(found);
const bytes = (content: string) => new TextEncoder().encode(content);

/** What every `Frontier` must do. `open` gives an empty one. */
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

  /** A host that was announced and visited once, in this state. */
  const standing = async (change: HeadChange): Promise<Head> => {
    await announce(A.host);
    const { epoch } = await opened();
    expect(await frontier.commit(A, epoch, change)).toBe('committed');
    return (await frontier.getHead(A))!;
  };

  describe('notifyHosts', () => {
    test('makes a head for a new host: ready, due now, its epoch the whole seconds of the clock', async () => {
      expect(await announce(A.host, NOW, 2, 'example')).toBe('told');
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

    test('wakes an idle host that has no due time', async () => {
      await standing(idle);
      expect(await announce(A.host, LATER)).toBe('told');
      expect(await frontier.getHead(A)).toMatchObject({ state: 'ready', due: LATER, inbox: 2, best: 3 });
    });

    test('wakes an idle host although it has a recrawl date: links are not held back by it', async () => {
      await standing({ ...idle, due: NOW + 7 * 86_400_000 });
      await announce(A.host, LATER);
      expect(await frontier.getHead(A)).toMatchObject({ state: 'ready', due: LATER });
    });

    test('leaves the due time of a host that is ready', async () => {
      const before = await standing({ ...ready, due: LATER });
      await announce(A.host, NOW + 5);
      expect(await frontier.getHead(A)).toEqual({ ...before, inbox: 2, best: 3 });
    });

    test('raises the best class of a host that is ready, and never lowers it', async () => {
      await standing({ ...ready, best: 4 });
      await announce(A.host, NOW, 6);
      expect(await frontier.getHead(A)).toMatchObject({ best: 4, inbox: 2 });
      await announce(A.host, NOW, 1);
      expect(await frontier.getHead(A)).toMatchObject({ best: 1, inbox: 3 });
    });

    test('only counts for a paused host', async () => {
      const before = await standing({ ...idle, state: 'paused' });
      expect(await announce(A.host, LATER, 7)).toBe('told');
      expect(await frontier.getHead(A)).toEqual({ ...before, inbox: 2 });
    });

    test.each<HeadState>(['poor', 'dead'])('is refused by a %s host, which stays as it is', async (state) => {
      const before = await standing({ ...idle, state, due: LATER });
      expect(await announce(A.host, LATER)).toBe('refused');
      expect(await frontier.getHead(A)).toEqual(before);
    });

    test('keeps what it does not speak of: epoch, group, manifest, counts, attempts', async () => {
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

    test('counts each entry of a list, and answers each', async () => {
      await standing({ ...idle, state: 'dead', due: LATER });
      const entries = ['b', 'a', 'b', 'c', 'b'].map((name) => ({
        ...key(`${name}.example`),
        group: `${name}.example`,
        best: 3,
      }));
      expect(await frontier.notifyHosts(entries, NOW)).toEqual(['told', 'refused', 'told', 'told', 'told']);
      expect((await frontier.getHead(key('b.example')))?.inbox).toBe(3);
    });

    test('loses none of many at the same time', async () => {
      await Promise.all(Array.from({ length: 20 }, (_, i) => announce(A.host, NOW, i % 8)));
      expect(await frontier.getHead(A)).toMatchObject({ inbox: 20, best: 0 });
    });

    test('of nothing is no fault', async () => {
      expect(await frontier.notifyHosts([], NOW)).toEqual([]);
    });
  });

  describe('open', () => {
    test('counts epoch and attempts and brings the head as it then is', async () => {
      await announce(A.host);
      const head = await opened();
      expect(head).toMatchObject({ epoch: Math.floor(NOW / 1000) + 1, attempts: 1, inbox: 1 });
      expect(await frontier.getHead(A)).toEqual(head);
      expect(await opened()).toMatchObject({ epoch: head.epoch + 1, attempts: 2 });
    });

    test.each<[string, HeadChange, number, string, string | undefined]>([
      ['a host that is due is opened', ready, NOW, A.host, undefined],
      ['a host that is due later is not', { ...ready, due: LATER }, LATER - 1, A.host, 'not-due'],
      ['it is from its due time on', { ...ready, due: LATER }, LATER, A.host, undefined],
      ['an idle host without a due time is not', idle, LATER, A.host, 'not-due'],
      ['an idle host whose recrawl date has come is', { ...idle, due: LATER }, LATER, A.host, undefined],
      ['a paused host is not, due or not', { ...ready, state: 'paused' }, LATER, A.host, 'state'],
      ['a poor host is not', { ...ready, state: 'poor' }, LATER, A.host, 'state'],
      ['a dead host is not while it rests', { ...idle, state: 'dead', due: LATER }, NOW, A.host, 'not-due'],
      ['a dead host whose rest is over is', { ...idle, state: 'dead', due: LATER }, LATER, A.host, undefined],
      ['a host of another group is not', ready, NOW, 'stranger.example', 'group'],
    ])('%s', async (_rule, change, now, group, refused) => {
      const before = await standing(change);
      const answer = await frontier.open(A, now, group);
      if (refused !== undefined) {
        expect(answer).toEqual({ refused });
        expect(await frontier.getHead(A)).toEqual(before);
      } else expect(answer).toEqual({ head: { ...before, epoch: before.epoch + 1, attempts: 1 } });
    });

    test('a host that is not there is missing', async () => {
      expect(await frontier.open(A, NOW, A.host)).toEqual({ refused: 'missing' });
      expect(await frontier.getHead(A)).toBeUndefined();
    });

    test('many at once get different epochs', async () => {
      await announce(A.host);
      const heads = await Promise.all(Array.from({ length: 8 }, () => opened()));
      expect(new Set(heads.map(({ epoch }) => epoch)).size).toBe(8);
    });
  });

  describe('commit', () => {
    test('writes what it says, and what was noted of trouble goes', async () => {
      await announce(A.host);
      await opened();
      const { epoch } = await opened();
      await frontier.setCrashMarker(A, epoch, 'http://a.example/x');
      await frontier.isolate(A, epoch);
      const counts = { fetched: 3, 'refused.robots': 1 };
      const change: HeadChange = { state: 'ready', due: LATER, manifest: 'qtn3k2a.1.2s.3', best: 3, counts };
      expect(await frontier.commit(A, epoch, change)).toBe('committed');
      expect(await frontier.getHead(A)).toEqual({ ...A, group: A.host, epoch, inbox: 1, attempts: 0, ...change });
    });

    test('without a due time the host has none', async () => {
      expect(await standing(idle)).not.toHaveProperty('due');
    });

    test('is lost when somebody else has opened since, and changes nothing', async () => {
      await announce(A.host);
      const { epoch } = await opened();
      const second = await opened();
      expect(await frontier.commit(A, epoch, { ...idle, manifest: 'p1.1.1.1' })).toBe('epoch-lost');
      expect(await frontier.commit(A, epoch, { ...idle, inbox: 1 })).toBe('epoch-lost');
      expect(await frontier.commit(A, epoch, { ...idle, inbox: 99 })).toBe('epoch-lost');
      expect(await frontier.getHead(A)).toEqual(second);
    });

    test('of a host that is not there is lost', async () => {
      expect(await frontier.commit(A, 1, idle)).toBe('epoch-lost');
      expect(await frontier.getHead(A)).toBeUndefined();
    });

    test('that needs the inbox unmoved fails when it has moved, and goes without', async () => {
      await announce(A.host);
      const head = await opened();
      await announce(A.host, NOW + 1);
      expect(await frontier.commit(A, head.epoch, { ...idle, inbox: head.inbox })).toBe('inbox-moved');
      expect(await frontier.getHead(A)).toMatchObject({ state: 'ready', inbox: 2, attempts: 1 });
      expect(await frontier.commit(A, head.epoch, { ...ready, manifest: 'p1.1.1.1' })).toBe('committed');
      expect(await frontier.getHead(A)).toMatchObject({ state: 'ready', inbox: 2, manifest: 'p1.1.1.1' });
    });

    test('that needs the inbox unmoved is good when it has not', async () => {
      await announce(A.host);
      const head = await opened();
      expect(await frontier.commit(A, head.epoch, { ...idle, inbox: head.inbox })).toBe('committed');
      expect(await frontier.getHead(A)).toMatchObject({ state: 'idle', inbox: 1 });
    });

    test.each<HeadState>(['paused', 'poor'])('of a %s host drops its due time: nobody may open it', async (state) => {
      expect(await standing({ ...ready, state })).not.toHaveProperty('due');
      expect(await frontier.open(A, LATER, A.host)).toEqual({ refused: 'state' });
    });

    test('keeps any word in manifest and counts', async () => {
      const counts = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`failed.reason-${i}`, i]));
      expect(await standing({ ...ready, manifest: 'q1.2.3.4 '.repeat(90).trim(), counts })).toMatchObject({ counts });
    });
  });

  describe('what is known of trouble', () => {
    test('a note stays until a commit, through other visits', async () => {
      await announce(A.host);
      const { epoch } = await opened();
      expect(await frontier.setCrashMarker(A, epoch, 'http://a.example/poison')).toBe(true);
      expect(await opened()).toMatchObject({ noted: 'http://a.example/poison', attempts: 2 });
    });

    test('a note and a setting aside need the epoch', async () => {
      await announce(A.host);
      const { epoch } = await opened();
      const second = await opened();
      expect(await frontier.setCrashMarker(A, epoch, 'http://a.example/x')).toBe(false);
      expect(await frontier.isolate(A, epoch)).toBe(false);
      expect(await frontier.setCrashMarker(key('none.example'), epoch, 'http://none.example/x')).toBe(false);
      expect(await frontier.isolate(key('none.example'), epoch)).toBe(false);
      expect(await frontier.getHead(A)).toEqual(second);
      expect(await frontier.getHead(key('none.example'))).toBeUndefined();
    });

    test('a host that is set aside goes alone, and the attempt is taken back', async () => {
      await announce(A.host);
      await opened();
      const { epoch } = await opened();
      expect(await frontier.isolate(A, epoch)).toBe(true);
      expect(await frontier.getHead(A)).toMatchObject({ alone: true, attempts: 1, due: NOW, state: 'ready' });
      expect(await frontier.isolate(A, epoch)).toBe(true);
      expect(await frontier.isolate(A, epoch)).toBe(false);
      expect(await frontier.getHead(A)).toMatchObject({ attempts: 0 });
      await expect
        .poll(() => frontier.listDue(CRAWL, NOW, 10), { timeout: 120_000 })
        .toMatchObject([{ ...A, alone: true }]);
    });
  });

  describe('postpone', () => {
    test('moves the due time that was seen, in either direction', async () => {
      await standing({ ...ready, due: LATER });
      expect(await frontier.postpone(A, LATER, LATER + 5)).toBe(true);
      expect((await frontier.getHead(A))?.due).toBe(LATER + 5);
      expect(await frontier.postpone(A, LATER + 5, NOW)).toBe(true);
      expect((await frontier.getHead(A))?.due).toBe(NOW);
    });

    test('leaves any other, and what is not there', async () => {
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

    test('tells the hosts that are due, with what a dispatcher needs', async () => {
      await announce(A.host, NOW, 2, 'example');
      await announce('b.example', NOW + 1);
      await frontier.notifyHosts([{ crawl: 'another', host: 'c.example', group: 'c.example', best: 0 }], NOW);
      const due = { ...A, group: 'example', due: NOW, best: 2, alone: false, begun: false };
      await expect.poll(() => frontier.listDue(CRAWL, NOW, 10), { timeout: 120_000 }).toEqual([due]);
      await expect.poll(() => dueHosts(NOW + 1, 10).then((hosts) => hosts.sort())).toEqual([A.host, 'b.example']);
      expect(await dueHosts(NOW - 1, 10)).toEqual([]);
    });

    test('tells of a host that has a manifest that it was begun', async () => {
      await standing({ ...ready, manifest: 'q1.1.1.1' });
      await announce('b.example');
      const begun = async () => (await frontier.listDue(CRAWL, NOW, 10)).map((one) => [one.host, one.begun]).sort();
      await expect.poll(begun, { timeout: 120_000 }).toEqual([
        [A.host, true],
        ['b.example', false],
      ]);
    });

    test('the best class is found behind however many others that are due longer', async () => {
      const many = Array.from({ length: 400 }, (_, i) => ({
        ...key(`m${i}.example`),
        group: `m${i}.example`,
        best: 5,
      }));
      await frontier.notifyHosts(many, NOW);
      await standing({ ...ready, due: NOW + 5, best: 6 });
      // Raised by an offer, and committed so: both are told of by their new class.
      await announce(A.host, NOW + 6, 1);
      await announce('b.example', NOW + 7, 6);
      const { epoch } = await opened(key('b.example'), NOW + 7);
      await frontier.commit(key('b.example'), epoch, { ...ready, due: NOW + 7, best: 0, manifest: 'q1.1.1.1' });
      const best = async () => (await dueHosts(NOW + 10, 8)).filter((host) => !host.startsWith('m')).sort();
      await expect.poll(best, { timeout: 120_000 }).toEqual([A.host, 'b.example']);
    });

    test.each<[string, HeadChange, string[]]>([
      ['an idle host is not, without a date', idle, []],
      ['an idle host is, when its date has come', { ...idle, due: NOW }, [A.host]],
      ['a dead host is, when its rest is over', { ...idle, state: 'dead', due: NOW }, [A.host]],
      ['a paused host is not: it would stand in the list for ever', { ...ready, state: 'paused' }, []],
      ['a poor host is not', { ...ready, state: 'poor' }, []],
    ])('%s', async (_rule, change, hosts) => {
      await standing(change);
      await announce('other.example');
      await expect
        .poll(() => dueHosts(NOW, 10).then((found) => found.sort()), { timeout: 120_000 })
        .toEqual([...hosts, 'other.example'].sort());
    });

    test('many hosts that nobody may open do not hide those that are due after them', async () => {
      for (let i = 0; i < 200; i++) {
        const host = key(`closed-${i}.example`);
        await announce(host.host, NOW - 1_000);
        const { epoch } = await opened(host);
        await frontier.commit(host, epoch, { ...ready, due: NOW - 1_000, state: i % 2 ? 'paused' : 'poor' });
      }
      await announce(A.host);
      await expect.poll(() => dueHosts(NOW, 4), { timeout: 120_000 }).toEqual([A.host]);
    });

    test('gives no more than the limit: half are those that are due longest, the rest are of the best class', async () => {
      // The later a host is due, the better is its class.
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
    test('are all those of a crawl, however many', async () => {
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

  describe('heads behind a host', () => {
    const hosts = Array.from({ length: 60 }, (_, i) => `h${i}.example`);
    const namesOf = async (after?: string) => {
      const found: string[] = [];
      for await (const { host } of frontier.listHeads(CRAWL, after)) found.push(host);
      return found;
    };

    test('are those that come after it, in an order that does not change', async () => {
      await frontier.notifyHosts(
        hosts.map((host) => ({ ...key(host), group: host, best: 3 })),
        NOW,
      );
      const all = await namesOf();
      for (const i of [0, 17, 42, 58, 59]) expect(await namesOf(all[i])).toEqual(all.slice(i + 1));
    });

    test('do not depend on whether it is there', async () => {
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
    test('come back in the order of the names, undefined where there is none', async () => {
      const piece = (name: string, content: string) => ({ name, bytes: bytes(content) });
      await frontier.writeBundles(A, [piece('q1.0', 'one'), piece('q1.1', 'two'), piece('s1.0', 'three')]);
      const found = await frontier.readBundles(A, ['s1.0', 'q9.0', 'q1.0', 'q1.1', 'q1.0']);
      expect(found.map(text)).toEqual(['three', undefined, 'one', 'two', 'one']);
    });

    test('of 4 KB, many at once, are kept byte for byte', async () => {
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

    test('may be written again, and belong to one host of one crawl', async () => {
      await frontier.writeBundles(A, [{ name: 'q1.0', bytes: bytes('mine') }]);
      await frontier.writeBundles(A, [{ name: 'q1.0', bytes: bytes('mine') }]);
      await frontier.writeBundles(key('b.example'), [{ name: 'q1.0', bytes: bytes('its') }]);
      expect((await frontier.readBundles(A, ['q1.0'])).map(text)).toEqual(['mine']);
      expect(await frontier.readBundles({ crawl: 'another', host: A.host }, ['q1.0'])).toEqual([undefined]);
    });

    test('that are deleted are gone, and those that are not there are passed over', async () => {
      await frontier.writeBundles(A, [
        { name: 'q1.0', bytes: bytes('one') },
        { name: 'q1.1', bytes: bytes('two') },
      ]);
      await frontier.deleteBundles(A, ['q1.0', 'q7.0']);
      expect((await frontier.readBundles(A, ['q1.0', 'q1.1'])).map(text)).toEqual([undefined, 'two']);
    });

    test('used up from their front, piece by piece, keep the rest', async () => {
      const names = [...Array.from({ length: 25 }, (_, i) => `q1.${i}`), 's1.0', 's1.1'];
      const body = (name: string) => new Uint8Array(2_000).fill(name.length + Number(name.slice(3)));
      await frontier.writeBundles(
        A,
        names.map((name) => ({ name, bytes: body(name) })),
      );
      for (const [i, name] of names.entries()) {
        await frontier.deleteBundles(A, [name]);
        const left = names.slice(i + 1);
        expect(await frontier.readBundles(A, [name, ...left])).toEqual([undefined, ...left.map(body)]);
      }
    });

    test('of no names or pieces are no fault', async () => {
      await frontier.writeBundles(A, []);
      await frontier.deleteBundles(A, []);
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

    test('holds what was put, and nobody else’s', async () => {
      await put(['one', 'two']);
      await put(['three'], 'b.example');
      const { items, end } = await frontier.readInbox(A, 10);
      expect(items.map(({ id, body }) => [id, text(body)]).sort()).toEqual([
        ['one', 'body of one'],
        ['two', 'body of two'],
      ]);
      expect(end).toBe(true);
    });

    test('the same id twice is one item', async () => {
      await put(['one', 'two']);
      await put(['one']);
      expect(await read(10)).toEqual({ ids: ['one', 'two'], end: true });
    });

    test('does not count before it is announced', async () => {
      await put(['one']);
      expect(await frontier.getHead(A)).toBeUndefined();
      await announce(A.host);
      expect((await frontier.getHead(A))?.inbox).toBe(1);
    });

    test('is read up to the limit, and says whether that was all', async () => {
      expect(await read(3)).toEqual({ ids: [], end: true });
      await put(['1', '2', '3', '4']);
      expect(await read(3)).toMatchObject({ end: false });
      expect((await read(3)).ids).toHaveLength(3);
      expect(await read(4)).toEqual({ ids: ['1', '2', '3', '4'], end: true });
      expect(await read(5)).toEqual({ ids: ['1', '2', '3', '4'], end: true });
    });

    test('that is read in part and cleared of that part gives the rest', async () => {
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

    test('keeps what came while it was read', async () => {
      await put(['one']);
      const { items } = await frontier.readInbox(A, 10);
      await put(['two']);
      await frontier.deleteInbox(
        A,
        items.map(({ id }) => id),
      );
      expect(await read(10)).toEqual({ ids: ['two'], end: true });
    });

    test('passes over ids that are not there', async () => {
      await put(['one']);
      await frontier.deleteInbox(A, ['never', 'one', 'one']);
      await frontier.deleteInbox(A, []);
      await frontier.putInbox([]);
      expect(await read(10)).toEqual({ ids: [], end: true });
    });

    test('takes bodies of tens of kilobytes', async () => {
      const body = Uint8Array.from({ length: 60_000 }, (_, i) => (i * 13) & 0xff);
      await frontier.putInbox([{ ...A, id: 'long', body }]);
      const { items } = await frontier.readInbox(A, 1);
      expect(Buffer.compare(items[0]!.body, body)).toBe(0);
    });
  });
}
