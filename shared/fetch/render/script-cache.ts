import type { Clock } from '../../ports/clock.ts';
import type { Resource } from '../../ports/renderer.ts';
import type { Url } from '../../url/url.ts';

/** Total size of the scripts that are kept. Bytes. */
const MAX_BYTES = 64 << 20;
/** Time for which a script is used again. Milliseconds. */
const MAX_AGE_MS = 3_600_000;

/** Keeps the scripts that the pages of a site share, so that they are requested once and not for each page. */
export type ScriptCache = {
  get(url: Url): Resource | undefined;
  /** @returns the script. Only successful responses are kept. */
  put(url: Url, script: Resource | undefined): Resource | undefined;
};

export function createScriptCache(clock: Clock): ScriptCache {
  /** In the order of their last use. */
  const kept = new Map<Url, { script: Resource; until: number }>();
  let bytes = 0;

  function drop(url: Url): void {
    bytes -= kept.get(url)?.script.body.length ?? 0;
    kept.delete(url);
  }

  return {
    get(url) {
      const found = kept.get(url);
      if (!found) return undefined;
      if (found.until <= clock.now()) {
        drop(url);
        return undefined;
      }
      kept.delete(url);
      kept.set(url, found);
      return found.script;
    },
    put(url, script) {
      if (script?.status !== 200) return script;
      drop(url);
      kept.set(url, { script, until: clock.now() + MAX_AGE_MS });
      bytes += script.body.length;
      for (const oldest of kept.keys()) {
        if (bytes <= MAX_BYTES) break;
        drop(oldest);
      }
      return script;
    },
  };
}
