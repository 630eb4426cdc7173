import type { Turns } from '../../http/turns.ts';
import type { RenderLimits } from '../../ports/renderer.ts';

/** Waits for a turn. @returns a function that ends it, or undefined if there was none within `waitMs` or before the signal aborted */
export async function takeTurn(
  turns: Turns,
  { waitMs, signal }: Pick<RenderLimits, 'waitMs' | 'signal'>,
): Promise<(() => void) | undefined> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), waitMs);
  try {
    return await turns.take(signal ? AbortSignal.any([signal, late.signal]) : late.signal);
  } finally {
    clearTimeout(timer);
  }
}
