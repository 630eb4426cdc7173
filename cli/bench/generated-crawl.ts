import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { readSettings } from '../../shared/settings/read-settings.ts';
import type { Settings } from '../../shared/settings/settings.ts';

/** Size of a generated web. `prose`: pages that are mostly text. */
export type GeneratedSize = { hosts: number; pages: number; prose?: boolean };

/** Requests that a server of a generated web has answered: all, those for URLs that are no pages, different pages, and repeated requests for pages. */
export type ServedCounts = { requests: number; strays: number; pages: number; again: number };

/** A generated web in a process of its own, so that its CPU and memory are not those of the crawler. */
export type WebProcess = {
  port: number;
  /** Ends the process. */
  end(): Promise<ServedCounts>;
};

/** @throws if the process ends before it serves */
export async function startWebProcess({ hosts, pages, prose }: GeneratedSize): Promise<WebProcess> {
  const program = fileURLToPath(new URL('../../demo/generated/serve-web.ts', import.meta.url));
  const size = ['--hosts', `${hosts}`, '--pages', `${pages}`, ...(prose ? ['--prose'] : [])];
  // Ctrl-C goes to a group of processes: this one is of its own, and ends with its standard input.
  const server = spawn(process.execPath, [program, ...size], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const lines = createInterface(server.stdout);
  const gone = once(server, 'exit');
  const printed = lines[Symbol.asyncIterator]();
  const next = async <Printed>(): Promise<Printed> => {
    const { value, done } = await printed.next();
    if (done) throw new Error('the server of the generated web ended');
    return JSON.parse(value) as Printed;
  };
  const { port } = await next<{ port: number }>();
  let served: Promise<ServedCounts> | undefined;
  return {
    port,
    end() {
      server.stdin.end();
      served ??= Promise.all([next<ServedCounts>(), gone]).then(([counts]) => counts);
      return served;
    },
  };
}

/**
 * Returns the settings of a crawl of a generated web: all pages, without pauses.
 *
 * @param topic text of a topic file; undefined: without a topic
 */
export function generatedCrawlSettings(
  port: number,
  { hosts, concurrency, topic }: { hosts: number; concurrency: number; topic: string | undefined },
): Settings {
  return readSettings({
    crawl: 'bench',
    seeds: Array.from({ length: hosts }, (_, host) => `http://h${host}.bench.test/`),
    scope: 'any',
    concurrency,
    politeness: { hostPauseMs: 0, answerTimeFactor: 0 },
    network: { allowPrivate: ['127.0.0.0/8'], resolve: { '*.bench.test': `127.0.0.1:${port}` } },
    topic: { filters: topic === undefined ? [] : [{ terms: 'topic.txt', termsText: topic }] },
  });
}
