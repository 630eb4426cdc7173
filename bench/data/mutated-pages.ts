/** Mutated pages for fuzzing: pages of the demo web, cut, duplicated, and mixed with syntax that breaks parsers. */

import { buildSite } from '../../demo/build.ts';
import { HOSTS } from '../../demo/hosts.ts';
import { seededRandom } from '../../shared/classify/models/training/seeded-random.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { STATS_PER_BLOCK } from '../../shared/clean/html/char-stats.ts';
import { readInlines } from '../../shared/clean/html/inline-runs.ts';
import { newWalk } from '../../shared/clean/html/new-walk.ts';
import { walkPage } from '../../shared/clean/html/parse-html.ts';
import { extractMainText } from '../../shared/clean/main-text/main-text.ts';
import { MAIN_TEXT_METHODS } from '../../shared/clean/main-text/methods.ts';
import { readHtmlText } from '../../shared/clean/read-html.ts';
import type { Url } from '../../shared/url/url.ts';

/** Pieces that start, end or break syntax. */
const BREAKING_PIECES = [
  ...[
    '<',
    '>',
    '</',
    '/>',
    '<!--',
    '-->',
    '--!>',
    '<!',
    '<?',
    '<![CDATA[',
    ']]>',
    '"',
    "'",
    '=',
    '&',
    '&#',
    '&#x110000;',
    '\0',
  ],
  ...[
    '<script>',
    '</script>',
    '<style>',
    '</style',
    '<title>',
    '</title>',
    '<textarea>',
    '<xmp>',
    '<plaintext>',
    '<noscript>',
  ],
  ...[
    '<svg>',
    '</svg>',
    '<math>',
    '<foreignObject>',
    '<template>',
    '</template>',
    '<select>',
    '<option>',
    '<frameset>',
  ],
  ...[
    '<table>',
    '<tr>',
    '<td>',
    '</table>',
    '<li>',
    '<ul>',
    '</ul>',
    '<ol start=7>',
    '<pre>',
    '</pre>',
    '<br>',
    '</br>',
    '</p>',
  ],
  ...[
    '<a href="',
    '<a href=x>',
    '</a>',
    '<img src=x alt="',
    '<meta name=author content="',
    '<base href=//x/>',
    '<h1>',
    '</h1>',
  ],
  ...[
    '<nav>',
    '<main>',
    '<div class="comments author date">',
    '<b>',
    '<i',
    '<form',
    '<script type=application/ld+json>{"author":',
  ],
  ...[
    '\ud800',
    '\udc00',
    '\ufeff',
    '\u2028',
    '\r\n',
    '\t',
    '\u00a0',
    '<DIV HIDDEN',
    ' style="display:none"',
    ' role=main>',
  ],
];
/** Maximum number of mutations of a page, and of repetitions of an inserted piece. */
const MAX_CHANGES = 24;
const MAX_REPEATS = 200;

/** Returns a function that creates the next mutated page. @param seed equal seeds create equal pages */
export function mutatedPages(pages: readonly string[], seed: number): () => string {
  const random = seededRandom(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const piece = (): string => BREAKING_PIECES[below(BREAKING_PIECES.length)] as string;
  const changed = (page: string): string => {
    const at = below(page.length + 1);
    const to = Math.min(page.length, at + below(1 + below(400)));
    switch (below(6)) {
      case 0:
        return page.slice(0, at) + page.slice(to);
      case 1:
        return page.slice(0, to) + page.slice(at);
      case 2:
        return page.slice(0, at) + piece().repeat(1 + below(MAX_REPEATS)) + page.slice(at);
      case 3:
        return page.slice(0, at) + String.fromCharCode(below(0x250)) + page.slice(at + 1);
      case 4:
        return random() < 0.1 ? page.slice(0, at) : page.slice(0, at) + piece() + page.slice(at);
      default:
        return page.slice(0, at) + piece() + page.slice(to);
    }
  };
  return () => {
    let page = pages[below(pages.length)] as string;
    for (let left = 1 + below(MAX_CHANGES); left > 0; left--) page = changed(page);
    return page;
  };
}

/** Returns the HTML pages of the demo web as text, without duplicates. */
export function demoPages(): string[] {
  const pages = [...buildSite(HOSTS).hosts.values()].flatMap(({ resources }) =>
    [...resources.values()].flatMap(({ status, headers, body }) =>
      status === 200 && /html/.test(headers['content-type'] ?? '') && body.length < 200_000
        ? [Buffer.from(body).toString('utf8')]
        : [],
    ),
  );
  return pages.sort().filter((page, i) => page !== pages[i - 1]);
}

/** Cleans a page with all methods and checks the result. @returns the number of characters read @throws if a check fails */
export function cleanInAllWays(html: string): number {
  const walk = newWalk(html, { xhtml: html.length % 7 === 0, maxLinks: 1000 });
  const steps = walkPage(walk);
  const { page } = walk;
  for (const block of page.blocks) {
    const texts = readInlines(page, block).map(({ text }) => text);
    if (block.text === '' || texts.length === 0) throw new Error('a block is empty');
    if (block.firstRun > block.lastRun || page.containers.parents[block.container] === undefined)
      throw new Error('a block has an invalid range of runs, or an unknown container');
  }
  if (page.charStats.length !== page.blocks.length * STATS_PER_BLOCK)
    throw new Error('a block has no character statistics');
  readHtmlText(html, { url: 'http://fuzz.example/' as Url, options: DEFAULT_CLEAN_OPTIONS });
  for (const method of MAIN_TEXT_METHODS) extractMainText(page, 10_000, method);
  return steps;
}
