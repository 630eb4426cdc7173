import type { CleanDocument } from '../../clean/document.ts';
import type { Judgement } from '../filters/filter.ts';
import type { ExplainingJudge, Judge, JudgementReport } from '../judge.ts';
import type { PersonVerdict, PersonVerdicts } from './judgement-store.ts';

/**
 * Puts the verdicts of a person before the topic filters. Scores, classes and terms stay those of the filters. A page that must not be
 * kept (`reason`) leads on if the person accepts it.
 */
export function withPersonVerdicts<J extends Judge | ExplainingJudge>(judge: J, verdicts: PersonVerdicts): J {
  if (verdicts.size === 0) return judge;
  const override = (document: CleanDocument, judged: Judgement): Judgement => {
    const verdict = verdicts.of(document.url);
    return verdict === undefined ? judged : confirm(judged, verdict, document.reason);
  };
  const own = {
    ...('explain' in judge && {
      explain(document: CleanDocument): JudgementReport {
        const { judgement, filters } = judge.explain(document);
        return { judgement: override(document, judgement), filters };
      },
    }),
  };
  return Object.assign((document: CleanDocument) => override(document, judge(document)), judge, own);
}

function confirm(judged: Judgement, verdict: PersonVerdict, reason: string | null): Judgement {
  if (verdict === 'off-topic')
    return { ...judged, kind: verdict, strength: 0, why: `rejected by a person; ${judged.why}` };
  const kind = reason === null ? verdict : 'leads-on';
  return { ...judged, kind, strength: 1, why: `accepted by a person; ${judged.why}` };
}
