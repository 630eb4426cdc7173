/** Returns the text by which the topic filter rates a link: its anchor text and the words around it. */
export function linkText({ anchor, around }: { anchor: string; around?: string | undefined }): string {
  if (around === undefined) return anchor;
  return anchor === '' ? around : `${anchor} ${around}`;
}
