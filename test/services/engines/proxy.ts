import { type ClientRequest, createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';

export type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
};
export type Answer = { status: number; body: object | string };

/**
 * A server in front of an engine, so that a test can say no in its place.
 *
 * @param rules.before an answer in the engine's place, or undefined: the request goes on as it came.
 * @param rules.after told when the engine has answered, before the answer goes back.
 */
export async function proxyOf(
  target: string,
  rules: {
    before?: (asked: Asked) => Answer | undefined | Promise<Answer | undefined>;
    after?: (asked: Asked, status: number) => void;
  },
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const url = new URL(incoming.url ?? '/', target);
    const { method = 'GET', headers } = incoming;
    const asked = { method, path: url.pathname, query: url.searchParams, headers, body: Buffer.concat(parts) };
    const refusal = await rules.before?.(asked);
    if (refusal) answer(response, refusal);
    // The name by which the proxy was called stays in the headers: signatures are made over it.
    else forward(request(url, { method, headers }), asked, response, rules.after);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, { status, body }: Answer): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}

function forward(
  outgoing: ClientRequest,
  asked: Asked,
  response: ServerResponse,
  after?: (asked: Asked, status: number) => void,
): void {
  outgoing.on('response', (answered) => {
    const { statusCode = 502, headers } = answered;
    after?.(asked, statusCode);
    response.writeHead(statusCode, headers);
    answered.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  outgoing.end(asked.body);
}
