import { inTurn, suffixStep } from './suffix-rules.ts';

/** Light stemmer of Telugu: postpositions and cases, then plurals, then the vowel at the end. */
export const stemTelugu = inTurn(
  suffixStep({ 3: 'నే లే కే నూ లూ కూ' }),
  suffixStep({
    3: `లలోని లలోకి లలో లోని లోకి లో లపై పై లతో తో లకు కు కి లను ను ని యొక్క వలన వల్ల నుండి నుంచి కొరకు కోసం గా గల లోపల మీద
      ల యందు వద్ద చే చేత అయిన డానికి డం టం టానికి డాన్ని చండి ండి బడింది బడినది బడిన ించు ించిన ించండి ించడం ించడానికి ించి ించాలి ిస్తుంది`,
  }),
  suffixStep({ 3: 'లు ళ్లు ళ్ళు ము ాలు ాల' }),
  suffixStep({ 2: 'ా ి ీ ు ూ ం ె ే ొ ో' }),
);
