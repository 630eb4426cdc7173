/** Commands and environments of LaTeX and of common packages. */
import type { CaptionNames } from './captions.ts';

/** Maps each of the names to a number of arguments. */
const argumentCounts = (count: number, names: string): Record<string, number> =>
  Object.fromEntries(names.split(' ').map((name) => [name, count]));

/** Sectioning command → heading level. */
export const HEADINGS: Record<string, number> = {
  ...{ part: 1, chapter: 1, section: 2, subsection: 3, subsubsection: 4, paragraph: 5, subparagraph: 6, frametitle: 2 },
  ...{ framesubtitle: 3, addpart: 1, addchap: 1, addsec: 2 },
};

/** Front matter: commands whose argument is a property of the document. The text shows them at the title. */
export const FRONT_MATTER = new Set(
  'title subtitle author affil affiliation institute address email date keywords keyword subjclass dedicatory'.split(
    ' ',
  ),
);

/** Commands that cite entries of the bibliography. */
export const CITE_COMMANDS = new Set(
  'cite citep citet citealp citealt citeauthor citeyear citeyearpar parencite textcite autocite footcite fullcite supercite Citet Citep citenum onlinecite'.split(
    ' ',
  ),
);
/** Commands that refer to a label. */
export const REF_COMMANDS = new Set('ref eqref cref Cref autoref vref labelcref'.split(' '));

/** Command → number of arguments without text. They are skipped. */
export const SKIPPED_ARGUMENTS: Record<string, number> = {
  ...argumentCounts(
    1,
    'documentclass documentstyle usepackage RequirePackage LoadClass ProvidesClass ProvidesPackage pageref nameref',
  ),
  ...argumentCounts(1, 'nocite'),
  ...argumentCounts(
    1,
    'bibliographystyle bibliography addbibresource includegraphics includepdf graphicspath vspace hspace pagestyle thispagestyle hypersetup color colorbox theoremstyle index',
  ),
  ...argumentCounts(
    1,
    'pagenumbering geometry usetikzlibrary pgfplotsset tikzset lstset captionsetup newlength newcounter newsavebox hyphenation selectlanguage setlanguage phantom vphantom hphantom cline cmidrule',
  ),
  ...argumentCounts(
    1,
    'stepcounter inputenc special hypertarget hyperlink psfig epsfig epsfbox foreignlanguage textcolor linespread setstretch enlargethispage lstinputlisting verbatiminput setmainfont setsansfont',
  ),
  ...argumentCounts(
    1,
    'setmonofont usetheme usecolortheme AtEndDocument corref fnref tnoteref inst sbox usebox rotatebox scalebox bookmarksetup usepgfplotslibrary DeclareGraphicsExtensions markright IEEEauthorrefmark lhead rhead chead lfoot rfoot cfoot fancyhead fancyfoot fancyhf',
  ),
  ...argumentCounts(
    1,
    'ccsdesc acmConference acmDOI acmISBN acmYear setcopyright mathchoice parbox raisebox PACS orcid',
  ),
  ...argumentCounts(
    2,
    'setlength addtolength settowidth DeclareMathOperator fontsize rule multirow multicolumn markboth resizebox addtocontents PassOptionsToPackage inputminted newcolumntype',
  ),
  ...argumentCounts(3, 'definecolor addcontentsline newacronym'),
  ...argumentCounts(4, 'usefont DeclareFontFamily'),
};

/** Commands without arguments. A bracket after them is text. */
export const COMMANDS_WITHOUT_ARGUMENTS = new Set(
  'noindent indent centering raggedright raggedleft bfseries mdseries itshape slshape scshape upshape rmfamily sffamily ttfamily normalfont bf it sl sc rm sf tt em tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge smallskip medskip bigskip vfill hline toprule midrule bottomrule relax protect leavevmode displaystyle textstyle left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr mid middle'.split(
    ' ',
  ),
);

/** Environment → number of arguments without text. */
export const ENVIRONMENT_ARGUMENTS: Record<string, number> = {
  ...argumentCounts(
    1,
    'tabular longtable array minipage multicols thebibliography spacing subfigure subtable alignat alignedat otherlanguage supertabular xtabular',
  ),
  ...argumentCounts(2, 'tabularx tabulary wrapfigure wraptable adjustwidth list CJK'),
};

/** Environments without text. */
export const SKIPPED_ENVIRONMENTS = /^(?:comment|CCSXML|psfrags|axis|forest|circuitikz|fmf\w*|\w{0,20}picture)$/;
/** Environments that print their content verbatim. */
export const VERBATIM_ENVIRONMENTS = /^(?:verbatim|Verbatim|lstlisting|minted|alltt|BVerbatim|LVerbatim|SaveVerbatim)$/;
/** Environments within a paragraph: they do not end it. */
export const INLINE_ENVIRONMENTS =
  /^(?:equation|align|gather|multline|eqnarray|math|displaymath|cases|p?b?v?B?matrix|split|aligned|alignat|gathered|array|small|smallmatrix|subequations)$/;
/** Theorem environments, of the file or of a class. Their optional argument is a title. */
export const TITLED_ENVIRONMENTS =
  /^(?:theorem|thm|lemma|lem|corollary|cor|proposition|prop|definition|defn?|remark|rem|example|conjecture|claim|proof)$/;
/** Environment → caption name that LaTeX prints at its start. */
export const CAPTIONED_ENVIRONMENTS: Record<string, keyof CaptionNames> = {
  ...{ abstract: 'abstract', thebibliography: 'references', proof: 'proof' },
};

/** Operators, printed as their names. */
export const OPERATORS = new Set(
  'sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan log ln lg exp lim limsup liminf max min sup inf det dim ker arg deg gcd hom Pr bmod'.split(
    ' ',
  ),
);
