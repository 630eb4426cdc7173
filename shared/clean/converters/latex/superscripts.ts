/** Superscripts and subscripts of formulas as Unicode characters. */

const BASE_CHARACTERS = '0123456789+-=()abcdefghijklmnoprstuvwxyz';
const SUPERSCRIPTS = [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ'];
/** A space where Unicode has no subscript. */
const SUBSCRIPTS = [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐ   ₑ  ₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥ ₓ  '];
/** Maximum length of a script that is converted, in UTF-16 units. */
const MAX_SCRIPT_LENGTH = 12;

/**
 * Converts text to superscript or subscript characters.
 * @param operator `^` or `_`
 * @returns undefined if Unicode lacks one of the characters
 */
export function unicodeScript(operator: string, text: string): string | undefined {
  const characters = operator === '^' ? SUPERSCRIPTS : SUBSCRIPTS;
  if (text === '' || text.length > MAX_SCRIPT_LENGTH) return undefined;
  let script = '';
  for (const character of text) {
    const found = characters[BASE_CHARACTERS.indexOf(character)];
    if (found === undefined || found === ' ') return undefined;
    script += found;
  }
  return script;
}
