/** Reads description, keywords and licence of a page from the entity that it describes in JSON-LD. */

import type { Thing } from '../document-fields.ts';
import { plainText } from './json-ld.ts';

/** What the main entity declares about the page. Keywords are as written: several in one text may be separated by commas. */
export type EntityFacts = { description: string | null; keywords: readonly string[]; licence: string | null };

/** Types of entities that are the subject of a page, most specific first. Others describe the site, the people or parts of the page. */
const SUBJECTS: readonly RegExp[] = [
  /(?:Article|Posting|Recipe|Report)$/,
  /(?:^Course|Event$|^Product|^Book|^Dataset|^VideoObject|^HowTo|^CreativeWork|^SoftwareApplication|^LearningResource|^Thesis)$/,
  /Page$/,
];

/** Types whose licence is that of the text on the page. The licence of others, such as a data set, is that of what the page describes. */
const TEXTS = /(?:Article|Posting|Recipe|Report|Page|^CreativeWork)$/;

/**
 * Returns the facts of the page's subject; each fact is that of the first kind of entity that has it. Several entities of one kind are
 * parts of a list, and none describes the page.
 */
export function readEntityFacts(things: readonly Thing[]): EntityFacts {
  const subjects = SUBJECTS.flatMap((types) => {
    const found = things.filter(({ type }) => types.test(type as string));
    return found.length === 1 ? found : [];
  });
  const valuesOf = (field: string, from = subjects) =>
    from.map((thing) => [thing[field] ?? []].flat()).find((all) => all.length > 0);
  const first = (field: string): string | null => plainText(valuesOf(field)?.[0] ?? '') || null;
  const licences = valuesOf(
    'license',
    subjects.filter(({ type }) => TEXTS.test(type as string)),
  );
  return {
    description: first('description'),
    keywords: (valuesOf('keywords') ?? []).map(plainText),
    // Several may be those of parts.
    licence: licences?.length === 1 ? plainText(licences[0]!) || null : null,
  };
}
