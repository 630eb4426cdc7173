import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import type { Url } from '../../../shared/url/url.ts';
import { ENGINES, NUMBERS, SIGNATURE, sentence, TITLE } from './forum-engines.ts';

const NAV = '<nav><a href=/>Home</a> <a href=/about>About</a></nav>';
const HEAD = `<html lang=en-US><meta name=generator content="phpBB"><title>${TITLE}</title>${NAV}`;

test.each(ENGINES)('reads the posts of $name with their authors and dates', ({ url, html, time }) => {
  const { items = [] } = cleanHtml(url as Url, `${HEAD}${html}`, DEFAULT_CLEAN_OPTIONS);
  const read = items.map(({ author, date }) => [author?.[0], `${date?.[0]}`.slice(0, 10 + time.length)]);
  expect(read).toEqual(NUMBERS.map((n) => [`ada${n}`, `2024-05-2${n}${time}`]));
  for (const [k, n] of NUMBERS.entries()) {
    const text = items[k]?.['text']?.[0];
    expect(text).toContain(sentence(n));
    expect(text).not.toMatch(/Posts:|Joined|Member of|Expert|last edit|^_+$|^#\d|^\d+#$/im);
    expect(text).not.toContain(SIGNATURE);
  }
});
