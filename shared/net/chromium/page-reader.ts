/**
 * A script for a page, which returns its reader. It is a string because this project has no DOM types. The elements of a form and of a document
 * hide their properties of the same name (`<input name=localName>`), so properties are read with the functions of the prototypes.
 */
export const PAGE_READER = `(() => {
  const getter = (prototype, name) => {
    const { get } = Object.getOwnPropertyDescriptor(prototype, name);
    return (node) => get.call(node);
  };
  const shadowRoot = getter(Element.prototype, 'shadowRoot');
  const localName = getter(Element.prototype, 'localName');
  const outerHtml = getter(Element.prototype, 'outerHTML');
  const textContent = getter(Node.prototype, 'textContent');
  const contentType = getter(Document.prototype, 'contentType');
  const implementation = getter(Document.prototype, 'implementation');
  const doctypeOf = getter(Document.prototype, 'doctype');
  const documentElement = getter(Document.prototype, 'documentElement');
  const elementsOf = (tree) =>
    tree === document ? Document.prototype.querySelectorAll.call(tree, '*') : tree.querySelectorAll('*');

  /** Closed shadow roots, by their hosts. */
  const closed = new Map();
  /** Names of the elements in which a closed shadow root was found. */
  const closedNames = new Set();
  /** Names of the elements that were searched for one. */
  const searchedNames = new Set();
  const searched = new WeakSet();
  const rootOf = (element) => shadowRoot(element) ?? closed.get(element);

  /** Returns the document and the known shadow roots in it. */
  function allTrees() {
    const trees = [document];
    for (const tree of trees) {
      for (const element of elementsOf(tree)) {
        const root = rootOf(element);
        if (root) trees.push(root);
      }
    }
    return trees;
  }

  const hasLink = (node) =>
    node instanceof Element &&
    (Element.prototype.matches.call(node, '[href]') || Element.prototype.querySelector.call(node, '[href]') !== null);
  const withoutSpace = (node) => textContent(node).replace(/\\s+/g, '');

  /** Text of shadow roots with the shadow trees in them, without white space. */
  const texts = new Map();

  /** Removes what a shadow tree hides: the content of filled slots, and children of its host whose text it repeats. Trees in it come first. */
  function removeHidden(root) {
    const { host } = root;
    const shown = new Set();
    for (const slot of root.querySelectorAll('slot')) {
      const nodes = slot.assignedNodes();
      for (const node of nodes) shown.add(node);
      if (nodes.length > 0) slot.replaceChildren();
    }
    let text = withoutSpace(root);
    for (const element of elementsOf(root)) text += texts.get(rootOf(element)) ?? '';
    texts.set(root, text);
    for (const child of [...host.childNodes]) {
      const own = shown.has(child) ? '' : withoutSpace(child);
      if (own !== '' && text.includes(own) && !hasLink(child)) host.removeChild(child);
    }
  }

  return {
    /** Returns elements that may have a closed shadow root: one of each name, and all whose names had one before. */
    nextHosts(count) {
      const found = [];
      for (const tree of allTrees()) {
        for (const element of elementsOf(tree)) {
          const name = localName(element);
          if (found.length >= count || !name.includes('-') || searched.has(element)) continue;
          if (searchedNames.has(name) && !closedNames.has(name)) continue;
          if (rootOf(element) || !element.matches(':defined')) continue;
          searchedNames.add(name);
          searched.add(element);
          found.push(element);
        }
      }
      return found;
    },
    addClosed(...roots) {
      for (const root of roots) {
        closed.set(root.host, root);
        closedNames.add(localName(root.host));
      }
    },
    /** Returns the HTML of the page, without shadow trees if it has more bytes with them. Nothing can be read from the page after it. */
    html(maxBytes) {
      const doctype = doctypeOf(document);
      const start = doctype ? new XMLSerializer().serializeToString(doctype) : '';
      const element = documentElement(document);
      const isHtml = element instanceof HTMLHtmlElement;
      if (contentType(document) !== 'text/html') {
        if (!isHtml) throw new Error('the page is XML without an html element');
        if (Document.prototype.querySelector.call(document, 'parsererror')) throw new Error('the page is not well-formed XML');
        // As a part of an HTML document it is written as HTML.
        return start + outerHtml(implementation(document).createHTMLDocument('').importNode(element, true));
      }
      const plain = element ? start + outerHtml(element) : start;
      const shadowRoots = allTrees().slice(1);
      if (shadowRoots.length === 0 || !isHtml) return plain;
      shadowRoots.toReversed().forEach(removeHidden);
      const [startTag, endTag] = outerHtml(element.cloneNode(false)).split(/(?=<\\/html>$)/);
      const whole = start + startTag + element.getHTML({ shadowRoots }) + endTag;
      return new TextEncoder().encode(whole).length > maxBytes ? plain : whole;
    },
  };
})()`;
