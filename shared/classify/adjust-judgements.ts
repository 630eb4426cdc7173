import type { CleanDocument } from '../clean/document.ts';
import type { Judgement } from './filters/filter.ts';
import type { ExplainingJudge, Judge, JudgementReport } from './judge.ts';

/** Returns a judge whose judgements are adjusted, also those in its reports. Everything else stays that of the given judge. */
export function adjustJudgements<J extends Judge | ExplainingJudge>(
  judge: J,
  adjust: (document: CleanDocument, judged: Judgement) => Judgement,
): J {
  const own = {
    ...('explain' in judge && {
      explain(document: CleanDocument): JudgementReport {
        const { judgement, filters } = judge.explain(document);
        return { judgement: adjust(document, judgement), filters };
      },
    }),
  };
  return Object.assign((document: CleanDocument) => adjust(document, judge(document)), judge, own);
}
