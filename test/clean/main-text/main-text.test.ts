import { describe, expect, test } from 'vitest';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { blockWords } from '../../../shared/clean/main-text/block-scores.ts';
import { findUnits } from '../../../shared/clean/main-text/block-units.ts';
import { packTrees } from '../../../shared/clean/main-text/boosted-trees.ts';
import { newBlockChooser, selectBlocks } from '../../../shared/clean/main-text/choose-blocks.ts';
import { packCues } from '../../../shared/clean/main-text/cue-words.ts';
import { extractMainText } from '../../../shared/clean/main-text/main-text.ts';
import { IS_PARAGRAPH } from '../../../shared/clean/main-text/own-features.ts';
import { tableSeparators } from '../../../shared/clean/main-text/table-separators.ts';
import { PAGE_KINDS, type PageKind } from '../../../shared/clean/page-kind/page-kinds.ts';

const NO_TREES = { depth: 1, splits: [], thresholds: [], leaves: [] };

describe('the main text', () => {
  const textOf = (html: string) => extractMainText(parseHtml(html, { xhtml: false, maxLinks: 100 }), 10_000);
  const sentence = (n: number) =>
    `Sundew number ${n} catches insects with the sticky drops on the hairs of its leaves, in bogs.`;
  const menu =
    '<ul><li><a href=1>Home</a><li><a href=2>News</a><li><a href=3>Contact</a><li><a href=4>About us</a></ul>';

  const article = `<html><head><title>Sundews in the bog - Plants</title></head><body>
    <div class=menu>${menu}</div><div id=content class=article-body><h1>Sundews in the bog</h1>
    <p class=byline>By Ada Gardener</p>
    <p>${sentence(1)} ${sentence(2)}</p><p>${sentence(3)} ${sentence(4)}</p><h2>Where they grow</h2>
    <ul><li>${sentence(5)}</li><li>${sentence(6)}</li></ul><blockquote><p>${sentence(7)}</p></blockquote></div>
    <div class=related><h3>More about plants</h3><ul><li><a href=a>Ten mosses of the north that you should see</a></li>
    <li><a href=b>How peat came to be, and what it is good for</a></li></ul></div>
    <div class=footer>Copyright 2020 The Plants. All rights reserved. <a href=c>Imprint</a></div></body></html>`;

  test('keeps the paragraphs of an article in order, with lists, headings and quotations', () => {
    const text = textOf(article);
    const wanted = [sentence(1), sentence(3), 'Where they grow', sentence(5), sentence(6), sentence(7)];
    const places = wanted.map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test.each(['Home', 'Contact', 'More about plants', 'Ten mosses', 'How peat', 'Copyright', 'Imprint'])(
    'is without what stands around an article: %s',
    (part) => {
      expect(textOf(article)).not.toContain(part);
    },
  );

  test('separates paragraphs by an empty line and list items by a line break', () => {
    expect(textOf(article)).toContain(`${sentence(5)}\n${sentence(6)}\n\n${sentence(7)}`);
  });

  test('excludes a long teaser that is one link', () => {
    const teaser = `<div><a href=1>${sentence(1)} ${sentence(2)} ${sentence(3)}</a></div>`;
    expect(textOf(`${teaser}${menu}<p>${sentence(4)}</p>`)).toBe(sentence(4));
  });

  test('keeps everything except navigation on a page without running text', () => {
    const html = `<nav>${menu}</nav><h1>Plants</h1><ul><li>Drosera<li>Nepenthes</ul><footer>Imprint</footer>`;
    expect(textOf(html)).toBe('Plants\n\nDrosera\nNepenthes');
  });

  test('is empty on a page that has only navigation', () => {
    expect(textOf(`<nav>${menu}</nav>`)).toBe('');
    expect(textOf(`<footer><p>${sentence(1)}</p></footer>`)).toBe('');
  });

  test('is the navigation of a page that marks all of its long text as such', () => {
    const text = Array.from({ length: 30 }, (_, n) => `<p>${sentence(n)}</p>`).join('');
    expect(textOf(`<footer>${text}</footer>`)).toContain(sentence(7));
  });

  const teaser = (n: number) =>
    `<div class=teaser><h3><a href=${n}>Trap number ${n}</a></h3><p>${sentence(n)}</p><a href=${n}>Read more</a></div>`;
  const longer = (n: number) => teaser(n).replace('</p>', ` ${sentence(n + 100)} ${sentence(n + 200)}</p>`);
  test.each(['#', '<main>#</main>', '<h1>Traps</h1><div id=content>#</div>'])(
    'keeps heading and text of every teaser of a listing, with few or no sure scores: %s',
    (around) => {
      const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
      const items = numbers.map((n) => `<li>${(n % 3 ? teaser : longer)(n).replace(/<.?div[^>]*>/g, '')}</li>`);
      const mixed = numbers.map((n) => (n % 3 ? teaser : longer)(n));
      for (const page of [numbers.map(teaser), numbers.map(longer), mixed, ['<ul>', ...items, '</ul>']]) {
        const text = textOf(`<div class=menu>${menu}</div>${around.replace('#', page.join(''))}`);
        expect(numbers.filter((n) => !text.includes(`Trap number ${n}\n`) || !text.includes(sentence(n)))).toEqual([]);
        expect(text).not.toContain('Contact');
      }
    },
  );

  test('keeps accordion headers and excludes the text of other buttons', () => {
    const answer = (n: number) =>
      `<h2><button class=accordion-button aria-expanded=false>Why trap ${n}?</button></h2><div><p>${sentence(n)}</p></div>
       <button class=accordion>And trap ${n}?</button><p>${sentence(n + 50)}</p><button>Send it</button>`;
    const text = textOf(`<h1>Questions</h1>${answer(1)}${answer(2)}`);
    expect(text).toContain(`Why trap 2?\n\n${sentence(2)}`);
    expect(text).toContain('And trap 1?');
    expect(text).not.toContain('Send it');
  });

  const entries = Array.from(
    { length: 80 },
    (_, i) => `<p><a href=${i}>trap_${i}</a> closes.</p><p>Opens again.</p>`,
  ).join('');
  const example = `<pre>${'let the.trap.close();\n'.repeat(30)}</pre>`;

  test.each(['<main>#</main>', '<div role="main">#</div>'])(
    'keeps a whole manual that is marked as main content: %s',
    (mark) => {
      const text = textOf(
        `${menu}${mark.replace('#', `${entries}${example}`)}<div>${sentence(1)} ${sentence(2)}</div>`,
      );
      expect(text).toContain('trap_0 closes.');
      expect(text).toContain('let the.trap.close();');
      expect(text).not.toContain('Contact');
      expect(text).not.toContain(sentence(1));
    },
  );

  test('keeps a marked list of links and excludes the small print below it', () => {
    const links = Array.from(
      { length: 12 },
      (_, i) => `<li><a href="${i}">Questions about sundews, ${i}</a></li>`,
    ).join('');
    const small =
      '<p>This page is licensed under the licence of the friends of sundews, and may be copied by whoever likes.</p>';
    const text = textOf(`${menu}<div role="main"><h1>Questions</h1><ul>${links}</ul></div>${small}${small}`);
    expect(text).toContain('Questions about sundews, 3');
    expect(text).not.toContain('licensed');
  });

  test('keeps the whole text file that a page shows, whatever its scores', () => {
    // A tree that only accepts paragraphs.
    const trees = packTrees({ depth: 1, splits: [IS_PARAGRAPH], thresholds: [0.5], leaves: [-4, 4] });
    const none = packCues(new Map(), 1);
    const cues = { classes: none, texts: none, headings: none };
    const model = { blocks: trees, kinds: PAGE_KINDS.map(() => packTrees(NO_TREES)), cues, kindCues: none };
    const chosen = (html: string) => newBlockChooser(parseHtml(html, { xhtml: false, maxLinks: 100 }), model)!.choose();
    const file = `<pre>${'Table of bogs . . . . 4\n'.repeat(30)}</pre>`;
    const around = `<div>${menu}</div><p>${sentence(1)}</p>`;
    expect(chosen(`${around}${file}<hr>${file}`).map(({ text }) => text.slice(0, 6))).toEqual([
      'Sundew',
      'Table ',
      'Table ',
    ]);
    expect(chosen(`${around}<pre>water()</pre>`)).toHaveLength(1);
  });

  /** Chooses blocks by trees that accept paragraphs only. `other`: score of other blocks; the threshold is 0. */
  const chosenOf = (html: string, other: number) => {
    const trees = packTrees({ depth: 1, splits: [IS_PARAGRAPH], thresholds: [0.5], leaves: [other, 4] });
    const none = packCues(new Map(), 1);
    const cues = { classes: none, texts: none, headings: none };
    const model = { blocks: trees, kinds: PAGE_KINDS.map(() => packTrees(NO_TREES)), cues, kindCues: none };
    const chooser = newBlockChooser(parseHtml(html, { xhtml: false, maxLinks: 100 }), model)!;
    return chooser.choose().map(({ text }) => text);
  };

  test('has all values of a definition list or none', () => {
    const list = `<dl><dt>Depth<dd><p>${sentence(1)}</p><dt>Age<dd>old</dl>`;
    expect(chosenOf(`<p>${sentence(2)}</p>${list}<div>x</div>`, -4)).toEqual([
      ...[sentence(2), 'Depth', sentence(1), 'Age', 'old'],
    ]);
    const menus = list.replace('<dl>', `<dl>${menu}`);
    expect(chosenOf(`<p>${sentence(2)}</p>${menus}`, -4)).toEqual([sentence(2), sentence(1)]);
  });

  test('has a short block of documentation between two others if its score is little below theirs', () => {
    const page = parseHtml(
      `<p>${sentence(1)}</p><div>feed(fly)</div><p>${sentence(2)}</p><div>x</div><div>Share</div><p>water(rain)</p><div>Reply</div>`,
      { xhtml: false, maxLinks: 0 },
    );
    /** Scores of the last paragraph, which is chosen, and of blocks that are not by themselves. Odds depend on the kind. */
    const chosenOn = (kind: PageKind, last: number, low: number) =>
      selectBlocks(
        page,
        Float32Array.from([4, low, 4, -4, -4, last, low]),
        blockWords(page),
        findUnits(page),
        Float32Array.from(PAGE_KINDS, (one) => (one === kind ? 1 : 0)),
      ).map(({ text }) => text);
    expect(chosenOn('documentation', -0.7, -1.5)).toEqual([sentence(1), 'feed(fly)', sentence(2), 'water(rain)']);
    for (const kind of ['article', 'forum'] as const)
      expect(chosenOn(kind, 0.3, -0.6)).toEqual([sentence(1), sentence(2), 'water(rain)']);
  });

  test('has a few words only if one of them is likely, or the page has a headline', () => {
    const labels = [
      'Cart (0)',
      'Support',
      'Subtotal',
      'Sign in or create an account',
      'Find a store',
      'Delivery',
      'Help',
    ];
    const chosenOf = (html: string, score: number) => {
      const page = parseHtml(html, { xhtml: false, maxLinks: 0 });
      const scores = Float32Array.from(page.blocks, (_, i) => (i === 0 ? score : i === 1 ? -2.5 : -4));
      const kinds = new Float32Array(PAGE_KINDS.length);
      return selectBlocks(page, scores, blockWords(page), findUnits(page), kinds).map(({ text }) => text);
    };
    const html = labels.map((label) => `<div>${label} of the shop</div>`).join('');
    expect(chosenOf(html, -1.5)).toEqual([]);
    expect(chosenOf(html, -0.5)).toEqual(['Cart (0) of the shop', 'Support of the shop']);
    expect(chosenOf(`<h1>The shop is closed</h1>${html}`, -1.5)).toContain('The shop is closed');
  });

  test('has less likely blocks on pages of services and in documentation, whose scores say too little', () => {
    const page = parseHtml(`<p>${sentence(1)}</p><p>${sentence(2)}</p><div>x</div>`, { xhtml: false, maxLinks: 0 });
    const chosenOn = (probabilities: Partial<Record<PageKind, number>>) =>
      selectBlocks(
        page,
        Float32Array.of(2, -0.8, -4),
        blockWords(page),
        findUnits(page),
        Float32Array.from(PAGE_KINDS, (kind) => probabilities[kind] ?? 0),
      ).map(({ text }) => text);
    const both = [sentence(1), sentence(2)];
    expect(chosenOn({ service: 1 })).toEqual(both);
    expect(chosenOn({ documentation: 1 })).toEqual(both);
    expect(chosenOn({ article: 1 })).toEqual([sentence(1)]);
    expect(chosenOn({ listing: 0.8, service: 0.2 })).toEqual([sentence(1)]);
  });

  test.each<[what: string, table: string, text: string]>([
    [
      'empty cells',
      '<tr><th>Bog<th>Wide<th>Deep<tr><td>Moss<td><td>4 m<tr><td>Fen<td>7 m<td>',
      'Bog\tWide\tDeep\nMoss\t\t4 m\nFen\t7 m',
    ],
    [
      'cells that span rows and columns',
      '<tr><th rowspan=2>Bog<th colspan=2>Depth<th rowspan=2>Age<tr><th>min<th>max<tr><td>Moss<td>1 m<td>2 m<td>old',
      'Bog\tDepth\t\tAge\n\tmin\tmax\nMoss\t1 m\t2 m\told',
    ],
    ['an empty corner', '<tr><th><th>2019<th>2020<tr><th>Moss<td>3 m<td>4 m', '\t2019\t2020\nMoss\t3 m\t4 m'],
    [
      'paragraphs, items and lines in cells',
      '<tr><th>Bog<th>Plants<tr><td><p>Moss</p><td>sundew<br>heather<tr><td><p>Fen</p><td><ul><li>reed</ul>',
      'Bog\tPlants\nMoss\tsundew heather\nFen\treed',
    ],
  ])('writes a data table with a line per row and a tab per column: %s', (_, table, text) => {
    expect(textOf(`<p>${sentence(1)} ${sentence(2)}</p><table>${table}</table><p>${sentence(3)}</p>`)).toBe(
      `${sentence(1)} ${sentence(2)}\n\n${text}\n\n${sentence(3)}`,
    );
    expect(textOf(`<table>${table}</table>`)).toBe(text);
  });

  test.each<[what: string, table: string, text: string]>([
    [
      'several paragraphs',
      `<tr><th>Author<th>Post<tr><td>Ann<td><p>${sentence(4)}</p><p>${sentence(5)}</p><tr><td>Bob<td>${sentence(6)}`,
      `Author\nPost\nAnn\n\n${sentence(4)}\n\n${sentence(5)}\n\nBob\n${sentence(6)}`,
    ],
    [
      'a list',
      '<tr><th>Bog<th>Plants<tr><td>Moss<td>these:<ul><li>sundew<li>heather</ul><tr><td>Fen<td>reed',
      'Bog\nPlants\nMoss\nthese:\n\nsundew\nheather\n\nFen\nreed',
    ],
  ])('writes a table as ordinary blocks if a cell contains %s', (_, table, text) => {
    expect(textOf(`<p>${sentence(1)} ${sentence(2)}</p><table>${table}</table>`)).toBe(
      `${sentence(1)} ${sentence(2)}\n\n${text}`,
    );
  });

  test('ignores the spans of a table that would be mostly empty', () => {
    const spans = '<td rowspan=65534>x'.repeat(90);
    const text = textOf(`<table><tr><th>a${spans}${'<tr><td>y'.repeat(1000)}</table>`);
    expect(text.match(/\t/g)).toHaveLength(90);
  });

  test('finds the cells of all blocks in linear time at any depth', () => {
    const cell = `${'<div>'.repeat(200)}${'<p>reed'.repeat(2000)}`;
    const page = parseHtml(`<table><tr><th>Bog<th>Plants<tr><td>Moss<td>${cell}</table>`, {
      xhtml: false,
      maxLinks: 0,
    });
    const { containers, blocks } = page;
    let reads = 0;
    const parents = new Proxy(containers.parents, { get: (all, at) => [Reflect.get(all, at), reads++][0] });
    const gapOf = tableSeparators({ ...page, containers: { ...containers, parents } }, blocks);
    for (const [i, block] of blocks.entries()) gapOf?.(blocks[i - 1], block);
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThan(10 * containers.parents.length);
  });

  test('writes the cells of a layout table as separate blocks', () => {
    const table = `<table><tr><td><h2>Bogs</h2><p>${sentence(1)}</p><td><p>${sentence(2)}</p></table>`;
    expect(textOf(table)).toBe(`Bogs\n\n${sentence(1)}\n\n${sentence(2)}`);
  });

  test.each(['navigation', 'contentinfo', 'complementary'])('excludes the landmark %s', (role) => {
    expect(textOf(`<div role=${role}>${sentence(1)} ${sentence(2)}</div><p>${sentence(3)}</p>`)).toBe(sentence(3));
  });

  test('is empty for an empty page', () => {
    expect(textOf('<script>x</script>')).toBe('');
  });

  test('is cut at its limit, but not within a surrogate pair', () => {
    const page = parseHtml(`<p>${'😀'.repeat(100)}</p>`, { xhtml: false, maxLinks: 1 });
    expect(extractMainText(page, 11)).toBe('😀'.repeat(5));
  });
});
