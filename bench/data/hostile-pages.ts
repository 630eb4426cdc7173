/** Pages made to be slow. `page` creates one of about `size` characters. */
export type HostilePage = { name: string; page: (size: number) => string };

/** Depth of the elements around each part of `twins`: a candidate for parts at each depth. */
const TWIN_DEPTH = 45;
/** Beginnings of pages that are threads, collections and products by their software, URL and shop elements. */
const thread = (content: string): string => `<meta name=generator content=Discourse><title>Sundews</title>${content}`;
const COLLECTION = `<link rel=canonical href="https://shop.example/collections/clay-pots"><meta name=generator content=Shopify>
  <title>Clay pots – Pot shop</title><main class=collection><h1>Clay pots</h1>`;
const LINE = '<p>Sundews catch insects with sticky leaves.';
const REPLY = `<div class=reply><a href=/u/ada class=username>ada</a> <time datetime=2024-05-03>3 May</time>${LINE}</div>`;
const CARD =
  '<div class=product-card><h3><a href="/products/pot">Clay pot</a></h3><span class=price>€19.90</span><button>Add to cart</button></div>';
const PRODUCT = `<link rel=canonical href="https://shop.example/products/clay-pot"><meta property=og:type content=product>
  <title>Clay pot – Pot shop</title><h1>Clay pot</h1><span class=price>€59.90</span><button>Add to cart</button>`;

/** Returns two elements of `size / 2` characters with the same structure. @param around content at each depth @param within content at the last one */
function twins(size: number, around: string, within: string): string {
  const half =
    `<div>${around}`.repeat(TWIN_DEPTH) + within.repeat(size / 2 / within.length) + '</div>'.repeat(TWIN_DEPTH);
  return half + half;
}

const repeated = (name: string, piece: string, before = '', after = ''): HostilePage => ({
  name,
  page: (size) => before + piece.repeat(Math.max(1, Math.floor(size / piece.length))) + after,
});

export const HOSTILE_PAGES: readonly HostilePage[] = [
  repeated('nested elements', '<div>'),
  { name: 'nested and closed elements', page: (size) => '<div>'.repeat(size / 11) + '</div>'.repeat(size / 11) },
  repeated('end tags without start tags at great depth', '<td></section></nav></div>', '<div>'.repeat(600)),
  repeated('cells without a table at great depth', '<td><div>', '<div>'.repeat(400)),
  repeated('nested tables', '<table><tr><td>'),
  repeated('nested lists', '<ol><li>'),
  repeated('nested SVG', '<svg>'),
  repeated('HTML that breaks out of SVG', '<svg><g><p>'),
  repeated('nested templates', '<template><td></div>'),
  repeated('unclosed selects', '<select><option>'),
  repeated('unclosed anchors', '<a href=x>'),
  repeated('one anchor around everything', '<b>word </b>', '<a href=x>'),
  repeated('one URL with many anchors', '<a href=/x>a<b>b</b></a>'),
  {
    name: 'links of one paragraph, without a space before them',
    page: (size) => `<p>${many(size, (i) => `—<a href=/${'x'.repeat(150)}${i}>word</a>! `)}</p>`,
  },
  repeated('unclosed headings', '<h1>x'),
  repeated('unclosed author marks', '<p class=author>x'),
  repeated('paragraphs', '<p>x'),
  repeated('line breaks', 'x<br>'),
  repeated('images', '<img src=x alt=y>'),
  repeated('attributes of one tag', 'href=x ', '<a ', '>y'),
  repeated('attributes without names', '= ', '<a ', '>y'),
  repeated('quotes in a tag', `"'`, '<a ', '>y'),
  repeated('one long attribute', 'x', '<a href="', '">y</a>'),
  repeated('one long class', 'word ', '<div class="', '">y</div>'),
  repeated('an unterminated attribute', 'x', '<a href="'),
  {
    name: 'lines with nothing but an image',
    page: (size) => `<p>x${'<p><img src=a alt=b></p>'.repeat(size / 24)}<ul><li>y`,
  },
  { name: 'distinct classes', page: (size) => many(size, (i) => `<p class=c${i}x${i}>`) },
  { name: 'classes with equal hashes', page: (size) => many(size, (i) => `<p class=${sameHash(i)}>x`) },
  repeated('less-than signs', '<'),
  repeated('ampersands', '&'),
  repeated('entities', '&amp;'),
  repeated('NULs', '\0', '<p>'),
  repeated('NULs in a tag', '\0', '<a '),
  repeated('lone surrogates', '\ud800', '<p>'),
  repeated('white space', ' \n', '<p>'),
  repeated('line breaks in a code block', '\n', '<pre>', 'x</pre>'),
  repeated('unterminated comments', '<!--'),
  repeated('dashes in a comment', '-', '<!--'),
  repeated('unterminated declarations', '<!x'),
  repeated('script starts', '<script>'),
  repeated('scripts', '<script></script>'),
  repeated(
    'formulas in MathML',
    '<math><mfrac><msup><mi>x</mi><mn>2</mn></msup><mrow><mn>2</mn></mrow></mfrac></math>',
  ),
  repeated('formulas without ends', '<math><mfrac><mi>x'),
  repeated('formulas with deep rows', `<math>${'<msqrt>'.repeat(50)}<mi>x</mi>${'</msqrt>'.repeat(50)}</math>`),
  repeated('starts of formulas before one end', `${'<math>'.repeat(3_000)}</math>`),
  repeated('formulas with an unclosed quote', `<math><mi ${'"" '.repeat(5_000)}"</math>`),
  repeated('formulas with many scripts', `<math><mmultiscripts>${'<mi>x</mi>'.repeat(1_900)}</mmultiscripts></math>`),
  repeated('formulas in scripts', '<script type="math/tex">%<![CDATA[% %]]> x</script>'),
  repeated('formulas in unclosed scripts', '<script type="math/tex">x'),
  repeated('pictures of formulas without scripts', '<i class=MathJax_Preview>x</i>'),
  repeated('scripts with comments', '<script><!--</script>-->'),
  repeated('scripts in comments in scripts', '<script>', '<script><!--'),
  repeated('unclosed frames in noscript', '<noscript><iframe></noscript>'),
  repeated('unclosed scripts in noscript', '<noscript><script><!--</noscript>'),
  repeated('styles in an unclosed noscript', '<style></style>', '<noscript>'),
  repeated('unterminated frames of a page without text', '<iframe', '<noscript>x</noscript>'),
  repeated('the start of a row in a stream of Next.js', '1:[\\n', '<script>self.__next_f.push([1,"', '"])</script>'),
  repeated('texts in a stream of Next.js', '1:T0,', '<script>self.__next_f.push([1,"', '"])</script>'),
  repeated('an unterminated script', '</scrip', '<script>'),
  repeated('unterminated titles', '</titl', '<title>'),
  repeated('CDATA in SVG', '<![CDATA[', '<svg>'),
  repeated('a refresh value of spaces', ' ', '<meta http-equiv=refresh content="', '">'),
  repeated('a line of digits in a thread', '1234567890', thread('<p>')),
  { name: 'a thread of two posts in nested elements', page: (size) => thread(twins(size, '', LINE)) },
  { name: 'a thread with text at every depth', page: (size) => thread(twins(size, '<p>On 3 May 2024 by ada', LINE)) },
  {
    name: 'a thread of lines with dates',
    page: (size) =>
      thread(twins(size, '', '<p>Edited on 31.13.2024, then 32 May 2024 at 10:00, last by ada, who is 2024 years old')),
  },
  {
    name: 'a thread of links to members',
    page: (size) =>
      thread(
        twins(
          size,
          '',
          '<p><a href=/members/ada>3 May 2024</a> <a href=/members/ben>4 May 2024</a>, edited by <a href=/u/eve>eve</a>',
        ),
      ),
  },
  {
    name: 'a thread of times',
    page: (size) => thread(twins(size, LINE, '<time datetime="3 May 2024 (not ISO)">x</time>')),
  },
  {
    name: 'a thread of tooltips',
    page: (size) => thread(twins(size, LINE, '<p title="Fri, 31 May 2024 at 25:00, or 10:00">1 day ago</p>')),
  },
  {
    name: 'a thread of marked names',
    page: (size) =>
      thread(twins(size, '', '<p>by <span class=username><a name=1></a><b><i>3 May 2024</i></b></span>, or <b>x</b>')),
  },
  repeated(
    'a thread of lists of names',
    '<ul><li class=username>ada<li class=username>ben</ul>',
    thread(`${REPLY}${REPLY}`),
  ),
  repeated(
    'a thread of rows',
    '<tr><td class=head>Sundews<tr><td class=row><span class=name>ada</span><td>Sundews catch insects with sticky leaves.',
    thread('<table>'),
  ),
  repeated(
    'a thread of heads',
    '<div class=head>May</div><div>Sundews <i>catch</i> insects, with sticky leaves, all day.</div>',
    thread('<div>'),
  ),
  repeated(
    'a thread of cells in one row',
    '<td class=x>Sundews catch insects with sticky leaves.',
    thread('<table><tr>'),
  ),
  repeated(
    'a thread of lines without elements',
    'Posted by ada on 3 May 2024:<br>Sundews catch insects.<br>',
    thread('<p>'),
  ),
  repeated(
    'a thread of definitions',
    '<dt><b>ada</b> 3 May 2024<dd>Sundews catch insects with sticky leaves.',
    thread('<dl>'),
  ),
  {
    name: 'a thread of replies in each other',
    page: (size) => thread(twins(size, '<div class=comment><a href=/u/ada>ada</a> 3 May 2024 <p>Yes, they do.', LINE)),
  },
  { name: 'marks of quotations without an end', page: (size) => `<h1>Moss</h1><p>3 May 2024 ${'„'.repeat(size)}` },
  { name: 'a collection in nested elements', page: (size) => COLLECTION + twins(size, '<p>x', CARD) },
  {
    name: 'a collection of nested lists',
    page: (size) => `${COLLECTION}<ul>${'<li>x<ul>'.repeat(40)}${CARD.repeat(size / CARD.length)}`,
  },
  repeated(
    'a collection of long prices',
    `<div class=product-card><h3><a href=/pot>Clay pot</a></h3><p>$${'111,'.repeat(70)}bn</p></div>`,
    COLLECTION,
  ),
  repeated(
    'the specification of a product',
    `<tr><th>Height<td>20 cm, ${'without the stand '.repeat(5)}`,
    `${PRODUCT}<table>`,
  ),
  repeated(
    'the definitions of a product',
    `<dt>Height<dd>20 cm<dd>${'without the stand '.repeat(10)}`,
    `${PRODUCT}<dl>`,
  ),
  repeated('nested JSON', '[', '<script type=application/ld+json>', '</script>'),
  { name: 'strings without an end in a script', page: (size) => strings(size, '"\\') },
  { name: 'strings that end with their line in a script', page: (size) => strings(size, '"\n') },
  { name: 'strings that are no JSON in a script', page: (size) => strings(size, '"\\x" ') },
];

/** A longer script is not read. */
const LONGEST_SCRIPT = 4_900_000;

/** Returns a page whose script assigns an object with many strings. */
function strings(size: number, text: string): string {
  const script = `<script>a = {b: ${text.repeat(Math.min(size, LONGEST_SCRIPT) / text.length)}</script>`;
  return script + LINE.repeat(Math.max(0, size - script.length) / LINE.length);
}

function many(size: number, piece: (i: number) => string): string {
  let page = '';
  for (let i = 0; page.length < size; i++) page += piece(i);
  return page;
}

/** Returns a string whose hash is equal for all `i`: `Aa` and `BB` collide in hashes with the multiplier 31. */
function sameHash(i: number): string {
  let value = '';
  for (let bit = 0; bit < 18; bit++) value += (i >> bit) & 1 ? 'Aa' : 'BB';
  return value;
}
