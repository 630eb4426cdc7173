import { Agent, createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Service = 'dynamodb' | 'sqs' | 's3' | 'search';

export type Call = {
  service: Service;
  /** Operation of DynamoDB or SQS (`UpdateItem`, `SendMessageBatch`), otherwise method and path (`PUT /raw/…`). */
  operation: string;
  body: Buffer;
};

/** A call that the engine gets only a part of. */
export type PartialCall = {
  /** What the engine gets. */
  body: Buffer;
  /** Adds the other part, as not processed, to the body of the response. */
  complete(answer: Buffer): Buffer;
};

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** How the tap changes calls. */
export type Plan = {
  /** Returns a response in place of the engine, which does not receive the call. `unreachable`: closes the connection. */
  before?(call: Call): Answer | 'unreachable' | undefined | Promise<Answer | 'unreachable' | undefined>;
  /** Called when the engine has responded, before the response is passed on. */
  after?(call: Call): void;
  /** Returns the part of a batch that the engine gets. Undefined: all of it. */
  part?(call: Call): PartialCall | undefined;
  /** Whether to send the call twice, like a client that lost the first response. */
  twice?(call: Call): boolean;
};

export type Tap = {
  url: string;
  /** Current plan. May be changed at any time. */
  plan: Plan;
  /** All calls so far. */
  calls: Omit<Call, 'body'>[];
  close(): Promise<void>;
};

/** Starts a proxy between a function and the engines of all services. It records calls and changes them by a plan. */
export async function startTap(engines: Partial<Record<Service, string>>): Promise<Tap> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer(async (incoming, response) => {
    const body = await bodyOf(incoming);
    const call = { ...nameOf(incoming), body };
    const { service, operation } = call;
    tap.calls.push({ service, operation });
    try {
      const planned = await tap.plan.before?.(call);
      if (planned === 'unreachable') return void response.destroy();
      if (!planned && tap.plan.twice?.(call)) await forward(engines[service], incoming, body, agent);
      const answer = planned ?? (await forwardPart(engines[service], incoming, call, tap.plan.part?.(call), agent));
      if (!planned) tap.plan.after?.(call);
      response.writeHead(answer.status, answer.headers).end(answer.body);
    } catch {
      // The engine is unreachable, so the tap is too.
      response.destroy();
    }
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const tap: Tap = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan: {},
    calls: [],
    close: () =>
      new Promise((resolve) => {
        agent.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return tap;
}

function nameOf({ headers, method, url = '/' }: IncomingMessage): Omit<Call, 'body'> {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') {
    const [interface_ = '', operation = ''] = target.split('.');
    return { service: interface_.startsWith('DynamoDB') ? 'dynamodb' : 'sqs', operation };
  }
  const isS3 = headers['x-amz-content-sha256'] !== undefined;
  return { service: isS3 ? 's3' : 'search', operation: `${method} ${url}` };
}

/** Forwards a call or a part of it. The engines do not verify signatures. */
async function forwardPart(
  engine: string | undefined,
  incoming: IncomingMessage,
  { body }: Call,
  part: PartialCall | undefined,
  agent: Agent,
): Promise<Answer> {
  if (!part) return forward(engine, incoming, body, agent);
  const answer = await forward(engine, incoming, part.body, agent);
  if (answer.status !== 200) return answer;
  // The checksum of DynamoDB is that of the original body.
  const { 'x-amz-crc32': _, ...headers } = answer.headers;
  const completed = part.complete(answer.body);
  return { status: 200, headers: { ...headers, 'content-length': `${completed.length}` }, body: completed };
}

/** Forwards a call with its original Host header, which is signed. */
function forward(engine: string | undefined, { method, url, headers }: IncomingMessage, body: Buffer, agent: Agent) {
  return new Promise<Answer>((resolve, reject) => {
    if (engine === undefined) return reject(new Error('the stack has no engine for this service'));
    const { hostname, port } = new URL(engine);
    const sent = headers['content-length'] === undefined ? headers : { ...headers, 'content-length': `${body.length}` };
    const outgoing = request({ hostname, port, method, path: url, headers: sent, agent }, async (answer) => {
      const { 'transfer-encoding': _, ...kept } = answer.headers;
      bodyOf(answer).then((read) => resolve({ status: answer.statusCode ?? 500, headers: kept, body: read }), reject);
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
