import { joinAuthors } from '../document-author.ts';
import { isPlaceholderTitle } from '../document-title.ts';
import { type ConvertedProperties, splitKeywords } from '../office/properties.ts';
import { ownDescription } from '../program-defaults.ts';

/** Metadata of a PDF: the information dictionary, and XMP if the file has it. */
export type PdfMetadata = { info: Record<string, unknown>; xmp: { get(name: string): unknown } | null };

/** Properties of XMP that are read. */
const XMP_PROPERTIES = [
  'dc:title',
  'dc:creator',
  'dc:description',
  'dc:subject',
  'dc:language',
  'dc:publisher',
  'dc:identifier',
  'prism:doi',
];

/** Returns the properties. The information dictionary has priority over XMP. */
export function readPdfProperties({ info, xmp }: PdfMetadata): ConvertedProperties {
  const metadata: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(info))
    if (typeof value === 'string' && value.trim() !== '') metadata[name.toLowerCase()] = [value.trim()];
  for (const name of XMP_PROPERTIES) {
    const values = [xmp?.get(name)].flat().filter((value) => typeof value === 'string' && value.trim() !== '');
    if (values.length > 0) metadata[name] = values as string[];
  }
  const first = (...names: string[]) => names.map((name) => metadata[name]?.[0]).find((value) => value) ?? null;
  const title = first('title', 'dc:title');
  return {
    title: title !== null && isPlaceholderTitle(title) ? null : title,
    author:
      [metadata['author'] ?? [], metadata['dc:creator'] ?? []].map(joinAuthors).find((names) => names !== '') ?? null,
    date: parsePdfDate(first('creationdate') ?? ''),
    modified: parsePdfDate(first('moddate') ?? ''),
    description: ownDescription(first('subject', 'dc:description')),
    keywords: splitKeywords(first('keywords') ?? '')
      .concat(metadata['dc:subject'] ?? [])
      .filter(isFirstOccurrence),
    language: first('language', 'dc:language'),
    metadata,
  };
}

const isFirstOccurrence = <T>(value: T, index: number, all: T[]): boolean => all.indexOf(value) === index;

/** Parses a date such as `D:20071031123456+01'00'` (ISO 32000-1, 7.9.4). Returns null if it is invalid. */
function parsePdfDate(text: string): string | null {
  const found = /^D?:?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+-])(\d\d)'?(\d\d)?|(Z))?/.exec(text);
  if (!found) return null;
  const [, year, month = '01', day = '01', hour, minute = '00', second = '00', sign, zoneHour, zoneMinute = '00', utc] =
    found;
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return null;
  const zone = sign ? `${sign}${zoneHour}:${zoneMinute}` : (utc ?? '');
  return `${year}-${month}-${day}${hour ? `T${hour}:${minute}:${second}${zone}` : ''}`;
}
