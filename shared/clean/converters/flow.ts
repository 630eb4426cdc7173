import type { ConvertLimits, Part } from '../../ports/converter.ts';

/** Builds the parts of a document from a stream of text: paragraphs, headings, items, code and table rows. */
export type Flow = {
  parts: Part[];
  links: { href: string; anchor: string }[];
  /** Adds text to the pending part. */
  add(text: string): void;
  /** Ends the pending part. Emits nothing if it is blank. In a table, ends a line of the cell. */
  end(kind?: 'paragraph' | 'item' | 'code'): void;
  /** Ends the pending part as a heading. */
  endHeading(level: number): void;
  /**
   * Opens a table row. A row inside a row is text of the outer cell.
   * @param hasPendingCell whether the pending text belongs to the first cell
   */
  openRow(hasPendingCell?: boolean): void;
  /** Ends a cell. @param columns number of columns that show its text, 1 if omitted. Long texts are added once, and beyond `MAX_PADDED_COLUMNS` all are */
  endCell(columns?: number): void;
  /** Ends a cell and adds empty cells for the further columns that it spans. @param columns 1 if omitted or no number */
  endWideCell(columns?: number): void;
  /** Adds empty cells up to a column, counted from 0. Adds at most `MAX_PADDED_COLUMNS`. */
  padRow(column: number): void;
  /** Ends a row. @param rows number of rows with these cells, 1 if omitted. Rows of long texts are added once, others at most `MAX_REPEATED_ROWS` times */
  endRow(rows?: number): void;
  /** Opens a link. The text up to `endLink` is its anchor. */
  openLink(href: string): void;
  /** @param anchor the anchor, if it is not the text since `openLink` */
  endLink(anchor?: string): void;
  /** Returns whether the pending part has text. */
  hasText(): boolean;
  /** Returns whether the text has reached its maximum length. Further parts are dropped. */
  isFull(): boolean;
};

/** Number of columns that `padRow` and repeated cells fill. Few sheets are wider, and each row of a file may name the last column. */
const MAX_PADDED_COLUMNS = 300;
/** Number of equal rows that are added. More are a filled column. */
const MAX_REPEATED_ROWS = 100;
/** Maximum length of a text that is shown in several columns, or of a row that is shown several times, in UTF-16 units. */
const MAX_REPEATED_LENGTH = 1_000;
/** Length at which a link's anchor stops growing, in UTF-16 units. */
const MAX_ANCHOR_LENGTH = 1_000;

export const newFlow = (limits: Pick<ConvertLimits, 'maxText' | 'maxLinks'>): Flow => new PartFlow(limits);

class PartFlow implements Flow {
  readonly parts: Part[] = [];
  readonly links: Flow['links'] = [];
  private readonly maxText: number;
  private readonly maxLinks: number;
  /** Text of the pending part. */
  private text = '';
  /** Length of all parts. */
  private length = 0;
  /** Number of open rows. */
  private rowDepth = 0;
  /** Cells of the outermost open row. */
  private cells: string[] = [];
  private link: { href: string; anchor: string } | undefined = undefined;

  constructor({ maxText, maxLinks }: Pick<ConvertLimits, 'maxText' | 'maxLinks'>) {
    this.maxText = maxText;
    this.maxLinks = maxLinks;
  }

  add(text: string): void {
    if (this.length + this.text.length <= this.maxText) this.text += text;
    if (this.link && this.link.anchor.length < MAX_ANCHOR_LENGTH) this.link.anchor += text;
  }

  end(kind: 'paragraph' | 'item' | 'code' = 'paragraph'): void {
    if (this.rowDepth > 0) {
      this.add(' ');
      return;
    }
    const text = this.takeText();
    this.emit({ kind, text }, text.length);
  }

  endHeading(level: number): void {
    if (this.rowDepth > 0) {
      this.add(' ');
      return;
    }
    const text = this.takeText();
    this.emit({ kind: 'heading', level, text }, text.length);
  }

  openRow(hasPendingCell = false): void {
    if (this.rowDepth === 0 && !hasPendingCell) this.end();
    if (this.rowDepth++ === 0) this.cells = [];
  }

  endCell(columns = 1): void {
    if (this.rowDepth !== 1) {
      this.add(' ');
      return;
    }
    const text = this.takeText();
    const free = MAX_PADDED_COLUMNS - this.cells.length;
    const times = text.length > MAX_REPEATED_LENGTH ? 1 : Math.max(1, Math.min(columns, free));
    for (let i = 0; i < times; i++) this.cells.push(text);
  }

  endWideCell(columns = 1): void {
    this.endCell();
    if (columns > 1) this.padRow(this.cells.length + columns - 1);
  }

  padRow(column: number): void {
    if (this.rowDepth === 1) while (this.cells.length < Math.min(column, MAX_PADDED_COLUMNS)) this.cells.push('');
  }

  endRow(rows = 1): void {
    if (this.rowDepth === 0 || --this.rowDepth > 0) return;
    const lastCell = this.takeText();
    const { cells } = this;
    if (lastCell !== '') cells.push(lastCell);
    const isBlank = cells.every((cell) => cell === '');
    // The separators between cells count as text.
    const length = isBlank ? 0 : cells.reduce((sum, cell) => sum + cell.length, cells.length - 1);
    const times = length === 0 || length > MAX_REPEATED_LENGTH ? 1 : Math.max(1, Math.min(rows, MAX_REPEATED_ROWS));
    for (let i = 0; i < times; i++) this.emit({ kind: 'row', cells }, length);
    this.cells = [];
  }

  openLink(href: string): void {
    this.link = { href, anchor: '' };
  }

  endLink(anchor?: string): void {
    if (this.link && anchor !== undefined) this.link.anchor = anchor.slice(0, MAX_ANCHOR_LENGTH);
    if (this.link && this.links.length < this.maxLinks) this.links.push(this.link);
    this.link = undefined;
  }

  hasText(): boolean {
    return this.text.trim() !== '';
  }

  isFull(): boolean {
    return this.length + this.text.length > this.maxText;
  }

  /** Adds a part, unless it is blank or the text is full. */
  private emit(part: Part, length: number): void {
    if (length === 0 || this.length > this.maxText) return;
    this.length += length;
    this.parts.push(part);
  }

  /** Clears the pending text. Returns an empty string if it is blank. */
  private takeText(): string {
    const text = this.text.trim() === '' ? '' : this.text;
    this.text = '';
    return text;
  }
}
