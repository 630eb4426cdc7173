import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { type Running, start } from './process.ts';
import { type EngineName, RECIPES } from './recipes.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the keeper of engines. */
    engines: string;
  }
}

/**
 * Keeps the engines of a run of the engines suite. Test files run in processes of their own, some at once, so they ask
 * here: the first question for an engine starts it, and all are stopped when the run ends.
 */
export default async function keeper(project: TestProject): Promise<() => Promise<void>> {
  const started = new Map<string, Promise<Running>>();
  const server = createServer(async (request, response) => {
    const name = (request.url ?? '/').slice(1) as EngineName;
    const starting = started.get(name) ?? startTwice(() => start(name, RECIPES[name]));
    started.set(name, starting);
    try {
      const { url, pid } = await starting;
      response.end(JSON.stringify({ url, pid }));
    } catch (error) {
      response.writeHead(503).end(`${(error as Error).message}`);
    }
  });
  // The first start of an engine may have to build it.
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

/** Somebody else may take the port before the engine does: then it ends at once, and another port will do. */
export async function startTwice<Engine>(begin: () => Promise<Engine>): Promise<Engine> {
  try {
    return await begin();
  } catch {
    return begin();
  }
}

async function end(name: string, { startMs, peakBytes, stop }: Running): Promise<void> {
  process.stdout.write(`${name}: started in ${(startMs / 1_000).toFixed(1)} s, up to ${peakBytes() >> 20} MB\n`);
  await stop();
}
