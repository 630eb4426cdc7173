import type { MiddlewareHandler } from 'hono';
import { createTurns } from '../../shared/http/turns.ts';

/**
 * Answers at most `max` requests at the same time; others wait, in their order. For answers that need much memory while they are made. A request
 * whose client leaves before its turn is not answered.
 */
export function limitAtOnce(max: number): MiddlewareHandler {
  const turns = createTurns(max);
  return async (c, next) => {
    const endTurn = await turns.take(c.req.raw.signal);
    if (!endTurn) return c.body(null, 503);
    try {
      return await next();
    } finally {
      endTurn();
    }
  };
}
