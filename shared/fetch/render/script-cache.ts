import type { Clock } from '../../ports/clock.ts';
import type { Resource } from '../../ports/renderer.ts';
import { HOUR_MS } from '../../text/time-units.ts';

/** Total size of the scripts that are kept. Bytes. */
const MAX_BYTES = 64 << 20;
/** Time for which a script is used again. Milliseconds. */
const MAX_AGE_MS = HOUR_MS;

/** Keeps the scripts that the pages of a site share, so that they are requested once and not for each page. */
export type ScriptCache = {
  get(key: string): Resource | undefined;
  /** @returns the script. Only successful responses are kept. */
  put(key: string, script: Resource | undefined): Resource | undefined;
};

export function createScriptCache(clock: Clock): ScriptCache {
  /** In the order of their last use. */
  const kept = new Map<string, { script: Resource; until: number }>();
  let bytes = 0;

  function drop(key: string): void {
    bytes -= kept.get(key)?.script.body.length ?? 0;
    kept.delete(key);
  }

  return {
    get(key) {
      const found = kept.get(key);
      if (!found) return undefined;
      if (found.until <= clock.now()) {
        drop(key);
        return undefined;
      }
      kept.delete(key);
      kept.set(key, found);
      return found.script;
    },
    put(key, script) {
      if (script?.status !== 200) return script;
      drop(key);
      kept.set(key, { script, until: clock.now() + MAX_AGE_MS });
      bytes += script.body.length;
      for (const oldest of kept.keys()) {
        if (bytes <= MAX_BYTES) break;
        drop(oldest);
      }
      return script;
    },
  };
}
