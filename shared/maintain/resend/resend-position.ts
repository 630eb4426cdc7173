import type { Control } from '../../ports/control.ts';
import type { Objects } from '../../ports/objects.ts';
import { DAY_MS, dayOf, type ResendPosition } from './resend-expired.ts';

/** Reads where the check of a crawl continues. A crawl that was never checked starts with the day before its creation. */
export async function readResendPosition(
  { crawl, createdAt }: Pick<Control, 'crawl' | 'createdAt'>,
  objects: Pick<Objects, 'get'>,
): Promise<ResendPosition> {
  const bytes = await objects.get(keyOf(crawl));
  if (bytes) return JSON.parse(new TextDecoder().decode(bytes)) as ResendPosition;
  // The clock that named the first object may be slower than the one of the creation.
  return { day: dayOf(createdAt - DAY_MS) };
}

export async function storeResendPosition(
  crawl: string,
  position: ResendPosition,
  objects: Pick<Objects, 'put'>,
): Promise<void> {
  await objects.put(keyOf(crawl), new TextEncoder().encode(JSON.stringify(position)));
}

/** Not below `settings/`, whose objects never change. */
const keyOf = (crawl: string) => `applied/${crawl}/resent.json`;
