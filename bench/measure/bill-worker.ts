/*
 * Runs one function of the stack in its own process, like Lambda: `node bench/measure/bill-worker.ts HANDLER`, with the
 * stack's environment. Receives events from the parent process and replies with the handler's result and its usage.
 */
import type { Context } from 'aws-lambda';
import type { Usage } from '../../shared/meter/usage.ts';

export type WorkerCall = { event: unknown; timeoutMs: number };

export type WorkerResult = {
  answer?: unknown;
  fault?: string;
  usage: Usage;
  cpuMs: number;
  wallMs: number;
  rssMb: number;
  /** Errors that the handler logged. */
  errors: string[];
};

type Line = { event: string; usage?: Usage; error?: string };

/**
 * Factor by which the clock of all functions runs slower. Here one machine serves, stores and crawls the pages of a call;
 * 160 servers would have sent them within the time limit of a visit.
 */
const CLOCK_SLOWDOWN = Number(process.env['BILL_SLOWDOWN'] ?? 4);
const began = Number(process.env['BILL_BEGAN']);
const realNow = Date.now;
Date.now = () => Math.floor(began + (realNow() - began) / CLOCK_SLOWDOWN);

type Handler = (event: unknown, context: Context) => Promise<unknown>;

/** Handlers by file name. Only the requested one is loaded. */
const HANDLERS: Record<string, () => Promise<{ handler: unknown }>> = {
  admin: () => import('../../functions/admin.ts'),
  dispatch: () => import('../../functions/dispatch.ts'),
  fetch: () => import('../../functions/fetch.ts'),
  clean: () => import('../../functions/clean.ts'),
  classify: () => import('../../functions/classify.ts'),
  'index-records': () => import('../../functions/index-records.ts'),
  search: () => import('../../functions/search.ts'),
};

const handler = (await HANDLERS[process.argv[2]!]!()).handler as Handler;

let usage: Usage = {};
let errors: string[] = [];
console.info = (line: Line) => {
  if (line.event === 'run' && line.usage) usage = line.usage;
};
console.error = (line: Line) => void errors.push(`${line.event} ${line.error ?? ''}`);

process.on('message', async ({ event, timeoutMs }: WorkerCall) => {
  usage = {};
  errors = [];
  const cpu = process.cpuUsage();
  const started = performance.now();
  const context = { getRemainingTimeInMillis: () => timeoutMs - (performance.now() - started) } as Context;
  const outcome = await handler(event, context).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ fault: String(error) }),
  );
  const used = process.cpuUsage(cpu);
  const result: WorkerResult = {
    ...outcome,
    usage,
    errors,
    cpuMs: (used.user + used.system) / 1000,
    wallMs: performance.now() - started,
    // Not the peak: a forked process inherits the peak of its parent.
    rssMb: process.memoryUsage.rss() / 2 ** 20,
  };
  process.send?.(result);
});
process.send?.('ready');
