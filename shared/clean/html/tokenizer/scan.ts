/** State of the tokenizer, including the current token. */
export type Scan = {
  html: string;
  /** Code units of the page, followed by zeros. */
  units: Uint16Array;
  end: number;
  /** Start of the next token. */
  at: number;
  /** Whether CDATA sections are text. The parser sets it for XHTML and within SVG and MathML. */
  cdata: boolean;
  /** Whether attributes are skipped. */
  skipsAttributes: boolean;
  /** Range of a text or of a tag name. */
  from: number;
  to: number;
  /** Range of a text without white space at its ends. White space written as an entity is not trimmed. */
  trimFrom: number;
  trimTo: number;
  /** Flags of a text: how it must be decoded (`text.ts`). */
  flags: number;
  /** Start of the end tag of `noscript` that was found last; -1 if none was searched for, the end of the page if there is none. */
  noscriptEnd: number;
  /** Element id of a tag; 0 if `elements.ts` does not list it. */
  element: number;
  selfClosing: boolean;
  attributes: Attributes;
  /** Number of characters read, for tests: it stays proportional to the length of the page. */
  steps: number;
};

/** Attributes of the last start tag, by attribute id (`attributes.ts`). The first of two equal names counts. */
export type Attributes = {
  /** Number of the tag that set the attribute. The value is valid if it equals `tag`. */
  tags: Int32Array;
  tag: number;
  /** Number of the last tag that set a rare attribute. */
  rareTag: number;
  froms: Int32Array;
  tos: Int32Array;
  /** Maximum number of attributes that are read of a tag. */
  maxCount: number;
};
