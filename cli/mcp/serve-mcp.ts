import { Transform } from 'node:stream';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from '../../web/mcp/mcp-server.ts';
import type { ToolContext } from '../../web/mcp/tools.ts';
import { openRequests } from './open-requests.ts';

/** Time for the answers to the last requests after the end of standard input. A search takes at most ten seconds. Milliseconds. */
const LAST_ANSWERS_MS = 30_000;

/**
 * Answers MCP on standard input and output.
 *
 * @returns `closed` resolves when the connection ends: standard input ends and its requests are answered, it was closed at the start, or it
 *   has a message that is too long
 */
export function serveMcp(
  context: ToolContext,
  onError: (error: Error) => void,
): { closed: Promise<void>; close(): Promise<void> } {
  const requests = openRequests();
  // The transport ends the connection with its input, also if requests are open, as those of a file or pipe are.
  const input = new Transform({
    transform: (chunk, _, done) => done(null, chunk),
    async flush(done) {
      while (input.readableLength > 0 && !input.destroyed) await nextTurn();
      await Promise.race([requests.whenAnswered(), delay(LAST_ANSWERS_MS, undefined, { ref: false })]);
      done();
    },
  });
  const transport = new StdioServerTransport(input);
  const { close } = serveStdio(() => createMcpServer(context), { onerror: onError, transport });
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  // The server has set its own functions.
  const { onclose: closeServer, onmessage: receive } = transport;
  transport.onclose = () => {
    process.stdin.unpipe(input).pause();
    input.destroy();
    closeServer?.();
    resolve();
  };
  transport.onmessage = (message) => {
    requests.receive(message);
    receive?.(message);
  };
  const send = transport.send.bind(transport);
  transport.send = async (message) => {
    await send(message);
    requests.answer(message);
  };
  process.stdin.pipe(input);
  return { closed, close };
}
