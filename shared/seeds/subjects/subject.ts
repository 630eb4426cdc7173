/** A built-in subject: where a directory lists its sites, and what to ask search engines. */
export type Subject = {
  /** Categories of the Open Directory, in the form of `compileCategories`. */
  categories: readonly string[];
  /** Queries by field of the subject. */
  queries: Readonly<Record<string, readonly string[]>>;
};
