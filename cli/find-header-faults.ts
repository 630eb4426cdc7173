import { headerFault, isHostKey } from '../shared/http/host-headers.ts';
import type { Fault } from '../shared/settings/faults.ts';
import type { Settings } from '../shared/settings/settings.ts';

/**
 * Finds headers that cannot be added to requests, and keys that name no hosts. The handlers of a stack, which read stored settings only, do without
 * this check, because their size is limited.
 */
export function findHeaderFaults({ fetch }: Pick<Settings, 'fetch'>): Fault[] {
  const at = (...path: string[]): string[] => ['fetch', 'headers', ...path];
  return Object.entries(fetch.headers).flatMap(([key, headers]) => [
    ...(isHostKey(key)
      ? []
      : [{ path: at(key), message: 'must be `*`, `*.domain`, `host` or `host:port`, with a port up to 65535' }]),
    ...Object.entries(headers).flatMap(([name, value]) => {
      const message = headerFault(name, value);
      return message === undefined ? [] : [{ path: at(key, name), message }];
    }),
  ]);
}
