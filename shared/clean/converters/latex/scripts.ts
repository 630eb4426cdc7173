/** What stands above or below the line in a formula: as Unicode has it, where it has all of its signs. */

const SIGNS = '0123456789+-=()abcdefghijklmnoprstuvwxyz';
const ABOVE = [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ'];
const BELOW = [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐ   ₑ  ₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥ ₓ  '];
const MAX_SCRIPT = 12;

/** @param sign `^` or `_`. @returns undefined: there is no such sign. */
export function scriptOf(sign: string, written: string): string | undefined {
  const signs = sign === '^' ? ABOVE : BELOW;
  if (written === '' || written.length > MAX_SCRIPT) return undefined;
  let text = '';
  for (const one of written) {
    const found = signs[SIGNS.indexOf(one)];
    if (found === undefined || found === ' ') return undefined;
    text += found;
  }
  return text;
}
