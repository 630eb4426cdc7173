/**
 * Finds hidden content that a control of the page shows: tab panels, answers of an accordion, the rest after "read more". A reader can
 * open it, so it is text. What opens over the page or belongs to the site stays hidden: dialogs, menus, cookie settings.
 *
 * A control comes before what it shows, because the parser reads the page once.
 */
import * as E from '../elements.ts';
import { BLOCK_KINDS } from '../elements.ts';
import { POPUP_HINT } from '../hints/class-id-hints.ts';
import { ATTR } from '../tokenizer/attribute-names.ts';
import { attributeText, hasAttribute, hasRareAttribute } from '../tokenizer/attributes.ts';
import type { Scan } from '../tokenizer/scan.ts';
import type { Walk } from '../walk.ts';

/** Maximum number of ids that controls of a page name. */
const MAX_CONTROLLED = 10_000;
/** Maximum number of elements around hidden content that are examined. */
const MAX_AROUND = 16;
/** Maximum length of the class names that are looked at of each of these. UTF-16 units. */
const MAX_NAME_LENGTH = 200;

/** Roles of controls whose link to a fragment shows the element with that id. */
const CONTROL_ROLE = /^(?:tab|button)$/i;
/** Bootstrap's names of what a control shows beside the page. */
const POPUP_TOGGLE = /modal|dropdown|offcanvas|popover|tooltip/i;
/** Names of what opens over the page. Drupal puts `dialog-off-canvas-main-canvas` around the whole page. */
const POPUP =
  /cookie|consent|gdpr|pop-?(?:up|out|over)|modal|overlay|dialog(?!-off-canvas-main)|lightbox|tooltip|(?<!dialog-)off-?canvas|drawer/i;
/** Names of parts of the site that a control shows. Tab panels may have them, such as the menu of a restaurant. */
const SITE_PART =
  /nav(?!al)|menu|search|filter|log-?in|sign-?(?:in|up)|subscri|share|(?:^|[-_ ])(?:cart|country|language|currency|locale|chat|promo|coupon|spinner|loader)(?:[-_ ]|$)/i;
/** Names of what scripts disclose without ARIA: answers of an accordion, tab panels, the rest of a text. */
const DISCLOSED = /faq|answer|accordion|collaps|tab-?pane|tabs?[-_]*content|toggle|expand|read-?more/i;
/** Roles of content that has no other role in the page. */
const CONTENT_ROLES = new Set(['', 'region', 'group']);

/** Maximum length of a sign between a question and its answer, in UTF-16 units. */
const MAX_SIGN = 2;
const QUESTION = /[?？؟]$/;
/** Questions of a site to its readers, with a form or an answer that scripts show. */
const SITE_QUESTION =
  /helpful|useful|help you|password|account|sign|log ?in|subscri|cookie|newsletter|found|hilfreich/i;

const ANCHOR = E.elementId('a');
const HEADER = E.elementId('header');

/** Whether the last start tag may be a control. Cheap: looks for attributes only. */
export function mayControl(scan: Scan, id: number): boolean {
  return hasRareAttribute(scan) || (id === ANCHOR && hasAttribute(scan, ATTR.role));
}

function hasToggle(scan: Scan): boolean {
  return hasAttribute(scan, ATTR['data-bs-toggle']) || hasAttribute(scan, ATTR['data-toggle']);
}

/** Notes the ids of the elements that the last start tag controls. Controls in navigation and in hidden content do not count. */
export function noteControl(walk: Walk, id: number): void {
  const { scan } = walk;
  if ((walk.roles & (E.HIDDEN | E.ASIDE)) !== 0 || opensPopup(scan)) return;
  addIds(walk, attributeText(scan, ATTR['aria-controls']), '');
  addIds(walk, attributeText(scan, ATTR['data-bs-target']), '#');
  addIds(walk, attributeText(scan, ATTR['data-target']), '#');
  if (id === ANCHOR && (hasToggle(scan) || CONTROL_ROLE.test(attributeText(scan, ATTR.role))))
    addIds(walk, attributeText(scan, ATTR.href), '#');
}

function opensPopup(scan: Scan): boolean {
  const popup = attributeText(scan, ATTR['aria-haspopup']);
  if (popup !== '' && popup !== 'false') return true;
  return POPUP_TOGGLE.test(attributeText(scan, ATTR['data-bs-toggle']) || attributeText(scan, ATTR['data-toggle']));
}

/** Adds the ids of a list. @param prefix what precedes an id; others of the list are ignored */
function addIds(walk: Walk, list: string, prefix: string): void {
  if (list === '') return;
  walk.controlled ??= new Set();
  for (const id of list.split(/[\s,]+/)) {
    if (walk.controlled.size >= MAX_CONTROLLED) return;
    if (id.length > prefix.length && id.startsWith(prefix)) walk.controlled.add(id.slice(prefix.length));
  }
}

/** Whether a control shows the hidden content of the last start tag as a part of the page. */
export function isDisclosed(walk: Walk): boolean {
  const { scan, controlled } = walk;
  if ((walk.roles & E.ASIDE) !== 0 || walk.openCounts[HEADER] !== 0) return false;
  const role = attributeText(scan, ATTR.role).trim().toLowerCase();
  const isTabPanel = role === 'tabpanel';
  const id = attributeText(scan, ATTR.id);
  const names = `${attributeText(scan, ATTR.class)} ${id}`;
  if (
    !isTabPanel &&
    !(CONTENT_ROLES.has(role) && (controlled?.has(id) || DISCLOSED.test(names) || followsQuestion(walk)))
  )
    return false;
  return !POPUP.test(names) && (isTabPanel || !SITE_PART.test(names)) && !isInPopup(walk);
}

/** Whether the last heading of the page is a question without text after it, apart from a sign such as `+`. */
function followsQuestion({ page: { blocks }, heading, block }: Walk): boolean {
  if (heading !== undefined || block !== '') return false;
  const last = blocks.at(-1);
  const question = last !== undefined && last.text.length <= MAX_SIGN ? blocks.at(-2) : last;
  return (
    question !== undefined &&
    BLOCK_KINDS.heading.has(question.element) &&
    (question.roles & E.ASIDE) === 0 &&
    QUESTION.test(question.text) &&
    !SITE_QUESTION.test(question.text)
  );
}

function isInPopup({ page, container }: Walk): boolean {
  const { parents, hints, names } = page.containers;
  const { froms, tos } = page.classNames;
  let left = MAX_AROUND;
  for (let c = container; c !== 0 && left-- > 0; c = parents[c] as number) {
    if (((hints[c] as number) & POPUP_HINT) === 0) continue;
    const name = names[c] as number;
    const from = froms[name] as number;
    const to = Math.min(tos[name] as number, from + MAX_NAME_LENGTH);
    if (POPUP.test(page.html.slice(from, to))) return true;
  }
  return false;
}
