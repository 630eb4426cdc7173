export type Scan = {
  html: string;
  /** The page's code units, and zeros behind them. */
  units: Uint16Array;
  end: number;
  /** Where the next token begins. */
  at: number;
  /** CDATA sections hold text: set by the reader, for XML and inside of SVG and MathML. */
  cdata: boolean;
  /** Nobody asks for attributes. */
  skipsAttributes: boolean;
  /** Range of a text, or of a tag's name. */
  from: number;
  to: number;
  /** Of a text: the same without white space at its ends (as it is written, entities are not looked into). */
  trimFrom: number;
  trimTo: number;
  /** Of a text: what has to be done to it, see `text.ts`. */
  flags: number;
  /** Of a tag: id of its element, 0: not one of ours. */
  element: number;
  selfClosing: boolean;
  attributes: Attributes;
  /** Signs that were looked at, for tests: never much more than there are. */
  steps: number;
};

/** Of the start tag that was read last, by id of the attribute's name (`attributes.ts`); the first of two counts. */
export type Attributes = {
  /** Those that equal `tag` belong to it. */
  tags: Int32Array;
  tag: number;
  froms: Int32Array;
  tos: Int32Array;
  /** So many of a tag are looked at. */
  maxCount: number;
};
