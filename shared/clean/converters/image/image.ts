/**
 * What pictures say in words: descriptions, authors and dates of Exif, XMP, PNG, GIF and SVG. Their alternative text on pages is
 * read with the pages.
 */
import type { Converted } from '../../../ports/converter.ts';
import { type Convert, EMPTY_CONVERTED } from '../convert.ts';
import { addProperty, type DocumentProperties, newProperties } from '../document-properties.ts';
import { parseMailOrExifDate } from '../mail-date.ts';
import { attributeOf, readMarkup } from '../markup.ts';
import { readImageChunks } from './chunks.ts';
import { readExif } from './exif.ts';

export const convertImage: Convert = ({ bytes, mimeType, limits }) => {
  const said = newProperties();
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (mimeType === 'image/svg+xml') readSvg(data.toString('utf8').slice(0, limits.maxText), said);
  else
    for (const chunk of readImageChunks(data, mimeType, limits.unpackedBytes)) {
      if (chunk.kind === 'text') addProperty(said, chunk.name, chunk.text);
      else if (chunk.kind === 'exif') readExif(chunk.bytes, said);
      else readXmp(chunk.text, said);
    }
  return described(said);
};

/** Elements and attributes whose text XMP packs into lists. */
const XMP = new Set([
  'title',
  'description',
  'creator',
  'subject',
  'rights',
  'headline',
  'alttextaccessibility',
  'createdate',
]);

function readXmp(xml: string, said: DocumentProperties): void {
  let name = '';
  readMarkup(xml, {
    open(opened, attributes) {
      if (XMP.has(opened.toLowerCase())) name = opened;
      if (opened !== 'Description') return;
      for (const one of XMP) {
        const value = attributeOf(attributes, one);
        if (value) addProperty(said, one, value);
      }
    },
    close(closed) {
      if (closed === name) name = '';
    },
    text(text) {
      if (name !== '') addProperty(said, name, text);
    },
  });
}

function readSvg(xml: string, said: DocumentProperties): void {
  let name = '';
  readMarkup(xml, {
    open(opened) {
      if (opened === 'title' || opened === 'desc' || opened === 'text') name = opened;
    },
    close(closed) {
      if (closed === name) name = '';
    },
    text(text) {
      if (name !== '') addProperty(said, name === 'desc' ? 'description' : name, text);
    },
  });
}

const DESCRIPTIONS = [
  'alttextaccessibility',
  'description',
  'imagedescription',
  'caption',
  'headline',
  'comment',
  'usercomment',
];
const DATES = ['datetimeoriginal', 'createdate', 'creation time', 'datetime'];

function described(said: DocumentProperties): Converted {
  const first = (...names: string[]) => names.map((name) => said[name]?.[0]).find((value) => value) ?? null;
  const texts = ['title', ...DESCRIPTIONS, 'text'].flatMap((name) => said[name] ?? []);
  const date = first(...DATES);
  return {
    ...EMPTY_CONVERTED,
    parts: [...new Set(texts)].map((text) => ({ kind: 'paragraph', text })),
    title: first('title'),
    author: (said['creator'] ?? said['artist'] ?? said['author'] ?? []).join('; ') || null,
    date: date === null ? null : (parseMailOrExifDate(date) ?? (/^\d{4}-\d\d-\d\d/.test(date) ? date : null)),
    description: first(...DESCRIPTIONS),
    keywords: [...(said['subject'] ?? []), ...(said['keywords'] ?? [])],
    metadata: { ...said },
  };
}
