/** Books (EPUB 2 and 3): the chapters in the order of the package's spine. */

import { Unreadable } from '../decode/unreadable.ts';
import { openZip } from '../decode/zip.ts';
import { type Convert, EMPTY_CONVERTED } from './convert.ts';
import { newFlow } from './flow.ts';
import { readHtmlInto } from './html.ts';
import { attributeOf, readMarkup } from './markup.ts';
import { readProperties } from './office/properties.ts';

export const convertEpub: Convert = ({ bytes, limits }) => {
  const zip = openZip(bytes, limits.unpackedBytes);
  const path = rootFile(zip.text('META-INF/container.xml') ?? '');
  const book = path === undefined ? undefined : zip.text(path);
  if (path === undefined || book === undefined) throw new Unreadable('conversion-failed', 'a book without its package');
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const flow = newFlow(limits);
  for (const chapter of spineOf(book)) {
    const html = zip.text(nameOf(folder, chapter));
    if (html !== undefined && !flow.isFull()) readHtmlInto(flow, html);
  }
  const metadata = /<(?:\w+:)?metadata\b.*?<\/(?:\w+:)?metadata>/s.exec(book)?.[0];
  return { ...EMPTY_CONVERTED, ...readProperties(metadata), parts: flow.parts, links: outer(flow.links) };
};

/** Links from chapter to chapter lead nowhere on the web. */
const outer = <L extends { href: string }>(links: L[]): L[] => links.filter(({ href }) => /^[a-z]+:/i.test(href));

function rootFile(container: string): string | undefined {
  let path: string | undefined;
  readMarkup(container, {
    open(name, attributes) {
      if (name === 'rootfile') path ??= attributeOf(attributes, 'full-path');
    },
    close() {},
    text() {},
  });
  return path;
}

const CHAPTER = /^(?:application\/xhtml\+xml|text\/html|application\/x-dtbook\+xml)$/;

function spineOf(book: string): string[] {
  const items = new Map<string, string>();
  const spine: string[] = [];
  readMarkup(book, {
    open(name, attributes) {
      const href = attributeOf(attributes, 'href');
      if (name === 'item' && href && CHAPTER.test(attributeOf(attributes, 'media-type') ?? ''))
        items.set(attributeOf(attributes, 'id') ?? '', href);
      if (name === 'itemref') spine.push(attributeOf(attributes, 'idref') ?? '');
    },
    close() {},
    text() {},
  });
  return [...new Set(spine)].flatMap((id) => items.get(id) ?? []);
}

function nameOf(folder: string, href: string): string {
  const { pathname } = new URL(href, `http://book/${folder}`);
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch {
    return pathname.slice(1);
  }
}
