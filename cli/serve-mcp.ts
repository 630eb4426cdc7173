import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from '../web/mcp/mcp-server.ts';
import type { ToolContext } from '../web/mcp/tools.ts';

/**
 * Answers MCP on standard input and output.
 *
 * @returns `closed` resolves when the connection ends: standard input ends, was closed at the start, or has a message that is too long
 */
export function serveMcp(
  context: ToolContext,
  version: string,
  onError: (error: Error) => void,
): { closed: Promise<void>; close(): Promise<void> } {
  const transport = new StdioServerTransport();
  const { close } = serveStdio(() => createMcpServer(context, version), { onerror: onError, transport });
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  // The server has set its own function.
  const closeServer = transport.onclose;
  transport.onclose = () => {
    closeServer?.();
    resolve();
  };
  return { closed, close };
}
