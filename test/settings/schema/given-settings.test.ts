import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import type { GivenSettings } from '../../../shared/settings/schema/given-settings.ts';
import { givenSettingsSource } from '../../../shared/settings/schema/given-settings-source.ts';
import type { SettingsSchema } from '../../../shared/settings/settings.ts';

const source = readFileSync(new URL('../../../shared/settings/schema/given-settings.ts', import.meta.url), 'utf8');

test('given-settings.ts is current (`npx thresher settings --types > shared/settings/schema/given-settings.ts`)', () => {
  expect(source).toBe(givenSettingsSource());
});

test('the type accepts what the schema accepts, and nothing else (checked by `npm run typecheck`)', () => {
  expectTypeOf<z.input<typeof SettingsSchema>>().toExtend<GivenSettings>();
  expectTypeOf<GivenSettings>().toExtend<z.input<typeof SettingsSchema>>();
});

test('shows description and default of a key, and no end of a comment within it', () => {
  expect(source).toContain(
    '  /** Name of the crawl. Several crawls can share one data folder or stack. Default: `main`. */\n  crawl?: string | undefined;',
  );
  expect(source).toContain('`*\\/*`');
  expect(source).not.toMatch(/\]\(\w+\.md/);
});

test('leaves out keys that only Thresher sets', () => {
  expect(source).not.toContain('Set by Thresher');
});
