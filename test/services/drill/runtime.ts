import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { cached, tool } from '../engines/cache.ts';

const CLIENT = '3.3.0';

/**
 * The program that AWS runs a function's code with, from its own repository: it takes events from an API on this machine
 * and posts what the handler answers. https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 *
 * @returns its path; part of it is compiled when it is fetched for the first time, which takes minutes.
 * @throws with what is missing on this machine to compile it.
 */
export async function runtimeClient(): Promise<string> {
  const folder = await cached(`lambda-client-${CLIENT}`, async (into) => {
    for (const name of ['cmake', 'g++', 'make', 'autoconf', 'automake', 'libtoolize']) {
      const found = (process.env['PATH'] ?? '').split(delimiter).some((place) => existsSync(join(place, name)));
      if (!found) throw new Error(`${name} is not installed: the runtime client of Lambda is compiled with it`);
    }
    await tool('npm', ['install', '--no-audit', '--no-fund', '--prefix', into, `aws-lambda-ric@${CLIENT}`], {
      npm_config_cache: join(into, '..', 'npm'),
    });
  });
  return join(folder, 'node_modules/aws-lambda-ric/bin/index.mjs');
}

export type Invocation = { event: unknown; result?: unknown; error?: unknown };

/**
 * Gives a function events, one after the other, as the service does.
 *
 * @param given.folder where its code lies, as in the archive that is deployed. @param given.handler as `file.export`.
 * @returns the event and what came of it; the process is gone by then.
 * @throws when the client ends by itself, the code cannot be loaded, or it takes longer than `limitS`.
 */
export async function invokeUnderClient(
  client: string,
  given: { folder: string; handler: string; env: Record<string, string>; events: unknown[]; limitS: number },
): Promise<Invocation[]> {
  const { folder, handler, env, events, limitS } = given;
  const done: Invocation[] = [];
  const end = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const { url = '' } = request;
    const event = events[done.length];
    if (url.endsWith('/invocation/next')) {
      // Left unanswered, as by a service that has no more events.
      if (done.length === events.length) return end.resolve();
      response.writeHead(200, {
        'content-type': 'application/json',
        'lambda-runtime-aws-request-id': `request-${done.length}`,
        'lambda-runtime-deadline-ms': `${Date.now() + limitS * 1_000}`,
        'lambda-runtime-invoked-function-arn': 'arn:aws:lambda:eu-north-1:000000000000:function:drill',
      });
      return void response.end(JSON.stringify(event));
    }
    const said = await jsonOf(request);
    response.writeHead(202, { 'content-type': 'application/json' }).end('{"status":"OK"}');
    if (url.endsWith('/init/error')) end.reject(new Error(`it cannot be loaded: ${JSON.stringify(said)}`));
    else done.push(url.endsWith('/response') ? { event, result: said } : { event, error: said });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const child = spawn(process.execPath, [client, handler], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: dirname(process.execPath),
      AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${(server.address() as AddressInfo).port}`,
      LAMBDA_TASK_ROOT: folder,
      _HANDLER: handler,
      AWS_LAMBDA_FUNCTION_NAME: 'drill',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1769',
      ...env,
    },
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = `${complaint}${text}`.slice(-2_000);
  });
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  void gone.then(() => end.reject(new Error(`the client ended:\n${complaint}`)));
  const limit = setTimeout(() => end.reject(new Error(`no answer in ${limitS} s:\n${complaint}`)), limitS * 1_000);
  try {
    await end.promise;
    return done;
  } finally {
    clearTimeout(limit);
    child.kill('SIGKILL');
    await gone;
    server.closeAllConnections();
    server.close();
  }
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  return text === '' ? undefined : JSON.parse(text);
}
