/*
 * Measures a dispatch round with an increasing number of due hosts:
 * `node bench/due-hosts.ts [--hosts 1000,10000,100000 --rounds 50]`. Each host has its own group, or half of them share one.
 * The frontier is SQLite in a folder; there are no visits. A round sends 64 hosts and then postpones them, as visits do.
 * Times are CPU time of this process. The first rounds are listed separately: they move the hosts of the shared group.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStores } from '../cli/run/wiring.ts';
import { type DispatchMemory, dispatch } from '../shared/frontier/dispatch/dispatch.ts';

const { values } = parseArgs({
  options: { hosts: { type: 'string', default: '1000,10000,100000' }, rounds: { type: 'string', default: '50' } },
});
const CRAWL = 'bench';
const SLOTS = 64;
const FIRST_ROUNDS = 10;
const out = (line: string) => void process.stdout.write(`${line}\n`);

type Cost = { first: number; mean: number; worst: number; sent: number; groups: number; fileMb: number };

async function measure(hosts: number, inOneGroup: number): Promise<Cost> {
  const dir = mkdtempSync(join(tmpdir(), 'thresher-due-'));
  const stores = openStores(dir);
  try {
    await stores.control.create(CRAWL, 'none', Date.now());
    for (let from = 0; from < hosts; from += 1_000) {
      const entries = Array.from({ length: Math.min(1_000, hosts - from) }, (_, i) => {
        const host = `h${from + i}.bench.test`;
        return { crawl: CRAWL, host, group: from + i < inOneGroup ? 'crowd' : host, best: (from + i) % 8 };
      });
      await stores.frontier.notifyHosts(entries, Date.now() - hosts + from);
    }
    return { ...(await rounds(stores)), fileMb: statSync(join(dir, 'frontier.sqlite')).size / 2 ** 20 };
  } finally {
    stores.close();
    rmSync(dir, { recursive: true });
  }
}

async function rounds(stores: ReturnType<typeof openStores>): Promise<Omit<Cost, 'fileMb'>> {
  const memory: DispatchMemory = { sent: new Map() };
  const options = {
    slots: SLOTS,
    hostsPerMessage: 1,
    // Every host is postponed before the next round, so dispatch need not remember it.
    rememberMs: 0,
    budgetPages: null,
    pagesPerVisit: 60,
    reservationMs: 240_000,
  };
  const times: number[] = [];
  const groups = new Set<string>();
  let sent = 0;
  for (let i = 0; i < Number(values.rounds) + FIRST_ROUNDS; i++) {
    const before = process.cpuUsage();
    await dispatch(CRAWL, stores, memory, options);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
    const deliveries = await stores.visits.receive(SLOTS, 60_000);
    for (const { message } of deliveries)
      for (const { host, group, due } of message.hosts) {
        sent++;
        groups.add(group);
        await stores.frontier.postpone({ crawl: CRAWL, host }, due, Date.now());
      }
    await stores.visits.ack(deliveries);
  }
  const mean = (list: number[]) => list.reduce((sum, ms) => sum + ms, 0) / list.length;
  const later = times.slice(FIRST_ROUNDS);
  return {
    first: mean(times.slice(0, FIRST_ROUNDS)),
    mean: mean(later),
    worst: Math.max(...later),
    sent,
    groups: groups.size,
  };
}

out('CPU ms per round hosts due   first 10     later     worst   hosts sent   groups   file MB');
for (const hosts of values.hosts.split(',').map(Number))
  for (const [name, part] of [
    ['own groups', 0],
    ['half in one', 0.5],
  ] as const) {
    const { first, mean, worst, sent, groups, fileMb } = await measure(hosts, hosts * part);
    const times = [first, mean, worst].map((ms) => ms.toFixed(2).padStart(10)).join('');
    out(
      `${name.padEnd(14)}${String(hosts).padStart(12)}${times}${String(sent).padStart(13)}${String(groups).padStart(9)}${fileMb.toFixed(1).padStart(10)}`,
    );
  }
