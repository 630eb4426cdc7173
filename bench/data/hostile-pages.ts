/** Pages made to be slow: each grows with what it is told, in signs. */
export type HostilePage = { name: string; page: (size: number) => string };

const repeated = (name: string, piece: string, before = '', after = ''): HostilePage => ({
  name,
  page: (size) => before + piece.repeat(Math.max(1, Math.floor(size / piece.length))) + after,
});

export const HOSTILE_PAGES: readonly HostilePage[] = [
  repeated('nested elements', '<div>'),
  { name: 'nested and closed elements', page: (size) => '<div>'.repeat(size / 11) + '</div>'.repeat(size / 11) },
  repeated('end tags that miss their start, deep down', '<td></section></nav></div>', '<div>'.repeat(600)),
  repeated('cells of no table, deep down', '<td><div>', '<div>'.repeat(400)),
  repeated('nested tables', '<table><tr><td>'),
  repeated('nested lists', '<ol><li>'),
  repeated('nested SVG', '<svg>'),
  repeated('SVG that HTML breaks out of', '<svg><g><p>'),
  repeated('nested templates', '<template><td></div>'),
  repeated('open choices', '<select><option>'),
  repeated('open anchors', '<a href=x>'),
  repeated('one anchor over everything', '<b>word </b>', '<a href=x>'),
  repeated('one address in many words', '<a href=/x>a<b>b</b></a>'),
  {
    name: 'links of one paragraph, without a space before them',
    page: (size) => `<p>${many(size, (i) => `—<a href=/${'x'.repeat(150)}${i}>word</a>! `)}</p>`,
  },
  repeated('open headings', '<h1>x'),
  repeated('open marks of authors', '<p class=author>x'),
  repeated('paragraphs', '<p>x'),
  repeated('line breaks', 'x<br>'),
  repeated('images', '<img src=x alt=y>'),
  repeated('attributes of one tag', 'href=x ', '<a ', '>y'),
  repeated('attributes without names', '= ', '<a ', '>y'),
  repeated('quotes in a tag', `"'`, '<a ', '>y'),
  repeated('one long attribute', 'x', '<a href="', '">y</a>'),
  repeated('one long class', 'word ', '<div class="', '">y</div>'),
  repeated('an attribute that never ends', 'x', '<a href="'),
  { name: 'classes that are all different', page: (size) => many(size, (i) => `<p class=c${i}x${i}>`) },
  { name: 'classes of one hash', page: (size) => many(size, (i) => `<p class=${sameHash(i)}>x`) },
  repeated('less-than signs', '<'),
  repeated('ampersands', '&'),
  repeated('entities', '&amp;'),
  repeated('NULs', '\0', '<p>'),
  repeated('NULs in a tag', '\0', '<a '),
  repeated('lone surrogates', '\ud800', '<p>'),
  repeated('white space', ' \n', '<p>'),
  repeated('line breaks in an example', '\n', '<pre>', 'x</pre>'),
  repeated('comments that never end', '<!--'),
  repeated('dashes in a comment', '-', '<!--'),
  repeated('declarations that never end', '<!x'),
  repeated('script starts', '<script>'),
  repeated('scripts', '<script></script>'),
  repeated('scripts with comments', '<script><!--</script>-->'),
  repeated('scripts in comments in scripts', '<script>', '<script><!--'),
  repeated('a script that never ends', '</scrip', '<script>'),
  repeated('titles that never end', '</titl', '<title>'),
  repeated('CDATA in SVG', '<![CDATA[', '<svg>'),
  repeated('a refresh of spaces', ' ', '<meta http-equiv=refresh content="', '">'),
  repeated('JSON that nests', '[', '<script type=application/ld+json>', '</script>'),
];

function many(size: number, piece: (i: number) => string): string {
  let page = '';
  for (let i = 0; page.length < size; i++) page += piece(i);
  return page;
}

/** `Aa` and `BB` have one hash where a letter counts 31 times the next. */
function sameHash(i: number): string {
  let value = '';
  for (let bit = 0; bit < 18; bit++) value += (i >> bit) & 1 ? 'Aa' : 'BB';
  return value;
}
