/** Conversion of TeX: rules, and pathological sources. */
import { describe, expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../../shared/clean/clean-options.ts';
import { convertedContent } from '../../../../shared/clean/converted-content.ts';
import { convertLatex } from '../../../../shared/clean/converters/latex/latex.ts';
import type { Url } from '../../../../shared/url/url.ts';
import { LIMITS } from '../../../convert/converter.ts';
import { cpuTimeOf } from '../../../cpu-time.ts';
import { fewOrMany } from '../../../long-test.ts';

async function contentOf(tex: string) {
  const source = { bytes: Buffer.from(tex), mimeType: 'application/x-tex', contentType: '', limits: LIMITS, cMaps: '' };
  return convertedContent(await convertLatex(source), 'http://bog.example/a' as Url, DEFAULT_CLEAN_OPTIONS);
}
const paper = (preamble: string, body: string) =>
  `\\documentclass{article}\n${preamble}\n\\begin{document}\n${body}\n\\end{document}`;

const CASES: [rule: string, preamble: string, body: string, text: string][] = [
  [
    'expands macros with arguments and a default for the first',
    String.raw`\newcommand{\in}[2][the bog]{#2 in #1}\def\twice#1{#1 #1}`,
    String.raw`\in{Moss}, \in[a fen]{moss}, \twice{\twice{wet}}.`,
    'Moss in the bog, moss in a fen, wet wet wet wet.',
  ],
  [
    'expands environments that the file defines',
    String.raw`\newenvironment{remark}[1]{Remark on #1: }{ (end)}`,
    String.raw`\begin{remark}{moss}wet\end{remark}`,
    'Remark on moss: wet (end)',
  ],
  ['limits recursive macros', String.raw`\def\a{x\a\a}`, String.raw`\section{One}\iffalse \a\fi two`, '1 One\n\ntwo'],
  [
    'prints the name, number and title of a theorem',
    String.raw`\newtheorem{thm}{Theorem}[section]`,
    String.raw`\begin{thm}[Moor] Wet.\end{thm}`,
    'Theorem 1 (Moor). Wet.',
  ],
  [
    'ignores comments, except in verbatim text',
    '',
    'a% b\nc 5\\%\n\n\\begin{verbatim}\nx % y\n\\end{document}\n\\end{verbatim}\n\nafter',
    'ac 5%\n\nx % y\n\\end{document}\n\nafter',
  ],
  [
    'reads the labels of description lists as text',
    '',
    String.raw`\begin{description}\item[\textbf{Moss}] grows\end{description}`,
    'Moss grows',
  ],
  [
    'prints fractions and the names of operators',
    '',
    String.raw`$\frac{1}{2}\sin x \leq \lim_{n} 3$`,
    '1/2 sin x ≤lim ₙ 3',
  ],
  [
    'skips lengths and layout commands',
    '',
    String.raw`\parindent=0pt a\vskip 2ex plus 1ex b\addcontentsline{toc}{section}{no} c\resizebox{1cm}{!}{d}\setlength{\x}{3cm}`,
    'a b cd',
  ],
  [
    'prints title and authors of the body where they stand',
    '',
    String.raw`\title{On moss}\author{Ada Moor}\address{Fen College} It grows.`,
    'On moss\n\nAda Moor\n\nFen College\n\nIt grows.',
  ],
  [
    'skips optional arguments before a skipped argument',
    '',
    String.raw`a\citep[see][p. 3]{smith99} \begin{minipage}[t][5cm][c]{3cm}Box\end{minipage}`,
    'a\n\nBox',
  ],
  [
    'reads the false branch of TeX conditionals',
    '',
    String.raw`\ifx\a\b X\else Y\fi, \ifnum1<2 \ifx\if\c A\fi B\fi C`,
    'Y, C',
  ],
  [
    'follows the switches that the file defines',
    String.raw`\newif\ifdraft \newif\iflong \longtrue \let\ifwide\iftrue`,
    String.raw`\ifdraft Draft\fi \iflong Long\else Short\fi, \ifwide wide\fi, $a \iff b$`,
    'Long, wide, a b',
  ],
  ['reads the true branch of unknown switches', '', String.raw`\ifreview A\else \iflong B\fi C\fi, D`, 'A, D'],
  [
    'treats branches in arguments as a conditional without \\fi',
    '',
    String.raw`\iffalse \ifthenelse{x}{y}{z} \fi after`,
    'after',
  ],
  [
    'separates an argument from the control word before it',
    String.raw`\newcommand{\on}[1]{\ifx#1\x a\fi#1}`,
    String.raw`\on{moss} wet`,
    'moss wet',
  ],
  ['reads both branches of an unclosed conditional', '', String.raw`a \ifx\a\b b \iffalse c`, 'a b c'],
  [
    'numbers sections and the appendix, except starred ones',
    '',
    String.raw`\section{A}\subsection{B}\subsubsection{C}\paragraph{D} \section*{E}\section{F}\appendix\section{G}\subsection{H}`,
    '1 A\n\n1.1 B\n\n1.1.1 C\n\nD\n\nE\n\n2 F\n\nA G\n\nA.1 H',
  ],
  [
    'prefixes numbers by the chapter, from the main matter on',
    '',
    String.raw`\frontmatter\chapter{A}\mainmatter\chapter{B}\section{C}\subsubsection{D}\begin{figure}\caption{E}\end{figure}`,
    'A\n\n1 B\n\n1.1 C\n\nD\n\nFigure 1.1: E',
  ],
  [
    'follows number formats and secnumdepth of the file',
    String.raw`\renewcommand{\thesection}{\Roman{section}}\renewcommand{\thesubsection}{\thesection-\alph{subsection}}\setcounter{secnumdepth}{2}\setcounter{section}{3}`,
    String.raw`\section{A}\subsection{B}\subsubsection{C}`,
    'IV A\n\nIV-a B\n\nC',
  ],
  [
    'resolves references forwards and backwards',
    '',
    String.raw`\ref{b}, \eqref{e}, \autoref{f}, \cref{f}, \ref{none}. \section{A}\section{B}\label{b}\begin{equation}\label{e}x\end{equation}\begin{figure}\caption{F}\label{f}\end{figure} \ref{b}`,
    '2, (1), Figure 1, figure 1, .\n\n1 A\n\n2 B\n\nx (1)\n\nFigure 1: F\n\n2',
  ],
  [
    'numbers each row of a formula, and honours \\nonumber and \\tag',
    '',
    String.raw`\begin{align}a\\b\nonumber\\c\tag{T}\\d\end{align}\begin{equation*}e\end{equation*}`,
    'a (1) b c (T) d (2) e',
  ],
  [
    'resolves citations to numbers of entries',
    '',
    String.raw`Wet \cite[p.~3]{m,f}. \begin{thebibliography}{9}\bibitem{f} Fen.\bibitem{m} Moor.\end{thebibliography}`,
    'Wet [2, 1, p. 3].\n\nReferences\n\n[1] Fen.\n\n[2] Moor.',
  ],
  [
    'resolves citations to authors and years',
    '',
    String.raw`\citet{m}, \citep[see][p. 3]{m}, \citeyear{m}. \begin{thebibliography}{9}\bibitem[{Moor(2010)Moor, Fen}]{m} Moor. \bibitem[\protect\citeauthoryear{Fen}{2013}]{f} Fen \cite{f}.\end{thebibliography}`,
    'Moor (2010), (see Moor, 2010 p. 3), 2010.\n\nReferences\n\nMoor.\n\nFen (Fen, 2013).',
  ],
  [
    'strips commands from labels of entries',
    '',
    String.raw`\cite{m}, \cite{f} \begin{thebibliography}{9}\bibitem[\textbf{M10}]{m} Moor.\bibitem[\protect\citename{Fen, }2013]{f} Fen.\end{thebibliography}`,
    '[M10], [Fen, 2013]\n\nReferences\n\n[M10] Moor.\n\n[Fen, 2013] Fen.',
  ],
  [
    'prints the labels of list items',
    '',
    String.raw`\begin{enumerate}\item a\begin{enumerate}\item b\item c\end{enumerate}\item d\end{enumerate} \begin{enumerate}[label=(\roman*)]\item e\item f\end{enumerate}\begin{enumerate}[A)]\item g\end{enumerate}\begin{itemize}\item h\end{itemize}`,
    '1. a\n(a) b\n(b) c\n2. d\n(i) e\n(ii) f\nA) g\nh',
  ],
  [
    'prints caption names in the main language',
    String.raw`\usepackage[english,ngerman]{babel}`,
    String.raw`\tableofcontents\section{Moor}\begin{table}\caption{Torf}\end{table}`,
    'Inhaltsverzeichnis\n\n1 Moor\n\n1 Moor\n\nTabelle 1: Torf',
  ],
  [
    'ignores languages and classes in comments',
    '%\\usepackage[ngerman]{babel}\n100\\% %\\documentclass{beamer}',
    String.raw`\section{Moss}\begin{figure}\caption{Fen}\end{figure}`,
    '1 Moss\n\nFigure 1: Fen',
  ],
  [
    'removes placeholder characters from the source',
    '',
    '\\section{Moss} \\cite{m}\\bibitem{m} Moor\n\n\uf8f2contents\n\n\uf8f00\uf8f1',
    '1 Moss\n\n[1]\n\n[1] Moor\n\ncontents\n\n0',
  ],
  [
    'inserts files of filecontents environments',
    '',
    String.raw`\begin{filecontents}{moss.tex}Moss \input{moss} \end{filecontents}\begin{filecontents}{fen}Fen\end{filecontents}a \input{fen}, \include{gone} b`,
    'a Fen, b',
  ],
  [
    'converts scripts to Unicode if it has the characters',
    '',
    String.raw`$x^2 + a_{10} + e^{-i}$, $x_q + y^{\alpha}$`,
    'x² + a₁₀ + e⁻ⁱ, x_q + y^α',
  ],
  [
    'reads short verbs and verbatim environments that the file defines',
    String.raw`\MakeShortVerb{\|}\lstnewenvironment{code}[1]{}{}`,
    '\\begin{code}{x}\n\\a{b}\n\\end{code}\n|\\c{d}| and |e',
    '\\a{b}\n\n\\c{d} and |e',
  ],
  [
    'reads short verbs after astral characters, repeatedly in a line, and in scripts',
    String.raw`\MakeShortVerb{\|}\MakeShortVerb{𝔸}`,
    'Sets 𝔸𝔹 and |x_i| here--and |z|, y^|2|, a^|\\b{c}| d^{2}',
    'Sets 𝔸𝔹 and x_i here–and z, y^2, a^\\b{c} d²',
  ],
  [
    'reads the texts of TikZ nodes',
    '',
    String.raw`\begin{tikzpicture}\draw (0,0) -- (1,1);\node[draw] (a) at (0,0) {Moss \textbf{here}};\draw (a) -- node[left] {wet} (b);\end{tikzpicture}`,
    'Moss here wet',
  ],
  ['reads character codes', '', String.raw`\char92 a\char"5C\symbol{65}\hrule height 3ex depth 2pt b`, '\\ a\\A b'],
  [
    'reads the titles of slides',
    '',
    String.raw`\begin{frame}<1->[t]{On moss}It grows.\end{frame}`,
    'On moss\n\nIt grows.',
  ],
  [
    'keeps brackets after commands without arguments',
    '',
    String.raw`\noindent [A] $\left[ x \right]$ \begin{theorem}[Gauss] Wet.\end{theorem}`,
    '[A] [ x ]\n\nTheorem 1 (Gauss). Wet.',
  ],
];

test.each(CASES)('%s', async (_, preamble, body, text) => {
  expect((await contentOf(paper(preamble, body))).text).toBe(text);
});

test('reads a title that ends on the line of \\begin{document}', async () => {
  const found = await contentOf('\\title{A long\ntitle}\\begin{document}\\maketitle x\\end{document}');
  expect([found.title, found.text]).toEqual(['A long title', 'A long title\n\nx']);
});

const AUTHORS: [rule: string, author: string, names: string][] = [
  [
    'IEEE blocks of name and affiliation',
    String.raw`\IEEEauthorblockN{Ann Lee\IEEEauthorrefmark{1}}\IEEEauthorblockA{Univ X\\City} \and \IEEEauthorblockN{Bob Roe,~\IEEEmembership{Member,~IEEE}}`,
    'Ann Lee; Bob Roe',
  ],
  ['names separated by commas', 'Ann Lee, Bob van der Roe and Cy Doe', 'Ann Lee; Bob van der Roe; Cy Doe'],
  [
    'footnote marks',
    String.raw`Ann Lee$^{1,2}$, Bob Roe$^1$, and Cy Doe\textsuperscript{*}`,
    'Ann Lee; Bob Roe; Cy Doe',
  ],
  ['a comma before a suffix', 'Ann Lee, Jr.', 'Ann Lee, Jr.'],
  ['a comma before an affiliation', 'Ann Lee, Fen College', 'Ann Lee, Fen College'],
];

test.each(AUTHORS)('parses authors: %s', async (_, author, names) => {
  expect((await contentOf(paper(`\\author{${author}}`, 'x'))).author).toBe(names);
});

describe('converts pathological sources in time', () => {
  const N = fewOrMany(20_000, 100_000);
  const slow: [name: string, tex: string][] = [
    ['open braces', '{'.repeat(N)],
    ['unclosed brackets', '\\a['.repeat(N)],
    ['white space after a command', `\\a${' \n'.repeat(N)}x`],
    ['lengths without a unit', `\\a ${'1'.repeat(N)}`],
    [
      'macros that repeat a long argument',
      paper(`\\def\\a#1{${'#1'.repeat(5_000)}}`, `\\a{${'x'.repeat(10_000)}}`.repeat(20)),
    ],
    ['macros that repeat an empty argument', paper(`\\def\\a#1{${'#1'.repeat(9_000)}}`, '\\a{}'.repeat(20_000))],
    ['macros longer than the rest of the budget', paper(`\\def\\a{${'x'.repeat(19_000)}#1}`, '\\a '.repeat(N))],
    ['unclosed conditionals', '\\ifx\\a\\b '.repeat(N)],
    [
      'counters that are parents of each other',
      paper('', `\\numberwithin{a}{b}\\numberwithin{b}{a}${'\\refstepcounter{a}'.repeat(N / 10)}`),
    ],
    [
      'recursive number formats',
      paper(`\\renewcommand{\\thesection}{${'\\thesection'.repeat(9)}}`, '\\section{x}'.repeat(N / 10)),
    ],
    ['a table of contents at each section', paper('', '\\tableofcontents\\section{x}'.repeat(N / 10))],
    [
      'citations with many keys',
      paper('', `${`\\cite{${'a,'.repeat(50)}}`.repeat(N / 20)}\\bibitem[${'x'.repeat(500)}]{a}`),
    ],
    [
      'citations longer than the text limit',
      paper('', `${`\\cite{${'b,'.repeat(50)}}`.repeat(N / 5)}\\bibitem[${'x'.repeat(60)}]{b}`),
    ],
    ['short verbs on one line', paper('\\MakeShortVerb{\\|}', '|a| '.repeat(N))],
    ['pictures of unclosed nodes', paper('', `\\begin{tikzpicture}${'node{'.repeat(N)}`)],
    ['authors without letters', paper('', `\\author{${'1 '.repeat(N)}x}`)],
    ['macros that double the text', paper(`\\def\\a{xxxxxxxx\\a\\a}`, '\\a '.repeat(1_000))],
    ['recursive environments', paper('\\newenvironment{e}{\\begin{e}}{\\end{e}}', '\\begin{e}'.repeat(N / 10))],
  ];
  test.each(slow)('%s', async (_, tex) => {
    expect(await cpuTimeOf(() => contentOf(tex))).toBeLessThan(3_000);
  });
});
