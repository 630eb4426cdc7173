/** `node test/net/mutated-long.ts [seeds] [first]`: tries many more mutated responses than `npm test`. */
import { type AddressInfo, createServer } from 'node:net';
import { fetchMutated, mutated } from './mutated-responses.ts';

const seeds = Number(process.argv[2] ?? 20_000);
const first = Number(process.argv[3] ?? 1_000);
const server = createServer((socket) => {
  socket.on('error', () => {});
  socket.once('data', (bytes) => socket.end(mutated(Number(/\/(\d+) /.exec(bytes.toString())![1]))));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const faults = await fetchMutated((server.address() as AddressInfo).port, first, first + seeds);
server.close();
process.stdout.write(`${faults.length === 0 ? `${seeds} answers, and an outcome for each` : faults.join('\n')}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
