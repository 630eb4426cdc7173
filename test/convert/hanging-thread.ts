/** Converts documents of one byte, posts a partial result of longer ones and hangs, or fills its memory. */
import { parentPort } from 'node:worker_threads';
import type { ConvertJob } from '../../shared/ports/converter.ts';

const NOTHING = {
  title: null,
  author: null,
  date: null,
  modified: null,
  description: null,
  language: null,
  charset: null,
};
const converted = (text: string) => ({
  ...NOTHING,
  keywords: [],
  links: [],
  metadata: {},
  parts: [{ kind: 'paragraph', text }],
});

/** What documents of some types are converted to. */
const TEXTS: Record<string, () => string> = {
  process: () => `${process.pid}`,
  environment: () => Object.keys(process.env).join(' '),
};

parentPort!.postMessage({ ready: true });
parentPort!.on('message', ({ bytes, mimeType }: ConvertJob) => {
  if (bytes.length === 1) parentPort!.postMessage({ result: converted(TEXTS[mimeType]?.() ?? 'read') });
  if (mimeType === 'exits after it') process.exit(7);
  if (bytes.length === 1) return;
  if (bytes.length > 2) parentPort!.postMessage({ partial: converted('half') });
  if (mimeType === 'exits') process.exit(7);
  if (mimeType === 'crashes') process.kill(process.pid, 'SIGSEGV');
  const kept: unknown[] = [];
  for (;;) {
    if (mimeType === 'fills its heap') kept.push(Array.from({ length: 10_000 }, () => ({ kept })));
    if (mimeType === 'fills its heap with one array') kept.push(kept.length);
    // Allocate in steps, so that the memory poll sees it grow.
    if (mimeType === 'fills buffers') {
      kept.push(Buffer.alloc(10_000_000, 1));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
});
