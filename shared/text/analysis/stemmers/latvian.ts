import { inTurn, suffixStep } from './suffix-rules.ts';

/**
 * Light stemmer of Latvian nouns and adjectives. After K. Kreslins, "A stemming algorithm for Latvian" (PhD thesis, Loughborough
 * University, 1996), without verbs.
 */
export const stemLatvian = inTurn(
  suffixStep({
    3: `ajiem ajām ajam ajai ajos ajās iem ajā ais ai ei ām am ēm em im um us as es os ij is ie iet at ot u s š a e i ā ē ī ū o
      ās ēs īs ūs us iem ajos ajo ajam ajai ajā āki ākais ākā āks āka āko ākas`,
  }),
  // Consonants that change before an ending.
  suffixStep({ 2: 'pj:p bj:b mj:m vj:v šņ:sn žņ:zn šļ:sl žļ:zl ļņ:ln ļļ:ll č:c ļ:l ņ:n š:s ž:z ķ:k ģ:g dž:dz' }),
);
