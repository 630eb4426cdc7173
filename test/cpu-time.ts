import process from 'node:process';

/** CPU time of the reference work on the machine for which the limits of tests were chosen. Milliseconds. */
const REFERENCE_MS = 8;

let slowness: number | undefined;

/**
 * Measures the CPU time of some work, as it would be on the reference machine. A limit on it holds on machines of any speed,
 * which a limit on the time itself does not.
 *
 * @returns milliseconds
 */
export async function cpuTimeOf(work: () => unknown): Promise<number> {
  slowness ??= Math.max(1, Math.min(...Array.from({ length: 5 }, () => userMs(countWords))) / REFERENCE_MS);
  const before = process.cpuUsage();
  await work();
  return process.cpuUsage(before).user / 1000 / slowness;
}

function userMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
}

/** Does what tests measure: strings, maps and patterns. */
function countWords(): void {
  const words = new Map<string, number>();
  let text = '';
  for (let i = 0; i < 200_000; i++) {
    const word = `w${(i * 7_919) % 5_003}`;
    words.set(word, (words.get(word) ?? 0) + 1);
    if (i % 50 === 0) text += `${word} `;
  }
  for (const [word = ''] of text.matchAll(/w\d+\s/g)) words.delete(word);
}
