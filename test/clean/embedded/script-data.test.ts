/** Data in scripts, also in time that grows with their length only. */
import { expect, test } from 'vitest';
import { scriptData } from '../../../shared/clean/embedded/script-data.ts';

const dataOf = (script: string) => [...scriptData(`<script>${script.padEnd(250)}</script>`)];

test('reads the strings of an object that is no JSON', () => {
  expect(dataOf('window.state = {post: {title: "Moss", "body": "It \\"grows\\"."}, n: 1}')).toEqual([
    [{ title: 'Moss' }, { body: 'It "grows".' }],
  ]);
});

test('leaves out strings without an end, however many there are', () => {
  expect(dataOf(`window.state = {title: "Moss", body: ${'"\\'.repeat(1_000_000)}`)).toEqual([[{ title: 'Moss' }]]);
});
