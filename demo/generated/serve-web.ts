/** A program that serves a generated web, so that its CPU is not that of the crawler. */
import { parseArgs } from 'node:util';
import { startGeneratedWeb } from './generated-web.ts';

/**
 * Prints a line of JSON with the port and serves until standard input closes or SIGTERM arrives. The last line contains the
 * numbers of requests.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      hosts: { type: 'string', default: '200' },
      pages: { type: 'string', default: '20000' },
      seed: { type: 'string', default: 'thresher' },
      prose: { type: 'boolean', default: false },
      port: { type: 'string', default: '0' },
    },
  });
  const size = { hosts: Number(values.hosts), pages: Number(values.pages), seed: values.seed, prose: values.prose };
  const web = await startGeneratedWeb({ ...size, port: Number(values.port) });
  const { port, urls, seeds } = web;
  process.stdout.write(`${JSON.stringify({ port, urls, hosts: seeds.length })}\n`);
  let ended = false;
  const end = () => {
    process.stdin.destroy();
    if (ended) return;
    ended = true;
    process.stdout.write(`${JSON.stringify({ requests: web.requests(), strays: web.strays(), ...web.served() })}\n`);
    void web.close();
  };
  // The program that started this one may have been killed.
  process.stdout.on('error', () => undefined);
  process.once('SIGTERM', end);
  process.stdin.resume().once('end', end).once('close', end);
}

await main();
