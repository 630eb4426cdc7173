import { EXIT, type ExitCode } from '../command.ts';
import { parseRequest } from './parse-request.ts';
import { requestId } from './request-id.ts';
import { MAX_LINE_BYTES } from './split-lines.ts';
import type { Terminal } from './terminal.ts';

/** Returns the answer to a request; undefined if only bad lines are answered. */
export type AnswerRequest = (question: Record<string, unknown>) => object | undefined | Promise<object | undefined>;

/**
 * Runs a stage as a JSON Lines filter: reads one request per line and writes one answer per line, in the same order and
 * with the `id` of the request. A bad line is answered with `{id, error: {message, line}}`; such an answer of an earlier filter is
 * passed on, so that the end of a pipe says what was wrong at its start. Empty lines are skipped.
 * The filter keeps no state and stops reading while the consumer of its output is slower.
 *
 * @param answer throws for a request that cannot be answered
 * @returns `errors` if there was a bad line
 */
export async function answerLines(answer: AnswerRequest, terminal: Terminal): Promise<ExitCode> {
  let line = 0;
  let bad = 0;
  for await (const bytes of terminal.lineBytes()) {
    if (terminal.interrupt.aborted) break;
    if (terminal.closed.aborted) return EXIT.done;
    line++;
    if (isBlank(bytes)) continue;
    const answered = await answerLine(bytes, line, answer);
    if (answered === undefined) continue;
    const { id, ...body } = answered;
    if ('error' in body) bad++;
    const drained = terminal.outJson({ id, ...body });
    if (drained) await drained;
  }
  if (terminal.interrupt.aborted) return EXIT.interrupted;
  return bad > 0 ? EXIT.errors : EXIT.done;
}

const BRACE = 0x7b;

/** Returns whether a line holds only white space. */
export const isBlank = (bytes: Uint8Array): boolean =>
  bytes[0] !== BRACE && new TextDecoder().decode(bytes).trim() === '';

/** @throws Error if the line is no JSON object, or was cut because it is too long */
export function parseObject(line: Uint8Array): Record<string, unknown> {
  if (line.length >= MAX_LINE_BYTES) throw new Error(`the line is longer than ${MAX_LINE_BYTES / 2 ** 20} MiB`);
  const request = parseRequest(line);
  if (request === null || typeof request !== 'object' || Array.isArray(request))
    throw new Error('a line must be a JSON object');
  return request as Record<string, unknown>;
}

/** Whether a line is the answer of an earlier filter to a bad line. */
export function isErrorAnswer(line: Record<string, unknown>): boolean {
  const { id: _, error, ...others } = line;
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' && Object.keys(others).length === 0;
}

async function answerLine(
  bytes: Uint8Array,
  line: number,
  answer: AnswerRequest,
): Promise<{ id: unknown } | undefined> {
  let id: unknown = null;
  try {
    const question = parseObject(bytes);
    id = requestId(question, bytes);
    if (isErrorAnswer(question)) return { ...question, id };
    const answered = await answer(question);
    return answered && { ...answered, id };
  } catch (error) {
    const body = { id, error: { message: (error as Error).message, line } };
    return body;
  }
}
