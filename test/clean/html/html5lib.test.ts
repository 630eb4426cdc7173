import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { factsOf, factsOfTree } from '../metadata/page-facts.ts';

const file = new URL('../../fixtures/html/html5lib-documents.json.gz', import.meta.url);
const documents = JSON.parse(gunzipSync(readFileSync(file)).toString()) as string[];

test('reads links, title, base, meta elements and text like a browser in nearly all html5lib cases', () => {
  // Ruby readings follow their base text on purpose: in the tree they are inside it.
  const different = documents.filter((html) => {
    if (/<ruby[^>]*>.*<(?:rt|rtc|rp)\b/s.test(html)) return false;
    // To browsers that run scripts, a frame in `noscript` ends with it. The tree is that of the others.
    if (/<noscript><iframe><\/noscript>/.test(html)) return false;
    const [ours, tree] = [factsOf(html), factsOfTree(html)];
    return JSON.stringify(ours) !== JSON.stringify(tree);
  });
  expect(documents).toHaveLength(1590);
  // The rest: text directly in a table precedes the table in the tree, and a few cases of templates, SVG and `plaintext`.
  expect(different.length).toBeLessThanOrEqual(13);
});

test('reads links and metadata like a browser in all html5lib cases', () => {
  for (const html of documents) {
    const { text: ours, ...facts } = factsOf(html);
    const { text: tree, ...expected } = factsOfTree(html);
    expect(facts, html).toEqual(expected);
  }
});
