declare module 'commonmark' {
  export type Node = { type: string; literal: string | null; destination: string | null };
  export class Parser {
    parse(text: string): { walker(): { next(): { entering: boolean; node: Node } | null } };
  }
  export class HtmlRenderer {
    render(node: ReturnType<Parser['parse']>): string;
  }
}
