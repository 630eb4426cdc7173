/** So many calls of one list are under way together: a list of a thousand must not open a thousand connections. */
const AT_ONCE = 32;

/** Does `work` for each of a list, some at once; the answers are in the list's order. The first fault is thrown. */
export async function eachAtOnce<Given, Answer>(
  list: readonly Given[],
  work: (given: Given) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = new Array(list.length);
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < list.length; i = next++) answers[i] = await work(list[i]!);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, list.length) }, worker));
  return answers;
}

/** A list in pieces of at most `size`. */
export function* chunks<Given>(list: readonly Given[], size: number): Generator<Given[]> {
  for (let i = 0; i < list.length; i += size) yield list.slice(i, i + size);
}
