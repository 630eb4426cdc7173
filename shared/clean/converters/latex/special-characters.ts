/** Accents as combining characters, which follow their letter. */
export const ACCENTS: Record<string, string> = {
  ...{ "'": '\u0301', '`': '\u0300', '^': '\u0302', '"': '\u0308', '~': '\u0303', '=': '\u0304', '.': '\u0307' },
  ...{ u: '\u0306', v: '\u030c', H: '\u030b', c: '\u0327', d: '\u0323', b: '\u0331', r: '\u030a', k: '\u0328' },
};

/** Commands that set a sign. */
export const SYMBOLS: Record<string, string> = {
  ...{ ss: 'ß', ae: 'æ', AE: 'Æ', oe: 'œ', OE: 'Œ', aa: 'å', AA: 'Å', o: 'ø', O: 'Ø', l: 'ł', L: 'Ł', i: 'i', j: 'j' },
  ...{
    S: '§',
    P: '¶',
    copyright: '©',
    pounds: '£',
    euro: '€',
    texteuro: '€',
    dag: '†',
    ddag: '‡',
    dots: '…',
    ldots: '…',
  },
  ...{
    textbackslash: '\\',
    textasciitilde: '~',
    textasciicircum: '^',
    textunderscore: '_',
    textbar: '|',
    textless: '<',
  },
  ...{
    textgreater: '>',
    textendash: '–',
    textemdash: '—',
    textquoteleft: '‘',
    textquoteright: '’',
    textregistered: '®',
  },
  ...{
    texttrademark: '™',
    textdegree: '°',
    textbullet: '•',
    LaTeX: 'LaTeX',
    TeX: 'TeX',
    LaTeXe: 'LaTeX 2ε',
    BibTeX: 'BibTeX',
  },
  ...{ alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε', varepsilon: 'ε', zeta: 'ζ', eta: 'η', theta: 'θ' },
  ...{ iota: 'ι', kappa: 'κ', lambda: 'λ', mu: 'μ', nu: 'ν', xi: 'ξ', pi: 'π', rho: 'ρ', sigma: 'σ', tau: 'τ' },
  ...{ upsilon: 'υ', phi: 'φ', varphi: 'φ', chi: 'χ', psi: 'ψ', omega: 'ω', Gamma: 'Γ', Delta: 'Δ', Theta: 'Θ' },
  ...{ Lambda: 'Λ', Xi: 'Ξ', Pi: 'Π', Sigma: 'Σ', Phi: 'Φ', Psi: 'Ψ', Omega: 'Ω', infty: '∞', times: '×', cdot: '·' },
  ...{ leq: '≤', le: '≤', geq: '≥', ge: '≥', neq: '≠', ne: '≠', approx: '≈', equiv: '≡', pm: '±', sum: '∑', prod: '∏' },
  ...{ int: '∫', partial: '∂', nabla: '∇', in: '∈', subset: '⊂', cup: '∪', cap: '∩', to: '→', rightarrow: '→' },
  ...{ leftarrow: '←', Rightarrow: '⇒', forall: '∀', exists: '∃', sqrt: '√', cdots: '⋯' },
};
