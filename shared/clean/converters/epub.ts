/** Converts EPUB 2 and 3: the chapters in the order of the spine. */

import { Unreadable } from '../decode/unreadable.ts';
import { openZip } from '../decode/zip.ts';
import { type Convert, EMPTY_CONVERTED } from './convert.ts';
import { newFlow } from './flow.ts';
import { readHtmlInto } from './html.ts';
import { attributeOf, readMarkup } from './markup.ts';
import { readProperties } from './office/properties.ts';

export const convertEpub: Convert = ({ bytes, limits }) => {
  const zip = openZip(bytes, limits.unpackedBytes);
  const path = packagePath(zip.text('META-INF/container.xml') ?? '');
  const opf = path === undefined ? undefined : zip.text(path);
  if (path === undefined || opf === undefined)
    throw new Unreadable('conversion-failed', 'the EPUB has no package document');
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const flow = newFlow(limits);
  const encrypted = encryptedNames(zip.text('META-INF/encryption.xml') ?? '');
  for (const chapter of spineChapters(opf)) {
    const name = entryName(folder, chapter);
    if (encrypted.has(name)) throw new Unreadable('encrypted', name);
    const html = zip.text(name);
    if (html !== undefined && !flow.isFull()) readHtmlInto(flow, html);
  }
  const metadata = /<(?:\w+:)?metadata\b.*?<\/(?:\w+:)?metadata>/s.exec(opf)?.[0];
  return { ...EMPTY_CONVERTED, ...readProperties(metadata), parts: flow.parts, links: externalLinks(flow.links) };
};

/** Removes links between chapters. */
const externalLinks = <L extends { href: string }>(links: L[]): L[] =>
  links.filter(({ href }) => /^[a-z]+:/i.test(href));

/** Returns the path of the package document, which the container names. */
function packagePath(container: string): string | undefined {
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

/** Returns the names of the encrypted entries. Fonts are often encrypted in free books, too. */
function encryptedNames(encryption: string): Set<string> {
  const names = new Set<string>();
  readMarkup(encryption, {
    open(name, attributes) {
      if (name === 'CipherReference') names.add(entryName('', attributeOf(attributes, 'URI') ?? ''));
    },
    close() {},
    text() {},
  });
  return names;
}

/** Media types of chapters. */
const CHAPTER_TYPE = /^(?:application\/xhtml\+xml|text\/html|application\/x-dtbook\+xml)$/;

/** Returns the chapters' paths, relative to the package document, in reading order. */
function spineChapters(opf: string): string[] {
  const items = new Map<string, string>();
  const spine: string[] = [];
  readMarkup(opf, {
    open(name, attributes) {
      const href = attributeOf(attributes, 'href');
      if (name === 'item' && href && CHAPTER_TYPE.test(attributeOf(attributes, 'media-type') ?? ''))
        items.set(attributeOf(attributes, 'id') ?? '', href);
      if (name === 'itemref') spine.push(attributeOf(attributes, 'idref') ?? '');
    },
    close() {},
    text() {},
  });
  return [...new Set(spine)].flatMap((id) => items.get(id) ?? []);
}

/** Resolves a path to the name of a zip entry. */
function entryName(folder: string, href: string): string {
  const { pathname } = new URL(href, `http://book/${folder}`);
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch {
    return pathname.slice(1);
  }
}
