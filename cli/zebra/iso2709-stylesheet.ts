import { MARC_NAMESPACE } from '../../web/formats/marcxml.ts';

/**
 * Most characters of a field. ISO 2709 writes the length of a field in four digits, so it has at most 9,999 bytes, and a character has up
 * to four bytes.
 */
const MAX_FIELD = 2_300;

/** Most subfields of a field, so that their codes and signs of cutting fit beside `MAX_FIELD`. */
const MAX_SUBFIELDS = 50;

/** Most characters of all fields. The length of a record has five digits: at most 99,999 bytes. */
const MAX_RECORD = 20_000;

/** What the entry of a field in the directory, its indicators and its end count as, in characters of four bytes. */
const FIELD_OVERHEAD = 10;

/**
 * Fits a record in MARCXML into ISO 2709, whose lengths would overflow and make it unreadable. Cuts long texts, and leaves out long URLs,
 * because a cut one leads nowhere. Leaves out fields that do not fit into the record, but never the first URL.
 */
export const ISO2709_STYLESHEET = `<?xml version="1.0" encoding="UTF-8"?>
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:marc="${MARC_NAMESPACE}" xmlns="${MARC_NAMESPACE}" exclude-result-prefixes="marc">
  <xsl:output method="xml" encoding="UTF-8"/>
  <xsl:template match="/marc:record">
    <record>
      <xsl:copy-of select="marc:leader | marc:controlfield"/>
      <xsl:apply-templates select="marc:datafield[1]"><xsl:with-param name="room" select="${MAX_RECORD}"/></xsl:apply-templates>
    </record>
  </xsl:template>
  <xsl:template match="marc:datafield">
    <xsl:param name="room"/>
    <xsl:variable name="length" select="string-length(.)"/>
    <xsl:variable name="used">
      <xsl:choose>
        <xsl:when test="@tag = '856' and $length &gt; ${MAX_FIELD}">0</xsl:when>
        <xsl:when test="@tag = '856' and not(preceding-sibling::marc:datafield[1]/@tag = '856')">1</xsl:when>
        <xsl:when test="$length &gt; ${MAX_FIELD}"><xsl:value-of select="${MAX_FIELD + FIELD_OVERHEAD}"/></xsl:when>
        <xsl:otherwise><xsl:value-of select="$length + ${FIELD_OVERHEAD}"/></xsl:otherwise>
      </xsl:choose>
    </xsl:variable>
    <xsl:variable name="fits" select="$used &gt; 0 and ($used &lt;= $room or $used = 1)"/>
    <xsl:if test="$fits">
      <datafield tag="{@tag}" ind1="{@ind1}" ind2="{@ind2}">
        <xsl:variable name="part" select="floor(${MAX_FIELD} div count(marc:subfield))"/>
        <xsl:for-each select="marc:subfield[position() &lt;= ${MAX_SUBFIELDS}]">
          <subfield code="{@code}">
            <xsl:choose>
              <xsl:when test="$length &gt; ${MAX_FIELD} and string-length(.) &gt; $part">
                <xsl:value-of select="concat(substring(., 1, $part), '…')"/>
              </xsl:when>
              <xsl:otherwise><xsl:value-of select="."/></xsl:otherwise>
            </xsl:choose>
          </subfield>
        </xsl:for-each>
      </datafield>
    </xsl:if>
    <xsl:apply-templates select="following-sibling::marc:datafield[1]">
      <xsl:with-param name="room">
        <xsl:choose>
          <xsl:when test="$fits"><xsl:value-of select="$room - $used"/></xsl:when>
          <xsl:otherwise><xsl:value-of select="$room"/></xsl:otherwise>
        </xsl:choose>
      </xsl:with-param>
    </xsl:apply-templates>
  </xsl:template>
</xsl:stylesheet>
`;
