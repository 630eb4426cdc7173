/** Filters that answer yes or no, without a score of their own. */
import type { CleanDocument } from '../../clean/document.ts';
import type { Verdict } from '../verdict.ts';
import type { CompiledFilter, FilterAnswer } from './filter.ts';

/** `verdict`: absent if the filter lets the document pass to the next filter. */
export type RuleAnswer = {
  verdict?: Verdict['kind'];
  /** Reason, for users, without the name of the filter. */
  why: string;
  /** Whether the filter vouches for a document that it lets pass. Default: it says nothing. */
  passes?: boolean;
  /** Answer of the document filter on a document; also given if the verdict is left to the next filter. */
  documentAccepted?: boolean;
  /** The filter failed on this document. The next filter is consulted. */
  failed?: boolean;
  terms?: Verdict['terms'];
  classes?: Verdict['classes'];
  /** Default: 1 for documents that are accepted or passed, otherwise 0. */
  score?: number;
};

type Rule = {
  name: string;
  canAccept: boolean;
  answer: (document: CleanDocument) => RuleAnswer;
  /** Default: 0 for every text. */
  strengthOfWords?: (text: string) => number;
};

export function ruleFilter({ name, canAccept, answer, strengthOfWords = () => 0 }: Rule): CompiledFilter {
  return {
    canAccept,
    judge: (document) => judgementOf(name, answer(document)),
    report(document) {
      const { verdict, why } = answer(document);
      return { kind: 'rule', filter: name, accepts: verdict === 'relevant', ...(verdict && { verdict }), why };
    },
    strengthOfWords,
  };
}

/** Links of accepted pages come before those of pages that only lead on. */
const STRENGTHS = { relevant: 1, 'leads-on': 0.5, 'off-topic': 0 };

function judgementOf(name: string, answer: RuleAnswer): FilterAnswer | undefined {
  const { verdict, why, passes = false, documentAccepted, failed = false, terms = [], classes = [] } = answer;
  if (!verdict && !passes && !failed && documentAccepted === undefined) return undefined;
  const kind = verdict ?? (passes ? 'relevant' : 'off-topic');
  const score = answer.score ?? (kind === 'relevant' ? 1 : 0);
  const strength = STRENGTHS[kind];
  return {
    ...{ kind, score, classes, terms, why: `${name}: ${why}`, strength, decides: verdict !== undefined },
    ...(documentAccepted !== undefined && { documentAccepted }),
    ...(failed && { failed }),
  };
}
