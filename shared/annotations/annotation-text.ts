/** Maximum length of the text of an annotation, in UTF-16 units: about two printed pages. */
export const MAX_ANNOTATION_LENGTH = 5_000;

/**
 * Characters that are removed: controls but tab and line feed, and the marks that change the direction of the text around them. Joiners of
 * emoji and of scripts stay.
 */
const REMOVED = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** Why the text of an annotation is not accepted. */
export type TextFault = 'empty' | 'too-long';

/**
 * Cleans the text of an annotation: without control characters, with line feeds between its lines.
 *
 * @returns the text, or why it is not accepted
 */
export function cleanAnnotationText(given: string): { text: string } | { fault: TextFault } {
  // A text that is far too long is not worth the work.
  if (given.length > 4 * MAX_ANNOTATION_LENGTH) return { fault: 'too-long' };
  const text = given
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(REMOVED, (found) => (found === '\n' || found === '\t' ? found : ''))
    .normalize('NFC')
    .trim();
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(text)) return { fault: 'empty' };
  return text.length > MAX_ANNOTATION_LENGTH ? { fault: 'too-long' } : { text };
}
