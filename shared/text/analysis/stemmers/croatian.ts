import { inTurn, suffixStep } from './suffix-rules.ts';

/** Light stemmer of Croatian and of Serbian in Latin letters. */
export const stemCroatian = inTurn(
  suffixStep({
    3: `anjima anjem anju anja anje enjima enjem enju enja enje nuti ovanja ovanje ovanju ovanjem ostima ošću osti ost
      ovima evima ovi evi ove eve ova eva ima ama imi ih im om em og eg oga ega omu emu ome oj ije iji ija iju
      irati irate iramo iraju ira iran irana irani irano ati ate amo aju ao ala alo ali ale an ani ana ano ane iti ite imo io ila ilo ili ile
      ivati ujte ujete ujemo uju uje ujem ajte ajući ujući jeti jela jelo`,
    2: 'a e i o u ja je ji ju',
  }),
  suffixStep({ 3: 'sk:sk čk:čk ek:k ak:k ac:c aj:j ov ev' }),
  suffixStep({ 2: 'c:k č:k z:g ž:g š:h' }),
);
