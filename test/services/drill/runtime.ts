import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { cached, runTool } from '../engines/cache.ts';

const CLIENT = '3.3.0';
const NATIVE = join(import.meta.dirname, 'native-client.mjs');

/**
 * Installs the runtime interface client with which AWS runs Node functions. It receives events from a local API and posts the
 * handler's results. https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 *
 * @returns the path of the client, without its native part (`native-client.mjs`)
 */
export async function runtimeClient(): Promise<string> {
  const folder = await cached(`lambda-client-js-${CLIENT}`, async (into) => {
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefix', into];
    await runTool('npm', ['install', ...options, `aws-lambda-ric@${CLIENT}`], {
      npm_config_cache: join(into, '..', 'npm'),
    });
  });
  return join(folder, 'node_modules/aws-lambda-ric/bin/index.mjs');
}

export type Invocation = { event: unknown; result?: unknown; error?: unknown };

/**
 * Invokes a function with events, one after the other, like the service.
 *
 * @param given.folder folder with the deployable code. @param given.handler handler as `file.export`.
 * @returns each event with its result or error. The process has ended by then.
 * @throws Error if the client exits, the code cannot be loaded, or the invocations take longer than `limitS` seconds.
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
      // Never responds, like the service when there are no more events.
      if (done.length === events.length) return end.resolve();
      response.writeHead(200, {
        'content-type': 'application/json',
        'lambda-runtime-aws-request-id': `request-${done.length}`,
        'lambda-runtime-deadline-ms': `${Date.now() + limitS * 1_000}`,
        'lambda-runtime-invoked-function-arn': 'arn:aws:lambda:eu-north-1:000000000000:function:drill',
      });
      return void response.end(JSON.stringify(event));
    }
    const posted = await jsonOf(request);
    response.writeHead(202, { 'content-type': 'application/json' }).end('{"status":"OK"}');
    if (url.endsWith('/init/error')) end.reject(new Error(`cannot load the handler: ${JSON.stringify(posted)}`));
    else done.push(url.endsWith('/response') ? { event, result: posted } : { event, error: posted });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const child = spawn(process.execPath, ['--import', NATIVE, client, handler], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: dirname(process.execPath),
      AWS_LAMBDA_NODEJS_USE_ALTERNATIVE_CLIENT_1: 'true',
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
  void gone.then(() => end.reject(new Error(`the client exited:\n${complaint}`)));
  const limit = setTimeout(() => end.reject(new Error(`no result within ${limitS} s:\n${complaint}`)), limitS * 1_000);
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
