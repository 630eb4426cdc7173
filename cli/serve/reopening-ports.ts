import type { WebPorts } from '../../web/ports.ts';
import type { Stores } from '../run/wiring.ts';
import { readOnlyStores } from './read-only-stores.ts';

type Call = (...args: unknown[]) => unknown;

/**
 * Returns ports that read the current index of a data folder, also after a rebuilt one has replaced it. Stores that are replaced stay open
 * until the calls that use them have ended.
 *
 * @param use makes the ports of opened stores. It always makes the same ones, and all of them are functions
 */
export function reopeningPorts(dir: string, use: (stores: Stores) => WebPorts): { ports: WebPorts; close(): void } {
  const { current, run, close } = readOnlyStores(dir, use);
  const calling =
    (name: keyof WebPorts) =>
    (...args: unknown[]) =>
      run((ports) => (ports[name] as Call)(...args));
  const names = Object.keys(current()) as (keyof WebPorts)[];
  const { logError } = current();
  const ports = Object.fromEntries(names.map((name) => [name, calling(name)])) as unknown as WebPorts;
  return { ports: { ...ports, ...(logError && { logError }) }, close };
}
