/** So many calls of one list are under way together: a list of a thousand must not open a thousand connections. */
const AT_ONCE = 32;

/**
 * Does `work` for each of a list, some at once; the answers are in the list's order. After a fault no more is begun; the
 * first one is thrown when all that was under way has ended, so that whoever tidies up is not overtaken by it.
 */
export async function eachAtOnce<Given, Answer>(
  list: readonly Given[],
  work: (given: Given) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = new Array(list.length);
  const faults: unknown[] = [];
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < list.length && faults.length === 0; i = next++) {
      try {
        answers[i] = await work(list[i]!);
      } catch (error) {
        faults.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, list.length) }, worker));
  if (faults.length > 0) throw faults[0];
  return answers;
}

/** A list in pieces of at most `size`. */
export function* chunks<Given>(list: readonly Given[], size: number): Generator<Given[]> {
  for (let i = 0; i < list.length; i += size) yield list.slice(i, i + size);
}
