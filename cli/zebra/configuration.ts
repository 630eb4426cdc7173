/** The configuration of Zebra and of its server. Paths are relative to the folder of the database, in which both programs are started. */
import { MARC_LANGUAGES } from '../../web/formats/marc-language.ts';
import { MARC_NAMESPACE } from '../../web/formats/marcxml.ts';
import { ISO2709_STYLESHEET } from './iso2709-stylesheet.ts';
import { PROFILE_FILES } from './profile-files.ts';
import { ZTHES_FILES, ZTHES_STYLESHEET } from './zthes-profile.ts';

/** The link to the folder of the current registers. */
export const CURRENT = 'current';

export const CONFIG_FILE = 'zebra.cfg';
export const SERVER_FILE = 'server.xml';

/** Where `zebrasrv` listens unless `server.xml` says otherwise. */
const SERVER_ADDRESS = '127.0.0.1:2100';

/** Returns the address that a client on this machine opens, by the text of `server.xml`. `@` stands for all addresses. */
export const clientAddress = (server: string): string =>
  (/>\s*tcp:([^<\s]+)/.exec(server)?.[1] ?? SERVER_ADDRESS).replace(/^@/, 'localhost');

/** The limit of the registers is only a limit: they take the space that they need. */
const CONFIG = `# Zebra reads this file. thresher zebra writes it only if it is missing.
profilePath: tab:/usr/share/idzebra-2.0/tab:/usr/local/share/idzebra-2.0/tab
attset: bib1.att
attset: thresher.att
attset: zthes.att
index: thresher.idx
recordType: grs.xml
recordId: (bib1,identifier-standard)
storeKeys: 1
storeData: 1
rank: rank-1
encoding: UTF-8
perm.anonymous: r
# thresher zebra --rebuild writes new registers and replaces the link "current".
register: ${CURRENT}/register:1000G
shadow: ${CURRENT}/shadow:1000G
lockDir: ${CURRENT}/lock
keyTmpDir: ${CURRENT}/tmp
setTmpDir: ${CURRENT}/tmp
`;

/** Subfolders of a folder of registers. */
export const REGISTER_FOLDERS = ['register', 'shadow', 'lock', 'tmp'] as const;

/**
 * Which syntaxes and element sets are answered, and how. Without an element set, XML and SUTRS have set F, as USMARC. YAZ cannot choose the
 * set for GRS-1: Zebra then returns the whole record, with its text.
 */
const SERVER = `<?xml version="1.0" encoding="UTF-8"?>
<!-- zebrasrv reads this file. thresher zebra writes it only if it is missing. -->
<yazgfs>
  <listen id="z3950">tcp:${SERVER_ADDRESS}</listen>
  <server id="thresher" listenref="z3950">
    <config>${CONFIG_FILE}</config>
    <retrievalinfo>
      <retrieval syntax="xml"><backend syntax="xml" name="F"><xslt stylesheet="zthes.xsl"/></backend></retrieval>
      <retrieval syntax="xml" name="F"><backend syntax="xml" name="F"><xslt stylesheet="zthes.xsl"/></backend></retrieval>
      <retrieval syntax="xml" name="B"><backend syntax="xml" name="B"><xslt stylesheet="zthes.xsl"/></backend></retrieval>
      <retrieval syntax="xml" name="marcxml" identifier="info:srw/schema/1/marcxml-v1.1">
        <backend syntax="xml" name="F"><xslt stylesheet="gils-marcxml.xsl"/></backend>
      </retrieval>
      <retrieval syntax="usmarc">
        <backend syntax="xml" name="F">
          <xslt stylesheet="gils-marcxml.xsl"/>
          <xslt stylesheet="marc-iso2709.xsl"/>
          <marc inputformat="xml" outputformat="marc" inputcharset="utf-8" outputcharset="utf-8"/>
        </backend>
      </retrieval>
      <retrieval syntax="grs-1" name="F"/>
      <retrieval syntax="grs-1" name="B"/>
      <retrieval syntax="sutrs"><backend syntax="sutrs" name="F"/></retrieval>
      <retrieval syntax="sutrs" name="F"/>
      <retrieval syntax="sutrs" name="B"/>
    </retrievalinfo>
  </server>
</yazgfs>
`;

/** Makes MARC 21 of a GILS record, with the fields of `web/formats/marcxml.ts`, and notes for what only GILS has. */
const MARC_STYLESHEET = `<?xml version="1.0" encoding="UTF-8"?>
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns="${MARC_NAMESPACE}">
  <xsl:output method="xml" encoding="UTF-8"/>
  <xsl:template match="/gils">
    <xsl:variable name="day" select="translate(dateOfLastModification, '-', '')"/>
    <xsl:variable name="isUpdated" select="not(dateOfPublication) and availability/availableLinkage/linkageType = 'text/html'"/>
    <xsl:variable name="codes">
      <xsl:if test="string-length(languageOfResource) = 2">
        <xsl:value-of select="substring-after(' ${MARC_LANGUAGES}', concat(' ', languageOfResource, ' '))"/>
      </xsl:if>
    </xsl:variable>
    <xsl:variable name="language" select="substring($codes, 1, 3)"/>
    <record>
      <leader>00000na<xsl:choose><xsl:when test="$isUpdated">i</xsl:when><xsl:otherwise>m</xsl:otherwise></xsl:choose> a2200000uu 4500</leader>
      <controlfield tag="001"><xsl:value-of select="controlIdentifier"/></controlfield>
      <controlfield tag="005"><xsl:value-of select="concat($day, '000000.0')"/></controlfield>
      <controlfield tag="007">cr</controlfield>
      <controlfield tag="008">
        <xsl:value-of select="substring($day, 3)"/>
        <xsl:choose>
          <xsl:when test="dateOfPublication">
            <xsl:value-of select="concat('s', substring(dateOfPublication, 1, 4), '    ')"/>
          </xsl:when>
          <xsl:otherwise>nuuuuuuuu</xsl:otherwise>
        </xsl:choose>
        <xsl:text>xx |||||||||||||||||</xsl:text>
        <xsl:choose>
          <xsl:when test="$language != ''"><xsl:value-of select="$language"/></xsl:when>
          <xsl:otherwise>|||</xsl:otherwise>
        </xsl:choose>
        <xsl:text> d</xsl:text>
      </controlfield>
      <xsl:choose>
        <xsl:when test="$language != ''">
          <datafield tag="041" ind1=" " ind2=" "><subfield code="a"><xsl:value-of select="$language"/></subfield></datafield>
        </xsl:when>
        <xsl:when test="string-length(languageOfResource) = 3">
          <datafield tag="041" ind1=" " ind2="7">
            <subfield code="a"><xsl:value-of select="languageOfResource"/></subfield>
            <subfield code="2">iso639-3</subfield>
          </datafield>
        </xsl:when>
      </xsl:choose>
      <datafield tag="245" ind1="0" ind2="0">
        <subfield code="a"><xsl:value-of select="title"/></subfield>
      </datafield>
      <xsl:if test="availability/distributor or dateOfPublication">
        <datafield tag="260" ind1=" " ind2=" ">
          <xsl:for-each select="availability/distributor/name">
            <subfield code="b"><xsl:value-of select="."/></subfield>
          </xsl:for-each>
          <xsl:for-each select="dateOfPublication">
            <subfield code="c"><xsl:value-of select="substring(., 1, 10)"/></subfield>
          </xsl:for-each>
        </datafield>
      </xsl:if>
      <xsl:apply-templates select="purpose"><xsl:with-param name="tag" select="'500'"/></xsl:apply-templates>
      <xsl:apply-templates select="accessConstraints/*"><xsl:with-param name="tag" select="'506'"/></xsl:apply-templates>
      <xsl:apply-templates select="availability/medium"><xsl:with-param name="tag" select="'516'"/></xsl:apply-templates>
      <xsl:apply-templates select="abstract"><xsl:with-param name="tag" select="'520'"/></xsl:apply-templates>
      <xsl:apply-templates select="useConstraints"><xsl:with-param name="tag" select="'540'"/></xsl:apply-templates>
      <xsl:apply-templates select="subjectTermsUncontrolled/uncontrolledTerm | controlledSubjectIndex//controlledTerm | profession">
        <xsl:with-param name="tag" select="'653'"/>
      </xsl:apply-templates>
      <xsl:for-each select="author">
        <datafield tag="720" ind1=" " ind2=" ">
          <subfield code="a"><xsl:value-of select="."/></subfield>
          <subfield code="e">author</subfield>
        </datafield>
      </xsl:for-each>
      <xsl:for-each select="availability/availableLinkage">
        <datafield tag="856" ind1="4" ind2="0">
          <subfield code="u"><xsl:value-of select="linkage"/></subfield>
          <subfield code="q"><xsl:value-of select="linkageType"/></subfield>
        </datafield>
      </xsl:for-each>
    </record>
  </xsl:template>
  <xsl:template match="/zthes"/>
  <xsl:template match="*">
    <xsl:param name="tag"/>
    <datafield tag="{$tag}" ind1=" " ind2=" ">
      <subfield code="a"><xsl:value-of select="."/></subfield>
    </datafield>
  </xsl:template>
</xsl:stylesheet>
`;

/** All files of the configuration, by their paths in the folder of the database. */
export const CONFIGURATION: Readonly<Record<string, string>> = {
  [CONFIG_FILE]: CONFIG,
  [SERVER_FILE]: SERVER,
  'gils-marcxml.xsl': MARC_STYLESHEET,
  'marc-iso2709.xsl': ISO2709_STYLESHEET,
  'zthes.xsl': ZTHES_STYLESHEET,
  ...Object.fromEntries(
    Object.entries({ ...PROFILE_FILES, ...ZTHES_FILES }).map(([name, text]) => [`tab/${name}`, text]),
  ),
};
