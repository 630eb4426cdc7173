import { expect, test } from 'vitest';
import { createApp } from '../../web/app.ts';
import { ADA, CARL, memoryAnnotations } from './annotations/annotations-world.ts';
import { aRecord, aWorld } from './fixtures.ts';

const ORIGIN = 'http://127.0.0.1';

function aServer() {
  const { ports } = aWorld({ records: [aRecord({ id: 'r1' })] });
  const errors: unknown[] = [];
  const app = createApp({
    ...ports,
    annotations: memoryAnnotations(ports.record).annotations,
    control: { token: 'secret', change: async () => {} },
    judging: { token: 'secret', pages: async () => ({ pages: [], judged: 0 }) as never, judge: async () => true },
    logError: (error) => errors.push(error),
  });
  return { app, errors };
}

const CUT = '--y\r\nContent-Disposition: form-data; name="file"; filename="a.html"\r\n\r\n<p>';

test.each(['/sign-in', '/sign-out', '/annotations', '/annotations/first', '/documents', '/control', '/judge'])(
  'a damaged form at %s is the fault of the client',
  async (path) => {
    const { app, errors } = aServer();
    for (const [type, body] of [
      ['multipart/form-data; boundary=y', 'no parts'],
      ['multipart/form-data; boundary=y', CUT],
      ['multipart/form-data; boundary=y', ''],
      ['multipart/form-data', CUT],
    ] as const) {
      const { token } = path === '/documents' ? CARL : ADA;
      const sender = path.startsWith('/sign') ? { origin: ORIGIN } : { authorization: `Bearer ${token}` };
      const headers = { 'content-type': type, accept: 'application/json', ...sender };
      const answer = await app.request(`${ORIGIN}${path}`, { method: 'POST', headers, body });
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { type: 'urn:problem-type:thresher:invalid-parameters', errors: [{ parameter: 'body' }] },
      ]);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
    }
    expect(errors).toEqual([]);
  },
);
