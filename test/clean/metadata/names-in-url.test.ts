import { expect, test } from 'vitest';
import { withoutNamesInUrl } from '../../../shared/clean/metadata/names-in-url.ts';

test.each([
  ['Export is empty #88', 'https://git.example/moss/moss/issues/88', 'Export is empty'],
  ['Export is empty #88', 'https://git.example/moss/moss/issues/88#issuecomment-2', 'Export is empty'],
  ['Grow faster !12', 'https://git.example/bog/moss/-/merge_requests/12', 'Grow faster'],
  ['Export is empty #88', 'https://git.example/moss/moss/issues/880', 'Export is empty #88'],
  ['Bog talk #12', 'https://pod.example/shows/bog-talk/12', 'Bog talk #12'],
  ['Bog Monthly #12', 'https://mag.example/issues/12', 'Bog Monthly #12'],
  ['Moss of the day #7', 'https://bog.example/moss-of-the-day', 'Moss of the day #7'],
  ['How much water? : Mosses', 'https://old.reddit.example/r/mosses/comments/1/how_much/', 'How much water?'],
  ['Mosses: how much water', 'https://old.reddit.example/r/mosses/comments/1/how_much/', 'Mosses: how much water'],
  ['How much water? : Mosses', 'https://bog.example/mosses/1', 'How much water? : Mosses'],
])('takes the names of the URL from %s at %s', (title, url, expected) => {
  expect(withoutNamesInUrl(title, url)).toBe(expected);
});
