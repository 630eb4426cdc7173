import { expect, test } from 'vitest';
import { z } from 'zod';
import { editorJsonSchema } from '../../../shared/settings/schema/editor-schema.ts';
import { settingsJsonSchema } from '../../../shared/settings/schema/json-schema.ts';

const accepts = (schema: object, given: object) =>
  z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse({ seeds: ['https://a/'], ...given })
    .success;

test.each<[string, object]>([
  ['a depth', { limits: { depth: 3 } }],
  ['a number of pages', { budget: { pages: 5 } }],
  ['a proxy', { network: { proxy: 'http://p:3128' } }],
  ['a strategy', { strategy: 'adaptive' }],
  ['settings of the topic', { topic: { strategy: 'opic', tunnelling: 0.5 } }],
  ['a menu', { search: { menus: { category: ['A'] } } }],
  ['fields', { fields: [{ name: 'a', from: 'A' }] }],
  ['converters', { converters: { 'application/postscript': { command: 'p {in}' } } }],
])('the schema for editors accepts %s under its other name', (_, given) => {
  expect(accepts(editorJsonSchema(), given)).toBe(true);
  expect(accepts(settingsJsonSchema(), given)).toBe(false);
});

test('the schema for editors refuses unknown keys, and wrong values under other names', () => {
  expect(accepts(editorJsonSchema(), {})).toBe(true);
  expect(accepts(editorJsonSchema(), { limits: { depths: 3 } })).toBe(false);
  expect(accepts(editorJsonSchema(), { limits: { depth: -1 } })).toBe(false);
});
