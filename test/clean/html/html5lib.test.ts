import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { factsOf, factsOfTree } from '../metadata/page-facts.ts';

const file = new URL('../../fixtures/html/html5lib-documents.json.gz', import.meta.url);
const documents = JSON.parse(gunzipSync(readFileSync(file)).toString()) as string[];

test('links, title, base, meta elements and text are those of a browser in nearly all cases of html5lib', () => {
  const different = documents.filter((html) => {
    const [ours, tree] = [factsOf(html), factsOfTree(html)];
    return JSON.stringify(ours) !== JSON.stringify(tree);
  });
  expect(documents).toHaveLength(1590);
  // What is left: text directly in a table stands before it in the tree, and a few templates, SVG and `plaintext`.
  expect(different.length).toBeLessThanOrEqual(13);
});

test('links and metadata are those of a browser in all of them', () => {
  for (const html of documents) {
    const { text: ours, ...facts } = factsOf(html);
    const { text: tree, ...expected } = factsOfTree(html);
    expect(facts, html).toEqual(expected);
  }
});
