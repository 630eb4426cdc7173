/** Converts the text metadata of images: descriptions, authors and dates from Exif, XMP, PNG, GIF and SVG. */
import type { Converted } from '../../../ports/converter.ts';
import { type Convert, EMPTY_CONVERTED } from '../convert.ts';
import { addProperty, type DocumentProperties, newProperties } from '../document-properties.ts';
import { parseMailOrExifDate } from '../mail-date.ts';
import { attributeOf, readMarkup } from '../markup.ts';
import { readImageChunks } from './chunks.ts';
import { readExif } from './exif.ts';

export const convertImage: Convert = ({ bytes, mimeType, limits }) => {
  const properties = newProperties();
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (mimeType === 'image/svg+xml') readSvg(data.toString('utf8').slice(0, limits.maxText), properties);
  else
    for (const chunk of readImageChunks(data, mimeType, limits.unpackedBytes)) {
      if (chunk.kind === 'text') addProperty(properties, chunk.name, chunk.text);
      else if (chunk.kind === 'exif') readExif(chunk.bytes, properties);
      else readXmp(chunk.text, properties);
    }
  return toConverted(properties);
};

/** Properties of XMP that are read, as elements or attributes. */
const XMP_PROPERTIES = new Set([
  'title',
  'description',
  'creator',
  'subject',
  'rights',
  'headline',
  'alttextaccessibility',
  'createdate',
]);

function readXmp(xml: string, properties: DocumentProperties): void {
  let name = '';
  readMarkup(xml, {
    open(opened, attributes) {
      if (XMP_PROPERTIES.has(opened.toLowerCase())) name = opened;
      if (opened !== 'Description') return;
      for (const property of XMP_PROPERTIES) {
        const value = attributeOf(attributes, property);
        if (value) addProperty(properties, property, value);
      }
    },
    close(closed) {
      if (closed === name) name = '';
    },
    text(text) {
      if (name !== '') addProperty(properties, name, text);
    },
  });
}

function readSvg(xml: string, properties: DocumentProperties): void {
  let name = '';
  readMarkup(xml, {
    open(opened) {
      if (opened === 'title' || opened === 'desc' || opened === 'text') name = opened;
    },
    close(closed) {
      if (closed === name) name = '';
    },
    text(text) {
      if (name !== '') addProperty(properties, name === 'desc' ? 'description' : name, text);
    },
  });
}

/** Properties with a description, in order of preference. */
const DESCRIPTIONS = [
  'alttextaccessibility',
  'description',
  'imagedescription',
  'caption',
  'headline',
  'comment',
  'usercomment',
];
/** Properties with the date, in order of preference. */
const DATES = ['datetimeoriginal', 'createdate', 'creation time', 'datetime'];

/** Returns the text properties as paragraphs, and the metadata. */
function toConverted(properties: DocumentProperties): Converted {
  const first = (...names: string[]) => names.map((name) => properties[name]?.[0]).find((value) => value) ?? null;
  const texts = ['title', ...DESCRIPTIONS, 'text'].flatMap((name) => properties[name] ?? []);
  const date = first(...DATES);
  return {
    ...EMPTY_CONVERTED,
    parts: [...new Set(texts)].map((text) => ({ kind: 'paragraph', text })),
    title: first('title'),
    author: (properties['creator'] ?? properties['artist'] ?? properties['author'] ?? []).join('; ') || null,
    date: date === null ? null : (parseMailOrExifDate(date) ?? (/^\d{4}-\d\d-\d\d/.test(date) ? date : null)),
    description: first(...DESCRIPTIONS),
    keywords: [...(properties['subject'] ?? []), ...(properties['keywords'] ?? [])],
    metadata: { ...properties },
  };
}
