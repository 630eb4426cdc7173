/** What the topic filter says of a document. */
export type Verdict = {
  kind: 'relevant' | 'leads-on' | 'off-topic';
  score: number;
  /** Best first. */
  classes: { class: string; score: number }[];
  /** Terms that matched, with how often. */
  terms: { term: string; hits: number }[];
  /** Which filter decided, and why: for people. */
  why: string;
};
