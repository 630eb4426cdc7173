import type { Head } from '../../ports/frontier.ts';
import { LOCK_RETRY_MS } from '../dispatch/lock-retry.ts';
import { countAccepted } from '../host/manifest.ts';
import { isSilent } from './leftovers.ts';

/** Hosts due within this time count as running: they wait for their crawl delay. Milliseconds. */
const SOON_AFTER_MS = 15_000;

/** Time ahead in which a ready host counts as due soon: it may only wait for the lock of its group. Milliseconds. */
export const READY_SOON_MS = LOCK_RETRY_MS + SOON_AFTER_MS;

/** Sums over the heads of a crawl. */
export type HeadSums = {
  hosts: number;
  due: number;
  /** Earliest due time of the due hosts, epoch ms. Absent: none is due. */
  firstDue?: number;
  /** Number of hosts that are due now or soon. */
  soon: number;
  ready: number;
  /** Ready hosts by their best class. */
  bestClasses: Record<string, number>;
  urls: number;
  accepted: number;
  /** Resting hosts, and when the first and the last is due again, epoch ms. Without any, both times are 0. */
  rests: { hosts: number; first: number; last: number };
  outcomes: Record<string, number>;
  reasons: Record<string, number>;
  /** Hosts that do not answer or send checks for browsers only, some by name. Absent: none, or an earlier version has counted. */
  silent?: { hosts: number; named: string[] };
};

/** Maximum number of silent hosts that are named. */
const MAX_NAMED_HOSTS = 5;

/** Returns the sums of no heads. */
export const noHeads = (): HeadSums => ({
  hosts: 0,
  due: 0,
  soon: 0,
  ready: 0,
  bestClasses: {},
  urls: 0,
  accepted: 0,
  rests: { hosts: 0, first: 0, last: 0 },
  outcomes: {},
  reasons: {},
});

/** Adds a head to the sums. */
export function addHead(sums: HeadSums, head: Head, now: number): void {
  const { due, state, best, counts, manifest } = head;
  sums.hosts++;
  if (state === 'ready') {
    sums.ready++;
    increase(sums.bestClasses, `${best}`, 1);
  }
  if (due !== undefined && due <= now) {
    sums.due++;
    sums.firstDue = Math.min(sums.firstDue ?? due, due);
  }
  if (due !== undefined && due <= now + soonMs(head)) sums.soon++;
  else if (state === 'ready' && due !== undefined) addRest(sums.rests, due);
  sums.accepted += countAccepted(manifest);
  for (const [name, n] of Object.entries(counts)) addOutcome(sums, name, n);
  if (isSilent(counts)) {
    sums.silent ??= { hosts: 0, named: [] };
    sums.silent.hosts++;
    if (sums.silent.named.length < MAX_NAMED_HOSTS) sums.silent.named.push(head.host);
  }
}

/** Adds URLs with an outcome such as `fetched` or `refused.robots`. */
export function addOutcome(sums: HeadSums, name: string, n: number): void {
  const [outcome = '', reason] = name.split('.');
  sums.urls += n;
  increase(sums.outcomes, outcome, n);
  if (reason) increase(sums.reasons, reason, n);
}

function increase(counts: Record<string, number>, name: string, n: number): void {
  counts[name] = (counts[name] ?? 0) + n;
}

function addRest(rests: HeadSums['rests'], due: number): void {
  rests.first = rests.hosts === 0 ? due : Math.min(rests.first, due);
  rests.hosts++;
  rests.last = Math.max(rests.last, due);
}

const soonMs = ({ state }: Head): number => (state === 'ready' ? READY_SOON_MS : SOON_AFTER_MS);
