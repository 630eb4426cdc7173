/**
 * The profile of a Zebra database: which elements of a GILS record are indexed, under which attributes of BIB-1 and GILS, and how words
 * are found. Zebra reads these files from `tab/`, and the tag set, attribute sets and character maps that it ships.
 */

/** Elements of the records, their tags, and the indexes of each. The letter after an index is its type (`INDEX_TYPES`). */
const ELEMENTS = `# Elements of GILS records, their tags in GRS-1, and their indexes.
name gils
reference GILS-schema
attset thresher.att
tagset gils.tag
varset var1.var
encoding UTF-8

esetname B brief.est
esetname F full.est

systag sysno none
systag rank none

all Any:w

elm (2,1) title title:w,title:p,title:s
elm (4,52) originator author-name-corporate:w
elm (2,2) author author:w,author:p,author:s,author-name-personal:w
elm (2,4) dateOfPublication date-of-publication:w,date-of-publication:d,date-of-publication:s,date:w,date:d
elm (4,32) languageOfResource code-language:w
elm (2,6) abstract abstract:w
elm (4,95) controlledSubjectIndex -
elm (4,95)/(4,96) subjectTermsControlled -
elm (4,95)/(4,96)/(4,20) controlledTerm controlled-term:w,controlled-term:p,controlled-term:0,index-terms:w,subject-heading:w,subject-heading:p
elm (4,97) subjectTermsUncontrolled -
elm (4,97)/(4,22) uncontrolledTerm uncontrolled-term:w,uncontrolled-term:p,subject-heading:w,subject-heading:p
elm profession profession profession:w,profession:p,profession:0
elm (4,70) availability -
elm (4,70)/(4,33) medium material-type:w
elm (4,70)/(4,90) distributor -
elm (4,70)/(4,90)/(2,7) name distributor:w,distributor-name:w,publisher:w
elm (4,70)/(4,55) orderProcess -
elm (4,70)/(4,55)/(4,28) orderInformation order-information:w,order-information:0
elm (4,70)/(4,99) availableLinkage -
elm (4,70)/(4,99)/(4,18) linkageType linkage-type:w,linkage-type:0
elm (4,70)/(4,99)/(4,17) linkage linkage:w,linkage:u,linkage:0,available-linkage:w,available-linkage:u
elm (4,53) accessConstraints -
elm (4,53)/(4,25) generalAccessConstraints general-access-constraints:w,access-constraints:w
elm (4,54) useConstraints use-constraints:w
elm (4,51) purpose purpose:w
elm (4,1) controlIdentifier identifier-standard:w,identifier-standard:0,local-number:w,local-number:0
elm (4,23) originalControlIdentifier original-control-identifier:w,original-control-identifier:0
elm (4,19) recordSource record-source:w
elm (1,16) dateOfLastModification date/time-last-modified:w,date/time-last-modified:d,date/time-last-modified:s,date:w,date:d
elm headings headings body-of-text:w
elm text text body-of-text:w
`;

const ATTRIBUTES = `# The attributes of BIB-1 and GILS, and those of this profile.
name gils
reference GILS-attset
include gils.att

att 2900 Profession
`;

/** Elements of set F: all but headings and text, which are only searched. */
const FULL = elementSet([
  '(2,1)',
  '(4,52)',
  '(2,2)',
  '(2,4)',
  '(4,32)',
  '(2,6)',
  '(4,95)',
  '(4,97)',
  '(3,profession)',
  '(4,70)',
  '(4,53)',
  '(4,54)',
  '(4,51)',
  '(4,1)',
  '(4,23)',
  '(4,19)',
  '(1,16)',
]);

const BRIEF = elementSet(['(2,1)', '(2,2)', '(2,4)', '(4,70)/(4,99)', '(4,1)', '(1,16)']);

/** Returns an element set by the tags of its elements. Without `:all`, Zebra returns the first of several. */
function elementSet(tags: readonly string[]): string {
  return tags.map((tag) => `simpleelement ${tag}:all\n`).join('');
}

const INDEX_TYPES = `# Types of indexes: words, whole fields, URLs, numbers, keys, years, dates, and values to sort by.
index w
completeness 0
position 1
alwaysmatches 1
firstinfield 1
icuchain words.xml
index p
completeness 1
icuchain fields.xml
index u
completeness 0
charmap urx.chr
index n
completeness 0
charmap numeric.chr
index 0
completeness 0
position 1
charmap @
index y
completeness 0
charmap @
index d
completeness 0
charmap @
sort s
completeness 1
charmap string.chr
`;

/** Folds case and marks of letters in all scripts. ICU divides words also in Chinese, Japanese and Thai. */
const analysis = (tokenize: string): string => `<icu_chain locale="root">
  <transform rule="[:Control:] Any-Remove"/>
  <transliterate rule="[[:Punctuation:][:Symbol:][:WhiteSpace:]]+ > ' '"/>
${tokenize}  <transform rule="NFD; [:Nonspacing Mark:] Remove; NFC"/>
  <display/>
  <casemap rule="l"/>
</icu_chain>
`;

/** Files of the profile, by their names in `tab/`. */
export const PROFILE_FILES: Readonly<Record<string, string>> = {
  'gils.abs': ELEMENTS,
  'thresher.att': ATTRIBUTES,
  'full.est': FULL,
  'brief.est': BRIEF,
  'thresher.idx': INDEX_TYPES,
  'words.xml': analysis('  <tokenize rule="w"/>\n  <transform rule="[:WhiteSpace:] Remove"/>\n'),
  'fields.xml': analysis(''),
};
