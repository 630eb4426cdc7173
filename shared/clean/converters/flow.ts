import type { ConvertLimits, Part } from '../../ports/converter.ts';

/** Text that is gathered until its paragraph, heading, item, row or block of code ends. */
export type Flow = {
  parts: Part[];
  links: { href: string; anchor: string }[];
  add(text: string): void;
  /** What was gathered is a part of this kind; nothing where there was none. */
  end(kind?: 'paragraph' | 'item' | 'code'): void;
  endHeading(level: number): void;
  /** Rows of a table within a table are cells' text. @param begun what was gathered is of its first cell. */
  openRow(begun?: boolean): void;
  endCell(): void;
  /** Empty cells up to a column, which counts from 0; not beyond `MAX_PADDED`. */
  padRow(column: number): void;
  endRow(): void;
  /** @param href a link from here to `endLink`, which takes the words between as its anchor. */
  openLink(href: string): void;
  endLink(): void;
  /** Nothing more is kept: the text is as long as it may get. */
  isFull(): boolean;
};

export function newFlow({ maxText, maxLinks }: Pick<ConvertLimits, 'maxText' | 'maxLinks'>): Flow {
  const parts: Part[] = [];
  const links: Flow['links'] = [];
  let text = '';
  let length = 0;
  let rows = 0;
  let cells: string[] = [];
  let link: { href: string; from: string } | undefined;

  // Signs between the cells of a row count.
  const keep = (part: Part, characters: number) => {
    if (characters === 0 || length > maxText) return;
    length += characters;
    parts.push(part);
  };
  const take = (): string => {
    const taken = text.trim() === '' ? '' : text;
    text = '';
    return taken;
  };
  const flow: Flow = {
    parts,
    links,
    add(more) {
      if (length + text.length <= maxText) text += more;
      if (link && link.from.length < MAX_ANCHOR) link.from += more;
    },
    end(kind = 'paragraph') {
      // In a table, what ends is a line of its cell.
      if (rows > 0) return flow.add(' ');
      const taken = take();
      keep({ kind, text: taken }, taken.length);
    },
    endHeading(level) {
      if (rows > 0) return flow.add(' ');
      const taken = take();
      keep({ kind: 'heading', level, text: taken }, taken.length);
    },
    openRow(begun = false) {
      if (rows === 0 && !begun) flow.end();
      if (rows++ === 0) cells = [];
    },
    endCell() {
      if (rows === 1) cells.push(take());
      else flow.add(' ');
    },
    padRow(column) {
      if (rows === 1) while (cells.length < Math.min(column, MAX_PADDED)) cells.push('');
    },
    endRow() {
      if (rows === 0 || --rows > 0) return;
      const rest = take();
      if (rest !== '') cells.push(rest);
      keep(
        { kind: 'row', cells },
        cells.some((cell) => cell !== '') ? cells.reduce((sum, cell) => sum + cell.length, cells.length - 1) : 0,
      );
      cells = [];
    },
    openLink(href) {
      link = { href, from: '' };
    },
    endLink() {
      if (link && links.length < maxLinks) links.push({ href: link.href, anchor: link.from });
      link = undefined;
    },
    isFull: () => length + text.length > maxText,
  };
  return flow;
}

/** Few sheets have more columns, and a file may name the last of all in each of its rows. */
const MAX_PADDED = 300;
const MAX_ANCHOR = 1_000;
