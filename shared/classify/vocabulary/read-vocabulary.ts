/** A term of a controlled vocabulary. */
export type VocabularyTerm = {
  code: string;
  /** Labels from the top of the hierarchy down to this term. */
  path: string[];
  /** Code of the term above. Absent at the top. */
  broader?: string;
  /** Line in the file, from 1. */
  line: number;
};

/** All errors of a vocabulary file, with their lines. */
export class VocabularyError extends Error {
  override readonly name = 'VocabularyError';
  /** One message per error: `file:line: message`. */
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** A line with its indentation, in characters. `hasTab`: whether a tab is part of it. */
type Row = { line: number; indent: number; hasTab: boolean; code: string; label: string };

/** Characters that separate the levels of a code: `400.600`, `Top/Science`. */
const SEPARATOR = /[.\-/:_]/;

/**
 * Parses a vocabulary: one term per line, its code, white space and its label. Without a label, the code is the label. A term is below the
 * closest line above it that is less indented. In a file without indented lines it is below the term with the longest code that begins its
 * own, up to a separator: `400.600` below `400`. Empty lines are skipped, and lines that begin with `#`.
 *
 * @param file file name, for messages.
 * @throws VocabularyError with every invalid line
 */
export function readVocabulary(text: string, file: string): VocabularyTerm[] {
  const rows = rowsOf(text);
  const faults: string[] = [];
  const byCode = new Map<string, Row>();
  for (const row of rows) {
    const other = byCode.get(row.code);
    if (other) faults.push(`${file}:${row.line}: the code ${row.code} is also in line ${other.line}`);
    else byCode.set(row.code, row);
  }
  const [first, ...others] = rows.filter(({ indent }) => indent > 0);
  // How many spaces a tab stands for is unknown.
  const mixed = others.find(({ hasTab }) => hasTab !== first!.hasTab);
  if (mixed) faults.push(`${file}:${mixed.line}: lines are indented with tabs or with spaces, not with both`);
  const parents = first ? parentsByIndent(rows) : parentsByCode(rows, byCode);
  if (rows.length === 0) faults.push(`${file}:1: the file contains no terms`);
  if (faults.length > 0) throw new VocabularyError(faults);
  return rows.map((row) => {
    const above = parents.get(row);
    return { code: row.code, path: pathOf(row, parents), line: row.line, ...(above && { broader: above.code }) };
  });
}

function rowsOf(text: string): Row[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  return lines.flatMap((line, i): Row[] => {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return [];
    const code = /^\S+/.exec(trimmed)![0];
    const label = trimmed.slice(code.length).trim().replace(/\s+/g, ' ');
    const indent = line.length - line.trimStart().length;
    return [{ line: i + 1, indent, hasTab: line.slice(0, indent).includes('\t'), code, label: label || code }];
  });
}

function parentsByIndent(rows: readonly Row[]): Map<Row, Row> {
  const parents = new Map<Row, Row>();
  const open: Row[] = [];
  for (const row of rows) {
    while (open.length > 0 && open.at(-1)!.indent >= row.indent) open.pop();
    const above = open.at(-1);
    if (above) parents.set(row, above);
    open.push(row);
  }
  return parents;
}

function parentsByCode(rows: readonly Row[], byCode: ReadonlyMap<string, Row>): Map<Row, Row> {
  const parents = new Map<Row, Row>();
  for (const row of rows)
    for (let end = row.code.length - 1; end > 0; end--) {
      const above = SEPARATOR.test(row.code[end]!) ? byCode.get(row.code.slice(0, end)) : undefined;
      if (!above) continue;
      parents.set(row, above);
      break;
    }
  return parents;
}

function pathOf(row: Row, parents: ReadonlyMap<Row, Row>): string[] {
  const path: string[] = [];
  for (let at: Row | undefined = row; at; at = parents.get(at)) path.unshift(at.label);
  return path;
}
