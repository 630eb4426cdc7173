import type { CleanDocument } from '../../shared/clean/document.ts';
import type { SearchRecord } from '../../shared/ports/search-index.ts';

/** An exported record: the fields of `clean`, and the fields of the search record. */
export type ExportedRecord = Omit<CleanDocument, 'url'> &
  Pick<SearchRecord, 'id' | 'url' | 'verdict' | 'score' | 'classes'> & {
    urls: string[];
    /** Number of URLs with exactly this text. */
    numRefBy: number;
    /** URLs of the same document in other formats. */
    otherFormats: string[];
    fetchedAt: string;
    /** The smallest id of its near-duplicates and itself. Absent: not asked for (`export --groups`). */
    group?: string;
  };
