/** Verdict of the topic filter on a document. */
export type Verdict = {
  kind: 'relevant' | 'leads-on' | 'off-topic';
  score: number;
  /** Matched classes, best first. */
  classes: { class: string; score: number }[];
  /** Matched terms with the number of matches. */
  terms: { term: string; hits: number }[];
  /** The filter that decided, and why: a text for users. */
  why: string;
};
