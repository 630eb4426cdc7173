import { expect, test } from 'vitest';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import type { Block } from '../../../shared/clean/html/parsed-page.ts';
import { newItem, type PageItem } from '../../../shared/clean/page-items/item.ts';
import type { Part } from '../../../shared/clean/page-items/parts.ts';
import { newHiddenPostReader, type ReadPost } from '../../../shared/clean/page-items/posts/hidden-post.ts';

const LONG =
  'How high should the rain water in the saucer stand? The label says one inch, but that looks like a lot to me.';

test.each([
  ['a class', (n: number) => `class=message-${n === 0 ? 'a' : 'b'}`, undefined],
  ['the same class', () => 'class=message', 'Thanks.'],
  ['a numbered id', (n: number) => `id=post_message_${n}1`, 'Thanks.'],
  ['an id', (n: number) => `id=${'abc'[n]}_message`, undefined],
])('reads a post without a paragraph in an element with %s', (_, attribute, expected) => {
  const texts = [LONG, `${LONG} And is tap water fine?`, 'Thanks.'];
  const post = (text: string, n: number) => `<div><p>ada${n}</p><td class=alt><div ${attribute(n)}>${text}</div></div>`;
  const page = parseHtml(texts.map(post).join(''), { xhtml: false, maxLinks: 10 });
  const parts = [0, 2, 4].map(
    (at): Part => ({
      blocks: page.blocks.slice(at, at + 2),
      text: [page.blocks[at + 1] as Block],
      previous: undefined,
    }),
  );
  const shown = new Map<PageItem, ReadPost>();
  const read = (part: Part): PageItem | undefined => {
    if (part.text.length === 0) return undefined;
    const item = newItem({ author: part.blocks[0]?.text, date: '2024-05-01', text: part.text[0]?.text });
    shown.set(item, { part, text: part.text, labels: part.blocks.slice(0, 1) });
    return item;
  };
  const posts = parts
    .slice(0, 2)
    .map(read)
    .filter((item) => item !== undefined);
  const readHidden = newHiddenPostReader(page, read, (item) => shown.get(item));
  expect(readHidden({ ...(parts[2] as Part), text: [] }, posts)?.['text']?.[0]).toBe(expected);
});
