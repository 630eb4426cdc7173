/** The only source of random numbers and ids, so that a run can be replayed. */
export interface Random {
  /** Returns a globally unique id: 16 or more characters of `a-z0-9`. */
  id(): string;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
}
