import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import type { Url } from '../../../shared/url/url.ts';
import { fewOrMany } from '../../long-test.ts';

const textOf = (html: string) => cleanHtml('http://bog.example/t/moss/7' as Url, html, DEFAULT_CLEAN_OPTIONS).text;

const FIRST =
  'Sphagnum holds twenty times its own weight in water, so a dry month does little harm to a bog of this size.';
const SECOND =
  'Ours dried out in August all the same, because the ditch beside the road was dug a good deal deeper in spring.';
const LONG = `${FIRST} ${SECOND} ${FIRST}`;
const escaped = (value: unknown) => JSON.stringify(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;');

test('reads the posts that Discourse carries in an attribute, with their authors', () => {
  const posts = [
    { username: 'ada', cooked: `<p>${FIRST}</p>` },
    { username: 'ben', cooked: `<p>${SECOND}</p>` },
    { username: 'ada', cooked: '<p>Thanks!</p>' },
    { username: 'system', cooked: '' },
  ];
  const data = { site: JSON.stringify({ text: LONG }), topic_7: JSON.stringify({ post_stream: { posts } }) };
  const html = `<title>Moss</title><body><div class=hidden id=data-preloaded data-preloaded="${escaped(data)}"></div>`;
  expect(cleanHtml('http://bog.example/t/moss/7' as Url, html, DEFAULT_CLEAN_OPTIONS).author).toBe('ada');
  expect(textOf(html)).toBe(`ada\n\n${FIRST}\n\nben\n\n${SECOND}\n\nada\n\nThanks!`);
});

test('quotations of posts and previews of links are no content of posts', () => {
  const quotation = `<aside class="quote no-group" data-username=ada><div class=title>ada:</div><blockquote><p>${FIRST}</p></blockquote></aside>`;
  const preview = `<aside class="onebox allowlistedgeneric"><header class=source><a href=https://fen.example>fen.example</a></header><article class=onebox-body><p>${SECOND}</p></article></aside>`;
  const posts = [
    { username: 'ada', cooked: `<p>${FIRST}</p>${preview}` },
    { username: 'ben', cooked: `${quotation}<blockquote><p>${SECOND}</p></blockquote><p>${LONG}</p>` },
  ];
  const data = { topic_7: JSON.stringify({ post_stream: { posts } }) };
  const html = `<meta name=generator content="Discourse 3"><title>Moss</title><body><div class=hidden data-preloaded="${escaped(data)}"></div>`;
  const { text, items } = cleanHtml('http://bog.example/t/moss/7' as Url, html, DEFAULT_CLEAN_OPTIONS);
  expect(text).toBe(`ada\n\n${FIRST}\n\nben\n\n${SECOND}\n\n${LONG}`);
  expect(items?.map((post) => post['text']?.[0])).toEqual([FIRST, `${SECOND}\n\n${LONG}`]);
});

test('malformed posts of Discourse are no content', () => {
  const data = { topic_7: JSON.stringify({ post_stream: [null, { posts: [null, 7] }] }) };
  expect(textOf(`<p>${FIRST}</p><div data-preloaded="${escaped(data)}"></div>`)).toBe(FIRST);
});

test('reads noframes of a frameset', () => {
  const text = `<p>${FIRST}</p><p>${SECOND} <a href=/next>next</a></p>`;
  const html = `<frameset cols=2><frame src=/menu><noframes><body>${text}</body></noframes></frameset>`;
  expect(textOf(html)).toContain(FIRST);
  const { links } = cleanHtml('http://bog.example/' as Url, html, DEFAULT_CLEAN_OPTIONS);
  expect(links.map(({ url }) => new URL(url).pathname)).toEqual(['/menu', '/next']);
});

test('reads noscript if the page has no other text', () => {
  expect(textOf(`<div id=app></div><noscript><p>${FIRST}</p><p>${SECOND}</p></noscript>`)).toBe(
    `${FIRST}\n\n${SECOND}`,
  );
});

test('reads noscript behind a frame that is written as if it closed itself', () => {
  const frame = '<iframe src="/tags.html" height="0" />';
  expect(textOf(`<noscript>${frame}</noscript><p>${FIRST}</p>`)).toBe(FIRST);
  expect(textOf(`<div id=app></div><noscript>${frame}<p>${FIRST}</p><p>${SECOND}</p></noscript>`)).toBe(
    `${FIRST}\n\n${SECOND}`,
  );
});

test('keeps linked teasers although scripts have longer texts', () => {
  const teasers = Array.from(
    { length: 8 },
    (_, n) => `<a href=/${n}><h3>Moss ${n}</h3><p>${n} ${FIRST} ${SECOND}</p></a>`,
  );
  const data = Array.from({ length: 8 }, (_, n) => ({ body: `${n} ${LONG} ${LONG}` }));
  const text = textOf(`${teasers.join('')}<script type="application/json">${JSON.stringify(data)}</script>`);
  expect(text).toContain(`7 ${FIRST} ${SECOND}`);
  expect(text).not.toContain(LONG);
});

const push = (chunk: string) => `<script>self.__next_f.push(${JSON.stringify([1, chunk])})</script>`;
const pageRow = `0:${JSON.stringify(['$', 'main', null, { children: ['$', 'p', null, { children: LONG }] }])}\n`;
const textRow = (text: string) => `1a:T${Buffer.byteLength(text).toString(16)},${text}`;
test.each([
  ['rows that the chunks cut', [pageRow.slice(0, 90), `${pageRow.slice(90)}2:I[7,["a.js"],"Menu"]\n`], LONG],
  ['texts of a stated length', [`${textRow(`<p>Ü ${LONG}</p>`)}2:["$","p",null,{"className":"a"}]\n`], `Ü ${LONG}`],
])('reads the data that Next.js streams: %s', (_, chunks, expected) => {
  expect(textOf(`<div id=root></div>${chunks.map(push).join('')}`)).toBe(expected);
});

test('keeps the pieces of a paragraph with links and emphasis that Next.js streams', () => {
  const link = ['$', 'a', null, { href: '/b', children: ['$', 'em', null, { children: 'in the bog' }] }];
  const row = [
    '$',
    'article',
    null,
    { children: ['$', 'p', null, { children: ['Moss ', link, `, and $5: ${LONG}`] }] },
  ];
  expect(textOf(`<div id=root></div>${push(`1:${JSON.stringify(row)}\n`)}`)).toBe(`Moss in the bog, and $5: ${LONG}`);
});

test('leaves out scripts, styles and menus that Next.js streams', () => {
  const element = (name: string, properties: object) => ['$', name, null, properties];
  const others = [
    element('style', { children: `.moss { color: green; ${'margin: 0 auto; padding: 0 1em; '.repeat(9)} }` }),
    element('script', { dangerouslySetInnerHTML: { __html: `document.write("<p>${SECOND}</p>")` } }),
    element('nav', { children: element('p', { children: SECOND }) }),
  ];
  expect(textOf(`<div id=root></div>${push(`1:${JSON.stringify(others)}\n`)}${push(pageRow)}`)).toBe(LONG);
});

test.each([
  ['a JSON script', `<script type="application/json">${JSON.stringify({ page: { body: LONG } })}</script>`],
  [
    'a list of paragraphs',
    `<script type="application/json">${JSON.stringify({ page: { paragraphs: [LONG] } })}</script>`,
  ],
  ['an assigned value', `<script>window.__STATE__ = ${JSON.stringify({ page: { html: `<p>${LONG}</p>` } })};</script>`],
  [
    'a pushed value',
    `<script>(self.data ??= []).push({"a":undefined,"result":${JSON.stringify({ text: LONG })}})</script>`,
  ],
  [
    "Next.js's __NEXT_DATA__",
    `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps: { post: { body: LONG } } }, page: '/[slug]' })}</script>`,
  ],
  [
    'a string between quotation marks',
    `<script>window.__PRELOADED_STATE__ = JSON.parse(${JSON.stringify(JSON.stringify({ post: { content: LONG } }))});</script>`,
  ],
  [
    'a string between apostrophes',
    `<script>window.__STATE__ = JSON.parse('{"post":{"title":"Ada\\'s \\\\"bog\\\\"","content":"\\x3cp>${LONG}\\x3c/p>"}}');</script>`,
  ],
  [
    'a string between quotation marks with escapes that JSON lacks',
    `<script>window.__STATE__ = JSON.parse("{\\"title\\":\\"C:\\\\\\\\'bog\\'\\",\\"content\\":\\"\\x3cp>${LONG}\\x3c/p>\\"}");</script>`,
  ],
  [
    'an encoded string',
    `<script>window.__STATE__ = JSON.parse(decodeURIComponent("${encodeURIComponent(JSON.stringify({ content: LONG }))}"));</script>`,
  ],
  [
    "Apollo's state",
    `<script>window.__APOLLO_STATE__=${JSON.stringify({ ROOT_QUERY: { __typename: 'Query' }, 'Post:7': { id: '7', content: `<p>${LONG}</p>` } })};</script>`,
  ],
  [
    "Nuxt 2's function",
    `<script>window.__NUXT__=(function(a,b){return {layout:"default",data:[{title:a,body:${JSON.stringify(`<p>${LONG}</p>`)},tags:[b]}]}}("Moss","bog"));</script>`,
  ],
  [
    "Nuxt 3's __NUXT_DATA__",
    `<script type="application/json" id="__NUXT_DATA__">${JSON.stringify([['Reactive', 1], { data: 2, once: -1 }, { title: 3, body: 4 }, 'Moss', LONG])}</script>`,
  ],
  [
    "SvelteKit's program",
    `<script>{ __sveltekit_1x8k2 = { base: "" }; const data = [null,{type:"data",data:{post:{title:"Moss",body:"\\u003Cp>${LONG}\\u003C/p>"}},uses:{}}]; kit.start(app, element, { node_ids: [0, 2], data }); }</script>`,
  ],
  [
    'the literal of an object',
    `<script>window.state = {post:{title:"Moss",body:${JSON.stringify(LONG)}},tags:['bog']};</script>`,
  ],
  [
    "React Router's stream",
    `<script>window.__reactRouterContext.streamController.enqueue(${JSON.stringify(`${JSON.stringify([{ _1: 2 }, 'loaderData', { _3: 4 }, 'body', LONG])}\n`)});</script>`,
  ],
  [
    "a shop's data",
    `<script type="application/json">${JSON.stringify({ product: { longDescription: LONG, inlineScript: `<p>${FIRST}</p>` } })}</script>`,
  ],
  [
    'JSON-LD',
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'Article', articleBody: LONG })}</script>`,
  ],
])('reads the text in %s', (_, script) => {
  expect(textOf(`<title>Moss</title><div id=app>Loading</div>${script}`)).toBe(LONG);
});

test('ignores the data of a page that has a text', () => {
  const own = `<p>${SECOND.repeat(6)}</p>`;
  expect(textOf(`${own}<script type="application/json">${JSON.stringify({ body: LONG })}</script>`)).not.toContain(
    FIRST,
  );
});

test('ignores the data of a page of linked titles that has no more text', () => {
  const titles = Array.from(
    { length: 20 },
    (_, n) => `<p><a href="/${n}">Sphagnum ${n} and the ditch beside the road</a></p>`,
  );
  const data = JSON.stringify({ stories: [{ description: FIRST }, { description: SECOND }] });
  expect(textOf(`${titles.join('')}<script type="application/json">${data}</script>`)).not.toContain(FIRST);
});

test('ignores descriptions of pages in JSON-LD', () => {
  const page = JSON.stringify({ '@type': 'WebPage', name: 'Moss', description: LONG });
  expect(textOf(`<p>Moss</p><script type="application/ld+json">${page}</script>`)).toBe('Moss');
});

test.each(['subNav', 'footer_links', 'errorMessages', 'tableOfContents', 'SEARCH_TERMS'])(
  'ignores %s in data',
  (key) => {
    const data = JSON.stringify({ [key]: `<p>${FIRST}</p>`, transcript: `<p>${SECOND}</p><p>${SECOND}</p>` });
    const text = textOf(`<script type="application/json">${data}</script>`);
    expect(text).toContain(SECOND);
    expect(text).not.toContain(FIRST);
  },
);

test('ignores data without prose', () => {
  const data = { body: 'x'.repeat(5000), footer: { text: LONG }, title: LONG };
  expect(textOf(`<p>Loading</p><script type="application/json">${JSON.stringify(data)}</script>`)).toBe('Loading');
});

test('reads segments that React streams after the page', () => {
  const html = `<main><template id="B:0"></template></main><div hidden id="S:0"><p>${FIRST}</p></div>`;
  expect(textOf(html)).toContain(FIRST);
  expect(textOf(`<p>${SECOND}</p><div hidden id=S><p>${FIRST}</p></div>`)).not.toContain(FIRST);
});

test('reads a page of unclosed scripts and deep data in linear time', () => {
  const many = fewOrMany(30_000, 200_000);
  expect(textOf('<script>{'.repeat(many))).toBe('');
  for (const piece of ['x', 'a:"x\\', 'a ', '"', '"a": '])
    expect(textOf(`<script>x=(function(a){return {${piece.repeat(many)}</script>`)).toBe('');
  expect(textOf(`<script>${'['.repeat(100_000)}${']'.repeat(100_000)}</script>`)).toBe('');
});

test.each([
  ['reads the description of a job, which is its text,', 'JobPosting', `${FIRST}\n\n${SECOND}`],
  ['reads no description of an article, which sums it up,', 'Article', ''],
])('%s from JSON-LD', (_, type, text) => {
  const script = JSON.stringify({ '@type': type, title: 'Moss', description: `<p>${FIRST}</p><p>${SECOND}</p>` });
  expect(textOf(`<title>Moss</title><script type="application/ld+json">${script}</script><div id=app></div>`)).toBe(
    text,
  );
});

test.each([
  ['Inertia', (data: unknown) => `<div id=app data-page="${escaped({ component: 'Post', props: data })}"></div>`],
  ['React on Rails', (data: unknown) => `<div data-react-class=Post data-react-props="${escaped(data)}"></div>`],
  ['Vue, between apostrophes', (data: unknown) => `<x-post :post='${JSON.stringify(data)}'></x-post>`],
])('reads the data in an attribute: %s', (_name, pageOf) => {
  const data = { post: { title: 'Moss', body: LONG }, translations: { body: `${LONG} ${SECOND}` } };
  expect(textOf(`<title>Moss</title><body>${pageOf(data)}<script src=app.js></script>`)).toBe(LONG);
});

test('an attribute with other data or without an end is no content', () => {
  const menu = escaped({ items: [{ body: LONG }] });
  expect(textOf(`<p>${FIRST}</p><nav data-menu="${menu}"></nav>`)).toBe(FIRST);
  expect(textOf(`<p>${FIRST}</p><div data-page="${escaped({ body: LONG }).slice(0, -9)}"></div>`)).toBe(FIRST);
  expect(textOf(`<p>${FIRST}</p><div data-page="{${'x'.repeat(500)}`)).toBe(FIRST);
});

const [FIRST_START, FIRST_END] = [FIRST.slice(0, 40), FIRST.slice(40)];
const EDITORS: [string, unknown][] = [
  [
    'Contentful',
    {
      nodeType: 'document',
      data: {},
      content: [
        { nodeType: 'heading-2', data: {}, content: [{ nodeType: 'text', value: 'Water', marks: [], data: {} }] },
        {
          nodeType: 'paragraph',
          content: [
            { nodeType: 'text', value: FIRST_START, marks: [] },
            { nodeType: 'hyperlink', data: { uri: '/' }, content: [{ nodeType: 'text', value: FIRST_END, marks: [] }] },
          ],
        },
        {
          nodeType: 'unordered-list',
          content: [
            {
              nodeType: 'list-item',
              content: [{ nodeType: 'paragraph', content: [{ nodeType: 'text', value: SECOND, marks: [] }] }],
            },
          ],
        },
      ],
    },
  ],
  [
    'Portable Text',
    [
      { _type: 'block', style: 'h2', children: [{ _type: 'span', text: 'Water' }] },
      { _type: 'block', style: 'normal', children: [FIRST_START, FIRST_END].map((text) => ({ _type: 'span', text })) },
      { _type: 'image', asset: { _ref: 'image-7' } },
      { _type: 'block', style: 'normal', children: [{ _type: 'span', text: SECOND, marks: ['em'] }] },
    ],
  ],
  [
    'ProseMirror',
    {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Water' }] },
        { type: 'paragraph', content: [FIRST_START, FIRST_END].map((text) => ({ type: 'text', text })) },
        { type: 'paragraph', content: [{ type: 'text', text: SECOND }] },
      ],
    },
  ],
  [
    'Lexical',
    {
      root: {
        type: 'root',
        children: [
          { type: 'heading', tag: 'h2', children: [{ type: 'text', text: 'Water', format: 0 }] },
          { type: 'paragraph', children: [FIRST_START, FIRST_END].map((text) => ({ type: 'text', text, format: 1 })) },
          { type: 'paragraph', children: [{ type: 'text', text: SECOND, format: 0 }] },
        ],
      },
    },
  ],
  [
    'Slate',
    [
      { type: 'h2', children: [{ text: 'Water' }] },
      { type: 'p', children: [{ text: FIRST_START, bold: true }, { text: FIRST_END }] },
      { type: 'p', children: [{ text: SECOND }] },
    ],
  ],
];

test.each(EDITORS)('reads texts that an editor stores as blocks: %s', (_name, body) => {
  const data = { props: { pageProps: { post: { title: 'Moss', body } } } };
  const html = `<title>Moss</title><div id=__next></div><script id=__NEXT_DATA__ type="application/json">${JSON.stringify(data)}</script>`;
  const { text, headings } = cleanHtml('http://bog.example/t/moss/7' as Url, html, DEFAULT_CLEAN_OPTIONS);
  expect(text).toBe(`Water\n\n${FIRST}\n\n${SECOND}`);
  expect(headings).toEqual(['Water']);
});

test('texts beside other data of their objects are read one by one', () => {
  const comments = [FIRST, SECOND].map((text, id) => ({ id, author: 'ada', text }));
  const html = `<script id=state type="application/json">${JSON.stringify({ thread: [{ children: comments }] })}</script>`;
  expect(textOf(html)).toBe(`${FIRST}\n\n${SECOND}`);
});
