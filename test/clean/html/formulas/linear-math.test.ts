import { expect, test } from 'vitest';
import { parseHtml } from '../../../../shared/clean/html/parse-html.ts';
import { pageToMarkdown } from '../../../../shared/clean/markdown/markdown.ts';

const parse = (html: string) => parseHtml(html, { xhtml: false, maxLinks: 1_000 });
const textOf = (html: string) =>
  parse(html)
    .blocks.map(({ text }) => text)
    .join('\n');

const CASES: [rule: string, content: string, expected: string][] = [
  ['a fraction', '<mfrac><mn>1</mn><mn>2</mn></mfrac><mi>x</mi>', '1/2 x'],
  [
    'a fraction of sums and fractions',
    '<mi>y</mi><mo>=</mo><mfrac><mfrac><mi>a</mi><mi>b</mi></mfrac><mrow><mi>c</mi><mo>+</mo><mi>d</mi></mrow></mfrac>',
    'y = (a/b)/(c + d)',
  ],
  ['a binomial coefficient', '<mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac>', 'binom(n, k)'],
  [
    'roots',
    '<msqrt><mi>a</mi><mo>−</mo><mn>1</mn></msqrt><mo>+</mo><mroot><mi>x</mi><mn>3</mn></mroot>',
    'sqrt(a − 1) + root(3)(x)',
  ],
  [
    'scripts',
    '<msup><mi>e</mi><mrow><mo>−</mo><mi>x</mi></mrow></msup><msub><mi>a</mi><mn>1</mn></msub><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>',
    'e^(−x) a_1 x_i^2',
  ],
  [
    'scripts of what is in brackets, and of what is not',
    '<msup><mrow><mo>(</mo><mi>a</mi><mo>+</mo><mi>b</mi><mo>)</mo></mrow><mn>2</mn></msup><mo>=</mo><msup><mrow><mi>c</mi><mo>+</mo><mi>d</mi></mrow><mn>2</mn></msup>',
    '(a + b)^2 = (c + d)^2',
  ],
  ['a script without a base', '<msup><mrow/><mn>14</mn></msup><mi>C</mi>', '^14 C'],
  [
    'scripts before a base',
    '<mmultiscripts><mi>C</mi><mn>2</mn><none/><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>',
    '_6^14 C_2',
  ],
  [
    'several scripts of one base',
    '<mmultiscripts><mi>R</mi><mi>a</mi><mi>b</mi><mi>c</mi><none/></mmultiscripts>',
    'R_a^b_c',
  ],
  ['accents and primes', '<mover><mi>v</mi><mo>→</mo></mover><mo>+</mo><msup><mi>f</mi><mo>′</mo></msup>', 'v→ + f′'],
  [
    'limits',
    '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>',
    '∑_(i=1)^n i',
  ],
  [
    'functions and invisible operators',
    '<mi>sin</mi><mo>&ApplyFunction;</mo><mi>x</mi><mo>+</mo><mn>4</mn><mo>&#8290;</mo><mi>a</mi><mo>&InvisibleTimes;</mo><mi>f</mi><mo>&af;</mo><mo>(</mo><mi>y</mi><mo>,</mo><mi>z</mi><mo>)</mo>',
    'sin x + 4af(y, z)',
  ],
  [
    'a matrix in brackets',
    '<mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable><mo>)</mo>',
    '(1, 0; 0, 1)',
  ],
  [
    'a matrix without brackets, and brackets of an element',
    '<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr></mtable><mo>=</mo><mfenced open="[" close="]"><mi>a</mi><mi>b</mi></mfenced><mfenced><mi>c</mi></mfenced>',
    '[1, 0] = [a, b](c)',
  ],
  [
    'aligned equations',
    '<mtable columnalign="right left"><mtr><mtd><mi>x</mi></mtd><mtd><mo>=</mo><mn>1</mn></mtd></mtr><mtr><mtd><mi>y</mi></mtd><mtd><mo>=</mo><mn>2</mn></mtd></mtr></mtable>',
    'x = 1; y = 2',
  ],
  [
    'words, and what is not shown',
    '<mn>5</mn><mspace width="1em"/><mi>km</mi><mphantom><mi>x</mi></mphantom><mtext> if </mtext><mi>a</mi>',
    '5 km if a',
  ],
  ['white space between elements', '\n <mi>a</mi>\n <mo>=</mo>\n <mi>b</mi>\n', 'a = b'],
  [
    'a formula with its source in TeX',
    '<semantics><msup><mi>c</mi><mn>2</mn></msup><annotation encoding="application/x-tex">c^{2}</annotation></semantics>',
    'c^2',
  ],
  [
    'a formula beside its content MathML, as LaTeXML writes it',
    '<semantics><mi>x</mi><annotation-xml encoding="MathML-Content"><apply><ci>x</ci><cn>2</cn></apply></annotation-xml><annotation encoding="application/x-tex">x</annotation></semantics>',
    'x',
  ],
  ['attributes with tags in them', '<mi title="x>y" id=\'<z>\'>x</mi><mo>=</mo><mn>2</mn>', 'x = 2'],
];

test.each(CASES)('writes on one line: %s', (_, content, expected) => {
  expect(textOf(`<p>So <math>${content}</math>, yes.`)).toBe(`So ${expected}, yes.`);
});

test('keeps the text of formulas that are not plain MathML', () => {
  expect(textOf('<p>a <math><mi>x</mi><mtext><b>y</b></mtext></math> b')).toBe('a xy b');
  expect(textOf('<p>a <math><mi>x</mi><mfrac><mn>1</mn></math> b')).toBe('a x1 b');
  expect(textOf('<p>a <math><mi>x</mi> b <p>c')).toBe('a x b\nc');
  expect(textOf('<p hidden><math><mi>x</mi></math></p><p>a <math/> b')).toBe('a b');
});

test('writes formulas in links, headings and Markdown', () => {
  const page = parse(
    '<h2>On <math><msup><mi>x</mi><mn>2</mn></msup></math></h2><p><a href=x>The <math><msub><mi>a</mi><mn>1</mn></msub></math></a>',
  );
  expect(page.headings).toEqual(['On x^2']);
  expect(page.links[0]?.anchor).toBe('The a_1');
  expect(pageToMarkdown(page, page.blocks, 'https://a.example/', 1_000)).toBe(
    '## On x^2\n\n[The a_1](https://a.example/x)',
  );
});
