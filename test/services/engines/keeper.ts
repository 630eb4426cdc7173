import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { type Running, start } from './process.ts';
import { type EngineName, RECIPES } from './recipes.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the server that starts engines. */
    engines: string;
  }
}

/**
 * Manages the engines of a test run. Test files run in separate, partly concurrent processes and request engines from this
 * server. The first request starts an engine; all engines are stopped at the end of the run.
 */
export default async function keeper(project: TestProject): Promise<() => Promise<void>> {
  const started = new Map<string, Promise<Running>>();
  const server = createServer(async (request, response) => {
    const name = (request.url ?? '/').slice(1) as EngineName;
    const starting = started.get(name) ?? startWithRetry(() => start(name, RECIPES[name]));
    started.set(name, starting);
    try {
      const { url, pid } = await starting;
      response.end(JSON.stringify({ url, pid }));
    } catch (error) {
      response.writeHead(503).end(`${(error as Error).message}`);
    }
  });
  // The first start of an engine may build it, which takes minutes.
  server.requestTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  project.provide('engines', `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);

  return async () => {
    await Promise.all(
      [...started].map(([name, running]) =>
        running.then(
          (one) => end(name, one),
          () => {},
        ),
      ),
    );
    server.closeAllConnections();
    server.close();
  };
}

/** Starts an engine, with one retry: another program may take the port first, and the retry uses another port. */
export async function startWithRetry<Engine>(startEngine: () => Promise<Engine>): Promise<Engine> {
  try {
    return await startEngine();
  } catch {
    return startEngine();
  }
}

async function end(name: string, { startMs, peakBytes, stop }: Running): Promise<void> {
  process.stdout.write(`${name}: started in ${(startMs / 1_000).toFixed(1)} s, up to ${peakBytes() >> 20} MB\n`);
  await stop();
}
