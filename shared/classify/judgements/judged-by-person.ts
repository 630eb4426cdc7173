import { adjustJudgements } from '../adjust-judgements.ts';
import type { Judgement } from '../filters/filter.ts';
import type { ExplainingJudge, Judge } from '../judge.ts';
import type { PersonVerdict, PersonVerdicts } from './judgement-store.ts';

/**
 * Puts the verdicts of a person before the topic filters. Scores, classes and terms stay those of the filters. A page that must not be
 * kept (`reason`) leads on if the person accepts it.
 */
export function withPersonVerdicts<J extends Judge | ExplainingJudge>(judge: J, verdicts: PersonVerdicts): J {
  if (verdicts.size === 0) return judge;
  return adjustJudgements(judge, (document, judged) => {
    const verdict = verdicts.of(document.url);
    return verdict === undefined ? judged : confirm(judged, verdict, document.reason);
  });
}

function confirm(judged: Judgement, verdict: PersonVerdict, reason: string | null): Judgement {
  if (verdict === 'off-topic')
    return { ...judged, kind: verdict, strength: 0, why: `rejected by a person; ${judged.why}` };
  const kind = reason === null ? verdict : 'leads-on';
  return { ...judged, kind, strength: 1, why: `accepted by a person; ${judged.why}` };
}
