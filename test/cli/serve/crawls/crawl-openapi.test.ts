import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../../../web/app.ts';
import { aWorld } from '../../../web/fixtures.ts';
import { managedFolder } from './managed-crawls.ts';

type Described = {
  security: object[];
  requestBody?: { content: { 'application/json': { schema: object } } };
  responses: Record<string, { content: Record<string, { schema: object }> }>;
};
type Document = {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, object>; securitySchemes: object };
};

let folder: ReturnType<typeof managedFolder>;
let api: Document;
beforeAll(async () => {
  folder = managedFolder();
  api = (await (await folder.app.request('/openapi.json')).json()) as Document;
});
afterAll(() => folder.close());

/** Returns the errors of a value by a schema of the document. */
function errorsOf(schema: object, value: unknown): unknown {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'api', components: api.components });
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')) as object;
  return ajv.validate(absolute, value) ? [] : ajv.errors;
}

test('a validator accepts the document', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(api) as never);
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
});

test('describes every request that manages crawls, with its token', () => {
  const routes = folder.app.routes.filter(({ path, method }) => /^\/crawls\b/.test(path) && method !== 'ALL');
  const described = Object.entries(api.paths).flatMap(([path, methods]) =>
    path.startsWith('/crawls') ? Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`) : [],
  );
  expect(described.sort()).toEqual(
    routes.map(({ method, path }) => `${method} ${path.replace(':crawl', '{crawl}')}`).sort(),
  );
  for (const [path, methods] of Object.entries(api.paths))
    if (path.startsWith('/crawls'))
      for (const { security } of Object.values(methods)) expect([path, security]).toEqual([path, [{ adminToken: [] }]]);
  expect(api.components.securitySchemes).toMatchObject({ adminToken: { scheme: 'bearer' } });
});

test('bodies and answers match their schemas', async () => {
  const bog = { crawl: 'bog', seeds: ['https://bog.example/', 'mailto:x'] };
  const requests: [method: string, path: string, status: number, body?: object][] = [
    ['POST', '/crawls', 201, bog],
    ['POST', '/crawls', 200, bog],
    ['POST', '/crawls', 409, { ...bog, scope: 'any' }],
    ['POST', '/crawls', 400, { seeds: [], crawl: 'none' }],
    ['GET', '/crawls', 200],
    ['GET', '/crawls/{crawl}', 200],
    ['POST', '/crawls/{crawl}/seeds', 200, { seeds: ['https://fen.example/'], force: true }],
    ['POST', '/crawls/{crawl}/recrawl', 200, { prefix: 'https://bog.example/' }],
    ['PUT', '/crawls/{crawl}/state', 200, { state: 'stopped' }],
    ['POST', '/crawls/{crawl}/recrawl', 409, {}],
  ];
  for (const [method, path, status, body] of requests) {
    const { requestBody, responses } = api.paths[path]![method.toLowerCase()]!;
    const answer = await folder.ask(method, path.replace('{crawl}', 'bog'), body);
    expect([method, path, answer.status]).toEqual([method, path, status]);
    const { schema } = responses[status]!.content[answer.headers.get('content-type')!]!;
    expect([method, path, errorsOf(schema, answer.json)]).toEqual([method, path, []]);
    if (body) expect(errorsOf(requestBody!.content['application/json'].schema, body)).toEqual([]);
  }
  const state = api.paths['/crawls/{crawl}/state']!['put']!.requestBody!.content['application/json'].schema;
  expect(errorsOf(state, { state: 'x' })).not.toEqual([]);
});

test('a server without the token describes none of them', async () => {
  const { paths } = (await (await createApp(aWorld({}).ports).request('/openapi.json')).json()) as Document;
  expect(Object.keys(paths).filter((path) => path.startsWith('/crawls'))).toEqual([]);
});
