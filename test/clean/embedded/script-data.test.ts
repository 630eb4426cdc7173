/** Data in scripts, also in time that grows with their length only. */
import { expect, test } from 'vitest';
import { scriptData } from '../../../shared/clean/embedded/script-data.ts';

const dataOf = (script: string) => [...scriptData(`<script>${script.padEnd(250)}</script>`)];

test('reads the strings of an object that is no JSON', () => {
  expect(dataOf('window.state = {post: {title: "Moss", "body": "It \\"grows\\"."}, n: 1}')).toEqual([
    [{ title: 'Moss' }, { body: 'It "grows".' }],
  ]);
});

test.each([
  ['strings without an end', '"\\', 1_000_000],
  ['strings that end with their line', '"\n', 2_000_000],
  ['strings that are no JSON', '"\\x" ', 900_000],
])('leaves out %s, however many there are', (_, text, times) => {
  expect(dataOf(`window.state = {title: "Moss", body: ${text.repeat(times)}`)).toEqual([[{ title: 'Moss' }]]);
});
