import { beforeEach, describe, expect, test } from 'vitest';
import { pageAnnotations } from '../../functions/annotations/page-annotations.ts';
import type { AnnotationJson } from '../../shared/annotations/annotation-json.ts';
import { dynamoAnnotationStore } from '../../shared/aws/dynamo/dynamo-annotation-store.ts';
import { systemClock, systemRandom } from '../../shared/local/system.ts';
import type { AnnotationStore } from '../../shared/ports/annotation-store.ts';
import { createApp } from '../../web/app.ts';
import { clientOf } from '../aws/dynamo/dynamo-transport.ts';
import { memoryDynamo } from '../aws/dynamo/memory-dynamo.ts';
import { annotationParts } from '../contracts/dynamo-suites.ts';
import { annotationsTable } from '../services/engines/tables.ts';
import { aRecord, aWorld } from '../web/fixtures.ts';

/** The pages of a stack behind an HTTP API that has checked the tokens of its requests. */

const ORIGIN = 'https://search.example';
const ID = 'a'.repeat(64);
const ADA = { sub: '1', preferred_username: 'ada@bog.example' };
const BO = { sub: '2', preferred_username: 'Bo Ek' };

type Claims = Record<string, unknown>;

async function aStack(change: Partial<AnnotationStore> = {}) {
  const { ports } = aWorld({ records: [aRecord({ id: ID })], crawls: ['garden'] });
  const client = clientOf(memoryDynamo());
  const stores = {
    annotations: { ...dynamoAnnotationStore(client, await annotationsTable(client), annotationParts()), ...change },
    index: { get: ports.record },
    clock: systemClock,
    random: systemRandom,
  };
  const errors: unknown[] = [];
  const logError = (error: unknown) => errors.push(error);
  const app = createApp({ ...ports, logError, annotations: pageAnnotations(stores, 'preferred_username') });
  const send = async (claims: Claims | undefined, path: string, init: RequestInit = {}) => {
    const authorizer = claims && { jwt: { claims, scopes: [] } };
    return app.request(`${ORIGIN}${path}`, init, { event: { requestContext: { ...(authorizer && { authorizer }) } } });
  };
  const json = (claims: Claims | undefined, method: string, path: string, body: unknown = {}) =>
    send(claims, path, {
      method,
      headers: { 'content-type': 'application/json', authorization: 'Bearer x.y.z' },
      ...(method !== 'DELETE' && { body: JSON.stringify(body) }),
    });
  const page = async (claims?: Claims) => {
    const answer = await send(claims, `/record/${ID}`, { headers: { accept: 'text/html' } });
    return { text: await answer.text(), headers: answer.headers };
  };
  return { send, json, page, errors };
}

let stack: Awaited<ReturnType<typeof aStack>>;
beforeEach(async () => {
  stack = await aStack();
});

const add = (claims?: Claims) => stack.json(claims, 'POST', '/annotations', { record: ID, text: 'See the map.' });
const typeOf = async (answer: Response) => ((await answer.json()) as { type: string }).type.split(':').at(-1);

test('the claim of the token is the name of the person', async () => {
  const added = await add(ADA);
  expect(added.status).toBe(201);
  const annotation = (await added.json()) as AnnotationJson;
  expect(annotation).toMatchObject({ author: 'ada@bog.example', text: 'See the map.' });
  const path = `/annotations/${annotation.id}`;
  expect(await typeOf(await stack.json(BO, 'PUT', path, { text: 'x' }))).toBe('not-your-annotation');
  expect((await stack.json(ADA, 'PUT', path, { text: 'See both maps.' })).status).toBe(200);
  expect((await stack.json(ADA, 'DELETE', path)).status).toBe(204);
});

test.each<[what: string, claims: Claims | undefined, status: number, type: string]>([
  ['without a token', undefined, 401, 'not-signed-in'],
  ['whose token lacks the claim', { sub: '1' }, 403, 'no-name'],
  ['whose claim is no name', { preferred_username: '<b>' }, 403, 'no-name'],
  ['whose claim has a blank at the end', { preferred_username: 'Bo Ek ' }, 403, 'no-name'],
  ['whose claim is not in NFC', { preferred_username: 'Rene\u0301' }, 403, 'no-name'],
  ['whose claim is a list', { preferred_username: ['Ada'] }, 403, 'no-name'],
])('refuses a request %s', async (_what, claims, status, type) => {
  const answer = await add(claims);
  expect([answer.status, await typeOf(answer)]).toEqual([status, type]);
});

test.each(['GET', 'PUT', 'DELETE'])('answers %s of an id that no key of the table can be with 404', async (method) => {
  const path = `/annotations/${'a'.repeat(1_100)}`;
  const answer =
    method === 'GET'
      ? await stack.send(ADA, path, { headers: { accept: 'application/json' } })
      : await stack.json(ADA, method, path, { text: 'x' });
  expect([answer.status, await typeOf(answer)]).toEqual([404, 'no-such-annotation']);
});

test('a header without the check of the gateway counts nothing', async () => {
  expect((await stack.json(undefined, 'POST', '/annotations', { record: ID, text: 'x' })).status).toBe(401);
});

describe('the page of a record', () => {
  test('shows annotations to all, and forms to the person of the token, without signing in or out', async () => {
    await add(ADA);
    const guest = await stack.page();
    expect(guest.text).toContain('See the map.');
    expect(guest.text).not.toMatch(/<textarea|sign-in|sign-out/);
    expect(guest.headers.get('vary')).toMatch(/authorization/i);
    const ada = await stack.page(ADA);
    expect(ada.text.match(/<textarea/g)).toHaveLength(2);
    expect(ada.text).not.toMatch(/sign-in|sign-out/);
    expect(ada.headers.get('cache-control')).toBe('private, no-cache');
    expect((await stack.page(BO)).text.match(/<textarea/g)).toHaveLength(1);
  });

  test.each([
    ['same-origin', 303],
    ['cross-site', 403],
  ])('takes a form from %s with %d: a proxy may add the token to each request', async (site, status) => {
    const answer = await stack.send(ADA, '/annotations', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
      body: new URLSearchParams({ record: ID, text: 'A note' }),
    });
    expect(answer.status).toBe(status);
  });

  test.each(['text/html', 'application/json'])(
    'is shown as %s without annotations that cannot be read',
    async (accept) => {
      const { send, errors } = await aStack({ ofPage: () => Promise.reject(new Error('throttled')) });
      const answer = await send(ADA, `/record/${ID}`, { headers: { accept } });
      expect(answer.status).toBe(200);
      expect(await answer.text()).not.toContain('annotations');
      expect(errors).toEqual([new Error('throttled')]);
    },
  );

  test('nobody signs in, and no documents are handed in', async () => {
    for (const path of ['/sign-in', '/documents']) expect((await stack.send(ADA, path)).status).toBe(404);
    const described = await stack.send(undefined, '/openapi.json');
    const { paths } = (await described.json()) as { paths: object };
    expect(Object.keys(paths)).toContain('/annotations');
    expect(Object.keys(paths).filter((path) => /sign-in|documents/.test(path))).toEqual([]);
  });
});
