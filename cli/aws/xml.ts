import { Parser } from 'htmlparser2';

/** An element of an XML document: its text where it has no elements below it. */
export type XmlElement = { name: string; text: string; children: XmlElement[] };

/** Reads the answers of the services that still speak XML. @returns the document, with its one element below it. */
export function readXml(text: string): XmlElement {
  const document: XmlElement = { name: '', text: '', children: [] };
  const open = [document];
  const parser = new Parser(
    {
      onopentagname(name) {
        const element = { name, text: '', children: [] };
        open.at(-1)!.children.push(element);
        open.push(element);
      },
      ontext(piece) {
        open.at(-1)!.text += piece;
      },
      onclosetag() {
        if (open.length > 1) open.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return document;
}

/** The first element of that name anywhere below. */
export function below(element: XmlElement, name: string): XmlElement | undefined {
  for (const child of element.children) {
    const found = child.name === name ? child : below(child, name);
    if (found) return found;
  }
  return undefined;
}

/** Text of a direct child; empty when it is not there. */
export function textOf({ children }: XmlElement, name: string): string {
  return children.find((child) => child.name === name)?.text ?? '';
}
