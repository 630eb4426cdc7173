import { createContext, Script } from 'node:vm';

/** `run` is a function of this realm; V8 ends it after the time limit of the script that calls it. */
const SCRIPT = new Script('run()');
const CONTEXT = createContext({});

/** The error code of a call that took too long. */
const TIMEOUT_CODE = 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/**
 * Calls a synchronous function with a time limit. A loop without end is interrupted, too; what the function had changed by then stays
 * changed. It costs about 0.15 ms.
 *
 * @throws what the function throws, and an Error after `timeoutMs` milliseconds
 */
export function runBounded<Result>(work: () => Result, timeoutMs: number): Result {
  let result: { value: Result } | undefined;
  CONTEXT['run'] = () => {
    result = { value: work() };
  };
  try {
    SCRIPT.runInContext(CONTEXT, { timeout: timeoutMs });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== TIMEOUT_CODE) throw error;
    throw new Error(`took longer than ${timeoutMs} ms`);
  } finally {
    delete CONTEXT['run'];
  }
  return result!.value;
}
