import { expect, test } from 'vitest';
import { remember } from '../../shared/classify/remember.ts';

test('an answer is worked out once while it is in use, and no more answers are kept than two generations', () => {
  const worked: string[] = [];
  const answer = remember(2, (question) => {
    worked.push(question);
    return question.toUpperCase();
  });
  for (const question of ['a', 'b', 'a', 'c', 'a', 'd', 'a', 'e', 'a'])
    expect(answer(question)).toBe(question.toUpperCase());
  expect(worked).toEqual(['a', 'b', 'c', 'd', 'e']);
  answer('b');
  expect(worked.at(-1)).toBe('b');
});

test('an empty answer is an answer', () => {
  let worked = 0;
  const answer = remember(5, () => {
    worked++;
    return '';
  });
  expect([answer('a'), answer('a'), worked]).toEqual(['', '', 1]);
});
