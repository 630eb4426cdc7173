/**
 * Recognises buttons whose text is content: the headers of accordions, such as a question above its answer. The text of other buttons is a
 * control, as that of a button behind a heading.
 */
import * as E from '../elements.ts';
import { ATTR } from '../tokenizer/attribute-names.ts';
import { attributeText, hasAttribute, hasRareAttribute } from '../tokenizer/attributes.ts';
import type { Scan } from '../tokenizer/scan.ts';
import type { Walk } from '../walk.ts';

const TERM = E.elementId('dt');
const ACCORDION = /accordion|faq/i;
const HEADING = /<h[1-6][\s>]/i;
const QUESTION = /[?？؟]$/;
/** Maximum length of the content of a button that is looked at, in UTF-16 units. */
const MAX_CONTENT = 1000;

/**
 * Whether the button of the last start tag is the header of an accordion: it is all of a heading or term so far, or contains a heading (ARIA
 * Authoring Practices), or its names say so, or it discloses the answer to its question.
 */
export function isAccordionButton({ scan, heading, element, block }: Walk): boolean {
  if (heading !== undefined) return heading === '';
  if (element === TERM && block === '') return true;
  if (ACCORDION.test(attributeText(scan, ATTR.class)) || ACCORDION.test(attributeText(scan, ATTR['aria-controls'])))
    return true;
  const content = contentOf(scan);
  return HEADING.test(content) || (isDisclosing(scan) && QUESTION.test(content.replace(/<[^<>]*>/g, '').trim()));
}

function isDisclosing(scan: Scan): boolean {
  if (!hasRareAttribute(scan) || hasAttribute(scan, ATTR['aria-haspopup'])) return false;
  return (
    hasAttribute(scan, ATTR['aria-expanded']) ||
    hasAttribute(scan, ATTR['aria-controls']) ||
    hasAttribute(scan, ATTR['data-target']) ||
    hasAttribute(scan, ATTR['data-bs-target'])
  );
}

/** Returns the HTML up to the end tag of the button; '' if that is too far away. */
function contentOf({ html, at }: Scan): string {
  const near = html.slice(at, at + MAX_CONTENT);
  const end = near.search(/<\/button/i);
  return end === -1 ? '' : near.slice(0, end);
}
