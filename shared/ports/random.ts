/** Random numbers and ids come in here and nowhere else, so that any run can be replayed. */
export interface Random {
  /** A name that never comes again, by anybody: 16 or more of `a-z0-9`. */
  id(): string;
  /** From 0 up to, not including, 1. */
  random(): number;
}
