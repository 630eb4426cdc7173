/** Adds the description of a product to the text of its page if only JSON-LD has it. */
import type { ParsedPage } from '../../html/parsed-page.ts';

/** Minimum number of words of a description that is added: shorter ones are names. */
const MIN_WORDS = 12;
/** Share of the words of a description from which the page shows it. */
const MIN_SHOWN = 0.5;

/** Returns the description of a product of which the page shows less than half of the words, or undefined. */
export function hiddenDescription(
  { blocks }: ParsedPage,
  items: readonly Readonly<Record<string, readonly unknown[]>>[] | undefined,
): string | undefined {
  const description = items?.length === 1 ? items[0]?.['text']?.[0] : undefined;
  if (typeof description !== 'string') return undefined;
  const words = new Set(wordsOf(description));
  if (words.size < MIN_WORDS) return undefined;
  const shown = new Set(blocks.flatMap(({ text }) => wordsOf(text)));
  const common = [...words].filter((word) => shown.has(word)).length;
  return common < words.size * MIN_SHOWN ? description : undefined;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
