import { inTurn, suffixStep } from './suffix-rules.ts';

/** Light stemmer of Polish. */
export const stemPolish = inTurn(
  // Nouns from verbs and adjectives; degrees.
  suffixStep({
    3: `iejszego iejszych iejszym iejszej iejszy iejsza iejsze ościach ościami ością ości ość owaniach owaniami owaniem owaniu owania owanie
      owany owana owane owanych owanego owanej owanym
      aniach aniami aniem aniu ania anie eniach eniami eniem eniu enia enie ieniem ieniu ienia ienie ań eń`,
  }),
  suffixStep({
    3: `ami iami ach iach ego iego emu iemu ych ich ymi imi owie owi ów om iom em iem ej iej ym im ie ia ią ię iu io
      a ą e ę i o u y ować uje ują ał ała ało ali ały ać eć ić yć asz esz isz amy emy imy acie ecie icie ają eją aj`,
  }),
  suffixStep({ 2: 'ki:k ek:k rz:r ń:n ś:s ć:c ź:z ó:o cz:k ż:g dz:d c:t' }),
);
