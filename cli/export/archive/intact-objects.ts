import { type BrokenMember, gzipMembers, type Member } from '../../../shared/fetch/warc/warc-member.ts';
import { MAX_RECORD_BYTES, recordFields } from '../../../shared/fetch/warc/warc-read.ts';
import type { OnSkipped } from '../records-to-export.ts';
import type { ArchiveObject } from './archive-objects.ts';

/**
 * Yields WARC objects without their unreadable bytes: other programs read a WARC file only up to the first broken member.
 *
 * @param onSkipped called for each object that has such bytes
 */
export async function* intactObjects(
  objects: AsyncIterable<ArchiveObject>,
  onSkipped: OnSkipped,
): AsyncGenerator<ArchiveObject> {
  for await (const { key, bytes } of objects) {
    const intact: Uint8Array[] = [];
    let damage = bytes.length === 0 ? 'the file is empty' : undefined;
    for (const member of gzipMembers(bytes, MAX_RECORD_BYTES)) {
      const { offset, length } = member;
      const fault = faultOf(member);
      if (fault === undefined) intact.push(bytes.subarray(offset, offset + length));
      else damage ??= `byte ${offset}: ${fault}`;
    }
    if (damage !== undefined)
      onSkipped(`${key} is damaged (${damage}): what cannot be read is left out; see \`thresher sanity --raw\``);
    yield { key, bytes: damage === undefined ? bytes : Buffer.concat(intact) };
  }
}

/** A member without a record may be a compressed body that a broken record contains. */
function faultOf(member: Member | BrokenMember): string | undefined {
  if (member.kind === 'broken') return member.detail;
  return member.content.length === 0 || recordFields(member.content) ? undefined : 'no WARC record';
}
