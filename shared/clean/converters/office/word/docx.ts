/** Converts Word documents since 2007 (ECMA-376, WordprocessingML). */

import { Unreadable } from '../../../decode/unreadable.ts';
import { openZip } from '../../../decode/zip.ts';
import { type Convert, EMPTY_CONVERTED } from '../../convert.ts';
import { chooseTitle } from '../../document-title.ts';
import { type Flow, newFlow } from '../../flow.ts';
import { findMainPart, type Relationship, readOfficeProperties, readRelationships } from '../opc-package.ts';
import { readDocxLists } from './docx-lists.ts';
import { readDocxStyles } from './docx-styles.ts';
import { readDocxText } from './docx-text.ts';
import { createListCounter } from './word-lists.ts';

export const convertDocx: Convert = ({ bytes, limits }) => {
  const zip = openZip(bytes, limits.unpackedBytes);
  const main = findMainPart(zip, 'word/document.xml');
  const body = zip.text(main);
  if (body === undefined) throw new Unreadable('conversion-failed', 'the Word document has no main part');
  const relationships = readRelationships(zip, main);
  const flow = newFlow(limits);
  const partOfType = (wanted: string) =>
    zip.text([...relationships.values()].find(({ type }) => type === wanted)?.target ?? '') ?? '';
  const styles = readDocxStyles(partOfType('styles'));
  const counter = createListCounter(readDocxLists(partOfType('numbering')));
  const alternatives: string[] = [];
  const marked = readDocxText(body, { flow, styles, counter, relationships, alternatives });
  const parts = [...flow.parts];
  for (const { type, target } of relatedParts(relationships)) {
    const part = zip.text(target);
    if (part !== undefined && !flow.isFull())
      readDocxText(part, { flow, styles, counter, relationships: readRelationships(zip, target), alternatives });
    // Each section has its own headers and footers, mostly the same ones.
    if (type === 'header' || type === 'footer') dropRepeated(flow);
  }
  const properties = readOfficeProperties(zip);
  if (alternatives.length > 0) properties.metadata['image.alt'] = alternatives;
  return {
    ...{ ...EMPTY_CONVERTED, ...properties },
    title: chooseTitle(properties.title, { marked, parts, hasHeading: true }),
    ...{ parts: flow.parts, links: flow.links },
  };
};

/** Relationship types of the parts that are converted, in output order. */
const RELATED_PARTS = ['footnotes', 'endnotes', 'comments', 'chart', 'header', 'footer'];

function relatedParts(relationships: Map<string, Relationship>): Relationship[] {
  const internal = [...relationships.values()].filter(({ isExternal }) => !isExternal);
  return RELATED_PARTS.flatMap((type) => internal.filter((relationship) => relationship.type === type));
}

/** Removes the last part if one of the parts before it is the same. */
function dropRepeated({ parts }: Flow): void {
  const last = JSON.stringify(parts.at(-1));
  if (parts.slice(-MAX_COMPARED, -1).some((part) => JSON.stringify(part) === last)) parts.pop();
}

/** Number of parts, including the last, among which `dropRepeated` looks for repetitions. */
const MAX_COMPARED = 20;
