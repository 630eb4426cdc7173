import { expect, test } from 'vitest';
import { compileCategories } from '../../shared/seeds/categories.ts';
import { fillQueryTemplates } from '../../shared/seeds/subjects/query-templates.ts';
import { SUBJECTS } from '../../shared/seeds/subjects/subjects.ts';

test('fills subjects into templates and drops repeated queries', () => {
  expect(fillQueryTemplates(['bogs', 'moss', 'bogs'], ['{subject}', '{subject} links'])).toEqual([
    'bogs',
    'moss',
    'bogs links',
    'moss links',
  ]);
});

test('has the categories and queries of CINDI for computer science', () => {
  const { categories, queries } = SUBJECTS.get('computer-science')!;
  expect([categories.length, Object.keys(queries).length, Object.values(queries).flat().length]).toEqual([33, 17, 181]);
  const isWanted = compileCategories(categories);
  expect(['Top/Computers/Security/Firewalls', 'Top/Computers/Shopping'].map(isWanted)).toEqual([true, false]);
});
