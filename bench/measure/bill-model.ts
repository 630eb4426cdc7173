import { START_INTERVAL_MS } from '../../functions/visit-limits.ts';
import { HOSTS_PER_MESSAGE } from '../../infra/workers.ts';
import { mergeUsage, type Usage } from '../../shared/meter/usage.ts';
import type { WorkerResult } from './bill-worker.ts';

/*
 * Models how long a function runs in a data centre, where network latency and processor differ from those of this machine.
 * Everything else in the bill is measured.
 */

/** CPU seconds of an arm64 function per CPU second of this machine (x86, shared cores). A pessimistic assumption. */
export const ARM_CPU_FACTOR = 1.4;

/** Memory with which a function has one full virtual CPU; with less it has a share. https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
const FULL_CPU_MB = 1_769;

/** Assumed response time of a page on another continent. */
export const RESPONSE_MS = 800;
/** Pause between two requests to a host, the default of `politeness.hostPauseMs`. */
export const PAUSE_MS = 2_000;

/** Overhead of a visit: lock, head, inbox, object, commit. */
const VISIT_MS = 500;

/** Assumed latency of a call to a service in the same Region. */
const CALL_MS: Record<string, number> = { dynamodb: 5, sqs: 10, s3: 30, search: 150 };

/** Number of concurrent calls, for operations that adapters run concurrently. */
const CONCURRENT_CALLS: Record<string, number> = { 'dynamodb.UpdateItem': 16, 'dynamodb.BatchWriteItem': 8 };

/** Bytes of TLS, headers and acknowledgements sent per page. */
const BYTES_SENT_PER_PAGE = 1_300;

export type FunctionRun = {
  name: string;
  memoryMb: number;
  calls: WorkerResult[];
  /** Fetch function only: for each call, the number of pages of each host. */
  visits?: number[][];
};

export type ModelledTime = { seconds: number; gbSeconds: number; busy: number; cpuMs: number };

/** Models the duration of a function's calls on AWS and the gigabyte-seconds billed for it. */
export function modelTime({ memoryMb, calls, visits }: FunctionRun): ModelledTime {
  const share = Math.min(1, memoryMb / FULL_CPU_MB);
  let seconds = 0;
  let cpuMs = 0;
  for (const [i, call] of calls.entries()) {
    const computing = (call.cpuMs * ARM_CPU_FACTOR) / share;
    const waiting = visits ? longestVisitMs(visits[i] ?? []) : serviceWaitMs(call.usage);
    // Visits compute while other visits wait. The other stages alternate between computing and waiting.
    seconds += (visits ? Math.max(computing, waiting) : computing + waiting) / 1000;
    cpuMs += call.cpuMs;
  }
  return { seconds, gbSeconds: (seconds * memoryMb) / 1024, busy: busyShare(visits ?? []), cpuMs };
}

const visitMs = (pages: number) => VISIT_MS + pages * (RESPONSE_MS + PAUSE_MS);

/** Returns the duration of a fetch call: the start of its last message, its slowest host, and a pause's time to store its object. */
function longestVisitMs(pages: readonly number[]): number {
  const begins = START_INTERVAL_MS * Math.max(0, Math.ceil(pages.length / HOSTS_PER_MESSAGE) - 1);
  return begins + Math.max(0, ...pages.map(visitMs)) + PAUSE_MS;
}

/** Returns the share of the fetch functions' host slots that were busy. */
function busyShare(visits: readonly (readonly number[])[]): number {
  const used = visits.flat().reduce((sum, pages) => sum + visitMs(pages), 0);
  const held = visits.reduce((sum, call) => sum + call.length * longestVisitMs(call), 0);
  return held === 0 ? 0 : used / held;
}

function serviceWaitMs(usage: Usage): number {
  return Object.entries(usage).reduce((sum, [name, n]) => {
    const [service = '', operation = '', unit = ''] = name.split('.');
    const isCall = unit === 'calls' || (service !== 'dynamodb' && ['requests', 'puts', 'gets'].includes(unit));
    if (!isCall || operation === 'EventSource') return sum;
    return sum + (n * (CALL_MS[service] ?? 0)) / (CONCURRENT_CALLS[`${service}.${operation}`] ?? 1);
  }, 0);
}

/** Returns the usage of all functions: counted units and modelled time. */
export function totalUsage(functions: readonly FunctionRun[], pages: number): Usage {
  const sum: Usage = {};
  for (const one of functions) mergeUsage(sum, functionUsage(one));
  return mergeUsage(sum, { 'network.Fetch.bytes-out': pages * BYTES_SENT_PER_PAGE });
}

export function functionUsage(one: FunctionRun): Usage {
  const sum: Usage = {};
  for (const { usage } of one.calls) mergeUsage(sum, usage);
  return { ...sum, 'lambda.run.gb-s': modelTime(one).gbSeconds };
}
