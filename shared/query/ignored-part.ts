import type { IgnoredOperator } from './compile/resolved-query.ts';

/** Says which part of a query was not applied as given, and why: `changed: pages that …`. Operators of fields end with a colon of their own. */
export const ignoredPart = ({ operator, detail }: IgnoredOperator): string =>
  `${operator.replace(/:$/, '')}: ${detail}`;
