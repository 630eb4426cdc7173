/** What MathJax 2 shows before a formula in a script: a preview until it has loaded, and then a picture of the formula. */
import { ATTR } from '../tokenizer/attribute-names.ts';
import { attributeText, hasAttribute } from '../tokenizer/attributes.ts';
import type { Walk } from '../walk.ts';

const PREVIEW = 'MathJax_Preview';
/** Id of the picture of the script `MathJax-Element-1`. */
const PICTURE_ID = /^MathJax-Element-\d+-Frame$/;
const SCRIPT_TAG = '<script';
/** The start tag of a script with a formula, from its name on. */
const FORMULA_TAG = /^<script\s[^<>]{0,200}math\/tex/;
const MAX_TAG_LENGTH = 250;
const LETTER_M = 0x4d;

/** Whether the last start tag begins the preview or the picture of the formula in the next script, which would be in the text twice. */
export const isScriptPicture = (walk: Walk): boolean =>
  (hasLetterM(walk, ATTR.class) || hasLetterM(walk, ATTR.id)) &&
  isBeforeFormula(walk) &&
  (attributeText(walk.scan, ATTR.class) === PREVIEW || PICTURE_ID.test(attributeText(walk.scan, ATTR.id)));

/** Whether the value of an attribute begins with `M`, as the names of MathJax do: on most pages, no script needs to be searched for. */
const hasLetterM = ({ scan }: Walk, name: number): boolean =>
  hasAttribute(scan, name) && scan.units[scan.attributes.froms[name] as number] === LETTER_M;

/** Whether the next script is a formula. Each script is searched for once, so many pictures take linear time. */
function isBeforeFormula(walk: Walk): boolean {
  const { scan, nextScript } = walk;
  if (nextScript.at >= scan.at) return nextScript.isFormula;
  const found = scan.html.indexOf(SCRIPT_TAG, scan.at);
  nextScript.at = found === -1 ? scan.end : found;
  nextScript.isFormula = FORMULA_TAG.test(scan.html.slice(nextScript.at, nextScript.at + MAX_TAG_LENGTH));
  scan.steps += nextScript.at - scan.at;
  return nextScript.isFormula;
}
