import { describe, expect, test } from 'vitest';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { densestBlocks, densestRegion } from '../../../shared/clean/main-text/density-text.ts';
import { joinBlocks } from '../../../shared/clean/main-text/join-blocks.ts';

describe('the densest region', () => {
  const cases: [rule: string, lengths: number[], expected: [from: number, to: number, peak: number] | undefined][] = [
    ['is the longest paragraph if no other is near', [1, 100, 1], [1, 1, 1]],
    ['includes a paragraph longer than a fifth', [100, 21], [0, 1, 0]],
    ['excludes a paragraph of exactly a fifth', [100, 20], [0, 0, 0]],
    ['reaches three positions', [100, 0, 0, 50], [0, 3, 0]],
    ['does not reach four positions', [100, 0, 0, 0, 50], [0, 0, 0]],
    ['grows from every joined paragraph', [30, 1, 1, 30, 1, 1, 100, 1, 40], [0, 8, 6]],
    ['is the first of equally long paragraphs', [50, 0, 0, 0, 0, 50], [0, 0, 0]],
    ['is undefined without paragraphs', [], undefined],
    ['is undefined without text', [0, 0], undefined],
  ];
  test.each(cases)('%s', (_, lengths, expected) => {
    const region = densestRegion(lengths);
    expect(region && [region.from, region.to, region.peak]).toEqual(expected);
  });
});

describe('the main text by density', () => {
  const textOf = (html: string) =>
    joinBlocks(densestBlocks(parseHtml(html, { xhtml: false, maxLinks: 100 }).blocks), 10_000);
  const sentence = (n: number) =>
    `Sundew number ${n} catches insects with the sticky drops on the hairs of its leaves, in bogs.`;
  const menu =
    '<ul><li><a href=1>Home</a><li><a href=2>News</a><li><a href=3>Contact</a><li><a href=4>About us</a></ul>';

  test('keeps the paragraphs of an article without menu and footer', () => {
    const html = `${menu}<h1>Sundews</h1><p>${sentence(1)}</p><p>${sentence(2)}</p><div>Short.</div><p>${sentence(3)}</p>${menu}<div>Copyright</div>`;
    expect(textOf(html)).toBe([sentence(1), sentence(2), 'Short.', sentence(3)].join('\n\n'));
  });

  test('excludes a long teaser that is one link', () => {
    const teaser = `<div><a href=1>${sentence(1)} ${sentence(2)} ${sentence(3)}</a></div>`;
    expect(textOf(`${teaser}${menu}<p>${sentence(4)}</p>`)).toBe(sentence(4));
  });

  test('keeps everything except navigation on a page without running text', () => {
    const html = `<nav>${menu}</nav><h1>Plants</h1><ul><li>Drosera<li>Nepenthes</ul><footer>Imprint</footer>`;
    expect(textOf(html)).toBe('Plants\n\nDrosera\nNepenthes');
  });

  test('keeps navigation if the page has nothing else', () => {
    expect(textOf(`<nav>${menu}</nav>`)).toContain('Contact');
  });

  test('counts a list as one paragraph and keeps its lines', () => {
    const items = Array.from({ length: 8 }, (_, i) => `<li>A short item, number ${i}`).join('');
    const far = '<p>a</p><p>b</p><p>c</p><p>d</p>';
    expect(textOf(`<p>${sentence(1)}</p><ul>${items}</ul>${far}`)).toBe(
      `${sentence(1)}\n\n${Array.from({ length: 8 }, (_, i) => `A short item, number ${i}`).join('\n')}`,
    );
  });

  const entries = Array.from(
    { length: 80 },
    (_, i) => `<p><a href=${i}>trap_${i}</a> closes.</p><p>Opens again.</p>`,
  ).join('');
  const listing = `<pre>${'let the.trap.close();\n'.repeat(30)}</pre>`;

  test.each(['<main>#</main>', '<div role="main">#</div>'])(
    'keeps a whole manual that is marked as main content: %s',
    (mark) => {
      const text = textOf(
        `${menu}${mark.replace('#', `${entries}${listing}`)}<div>${sentence(1)} ${sentence(2)}</div>`,
      );
      expect(text).toContain('trap_0 closes.');
      expect(text).toContain('let the.trap.close();');
      expect(text).not.toContain('Contact');
      expect(text).not.toContain(sentence(1));
    },
  );

  test('keeps only the article if it is most of the marked content', () => {
    const html = `<main><p>${sentence(1)}</p><p>${sentence(2)}</p><div>a</div><div>b</div><div>c</div><div>d</div></main>`;
    expect(textOf(html)).toBe(`${sentence(1)}\n\n${sentence(2)}`);
  });

  test.each(['navigation', 'contentinfo', 'complementary'])('excludes the landmark %s', (role) => {
    expect(textOf(`<div role=${role}>${sentence(1)} ${sentence(2)}</div><p>${sentence(3)}</p>`)).toBe(sentence(3));
  });

  test('is empty for an empty page', () => {
    expect(textOf('<script>x</script>')).toBe('');
  });
});
