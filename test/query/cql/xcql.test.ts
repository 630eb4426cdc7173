import { expect, test } from 'vitest';
import { parseCql } from '../../../shared/query/cql/parse-cql.ts';
import { printXcql } from '../../../shared/query/cql/xcql.ts';
import { parseWeb } from '../../../shared/query/web/parse-web.ts';

const xcqlOf = (query: string) => printXcql(parseCql(query).query!);

test('prints a term with the default index and relation', () => {
  expect(xcqlOf('"<moss> & peat"')).toBe(`<searchClause>
  <index>cql.serverChoice</index>
  <relation>
    <value>=</value>
  </relation>
  <term>&lt;moss&gt; &amp; peat</term>
</searchClause>`);
});

test('prints prefixes, operators, modifiers and sort keys', () => {
  expect(
    xcqlOf('>dc="info:x" >"info:y" dc.title any/stem/rel.n>=2 moss AND/rel.sum b sortby date/sort.descending'),
  ).toBe(
    `<triple>
  <prefixes>
    <prefix>
      <name>dc</name>
      <identifier>info:x</identifier>
    </prefix>
    <prefix>
      <identifier>info:y</identifier>
    </prefix>
  </prefixes>
  <boolean>
    <value>and</value>
    <modifiers>
      <modifier>
        <type>rel.sum</type>
      </modifier>
    </modifiers>
  </boolean>
  <leftOperand>
    <searchClause>
      <index>dc.title</index>
      <relation>
        <value>any</value>
        <modifiers>
          <modifier>
            <type>stem</type>
          </modifier>
          <modifier>
            <type>rel.n</type>
            <comparison>&gt;=</comparison>
            <value>2</value>
          </modifier>
        </modifiers>
      </relation>
      <term>moss</term>
    </searchClause>
  </leftOperand>
  <rightOperand>
    <searchClause>
      <index>cql.serverChoice</index>
      <relation>
        <value>=</value>
      </relation>
      <term>b</term>
    </searchClause>
  </rightOperand>
  <sortKeys>
    <key>
      <index>date</index>
      <modifiers>
        <modifier>
          <type>sort.descending</type>
        </modifier>
      </modifiers>
    </key>
  </sortKeys>
</triple>`,
  );
});

test('prints each of several words side by side as a term', () => {
  expect(xcqlOf('title any bog "round moss" fen')).toContain(
    '  <term>bog</term>\n  <term>round moss</term>\n  <term>fen</term>\n</searchClause>',
  );
  expect(xcqlOf('title any "bog fen"')).toContain('  </relation>\n  <term>bog fen</term>\n</searchClause>');
});

test('replaces characters that XML forbids', () => {
  expect(xcqlOf('"a\u0000b\ud800"')).toContain('<term>a\ufffdb\ufffd</term>');
});

test('grows with the length of a chain, not with its square', () => {
  const length = (clauses: number) => xcqlOf(Array(clauses).fill('a').join(' and '))!.length;
  expect(length(256)).toBeLessThan(5 * length(64));
});

test('prints no query of another language', () => {
  expect(printXcql(parseWeb('moss').query!)).toBeUndefined();
});
