/*
 * One function of the stack in a process of its own, as Lambda runs it: `node bench/measure/bill-worker.ts HANDLER`, with the
 * stack's environment. Takes events from its parent, and answers each with what the handler returned and what it took.
 */
import type { Context } from 'aws-lambda';
import type { Usage } from '../../shared/meter/usage.ts';

export type Call = { event: unknown; timeoutMs: number };

export type Called = {
  answer?: unknown;
  fault?: string;
  usage: Usage;
  cpuMs: number;
  wallMs: number;
  rssMb: number;
  /** Errors that it logged. */
  errors: string[];
};

type Line = { event: string; usage?: Usage; error?: string };

/**
 * Thousands of pages of one call come from one machine here, that serves, keeps and crawls them: in that time 160 servers
 * would have sent them in the seconds that a visit is given. So the clock of all functions goes slower.
 */
const SLOWER = 4;
const began = Number(process.env['BILL_BEGAN']);
const realNow = Date.now;
Date.now = () => Math.floor(began + (realNow() - began) / SLOWER);

type Handler = (event: unknown, context: Context) => Promise<unknown>;

/** By the names of their files: only the one that is asked for is loaded. */
const HANDLERS: Record<string, () => Promise<{ handler: unknown }>> = {
  admin: () => import('../../functions/admin.ts'),
  dispatch: () => import('../../functions/dispatch.ts'),
  fetch: () => import('../../functions/fetch.ts'),
  clean: () => import('../../functions/clean.ts'),
  classify: () => import('../../functions/classify.ts'),
  'index-records': () => import('../../functions/index-records.ts'),
};

const handler = (await HANDLERS[process.argv[2]!]!()).handler as Handler;

let usage: Usage = {};
let errors: string[] = [];
console.info = (line: Line) => {
  if (line.event === 'run' && line.usage) usage = line.usage;
};
console.error = (line: Line) => void errors.push(`${line.event} ${line.error ?? ''}`);

process.on('message', async ({ event, timeoutMs }: Call) => {
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
  const called: Called = {
    ...outcome,
    usage,
    errors,
    cpuMs: (used.user + used.system) / 1000,
    wallMs: performance.now() - started,
    // Not the most there ever was: a process begins with that of its parent.
    rssMb: process.memoryUsage.rss() / 2 ** 20,
  };
  process.send?.(called);
});
process.send?.('ready');
