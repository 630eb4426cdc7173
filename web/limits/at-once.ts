import type { MiddlewareHandler } from 'hono';

/**
 * Answers at most `max` requests at the same time; others wait, in their order. For answers that need much memory while they are made. A request
 * whose client has gone by its turn is not answered.
 */
export function limitAtOnce(max: number): MiddlewareHandler {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (c, next) => {
    if (running < max) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      if (c.req.raw.signal.aborted) return c.body(null, 503);
      return await next();
    } finally {
      const proceed = waiting.shift();
      if (proceed) proceed();
      else running--;
    }
  };
}
