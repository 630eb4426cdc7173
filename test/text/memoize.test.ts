import { expect, test } from 'vitest';
import { memoizeText } from '../../shared/text/memoize.ts';

function counted(limit: number) {
  const worked: string[] = [];
  const answer = memoizeText(limit, (question) => {
    worked.push(question);
    return question.toUpperCase();
  });
  return { worked, answer };
}

const questions = (n: number) => Array.from({ length: n }, (_, i) => `question number ${i}`);

test('an answer that is wanted again and again is worked out once, whatever else is asked', () => {
  const { worked, answer } = counted(4);
  for (const other of questions(500)) {
    expect(answer(other)).toBe(other.toUpperCase());
    expect(answer('in use')).toBe('IN USE');
  }
  expect(worked.filter((question) => question === 'in use')).toHaveLength(1);
});

test('few questions are all remembered', () => {
  const { worked, answer } = counted(10_000);
  for (let round = 0; round < 3; round++) for (const question of questions(100)) answer(question);
  expect(worked.length).toBeLessThan(105);
});

test('no more answers are kept than four times the limit', () => {
  const { worked, answer } = counted(100);
  for (const question of questions(2_000)) answer(question);
  const before = worked.length;
  for (const question of questions(2_000).reverse()) answer(question);
  expect(worked.length - before).toBeGreaterThanOrEqual(2_000 - 400);
});

test('an empty answer is an answer', () => {
  const worked: string[] = [];
  const answer = memoizeText(5, (question) => {
    worked.push(question);
    return '';
  });
  expect([answer('a'), answer('a'), worked.length]).toEqual(['', '', 1]);
});
