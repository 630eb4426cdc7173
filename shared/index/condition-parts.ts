import type { IndexCondition } from '../ports/index-condition.ts';

type Match = IndexCondition['match'];

/** Conditions of one kind. */
export type ConditionOf<M extends Match> = Extract<IndexCondition, { match: M }>;

/** Kinds of conditions that have no parts. */
type LeafMatch = Exclude<Match, 'and' | 'or' | 'not'>;

/** Returns the parts of a condition that are of a kind, at any depth. */
export function partsOfKind<M extends LeafMatch>(condition: IndexCondition, match: M): ConditionOf<M>[] {
  switch (condition.match) {
    case 'and':
    case 'or':
      return condition.parts.flatMap((part) => partsOfKind(part, match));
    case 'not':
      return partsOfKind(condition.part, match);
    default:
      return condition.match === match ? [condition as ConditionOf<M>] : [];
  }
}

/** Returns a condition with other parts. @param by what stands instead of a part, by the part itself */
export function replaceParts(
  condition: IndexCondition,
  by: ReadonlyMap<IndexCondition, IndexCondition>,
): IndexCondition {
  switch (condition.match) {
    case 'and':
    case 'or':
      return { ...condition, parts: condition.parts.map((part) => replaceParts(part, by)) };
    case 'not':
      return { ...condition, part: replaceParts(condition.part, by) };
    default:
      return by.get(condition) ?? condition;
  }
}
