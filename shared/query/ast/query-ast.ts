/**
 * The syntax tree of a query. The web syntax, CQL and PLQL are parsed to it, and everything that runs or prints a query starts
 * from it. Trees are bounded by the limits below, so recursive functions over them cannot exhaust the stack.
 */

/** Maximum length of a query, in UTF-16 units. */
export const MAX_PARSED_LENGTH = 20_000;

/** Maximum depth of parentheses and prefix assignments. */
export const MAX_DEPTH = 100;

/** Maximum number of clauses. A tree of left-associative operators is as deep as it has clauses. */
export const MAX_CLAUSES = 256;

/** Language of a query. */
export type QuerySyntax = 'web' | 'cql' | 'plql';

/** A modifier of a relation, an operator or a sort key: `/stem`, `/distance<=3`. Names are in lower case. */
export type Modifier = { name: string; comparison?: string; value?: string };

/** A prefix assignment of CQL. `name` is null for the default context set. */
export type Prefix = { name: string | null; uri: string };

/** One condition. */
export type Clause = {
  type: 'clause';
  /** Name of the field, as the query has it; null if the engine chooses. */
  index: string | null;
  /**
   * How the field is compared with the term, as the query has it. `=`: the words of the term, one after the other. The web syntax
   * also uses `wildcard` and `fuzzy`.
   */
  relation: string;
  modifiers: Modifier[];
  /** In CQL with its masking characters (`*`, `?`, `^`) and backslashes. A backslash makes the next character literal. */
  term: string;
  /** In CQL the words of a term of several side by side, which `term` joins by blanks. Absent: one word, or quoted. */
  words?: string[];
  /** Position of the clause in the query, in UTF-16 units. */
  at: number;
  /** Assignments that begin here. Absent: none. */
  prefixes?: Prefix[];
};

export type BooleanOperator = 'and' | 'or' | 'not' | 'prox';

/** Two queries joined by an operator. `not`: the left one without the right one. */
export type BooleanNode = {
  type: 'boolean';
  operator: BooleanOperator;
  modifiers: Modifier[];
  left: QueryNode;
  right: QueryNode;
  /** Position of the operator in the query, in UTF-16 units. */
  at: number;
  prefixes?: Prefix[];
};

/**
 * Parts of a query side by side. A record must match all of `required` and none of `excluded`. If nothing is required, it must
 * match one of `optional`, if there are any.
 */
export type Group = {
  type: 'group';
  required: QueryNode[];
  optional: QueryNode[];
  excluded: QueryNode[];
  at: number;
};

export type QueryNode = Clause | BooleanNode | Group;

/** Order by an index of the query language. `at`: its position in the query, in UTF-16 units. */
export type SortKey = { index: string; modifiers: Modifier[]; at: number };

/** A parsed query of any syntax. */
export type QueryTree = {
  syntax: QuerySyntax;
  root: QueryNode;
  /** Most significant key first. Empty: the engine's own order. */
  sort: SortKey[];
};
