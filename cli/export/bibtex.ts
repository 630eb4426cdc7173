/** Records as BibTeX, which LaTeX and reference managers read. */
import { bibtexReference } from '../../web/formats/bibtex.ts';
import { subjectsOf } from '../../web/formats/subjects.ts';
import type { ExportedRecord } from './exported-record.ts';

/** Writes a record as one entry and an empty line. Its abstract is that of the paper, or the description of the page. */
export const bibtexRecord = (record: ExportedRecord): string =>
  bibtexReference({
    ...record,
    citation: record.citation ?? {},
    abstract: record.paper?.abstract ?? record.description,
    keywords: subjectsOf(record),
  });
