import { addUsage, type Usage } from '../../shared/meter/usage.ts';
import type { Called } from './bill-worker.ts';

/*
 * What cannot be seen on this machine: how long a function runs in a data centre, where the network waits and the
 * processor is another. Everything else of the bill is measured.
 */

/** CPU seconds of an arm64 function for one of this machine (x86, shared cores). An assumption, on the dear side. */
export const ARM = 1.4;

/** A function with so much memory has one virtual CPU, with less a share of it. https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
const CPU_MB = 1_769;

/** A page of another continent, answered; and the pause after it. Milliseconds. */
export const FETCH_MS = 800;
export const PAUSE_MS = 2_000;

/** What a visit takes besides: lock, head, inbox, object, commit. Milliseconds. */
const VISIT_MS = 500;

/** As `functions/fetch-run.ts` and the stack have it. */
const APART_MS = 500;
const HOSTS_A_MESSAGE = 20;

/** A call to a service from inside its Region. Milliseconds. */
const CALL_MS: Record<string, number> = { dynamodb: 5, sqs: 10, s3: 30, search: 150 };

/** Calls that adapters make so many at once. */
const AT_ONCE: Record<string, number> = { 'dynamodb.UpdateItem': 16, 'dynamodb.BatchWriteItem': 8 };

/** TLS, headers and acknowledgements that go out for a page. Bytes. */
const BYTES_OUT_A_PAGE = 1_300;

export type FunctionRun = {
  name: string;
  memoryMb: number;
  calls: Called[];
  /** Pages of each host of each call, where it fetches. */
  visits?: number[][];
};

export type Modelled = { seconds: number; gbSeconds: number; busy: number; cpuMs: number };

/** How long the calls of a function would have taken, and what is billed for that. */
export function timeOf({ memoryMb, calls, visits }: FunctionRun): Modelled {
  const share = Math.min(1, memoryMb / CPU_MB);
  let seconds = 0;
  let cpuMs = 0;
  for (const [i, call] of calls.entries()) {
    const computing = (call.cpuMs * ARM) / share;
    const waiting = visits ? longestVisit(visits[i] ?? []) : waitOf(call.usage);
    // Visits compute while others wait; a stage that works off an object does one after the other.
    seconds += (visits ? Math.max(computing, waiting) : computing + waiting) / 1000;
    cpuMs += call.cpuMs;
  }
  return { seconds, gbSeconds: (seconds * memoryMb) / 1024, busy: busyShare(visits ?? []), cpuMs };
}

const visitMs = (pages: number) => VISIT_MS + pages * (FETCH_MS + PAUSE_MS);

/** A call ends with its slowest host, which waits for its object as long as its pause; its messages begin one after the other. */
function longestVisit(pages: readonly number[]): number {
  const begins = APART_MS * Math.max(0, Math.ceil(pages.length / HOSTS_A_MESSAGE) - 1);
  return begins + Math.max(0, ...pages.map(visitMs)) + PAUSE_MS;
}

/** Which part of the places of fetch functions somebody sat in. */
function busyShare(visits: readonly (readonly number[])[]): number {
  const used = visits.flat().reduce((sum, pages) => sum + visitMs(pages), 0);
  const held = visits.reduce((sum, call) => sum + call.length * longestVisit(call), 0);
  return held === 0 ? 0 : used / held;
}

function waitOf(usage: Usage): number {
  return Object.entries(usage).reduce((sum, [name, n]) => {
    const [service = '', operation = '', unit = ''] = name.split('.');
    const isCall = unit === 'calls' || (service !== 'dynamodb' && ['requests', 'puts', 'gets'].includes(unit));
    if (!isCall || operation === 'EventSource') return sum;
    return sum + (n * (CALL_MS[service] ?? 0)) / (AT_ONCE[`${service}.${operation}`] ?? 1);
  }, 0);
}

/** What all functions used: units as they were counted, time as it is modelled. */
export function usageOf(functions: readonly FunctionRun[], pages: number): Usage {
  const sum: Usage = {};
  for (const one of functions) addUsage(sum, usageOfOne(one));
  return addUsage(sum, { 'network.Fetch.bytes-out': pages * BYTES_OUT_A_PAGE });
}

export function usageOfOne(one: FunctionRun): Usage {
  const sum: Usage = {};
  for (const { usage } of one.calls) addUsage(sum, usage);
  return { ...sum, 'lambda.run.gb-s': timeOf(one).gbSeconds };
}
