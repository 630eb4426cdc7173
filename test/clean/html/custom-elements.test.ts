import { describe, expect, test } from 'vitest';
import { CUSTOM_ELEMENT } from '../../../shared/clean/html/elements.ts';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';

const parse = (html: string) => parseHtml(html, { xhtml: false, maxLinks: 100 });

describe('custom elements', () => {
  const cases: [rule: string, html: string, texts: string[]][] = [
    ['are inline in a sentence', '<p>un<x-mark>break</x-mark>able <x-tip>text</x-tip>.', ['unbreakable text.']],
    ['are words of their own in a row', '<x-option>Hi</x-option><x-option>Hello</x-option>', ['Hi Hello']],
    [
      'end the text in them if they hold blocks',
      '<x-card><div>a</div>b</x-card><x-card>c<p>d</p></x-card>',
      ['a', 'b', 'c', 'd'],
    ],
    ['do not end text if they hold none', '<div>a</div>b<x-card>c</x-card>d', ['a', 'bcd']],
    ['may be hidden', '<x-menu hidden><p>a</p></x-menu><p>b', ['b']],
    ['are text of the page where they are not closed', '<div><x-icon><x-icon>a</div><p>b', ['a', 'b']],
    ['ignore an end tag in another element', '<x-a><div>a</x-a>b</div>c', ['ab', 'c']],
    ['close those that are open in them', '<x-a hidden><x-b>a</x-a><x-b>b</x-b>', ['b']],
    ['have names in upper and lower case', '<X-A hidden>a</x-a>b', ['b']],
  ];
  test.each(cases)('%s', (_, html, texts) => {
    expect(parse(html).blocks.map(({ text }) => text)).toEqual(texts);
  });

  test('contain the blocks in them, and their names are their classes', () => {
    const page = parse('<x-post><p>a</p></x-post><x-post class=own><p>b</p></x-post><p>c');
    const { elements, names } = page.containers;
    const { froms, tos } = page.classNames;
    const shown = page.blocks.map(({ container }) => {
      const name = names[container] as number;
      return [elements[container], page.html.slice(froms[name], tos[name])];
    });
    expect(shown).toEqual([
      [CUSTOM_ELEMENT, 'x-post'],
      [CUSTOM_ELEMENT, 'own'],
      [0, ''],
    ]);
  });

  test('do not change the class of the block around them', () => {
    const [block] = parse('<p class=teaser>a <x-b class=comment>b</x-b> c').blocks;
    expect(block?.hints).toBe(parse('<p class=teaser>a').blocks[0]?.hints);
  });
});
