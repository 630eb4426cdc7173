/**
 * Small invented pages of common kinds, each with the texts of its main text, and site templates to put them in. Every kind is
 * tested in every template.
 */

export type SmallPage = {
  kind: string;
  title: string;
  html: string;
  /** Parts of the main text, in this order. */
  wanted: readonly string[];
  /** Parts that must not be in the main text. */
  unwanted?: readonly string[];
};

const opening =
  'The kitchen garden behind the old mill feeds eleven families, and for most of the year nobody buys vegetables in the village. ' +
  'What began as a way to use an empty meadow has become, after twenty years, the place where people meet on their way home.';
const middle =
  'In spring the beds are dug over by hand, since the ground is too wet for machines until May, and the compost of the winter ' +
  'is spread a hand deep. The older members say that this is why the carrots grow straight, and nobody has tried it without.';
const closing =
  'By October the last pumpkins are in, the tools are oiled, and the keys of the shed are handed to whoever keeps them for the ' +
  'winter. It is a small ceremony with hot cider, but in all these years nobody who lives here has missed it.';

const INGREDIENTS = ['2 leeks', '500 g potatoes', '1 litre vegetable stock', 'Salt', 'Nutmeg'];
const STEPS = ['Wash the leeks.', 'Peel and dice the potatoes.', 'Simmer for 20 minutes.', 'Season and serve.'];
const list = (tag: string, items: readonly string[]) =>
  `<${tag}>${items.map((one) => `<li>${one}</li>`).join('')}</${tag}>`;
const ROWS = [
  ['Year', 'Carrots', 'Leeks'],
  ['2017', '310 kg', '95 kg'],
  ['2018', '280 kg', '120 kg'],
  ['2019', '345 kg', '101 kg'],
];
const table = `<table>${ROWS.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
const code = 'bed = Bed(3)\nbed.sow("carrot")\nbed.water()';

const comment = (who: string, text: string) =>
  `<div class="comment"><b>${who}</b> <i>3 May 2019</i><p>${text}</p></div>`;
const comments = `<div class="comments" id="comments"><h3>2 comments</h3>${comment('Walter', 'We do it the same way in our valley, and the carrots are straight as well.')}${comment('Irma', 'Lovely story, thank you for it! I would like to see more of them here.')}</div>`;

export const PAGES: readonly SmallPage[] = [
  {
    kind: 'a recipe',
    title: 'Leek and potato soup',
    html: `<h1>Leek and potato soup</h1><p>${opening}</p><h2>Ingredients</h2>${list('ul', INGREDIENTS)}
      <h2>Method</h2>${list('ol', STEPS)}<p>${closing}</p>`,
    wanted: [opening, 'Ingredients', ...INGREDIENTS, 'Method', ...STEPS, closing],
  },
  {
    kind: 'an article with a data table',
    title: 'What the garden yields',
    html: `<h1>What the garden yields</h1><p>${opening}</p><h3>Harvest by year</h3>${table}<p>${middle}</p><p>${closing}</p>`,
    wanted: [opening, 'Harvest by year', ...ROWS.flat(), middle, closing],
  },
  {
    kind: 'an article with user comments',
    title: 'A garden behind the mill',
    html: `<h1>A garden behind the mill</h1><p>${opening}</p><p>${middle}</p><p>It works.</p><p>${closing}</p>${comments}`,
    wanted: [opening, middle, 'It works.', closing],
    unwanted: ['We do it the same way', 'Lovely story'],
  },
  {
    kind: 'an article with captions, sub-headings and a quotation',
    title: 'Keys of the shed',
    html: `<h1>Keys of the shed</h1><p>${opening}</p><figure><img src="shed.jpg"><figcaption>The shed in May.</figcaption></figure>
      <h2>Spring</h2><p>${middle}</p><blockquote><p>Dig deep, or not at all.</p></blockquote><h2>Autumn</h2><p>${closing}</p>`,
    wanted: [opening, 'Spring', middle, 'Dig deep, or not at all.', 'Autumn', closing],
  },
  {
    kind: 'a documentation page',
    title: 'Bed objects',
    html: `<h1>Bed objects</h1><p>A bed is where plants grow. It is made with a number, and knows what was sown in it and when it was watered last.</p>
      <pre>${code}</pre><dl><dt>Bed.sow(name)</dt><dd>Sow seeds of one kind.</dd><dt>Bed.water(litres=10)</dt><dd>Water the bed.</dd>
      <dt>Bed.age</dt><dd>Days since it was dug.</dd></dl><p>Note: beds cannot be copied.</p><h2>Errors</h2>
      <p>Watering a bed twice on a day raises an error, since roots rot when they stand in water for longer than a night or two.</p>
      <table><tr><th>Name<th>Meaning<tr><td>TooWet<td>watered twice<tr><td>Frozen<td>before May</table>`,
    wanted: [
      'A bed is where plants grow.',
      'bed.sow("carrot")',
      'Bed.sow(name)',
      'Sow seeds of one kind.',
      'Bed.water(litres=10)',
      'Water the bed.',
      'Bed.age',
      'Days since it was dug.',
      'Note: beds cannot be copied.',
      'Errors',
      'Watering a bed twice',
      'TooWet',
      'watered twice',
      'Frozen',
      'before May',
    ],
  },
  {
    kind: 'a forum thread',
    title: 'Carrots come out forked',
    html: `<h1>Carrots come out forked</h1>
      <div class="post" id="p1"><div class="author"><b>Walter</b></div><div class="text">Every year half of my carrots come out forked. The bed is dug two spades deep, and I sow them in March. What do I do wrong?</div></div>
      <div class="post" id="p2"><div class="author"><b>Irma</b></div><div class="text">Do you put fresh dung on the bed? They do not like it. Leave a bed for a year after dunging, and sow beans or leeks in it meanwhile.</div></div>
      <div class="post" id="p3"><div class="author"><b>Walter</b></div><div class="text">Yes, I do. Thanks!</div></div>
      <div class="post" id="p4"><div class="author"><b>Egon</b></div><div class="text">It may be stones as well. I sieve the upper layer of my bed each spring, and since then nearly all of them have grown straight.</div></div>`,
    wanted: [
      'Every year half of my carrots',
      'Do you put fresh dung',
      'Yes, I do. Thanks!',
      'It may be stones as well.',
    ],
  },
  {
    kind: 'a listing',
    title: 'Seeds',
    html: `<h1>Seeds</h1>${[
      'Carrot Early Nantes',
      'Leek Blue Winter',
      'Pumpkin Hokkaido',
      'Beans Neckargold',
      'Spinach Matador',
      'Parsley Mooskrause',
    ]
      .map(
        (name, i) =>
          `<div class="item"><h3><a href="/seeds/${i}">${name}</a></h3><span>${i + 2}.50 per bag, ${i * 40 + 120} seeds</span></div>`,
      )
      .join('')}`,
    wanted: [
      'Carrot Early Nantes',
      '2.50 per bag',
      'Leek Blue Winter',
      'Pumpkin Hokkaido',
      'Beans Neckargold',
      'Spinach Matador',
      'Parsley Mooskrause',
      '7.50 per bag',
    ],
  },
  {
    kind: 'frequently asked questions in a definition list',
    title: 'Questions about the garden',
    html: `<h1>Questions about the garden</h1><dl><dt>Who may join?</dt><dd>Whoever lives in the village.</dd><dt>What does it cost?</dt>
      <dd>Nothing but two afternoons of work each month, from March to October, and a cake for the feast.</dd>
      <dt>May I bring a dog?</dt><dd>No.</dd><dt>Where do I get a key?</dt><dd>From whoever has kept the shed over the winter: the name is on the door, with hours when somebody is at home.</dd></dl>`,
    wanted: [
      'Who may join?',
      'Whoever lives in the village.',
      'What does it cost?',
      'Nothing but two afternoons',
      'May I bring a dog?',
      'No.',
      'Where do I get a key?',
      'From whoever has kept',
    ],
  },
  {
    kind: 'frequently asked questions in an accordion',
    title: 'Questions about the garden',
    html: `<h1>Questions about the garden</h1><details><summary>Who may join?</summary><p>Whoever lives in the village.</p></details>
      <details><summary>What does it cost?</summary><p>Nothing but two afternoons of work each month, from March to October, and a cake for the feast.</p></details>
      <details><summary>May I bring a dog?</summary><p>No.</p></details>
      <details><summary>Where do I get a key?</summary><p>From whoever has kept the shed over the winter: the name is on the door, with hours when somebody is at home.</p></details>`,
    wanted: [
      'Who may join?',
      'Whoever lives in the village.',
      'What does it cost?',
      'Nothing but two afternoons',
      'May I bring a dog?',
      'No.',
      'Where do I get a key?',
      'From whoever has kept',
    ],
  },
  {
    kind: 'a poem',
    title: 'The mill in winter',
    html: `<h1>The mill in winter</h1><p>The wheel stands still<br>in a beard of ice,<br>the miller sleeps<br>and so do the mice.</p>
      <p>Snow on the meadow,<br>snow on the lane,<br>and nobody waits<br>for the carts of grain.</p><p>Come March, come water,<br>come turn the stone;<br>the winter is long<br>for a wheel alone.</p>`,
    wanted: [
      'The wheel stands still',
      'in a beard of ice,',
      'and so do the mice.',
      'Snow on the meadow,',
      'for the carts of grain.',
      'Come March, come water,',
      'for a wheel alone.',
    ],
  },
  {
    kind: 'an archived mail',
    title: '[garden] Frost tonight',
    html: `<h1>[garden] Frost tonight</h1><b>Walter</b> <i>Sat May 4 2019</i><pre>Dear all,

the radio says two below zero. Please cover the beans before dark,
straw is in the shed.</pre><hr><pre>Somebody wrote:
> Shall we water them as well?

No, only cover them. What stands wet tonight is gone in the morning.</pre>`,
    wanted: ['Dear all,', 'straw is in the shed.', 'Shall we water them as well?', 'No, only cover them.'],
  },
  {
    kind: 'short news',
    title: 'Mill garden opens on Sunday',
    html: `<h1>Mill garden opens on Sunday</h1><p>The garden behind the mill opens its gate for visitors on Sunday at two. There is coffee, and cake for as long as it lasts.</p>`,
    wanted: ['The garden behind the mill opens its gate for visitors on Sunday at two.'],
  },
  {
    kind: 'a glossary',
    title: 'Words of the garden',
    html: `<h1>Words of the garden</h1><p>What members say to each other, for those who are new.</p><dl>${[
      ['Bed', 'A strip of ground.'],
      ['Compost', 'What leaves become.'],
      ['Dibber', 'A stick for making holes.'],
      ['Frost', 'The end of beans.'],
      ['Mulch', 'A blanket of straw, laid between the rows in June so that the ground stays moist.'],
      ['Tilth', 'Fine soil.'],
    ]
      .map(([term, meaning]) => `<dt>${term}</dt><dd>${meaning}</dd>`)
      .join('')}</dl>`,
    wanted: [
      'What members say',
      'Bed',
      'A strip of ground.',
      'Compost',
      'What leaves become.',
      'Dibber',
      'Frost',
      'The end of beans.',
      'A blanket of straw',
      'Tilth',
      'Fine soil.',
    ],
  },
];

const LINKS = ['Home', 'News', 'Calendar', 'Gallery', 'Contact'];
const menu = `<ul>${LINKS.map((name, i) => `<li><a href="/m${i}">${name}</a></li>`).join('')}</ul>`;
const TEASERS = ['Ten mosses that you should see', 'How peat came to be', 'Why toads cross the road at night'];
const teasers = `<ul>${TEASERS.map((name, i) => `<li><a href="/t${i}">${name}</a></li>`).join('')}</ul>`;
const imprint = 'Copyright 2019 Mill Garden Society. All rights reserved.';

/** Texts that every template puts around a page. */
export const AROUND: readonly string[] = [...LINKS, ...TEASERS, imprint, 'Privacy'];

type Template = { name: string; around: (page: SmallPage) => string };

const head = ({ title }: SmallPage) => `<!doctype html><html><head><title>${title} - Mill Garden</title></head>`;

export const TEMPLATES: readonly Template[] = [
  {
    name: 'HTML5 elements',
    around: (
      page,
    ) => `${head(page)}<body><header><a href="/">Mill Garden</a></header><nav>${menu}</nav><main><article>${page.html}</article></main>
      <aside><h4>Also here</h4>${teasers}</aside><footer><p>${imprint} <a href="/p">Privacy</a></p></footer></body></html>`,
  },
  {
    name: 'class names',
    around: (
      page,
    ) => `${head(page)}<body><div id="header"><a href="/">Mill Garden</a></div><div class="menu">${menu}</div>
      <div id="content"><div class="entry-content">${page.html}</div></div><div class="sidebar"><h4>Also here</h4>${teasers}</div>
      <div id="footer">${imprint} <a href="/p">Privacy</a></div></body></html>`,
  },
  {
    name: 'elements without classes',
    around: (page) => `${head(page)}<body><div>${menu}</div><div>${page.html}</div><div><b>Also here</b>${teasers}</div>
      <div>${imprint} <a href="/p">Privacy</a></div></body></html>`,
  },
  {
    name: 'a layout table',
    around: (
      page,
    ) => `${head(page)}<body><table width="100%"><tr><td colspan="3"><font size="5"><a href="/">Mill Garden</a></font><tr><td width="150">${LINKS.map(
      (name, i) => `<a href="/m${i}">${name}</a><br>`,
    ).join(
      '',
    )}<td valign="top">${page.html}<td width="200"><b>Also here</b><br>${TEASERS.map((name, i) => `<a href="/t${i}">${name}</a><br>`).join('')}
      <tr><td colspan="3"><font size="1">${imprint} <a href="/p">Privacy</a></font></table></body></html>`,
  },
];
