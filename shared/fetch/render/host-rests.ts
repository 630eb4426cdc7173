import type { Clock } from '../../ports/clock.ts';
import type { HttpFailure, HttpResponse } from '../../ports/fetcher.ts';
import { restOf } from '../../robots/robots-item.ts';

/** Remembers which hosts have asked for a rest (`Retry-After`). */
export function createHostRests(clock: Clock) {
  /** End of the rest of each host, epoch ms. */
  const ends = new Map<string, number>();
  return {
    noteResponse(host: string, response: HttpResponse | HttpFailure): void {
      const until = restOf(response, clock.now());
      if (until !== undefined) ends.set(host, until);
    },
    isResting(host: string): boolean {
      const until = ends.get(host);
      if (until === undefined) return false;
      if (until > clock.now()) return true;
      ends.delete(host);
      return false;
    },
  };
}
