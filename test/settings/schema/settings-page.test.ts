import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingsJsonSchema } from '../../../shared/settings/schema/json-schema.ts';
import { settingsReference } from '../../../shared/settings/schema/settings-page.ts';

test('docs/settings.md is current (`npx thresher settings --markdown > docs/settings.md`)', () => {
  expect(readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8')).toBe(settingsReference());
});

test('every setting has a description', () => {
  const rows = settingsReference()
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter((row) => /\|\s*\|$/.test(row))).toEqual([]);
});

test('lists all keys of a section below its heading, whose link is at the top', () => {
  const [top = '', ...sections] = settingsReference().split(/^## /m);
  const tables = new Map(sections.map((section) => [section.slice(0, section.indexOf('\n')), section]));
  expect(tables.get('Limits and budget')).toMatch(/^\| `limits\.pages` .*^\| `budget\.days` /ms);
  expect(tables.get('Search')).not.toContain('| `alerts` ');
  expect([...top.matchAll(/\[([^\]]+)\]\(#/g)].map(([, title]) => title)).toEqual([...tables.keys()]);
  expect(top).toContain('[robots.txt](#robotstxt)');
});

test('lists the keys of list items and of values of a map', () => {
  const keys = [...settingsReference().matchAll(/^\| `([^`]+)`/gm)].map(([, key]) => key);
  expect(keys).toEqual(expect.arrayContaining(['fetch.credentials.*.header.name', 'metadata.grammars.*.parts[].of']));
  expect(keys).toEqual(expect.arrayContaining(['alerts[].webhook', 'documents.programs.*.command']));
});

test('the JSON Schema forbids unknown keys and requires seeds', () => {
  expect(settingsJsonSchema()).toMatchObject({ type: 'object', required: ['seeds'], additionalProperties: false });
});
