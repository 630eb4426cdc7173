import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { findChromium } from '../../../shared/net/chromium/find-chromium.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';

test('finds the first browser of PATH that can be started, the one without a window before others', () => {
  const [a, b] = [temporaryFolder(), temporaryFolder()];
  const path = [a, '', b].join(delimiter);
  const program = (file: string) => {
    writeFileSync(file, '');
    chmodSync(file, 0o755);
  };
  mkdirSync(join(a, 'chromium'));
  writeFileSync(join(a, 'google-chrome'), '');
  expect(findChromium(a)?.startsWith(a) ?? false).toBe(false);
  program(join(b, 'google-chrome'));
  expect(findChromium(path)).toBe(join(b, 'google-chrome'));
  program(join(b, 'chromium-headless-shell'));
  expect(findChromium(path)).toBe(join(b, 'chromium-headless-shell'));
});
