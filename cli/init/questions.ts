import type { Terminal } from '../output/terminal.ts';

/** Returns what is wrong with an answer, or undefined. */
type Check = (answer: string) => string | undefined;

/** Questions on standard error, with answers from standard input. A question is repeated after an invalid answer. */
export type Questions = {
  /**
   * @param preset answer to an empty line, which is not checked; undefined if an answer is required
   * @returns undefined if the input ends or the user interrupts
   */
  ask(question: string, preset: string | undefined, check: Check): Promise<string | undefined>;
  /** Asks for one or more words. @param check checks each of them */
  askList(question: string, check: Check): Promise<string[] | undefined>;
};

/** @returns undefined if standard input or standard error is not a terminal */
export function createQuestions(terminal: Terminal): Questions | undefined {
  if (!terminal.canAsk) return undefined;
  const lines = terminal.lines()[Symbol.asyncIterator]();
  const read = async () => {
    const { done, value } = await lines.next();
    return done || terminal.interrupt.aborted ? undefined : value.trim();
  };
  const ask: Questions['ask'] = async (question, preset, check) => {
    for (;;) {
      terminal.err(preset ? `${question} [${preset}]` : question);
      const answer = await read();
      if (answer === undefined) return undefined;
      if (answer === '' && preset !== undefined) return preset;
      const problem = answer === '' ? 'an answer is required' : check(answer);
      if (problem === undefined) return answer;
      terminal.err(problem);
    }
  };
  return {
    ask,
    async askList(question, check) {
      const firstProblem = (text: string) =>
        text
          .split(/\s+/)
          .map(check)
          .find((problem) => problem !== undefined);
      return (await ask(question, undefined, firstProblem))?.split(/\s+/);
    },
  };
}
