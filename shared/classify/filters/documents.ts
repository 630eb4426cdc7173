import type { CleanDocument } from '../../clean/document.ts';
import type { CompiledFilter } from './filter.ts';
import { type RuleAnswer, ruleFilter } from './rule.ts';
import { findSectionedType, type SectionedType } from './sectioned-type.ts';

/** Accepts and rejects documents by their type. Documents are files, papers in HTML, and pages of one of the types. */
export type DocumentsFilter = {
  documents: { accept: readonly SectionedType[]; reject: readonly SectionedType[] };
  /** `accept`: a document of an accepted type is relevant. `require`: a document of no accepted type is off-topic. */
  action?: 'accept' | 'require' | undefined;
};

const PAGE_TYPE = /^(?:text\/html|application\/xhtml\+xml)$/;

export function compileDocuments({ documents, action = 'accept' }: DocumentsFilter): CompiledFilter {
  const { accept, reject } = documents;
  return ruleFilter({
    name: 'documents',
    canAccept: action === 'accept',
    answer(document): RuleAnswer {
      const found = findSectionedType(document);
      if (!found && !isDocument(document)) return { why: 'a page, not a document', passes: action === 'require' };
      const why = found ? `${found.type} (${found.words.join(', ')})` : 'no type of document is recognised';
      if (found && reject.includes(found.type)) return { verdict: 'off-topic', why, documentAccepted: false };
      const documentAccepted = found !== undefined && accept.includes(found.type);
      if (action === 'require')
        return documentAccepted
          ? { passes: true, why, documentAccepted }
          : { verdict: 'off-topic', why, documentAccepted };
      return documentAccepted ? { verdict: 'relevant', why, documentAccepted } : { why, documentAccepted };
    },
  });
}

const isDocument = ({ mimeType, paper }: CleanDocument): boolean => paper !== undefined || !PAGE_TYPE.test(mimeType);
