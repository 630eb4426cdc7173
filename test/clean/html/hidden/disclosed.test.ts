import { describe, expect, test } from 'vitest';
import { parseHtml } from '../../../../shared/clean/html/parse-html.ts';

const texts = (html: string) => parseHtml(html, { xhtml: false, maxLinks: 100 }).blocks.map((block) => block.text);
const button = (attributes: string) => `<button ${attributes}>Show</button>`;
const hidden = (attributes: string) => `<div hidden ${attributes}>text</div>`;

describe('hidden content that a control shows', () => {
  const shown: [rule: string, html: string][] = [
    ['is text in tab panels', hidden('role=tabpanel')],
    [
      'is text in tab panels whose tabs are in navigation',
      `<nav role=tablist><a role=tab href="#a"></a></nav>${hidden('role=tabpanel id=a')}`,
    ],
    ['may be hidden by style', '<div role=tabpanel style="display: none">text</div>'],
    ['is controlled by aria-controls', button('aria-controls=a') + hidden('id=a')],
    ['may be one of several ids', button('aria-controls="b a"') + hidden('id=a role=region')],
    ['may be a span or a paragraph', `${button('aria-controls="b a"')}<p><span id=a style="display:none">text</span>`],
    ['is controlled by data-target', button('data-toggle=collapse data-target="#a"') + hidden('id=a')],
    ['is controlled by data-bs-target', button('data-bs-toggle=collapse data-bs-target="#a"') + hidden('id=a')],
    ['is controlled by a link with the role of a button', `<a role=button href="#a"></a>${hidden('id=a')}`],
    ['is controlled by a link that Bootstrap toggles', `<a data-bs-toggle=collapse href="#a"></a>${hidden('id=a')}`],
    ['is the answer of an accordion by its name', hidden('class=faq__answer')],
    ['is a tab panel by its name', '<div class="tab-pane" style="display:none">text</div>'],
    ['is collapsed by its name', hidden('class="chakra-collapse"')],
    [
      'may be in what Drupal puts around the page',
      `<div class="dialog-off-canvas-main-canvas">${button('aria-controls=a')}${hidden('id=a')}</div>`,
    ],
  ];
  test.each(shown)('%s', (_, html) => {
    expect(texts(html)).toEqual(['text']);
  });

  const dropped: [rule: string, html: string][] = [
    ['without a control', hidden('id=a')],
    ['if another element is controlled', button('aria-controls=b') + hidden('id=a')],
    ['in a dialog', button('aria-controls=a') + hidden('id=a role=dialog')],
    ['in a dialog element', `${button('aria-controls=a')}<dialog id=a>text</dialog>`],
    [
      'if its name says that it opens over the page',
      button('aria-controls=newsletter-popup') + hidden('id=newsletter-popup'),
    ],
    ['in the tabs of cookie settings', `<div class="cookie-settings"><div>${hidden('role=tabpanel')}</div></div>`],
    [
      'in the dialogs of Drupal',
      `<div class="ui-dialog-off-canvas">${button('aria-controls=a')}${hidden('id=a')}</div>`,
    ],
    ['in a menu', button('aria-controls=mobile-menu') + hidden('id=mobile-menu')],
    ['in a menu by its role', button('aria-controls=a') + hidden('id=a role=menu')],
    ['in the header of the site', `<header>${button('aria-controls=a')}${hidden('id=a')}</header>`],
    ['in navigation', `<nav>${button('aria-controls=a')}${hidden('id=a')}</nav>`],
    ['if the control is in navigation', `<nav>${button('aria-controls=a')}</nav>${hidden('id=a')}`],
    ['if the control opens a menu or dialog', button('aria-haspopup=dialog aria-controls=a') + hidden('id=a')],
    ['if Bootstrap shows it beside the page', button('data-bs-toggle=offcanvas data-bs-target="#a"') + hidden('id=a')],
    ['if its name is also that of a menu', hidden('class="navbar-collapse collapse"')],
    ['if its name is also that of a choice of countries', hidden('class="country-toggle"')],
    ['if its name is also that of a chat', hidden('class=collapse id=chat')],
    ['if its name is also that of a promotion', hidden('class="expandable promo"')],
    ['if its name is also that of filters', hidden('class="filter-accordion"')],
    ['in the header of the site by its name', `<header>${hidden('class=accordion')}</header>`],
    ['if a link only leads to it', `<a href="#a"></a>${hidden('id=a')}`],
    ['in hidden content', `<div hidden>${button('aria-controls=a')}${hidden('id=a')}</div>`],
  ];
  test.each(dropped)('is not text %s', (_, html) => {
    expect(texts(html)).toEqual([]);
  });

  const answer = '<div style="display:none"><p>text</p></div>';
  test.each([
    ['is text after a heading that is a question', `<h3>Does moss grow?</h3>${answer}`, true],
    ['also after a sign', `<div><h3>Does moss grow?</h3><span>+</span></div>${answer}`, true],
    ['in other scripts', `<h3>苔は育ちますか？</h3>${answer}`, true],
    ['but not after a statement', `<h3>Moss grows</h3>${answer}`, false],
    ['nor after other text', `<h3>Does moss grow?</h3><p>yes</p>${answer}`, false],
    ['nor after a question in a paragraph', `<p>Does moss grow?</p>${answer}`, false],
    ['nor after a question of the site', `<h3>Was this page helpful?</h3>${answer}`, false],
    ['nor as a dialog', '<h3>Does moss grow?</h3><div class="modal" hidden>text</div>', false],
  ])('%s', (_, html, expected) => {
    expect(texts(html).includes('text')).toBe(expected);
  });

  test('keeps what is hidden in it without a control', () => {
    expect(texts(`<div role=tabpanel hidden>a<p hidden>b</p>c</div>`)).toEqual(['a', 'c']);
  });
});
