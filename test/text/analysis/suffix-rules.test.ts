import { expect, test } from 'vitest';
import { inTurn, suffixStep } from '../../../shared/text/analysis/stemmers/suffix-rules.ts';

test.each([
  ['removes the longest suffix', 'cantations', 'cant'],
  ['replaces a suffix', 'parties', 'party'],
  ['removes a shorter suffix if the longer one leaves too little', 'nations', 'nation'],
  ['returns a word without a suffix as it is', 'bog', 'bog'],
  ['returns a word that is only a suffix as it is', 'ations', 'ation'],
  ['returns a word that is shorter than each suffix as it is', 's', 's'],
  ['returns an empty word as it is', '', ''],
])('%s', (_rule, word, stem) => {
  expect(suffixStep({ 3: 'ations ies:y', 2: 's' })(word)).toBe(stem);
});

test('applies steps in turn, each to the result of the one before', () => {
  expect(inTurn(suffixStep({ 2: 's' }), suffixStep({ 2: 'ing' }))('blessings')).toBe('bless');
});
