import { type ComparedVersions, diffTexts } from './diff-texts.ts';

/** A text of a page at a time of a fetch, epoch ms. */
export type VersionText = { fetchedAt: number; text: string };

/** @param read returns undefined if there is no such capture. @returns undefined if one of the captures is missing */
export async function compareVersions(
  times: readonly [number, number],
  read: (at: number) => Promise<VersionText | undefined>,
): Promise<ComparedVersions | undefined> {
  const [earlier, later] = await Promise.all(times.toSorted((x, y) => x - y).map(read));
  if (!earlier || !later) return undefined;
  const diff = diffTexts(earlier.text, later.text) ?? null;
  return { earlier: earlier.fetchedAt, later: later.fetchedAt, diff };
}
