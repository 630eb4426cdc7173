import { inTurn, suffixStep } from './suffix-rules.ts';

/**
 * Light stemmer of Bulgarian nouns and adjectives: articles, then plurals and genders, then vowels that come and go. After J. Savoy,
 * "Searching strategies for the Bulgarian language" (Information Retrieval 10, 2007).
 */
export const stemBulgarian = inTurn(
  // Nouns in -ие, whose plural looks like an adjective with an article.
  suffixStep({ 2: 'ението:ени енията:ени ения:ени ение:ени анието:ани анията:ани ания:ани ание:ани' }),
  suffixStep({ 3: 'ища ят ия ът то те та', 4: 'ият' }),
  suffixStep({ 3: 'ища и си:х ци:к зи:г', 4: 'ове овци еве:й' }),
  suffixStep({ 3: 'а о е я' }),
  suffixStep({ 3: 'ен:н ър:р ът:т ък:к ъл:л ъм:м ъв:в ъг:г ъд:д ъс:с ъз:з ъх:х' }),
);
