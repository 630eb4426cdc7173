/** Pages of a PDF whose text is placed line by line, and drawn in any order. */

/** A line of text. Lengths are in points; `y` grows upwards. */
export type Placed = { x: number; y: number; text: string; size?: number };

/** Returns a content stream that draws lines in the given order. */
export const streamOf = (lines: readonly Placed[]): string =>
  lines.map(({ x, y, text, size = 10 }) => `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`).join('\n');

const WORDS =
  'the moss of a bog keeps the water for many years and so it grows over old roots while sundew waits in the light near dark pools where no wind comes by'.split(
    ' ',
  );

/** Returns running text of sentences. @param seed other numbers give other sentences */
export function prose(words: number, seed: number): string {
  const random = randomOf(seed);
  const text: string[] = [];
  let left = 0;
  for (let i = 0; i < words; i++) {
    const word = WORDS[random(WORDS.length)]!;
    text.push(left === 0 ? word[0]!.toUpperCase() + word.slice(1) : word);
    if (left === 0) left = 6 + random(9);
    else if (--left === 0 || i === words - 1) text.push(`${text.pop()}.`);
  }
  return text.join(' ');
}

/** Divides text into lines of at most as many letters as a column is wide. */
export function wrap(text: string, letters = 42): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    if (lines.at(-1)!.length + word.length >= letters) lines.push(word);
    else lines.push(`${lines.pop()} ${word}`.trim());
  }
  return lines;
}

/** Places lines below each other. */
export const columnAt = (x: number, y: number, texts: readonly string[], spacing = 12): Placed[] =>
  texts.map((text, i) => ({ x, y: y - spacing * i, text }));

/** Orders lines as programs do that write what they draw from the top to the bottom. */
export const inRows = (lines: readonly Placed[]): Placed[] => [...lines].sort((a, b) => b.y - a.y || a.x - b.x);

export function shuffled<T>(values: readonly T[], seed = 7): T[] {
  const random = randomOf(seed);
  const result = [...values];
  for (let i = result.length - 1; i > 0; i--) {
    const j = random(i + 1);
    [result[i], result[j]] = [result[j]!, result[i]!];
  }
  return result;
}

/** Returns a generator of numbers below a limit (linear congruential). */
function randomOf(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}
