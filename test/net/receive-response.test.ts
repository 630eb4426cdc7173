import { expect, test } from 'vitest';
import { receiveResponse } from '../../shared/net/receive-response.ts';
import type { HttpFailure, HttpResponse } from '../../shared/ports/fetcher.ts';

const REQUEST = { url: 'http://a.test/', headers: {}, secret: {}, maxBytes: 1 << 20, timeoutMs: 1_000 } as never;
const TRANSPORT = {
  abort() {},
  pause() {},
  resume() {},
  metadata: () => ({ httpVersion: '1.1', requestHeaders: [], address: '127.0.0.1' }) as never,
  address: () => '',
  ownsChunks: false,
};

function bodyOf(...chunks: Buffer[]): Uint8Array {
  let result: HttpResponse | HttpFailure | undefined;
  const onResult = (settled: HttpResponse | HttpFailure) => {
    result = settled;
  };
  const receiver = receiveResponse(REQUEST, 1_000, TRANSPORT, onResult, (fault) => {
    throw fault;
  });
  receiver.head({ status: 200, statusText: 'OK', headers: [] });
  for (const chunk of chunks) receiver.data(chunk);
  receiver.end();
  return (result as HttpResponse).body;
}

test('joins the chunks of a body', () => {
  expect(Buffer.from(bodyOf(Buffer.from('one '), Buffer.from('two'))).toString()).toBe('one two');
  expect(bodyOf()).toHaveLength(0);
});

test('does not copy a body of one chunk that fills its buffer', () => {
  const received = Buffer.from(new ArrayBuffer(1_000));
  expect(bodyOf(received.subarray(100)).buffer).toBe(received.buffer);
});

test('copies a small chunk of a large buffer, which would stay in memory', () => {
  const received = Buffer.from(new ArrayBuffer(65_536)).fill('x');
  const body = bodyOf(received.subarray(0, 100));
  expect([body.length, body.buffer === received.buffer]).toEqual([100, false]);
});
