import { inTurn, suffixStep } from './suffix-rules.ts';

/** Light stemmer of Nepali: postpositions and plurals, then verbs and genders. */
export const stemNepali = inTurn(
  suffixStep({ 3: 'पनि नै' }),
  suffixStep({ 2: 'को का की ले लाई मा बाट देखि सँग संग सम्म द्वारा माथि भित्र लागि मध्ये तर्फ पट्टि' }),
  suffixStep({ 2: 'हरू हरु' }),
  suffixStep({ 2: 'को का की ले लाई मा बाट' }),
  suffixStep({
    2: `नुहोस् नुहोस्‌ नुहोला नुहुन्छ नुभयो नुपर्छ नुपर्ने एको एका एकी ेको ेका ेकी इएको िएको िएका िने िन्छ न्छ न्छन् न्छु दैन दैनन् दछ दछन् छ छन् छु यो ियो ए े नु ने न
      दा दै ेर एर ी ो ा ि ु ू े`,
  }),
);
