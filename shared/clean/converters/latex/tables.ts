/** What is known of the commands and environments of LaTeX and of the packages that papers use most. */
import type { TexWords } from './words.ts';

const counted = (count: number, names: string): Record<string, number> =>
  Object.fromEntries(names.split(' ').map((name) => [name, count]));

/** Command → level of the heading that its argument is. */
export const HEADINGS: Record<string, number> = {
  ...{ part: 1, chapter: 1, section: 2, subsection: 3, subsubsection: 4, paragraph: 5, subparagraph: 6, frametitle: 2 },
  ...{ framesubtitle: 3, addpart: 1, addchap: 1, addsec: 2 },
};

/** What a paper says of itself, wherever it stands; shown where the title is. */
export const FRONT = new Set(
  'title subtitle author affil affiliation institute address email date keywords keyword subjclass dedicatory'.split(
    ' ',
  ),
);

/** Commands that name entries of the references, and those that name a label. */
export const CITES = new Set(
  'cite citep citet citealp citealt citeauthor citeyear citeyearpar parencite textcite autocite footcite fullcite supercite Citet Citep citenum onlinecite'.split(
    ' ',
  ),
);
export const REFERS = new Set('ref eqref cref Cref autoref vref labelcref'.split(' '));

/** Commands whose arguments, so many of them, are no text. */
export const SILENT: Record<string, number> = {
  ...counted(
    1,
    'documentclass documentstyle usepackage RequirePackage LoadClass ProvidesClass ProvidesPackage pageref nameref',
  ),
  ...counted(1, 'nocite'),
  ...counted(
    1,
    'bibliographystyle bibliography addbibresource includegraphics includepdf graphicspath vspace hspace pagestyle thispagestyle hypersetup color colorbox theoremstyle index',
  ),
  ...counted(
    1,
    'pagenumbering geometry usetikzlibrary pgfplotsset tikzset lstset captionsetup newlength newcounter newsavebox hyphenation selectlanguage setlanguage phantom vphantom hphantom cline cmidrule',
  ),
  ...counted(
    1,
    'stepcounter inputenc special hypertarget hyperlink psfig epsfig epsfbox foreignlanguage textcolor linespread setstretch enlargethispage lstinputlisting verbatiminput setmainfont setsansfont',
  ),
  ...counted(
    1,
    'setmonofont usetheme usecolortheme AtEndDocument corref fnref tnoteref inst sbox usebox rotatebox scalebox bookmarksetup usepgfplotslibrary DeclareGraphicsExtensions markright IEEEauthorrefmark lhead rhead chead lfoot rfoot cfoot fancyhead fancyfoot fancyhf',
  ),
  ...counted(1, 'ccsdesc acmConference acmDOI acmISBN acmYear setcopyright mathchoice parbox raisebox PACS orcid'),
  ...counted(
    2,
    'setlength addtolength settowidth DeclareMathOperator fontsize rule multirow multicolumn markboth resizebox addtocontents PassOptionsToPackage inputminted newcolumntype',
  ),
  ...counted(3, 'definecolor addcontentsline newacronym'),
  ...counted(4, 'usefont DeclareFontFamily'),
};

/** Commands that take nothing: a bracket behind them is text. */
export const BARE = new Set(
  'noindent indent centering raggedright raggedleft bfseries mdseries itshape slshape scshape upshape rmfamily sffamily ttfamily normalfont bf it sl sc rm sf tt em tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge smallskip medskip bigskip vfill hline toprule midrule bottomrule relax protect leavevmode displaystyle textstyle left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr mid middle'.split(
    ' ',
  ),
);

/** Environment → arguments of its own that are no text. */
export const ENVIRONMENT_ARGUMENTS: Record<string, number> = {
  ...counted(
    1,
    'tabular longtable array minipage multicols thebibliography spacing subfigure subtable alignat alignedat otherlanguage supertabular xtabular',
  ),
  ...counted(2, 'tabularx tabulary wrapfigure wraptable adjustwidth list CJK'),
};

/** Environments that hold no text. */
export const UNSEEN = /^(?:comment|CCSXML|psfrags|axis|forest|circuitikz|fmf\w*|\w{0,20}picture)$/;
export const VERBATIM = /^(?:verbatim|Verbatim|lstlisting|minted|alltt|BVerbatim|LVerbatim|SaveVerbatim)$/;
/** They stand within a paragraph. */
export const MATH =
  /^(?:equation|align|gather|multline|eqnarray|math|displaymath|cases|p?b?v?B?matrix|split|aligned|alignat|gathered|array|small|smallmatrix|subequations)$/;
/** Environments that are told a name of what they hold, also where a class defines them. */
export const TOLD =
  /^(?:theorem|thm|lemma|lem|corollary|cor|proposition|prop|definition|defn?|remark|rem|example|conjecture|claim|proof)$/;
/** Environments that begin with a word of their own. */
export const NAMED: Record<string, keyof TexWords> = {
  ...{ abstract: 'abstract', thebibliography: 'references', proof: 'proof' },
};

/** Shown as their names. */
export const OPERATORS = new Set(
  'sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan log ln lg exp lim limsup liminf max min sup inf det dim ker arg deg gcd hom Pr bmod'.split(
    ' ',
  ),
);
