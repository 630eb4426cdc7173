import { expect, test } from 'vitest';
import { newWalk } from '../../../shared/clean/html/new-walk.ts';
import { parseHtml, walkPage } from '../../../shared/clean/html/parse-html.ts';

const PRODUCT = 'itemscope itemtype="https://schema.org/Product"';

test('climbs from a container to its product once', () => {
  const price = '<span itemprop=price content=1></span>';
  const walk = newWalk(`<div ${PRODUCT}>${'<div>'.repeat(400)}${price.repeat(1_000)}`, { xhtml: false, maxLinks: 9 });
  let reads = 0;
  const { containers } = walk.page;
  containers.parents = new Proxy(containers.parents, {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads++;
      return Reflect.get(target, key);
    },
  });
  walkPage(walk);
  expect(walk.page.products[0]?.properties).toHaveLength(50);
  expect(reads).toBeLessThan(5_000);
});

test('keeps the properties of products apart that nest, follow each other or are the page', () => {
  const sku = (value: string) => `<span itemprop=sku content=${value}></span>`;
  const html = `<body>${sku('page')}<div><p>${sku('p2')}</p><div ${PRODUCT}>${sku('a')}<div>${sku('a2')}<div ${PRODUCT}>${sku('b')}</div>
    ${sku('a3')}</div></div><ul><li ${PRODUCT}>${sku('c')}<li ${PRODUCT}>${sku('d')}<div>${sku('d2')}</div></ul>${sku('p3')}</div>`;
  const { products } = parseHtml(html, { xhtml: false, maxLinks: 9 });
  const values = products.map(({ properties }) => properties.map(({ value }) => value).join(' '));
  expect(values).toEqual(['page p2 p3', 'a a2 a3', 'b', 'c', 'd d2']);
});

test('hidden text in a property of a product is neither its value nor text, but a hidden property has a value', () => {
  const hide = 'style="display:none"';
  const html = `<div ${PRODUCT}><div itemprop=brand>Acme <span ${hide}>hidden</span></div><span itemprop=sku ${hide}>P-5</span></div>`;
  const { products, blocks } = parseHtml(html, { xhtml: false, maxLinks: 9 });
  expect(products[0]?.properties).toEqual([
    { name: 'brand', value: 'Acme' },
    { name: 'sku', value: 'P-5' },
  ]);
  expect(blocks.map(({ text }) => text).join('\n')).not.toContain('hidden');
});
