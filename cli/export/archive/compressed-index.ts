import { gzipSync } from 'node:zlib';
import { formatJson } from '../../output/format-json.ts';

/** Lines of a gzip member. A reader loads the members that may have a page. */
const LINES_PER_MEMBER = 300;

/**
 * Compresses the sorted lines of a CDXJ index in gzip members of 300 lines.
 *
 * @param name name of the file of members
 * @param onMember called for each member with a line of the secondary index: its first key and its place in the file
 */
export function* compressIndex(
  lines: Iterable<string>,
  name: string,
  onMember: (line: string) => void,
): Generator<Uint8Array> {
  onMember(`!meta 0 ${formatJson({ format: 'cdxj-gzip-1.0', filename: name })}\n`);
  let offset = 0;
  let block: string[] = [];
  const compress = () => {
    const member = gzipSync(block.join(''));
    const first = block[0] as string;
    onMember(`${first.slice(0, first.indexOf(' {') + 1)}${formatJson({ offset, length: member.length })}\n`);
    offset += member.length;
    block = [];
    return member;
  };
  for (const line of lines) {
    block.push(line);
    if (block.length === LINES_PER_MEMBER) yield compress();
  }
  if (block.length > 0) yield compress();
}
