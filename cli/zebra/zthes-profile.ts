/**
 * The profile of the databases of vocabularies: Zthes 1.0 (https://zthes.z3950.org), in which each term is a record. Terms are searched by
 * BIB-1 and by the attribute set of the profile (1.2.840.10003.3.13), which YAZ knows by the name `Zthes`.
 */

/** Zebra takes the file by the name of the root element. The tags are those of the profile in GRS-1. */
const ELEMENTS = `# Elements of terms, their tags in GRS-1, and their indexes.
name zthes
reference Zthes
attset zthes.att
tagset zthes.tag
varset var1.var
encoding UTF-8

esetname B zthes-brief.est
esetname F zthes-full.est

systag sysno none
systag rank none

all Any:w

elm (1,14) termId identifier-standard:w,identifier-standard:0,local-number:w,local-number:0
elm (2,1) termName title:w,title:p,title:s
elm (4,2) termType termType:w,termType:0
elm (2,30) relation -
elm (2,30)/(4,3) relationType -
elm (2,30)/(1,14) termId relatedTermID:w,relatedTermID:0
elm (2,30)/(2,1) termName -
`;

const ATTRIBUTES = `# The attributes of Zthes, and those of BIB-1.
name zthes
reference Zthes
include bib1.att

att 1 termQualifier
att 2 termType
att 3 thesAdmin
att 4 relatedTermID
`;

const TAGS = `# The tags of Zthes.
name zthes
reference Zthes-tagset
type 4
include zthes-m.tag
include zthes-g.tag

tag 2 termType string
tag 3 relationType string
`;

/** Zebra finds elements by the names in tag sets, so those that Zthes uses of other sets have its names here. */
const TAGS_M = 'name zthesm\nreference TagsetM\ntype 1\n\ntag 14 termId string\n';
const TAGS_G = 'name zthesg\nreference TagsetG\ntype 2\n\ntag 1 termName string\ntag 30 relation structured\n';

const BRIEF = 'simpleelement (1,14)\nsimpleelement (2,1)\nsimpleelement (4,2)\n';
const FULL = `${BRIEF}simpleelement (2,30):all\n`;

/** Files of the profile, by their names in `tab/`. */
export const ZTHES_FILES: Readonly<Record<string, string>> = {
  'zthes.abs': ELEMENTS,
  'zthes.att': ATTRIBUTES,
  'zthes.tag': TAGS,
  'zthes-m.tag': TAGS_M,
  'zthes-g.tag': TAGS_G,
  'zthes-brief.est': BRIEF,
  'zthes-full.est': FULL,
};

/** Puts terms into the elements of the XML schema of Zthes. Records of pages stay as they are. */
export const ZTHES_STYLESHEET = `<?xml version="1.0" encoding="UTF-8"?>
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="xml" encoding="UTF-8"/>
  <xsl:template match="/zthes"><Zthes><term><xsl:copy-of select="*"/></term></Zthes></xsl:template>
  <xsl:template match="/gils"><xsl:copy-of select="."/></xsl:template>
</xsl:stylesheet>
`;
