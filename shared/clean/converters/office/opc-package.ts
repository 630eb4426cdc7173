/** Packages of Office Open XML (Open Packaging Conventions, ECMA-376 part 2): properties and relationships between parts. */
import type { ZipArchive } from '../../decode/zip.ts';
import { attributeOf, readMarkup } from '../markup.ts';
import { type ConvertedProperties, readProperties } from './properties.ts';

/** The application's properties that are kept. The others are counts of words and pages. */
const APPLICATION_PROPERTIES = /<(Company|Manager|Application)>[^<]*<\/\1>/g;

/** Reads the properties of an Office document. Missing parts give none. */
export function readOfficeProperties(zip: ZipArchive): ConvertedProperties {
  const application = zip.text('docProps/app.xml')?.match(APPLICATION_PROPERTIES)?.join('');
  return readProperties(zip.text('docProps/core.xml'), application);
}

/**
 * A reference from a part of the package. `type` is the last segment of the type's URI.
 * `target` is a path in the package or, if external, a URL.
 */
export type Relationship = { type: string; target: string; isExternal: boolean };

/** Reads the relationships of a part, by id. */
export function readRelationships(zip: ZipArchive, part: string): Map<string, Relationship> {
  const slash = part.lastIndexOf('/');
  const folder = part.slice(0, slash + 1);
  const relationships = new Map<string, Relationship>();
  const file = zip.text(`${folder}_rels/${part.slice(slash + 1)}.rels`);
  readMarkup(file ?? '', {
    open(name, attributes) {
      const id = attributeOf(attributes, 'Id');
      const target = attributeOf(attributes, 'Target');
      if (name !== 'Relationship' || id === undefined || target === undefined) return;
      const isExternal = attributeOf(attributes, 'TargetMode') === 'External';
      const type = (attributeOf(attributes, 'Type') ?? '').replace(/^.*\//, '');
      relationships.set(id, { type, target: isExternal ? target : resolvePartPath(folder, target), isExternal });
    },
    close() {},
    text() {},
  });
  return relationships;
}

/**
 * Finds the path of the package's main part.
 * @param usual path to return if the package does not name its main part
 */
export function findMainPart(zip: ZipArchive, usual: string): string {
  for (const { type, target } of readRelationships(zip, '').values()) if (type === 'officeDocument') return target;
  return usual;
}

/** Resolves a relative path: `../media/x.png` in `ppt/slides/` is `ppt/media/x.png`. */
function resolvePartPath(folder: string, target: string): string {
  const path: string[] = [];
  for (const step of `${target.startsWith('/') ? '' : folder}${target}`.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  return path.join('/');
}
