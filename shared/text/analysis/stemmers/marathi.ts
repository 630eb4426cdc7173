import { inTurn, suffixStep } from './suffix-rules.ts';

/** Light stemmer of Marathi: postpositions with the oblique vowel in front of them, then plurals and genders. Long vowels are written short. */
export const stemMarathi = inTurn(
  suffixStep({ 3: 'च ही' }),
  suffixStep({
    2: `ांमध्ये ामध्ये मध्ये ांसाठि ासाठि साठि ांवर ावर वर ांपासुन ापासुन पासुन ांच्या ाच्या च्या ांचा ाचा चा ांचि ाचि चि ांचे ाचे चे ांना ाना ना ाला ला
      ांनि ाने ने नि ांशि ाशि शि ांत ात त ांतिल ातिल तिल ांतुन ातुन तुन ांकडे ाकडे कडे ांसह ासह सह ांखालि ाखालि खालि प्रमाणे द्वारे
      ण्यासाठि ण्याचि ण्याचा ण्याचे ण्यात ण्यास णे ताना लेलि लेला लेले लेल्या`,
  }),
  suffixStep({ 2: 'या ये ि ा े ु ो ां िं ें' }),
);
