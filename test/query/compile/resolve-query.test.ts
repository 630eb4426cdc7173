/** Which records a query matches, as the condition that both engines translate. */
import { describe, expect, test } from 'vitest';
import { TEXT_FIELDS } from '../../../shared/index/text-fields.ts';
import type { IndexCondition } from '../../../shared/ports/index-condition.ts';
import type { QuerySyntax } from '../../../shared/query/ast/query-ast.ts';
import { parseQuery, printQuery } from '../../../shared/query/compile/print-query.ts';
import { resolveQuery } from '../../../shared/query/compile/resolve-query.ts';

function resolve(syntax: QuerySyntax, text: string, languages = ['en']) {
  const { query, error } = parseQuery(syntax, text);
  if (error) throw new Error(error.message);
  return resolveQuery(query, { languages });
}

const FIELD_LETTERS = {
  title: 't',
  headings: 'h',
  text: 'x',
  author: 'a',
  anchors: 'l',
  abstract: 'd',
  keywords: 'k',
  url: 'u',
};

/** Prints a condition: `t:` before words in one field, `~` for similar words. */
function show(condition: IndexCondition | undefined): string {
  if (!condition) return '';
  const fields =
    'fields' in condition && condition.fields.length < TEXT_FIELDS.length
      ? `${condition.fields.map((one) => FIELD_LETTERS[one]).join('')}:`
      : '';
  switch (condition.match) {
    case 'all':
    case 'none':
      return condition.match;
    case 'and':
    case 'or':
      return `(${condition.parts.map(show).join(` ${condition.match} `)})`;
    case 'not':
      return `not ${show(condition.part)}`;
    case 'words': {
      const { alternatives, maxGap, ordered } = condition;
      const order = maxGap === 0 && ordered ? '' : `${ordered ? '>' : '~'}${maxGap}`;
      return `${fields}${alternatives.map((words) => words.join('+')).join('|')}${order}`;
    }
    case 'whole': {
      const words = condition.alternatives.map((one) => one.join('+')).join('|');
      return `${FIELD_LETTERS[condition.field]}:${words} = ${condition.text}`;
    }
    case 'wildcard':
      return `${fields}${condition.pattern}`;
    case 'fuzzy':
      return `${fields}${condition.words.join('|')}~${condition.maxEdits}`;
    case 'value':
      return `${condition.field}=${condition.value}`;
    case 'parts':
      return `${condition.field}[${condition.parts.map((one) => one?.join('|') ?? '').join(condition.separator)}]`;
    case 'annotation':
      return `annotation(${show(condition.on)})`;
    case 'url':
      return `u:${condition.words.join('+')} = ${condition.url}`;
    case 'ids':
      return `ids ${condition.ids.join()}`;
    case 'days':
      return `${condition.field}[${condition.from ?? ''},${condition.before ?? ''})`;
  }
}

describe('the web syntax', () => {
  // query · condition · words that rank
  test.each<[string, string, string]>([
    ['pitcher plants', '', 'pitcher plants'],
    ['moss OR fen', 'moss|fen', 'moss fen'],
    ['moss AND fens', '(moss and fen|fens)', 'moss fens'],
    ['"pitcher plants" bog', 'pitcher+plant|pitcher+plants', 'pitcher plants bog'],
    ['bog -fen', '(bog and not fen)', 'bog'],
    ['annotation:maps bog', 'annotation(x:map|maps)', 'bog'],
    ['annotation:"old maps" AND bog', '(annotation(x:old+map|old+maps) and bog)', 'bog'],
    ['-annotation:ma*p', 'not annotation(x:ma*p)', ''],
    ['annotation:(map OR phot~)', '(annotation(x:map) or annotation(x:phot~1))', ''],
    // Words of URLs are not stemmed, stop words stay, and they do not rank.
    ['url:mosses', 'u:mosses', ''],
    ['inurl:Moss', 'u:moss', ''],
    ['url:the', 'u:the', ''],
    ['url:"the peat moss"', 'u:the+peat+moss', ''],
    ['url:/plants/peat-moss.html', 'u:plants+peat+moss+html', ''],
    ['url:https://www.example.org/wiki/Moss_(plant)?page=2#top', 'u:example+org+wiki+moss+plant+page+2', ''],
    ['url:m%C3%BCll/x', 'u:mull+x', ''],
    ['url:moss*', '(u:moss* or u:moss)', ''],
    ['url:*oss', 'u:*oss', ''],
    ['url:mosd~', 'u:mosd~1', ''],
    ['url:"moss fen"~3', 'u:moss+fen~3', ''],
    ['bog url:moss', 'u:moss', 'bog'],
    ['bog -url:moss', '(bog and not u:moss)', 'bog'],
    ['url:(moss OR fen) title:bog', '(u:moss|fen and t:bog)', 'bog'],
    ['-fen', 'not fen', ''],
    ['"theory of mind"', 'theori+mind|theory+of+mind', 'theory of mind'],
    ['title:moss fen', 't:moss', 'moss fen'],
    ['meat-eating AND x', '(meat+eat|meat+eating|meateat|meateating and x)', 'meat-eating x'],
    ['"bog moss"~5', 'bog+moss~5', 'bog moss'],
    ['plants*', '(plants* or plant|plants)', ''],
    ['*ology moss', '(moss or (*ology or *olog))', 'moss'],
    ['ap?le', '(ap?le or ap?l)', ''],
    ['b?gs', '(b?gs or b?g)', ''],
    ['plan?s', '(plan?s or plan?)', ''],
    ['pla*ts', '(pla*ts or pla*t)', ''],
    ['pla*s', 'pla*s', ''],
    ['*ble', '(*ble or *bl)', ''],
    ['*state', '*state', ''],
    ['date:>2020 pitcher', '(date[2021-01-01,) and pitcher)', 'pitcher'],
    ['Höhl*', '(hohl* or hohl)', ''],
    ['sundw~', 'sundw~1', ''],
    ['sundews~', 'sundew|sundews~2', ''],
    ['waa~2', 'waa~1', ''],
    ['waabc~2', 'waabc~2', ''],
    ['ab~', 'ab~0', ''],
    ['date:2020..2021-02', 'date[2020-01-01,2021-03-01)', ''],
    ['date:<2020', 'date[,2020-01-01)', ''],
    ['date:>2020-12', 'date[2021-01-01,)', ''],
    ['-site:a.example moss', '(moss and not host=a.example)', 'moss'],
    ['lang:en OR lang:sv', '(language=en or language=sv)', ''],
    ['the AND moss', 'moss', 'the moss'],
    ['"to be"', '', 'to be'],
    ['editor:Ada moss', '', 'editor: Ada moss'],
    ['editor:Ada AND moss', '(editor|ada and moss)', 'editor: Ada moss'],
    ['食虫植物 AND moss', '(食+食虫+虫+虫植+植+植物+物 and moss)', '食虫植物 moss'],
  ])('compiles %s', (query, condition, text) => {
    const resolved = resolve('web', query);
    if ('error' in resolved) throw new Error(resolved.error.message);
    expect([show(resolved.condition), resolved.text]).toEqual([condition, text]);
    expect(resolved.faults).toEqual([]);
  });

  test('takes filters of the whole query out of the condition; the last one of a name wins', () => {
    expect(resolve('web', 'moss site:a.example lang:de lang:SV after:2020')).toMatchObject({
      text: 'moss',
      filters: { site: 'a.example', language: 'sv', after: '2020' },
    });
    expect(resolve('web', 'class:"Big plants"')).toMatchObject({ text: '', filters: { class: 'Big plants' } });
  });

  test.each([
    ['"type:webpage" type:webpage', 15],
    ['moss lang:(en OR zz)', 17],
  ])('prints the place of the invalid value in %s', (query, at) => {
    expect(printQuery('web', query, 'fts5', { languages: ['en'] })).toMatchObject({ error: { at } });
  });

  test('reports invalid values and names what it does not apply', () => {
    expect(resolve('web', 'type:webpage (lang:zz OR date:soon) title:moss')).toMatchObject({
      faults: [
        { filter: 'type:webpage', at: 0, detail: expect.stringContaining('must be one of html') },
        { filter: 'lang:zz', at: 14, detail: expect.stringContaining('must be the code') },
        { filter: 'date:soon', at: 25, detail: 'must be a date, such as 2024-05-31' },
      ],
    });
    expect(resolve('web', 'editor:Ada moss^4 a*b*')).toMatchObject({
      ignored: [
        { operator: 'editor:Ada', detail: expect.stringContaining('there is no field editor:; the fields are title:') },
        { operator: 'moss^4', detail: 'all words have the same weight' },
      ],
    });
  });

  test.each([
    ['waa~2 moss', 'waa~2', 'needs at least 5 letters'],
    ['ab~ moss', 'ab~', 'needs at least 3 letters'],
    ['a* moss', 'a*', 'needs at least 2 letters'],
    ['moss e~', 'e~', 'needs at least 2 letters'],
    ['moss e~2', 'e~2', 'needs at least 2 letters'],
    ['*a', '*a', 'needs at least 2 letters'],
    ['(moss OR e*) AND fen', 'e*', 'needs at least 2 letters'],
  ])('names what is too short in %s', (query, operator, detail) => {
    expect(resolve('web', query)).toMatchObject({ ignored: [{ operator, detail: expect.stringContaining(detail) }] });
  });

  test.each([
    ['"administracion pública"', ['es'], 'administracion+public|administracion+publica|administr+public'],
    ['"Café Moos"', ['de'], 'cafe+moos|caf+moos'],
    ['"få kött"', ['sv'], 'fa+kott'],
  ])('finds phrases in other accents: %s', (query, languages, condition) => {
    const resolved = resolve('web', query, languages);
    expect('condition' in resolved && show(resolved.condition)).toBe(condition);
  });

  test('allows short stems of other languages fewer edits', () => {
    const resolved = resolve('web', 'Müller~', ['en', 'de', 'tr']);
    expect('condition' in resolved && show(resolved.condition)).toBe('(muller~2 or mull|mul~1)');
    expect(resolved).toMatchObject({ ignored: [] });
  });

  test.each(['waa~', 'waab~1', 'sundews~2', 'ab*', 'A', 'C'])('names nothing of %s', (query) => {
    expect(resolve('web', query)).toMatchObject({ ignored: [] });
  });

  test('adds a bonus for patterns and similar words, which have no words that rank', () => {
    expect(resolve('web', 'plan* sundw~ moss')).toMatchObject({
      text: 'moss',
      bonuses: [{ match: 'or' }, { match: 'fuzzy' }],
    });
    expect(resolve('web', '-plan*')).toMatchObject({ bonuses: [] });
  });

  test('limits conditions, but not words', () => {
    expect(resolve('web', `${'moss '.repeat(500)} -fen`)).not.toHaveProperty('error');
    expect(resolve('web', Array(40).fill('"a b"').join(' '))).toMatchObject({
      error: { message: 'the query has more than 32 conditions', at: 192 },
    });
  });
});

describe('CQL', () => {
  test.each<[string, string]>([
    ['sundew', 'sundew'],
    ['"round leaved sundew"', 'round+leav+sundew|round+leaved+sundew'],
    ['dc.title = moss', 't:moss'],
    ['title cql.any "moss fen"', 't:moss|fen'],
    ['title all "moss fen"', '(t:moss and t:fen)'],
    ['title <> moss', 'not t:moss'],
    ['cql.serverChoice any/stem/cql.relevant moss', 'moss'],
    ['title =/fuzzy sundw', 't:sundw~1'],
    ['title any/fuzzy "sundw mos*"', '(t:sundw~1 or (t:mos* or t:mos))'],
    ['title all/fuzzy "sundw the fens"', '(t:sundw~1 and t:fen|fens~1)'],
    ['title <>/fuzzy sundw', 'not t:sundw~1'],
    ['title =/fuzzy " sundw "', 't:sundw~1'],
    ['title =/fuzzy "sundw fen"', 'error 20 at 0'],
    ['moss and title adj/cql.fuzzy "sundw fen"', 'error 20 at 9'],
    ['title ==/fuzzy sundw', 'error 20 at 0'],
    ['author =/fuzzy "moss, ada"', 'error 20 at 0'],
    ['title = plan?s*', 't:plan?s*'],
    [String.raw`"5\*4 moss"`, '5+4+moss'],
    [String.raw`title = "m\oss \"fen\""`, 't:moss+fen'],
    [String.raw`title = pl\an?s*`, 't:plan?s*'],
    [String.raw`dc.language = "e\n"`, 'language=en'],
    ['bog prox/distance<=3/ordered fen', 'bog+fen>2'],
    ['bog prox moss', 'bog+moss~0'],
    ['bog prox/distance<3/unit=word title=x', 'error 48 at 4'],
    ['dc.date within "2002 2005"', 'date[2002-01-01,2006-01-01)'],
    ['dc.date > 2005-02', 'date[2005-03-01,)'],
    ['dc.date <= 2005', 'date[,2006-01-01)'],
    ['dc.language = English', 'language=en'],
    ['dc.language any "en sv"', '(language=en or language=sv)'],
    ['dc.subject = A.b', '(classes=A.b or fields=subject=A.b)'],
    ['class = A.b', 'classes=A.b'],
    ['moss not dc.format = pdf', '(moss and not type=pdf)'],
    ['> d = "info:srw/cql-context-set/1/dc-v1.1" d.title = moss', 't:moss'],
    ['> "info:srw/context-set/1/dc-v1.1" title = moss', 't:moss'],
    ['dc.contributor = moss', 'error 16 at 0'],
    ['dc.creator = ada', 'a:ada'],
    ['dc.creator = "moss, ada"', '(a:moss+ada or a:ada+moss>1)'],
    [
      'dc.creator == "山田, 太郎"',
      '(a:山+山田+田+太+太郎+郎 = 山 山田 田 太 太郎 郎 or a:山+山田+田+田太+太+太郎+郎 = 山 山田 田 田太 太 太郎 郎)',
    ],
    ['dc.creator <> "moss, ada"', 'not (a:moss+ada or a:ada+moss>1)'],
    ['dc.creator all "moss, ada"', '(a:moss and a:ada)'],
    ['dc.title = "moss, ada"', 't:moss+ada'],
    ['dc.description = moss', 'd:moss'],
    ['bib1.abstract all "moss bog"', '(d:moss and d:bog)'],
    ['description any moss', 'd:moss'],
    ['url = mosses', 'u:mosses'],
    ['url any "moss fen"', 'u:moss|fen'],
    ['url all "moss fen"', '(u:moss and u:fen)'],
    ['inurl = mos*', '(u:mos* or u:mos)'],
    ['dc.identifier <> moss', 'not u:moss'],
    ['dc.identifier = "http://www.a.example/peat-moss?x=1"', 'u:a+example+peat+moss+x+1'],
    ['dc.identifier == "HTTP://A.example:80/moss?x=1"', 'u:a+example+moss+x+1 = http://a.example/moss?x=1'],
    ['dc.identifier exact "http://a.example/moss\\?x=1"', 'u:a+example+moss+x+1 = http://a.example/moss?x=1'],
    ['url == "www.example.org/moss"', 'u:example+org+moss = http://www.example.org/moss'],
    ['url = moss prox/distance<=3 url = fen', 'u:moss+fen~2'],
    ['url = moss prox title = fen', 'error 48 at 11'],
    ['url == mos*', 'error 22 at 0'],
    ['url within moss', 'error 22 at 0'],
    ['url = "//"', 'error 35 at 0'],
    ['bath.author all "ada bell"', '(a:ada and a:bell)'],
    ['bib1.author <> ada', 'not a:ada'],
    ['creator = ada', 'a:ada'],
    ['x and foo.title = moss', 'error 15 at 6'],
    ['> dc = "urn:x" dc.title = moss', 'error 15 at 15'],
    ['title bath.near moss', 'error 19 at 0'],
    ['title any/regexp moss', 'error 20 at 0'],
    ['dc.title == "The Bogs"', 't:bog|the+bogs = the bogs'],
    ['headings exact Séance', 'h:seanc|seance = seance'],
    [String.raw`author cql.exact "Ada\*"`, 'a:ada = ada'],
    ['not and creator == (ada or ben)', '(not and (a:ada = ada or a:ben = ben))'],
    ['title == the', 'error 35 at 0'],
    ['title == bog*', 'error 22 at 0'],
    ['text == moss', 'error 22 at 0'],
    ['anchor exact moss', 'error 22 at 0'],
    ['abstract == moss', 'error 22 at 0'],
    ['cql.anywhere == moss', 'error 22 at 0'],
    ['title within moss', 'error 22 at 0'],
    ['dc.language < en', 'error 22 at 0'],
    ['moss and ""', 'error 27 at 9'],
    ['title = "the"', 'error 35 at 0'],
    ['x*', 'error 29 at 0'],
    ['^moss', 'error 31 at 0'],
    ['"mos* fen"', 'error 33 at 0'],
    ['dc.date = soon', 'error 36 at 0'],
    ['moss prox/distance>3 fen', 'error 40 at 5'],
    ['moss prox/distance=0 fen', 'error 41 at 5'],
    ['moss prox/unit=sentence fen', 'error 42 at 5'],
    ['moss and/rel.sum fen', 'error 46 at 5'],
    ['moss prox/unit<>word fen', 'error 42 at 5'],
    ['plan* prox fen', 'error 33 at 6'],
    ['cql.allRecords = 1', 'all'],
    ['allRecords <> "*"', 'all'],
    ['cql.allRecords = 1 not title = moss', '(all and not t:moss)'],
    ['title = moss or cql.allRecords = 1', '(t:moss or all)'],
    ['cql.resultSetId = "5940824f"', 'error 50 at 0'],
    ['moss and cql.resultSetId = 5', 'error 50 at 9'],
    ['> dc = "http://www.loc.gov/zing/cql/dc-indexes/v1.0/" dc.title = moss', 't:moss'],
    ['moss sortby title', 'error 88 at 12'],
    ['moss sortby cql.allRecords', 'error 88 at 12'],
    ['moss sortby date/sort.ignoreCase', 'error 91 at 12'],
    ['moss sortby date/sort.missingOmit', 'error 92 at 12'],
    ['moss sortby date/sort.missingLow', 'error 92 at 12'],
    ['moss sortby date/sort.locale=sv', 'error 82 at 12'],
  ])('compiles %s', (query, expected) => {
    const resolved = resolve('cql', query);
    const shown =
      'error' in resolved ? `error ${resolved.error.diagnostic} at ${resolved.error.at}` : show(resolved.condition);
    expect(shown).toBe(expected);
  });

  test('resolves sort keys', () => {
    expect(resolve('cql', 'moss sortby dc.date/sort.descending language')).toMatchObject({
      sort: [
        { field: 'date', descending: true },
        { field: 'language', descending: false },
      ],
    });
    // Records without the field come last.
    expect(resolve('cql', 'moss sortby date/sort.missingHigh date/sort.missingLow/sort.descending')).toMatchObject({
      sort: [{ descending: false }, { descending: true }],
    });
  });
});

describe('PLQL', () => {
  test.each<[string, string]>([
    ['elections and lom.general.title = "Sarah Palin"', '(elect|elections and t:sarah+palin)'],
    ["lom.general.language = 'English'", 'language=en'],
    ['lom.general.title.langstring.string = moss', 't:moss'],
    ['lom.lifecycle.contribute[1].date.datetime > "2005"', 'date[2006-01-01,)'],
    ['not dc.subject = A', 'not (classes=A or fields=subject=A)'],
    ['lom.rights.cost = yes', 'none'],
    ["lom.rights.description = 'CC BY 4.0'", 'licence=cc-by-4.0'],
    ["dc.rights = 'all rights reserved'", 'none'],
    ['moss or dc.contributor = ada', '(moss or none)'],
    ['moss or dc.creator = ada', '(moss or a:ada)'],
    ['lom.lifecycle.contribute[1].entity = ada', 'a:ada'],
    ['mpeg7.creationinformation.creation.creator.agent.name = ada', 'a:ada'],
    ['lom.general.description.langString = moss', 'd:moss'],
    ['lom.educational.description = moss', 'none'],
    ['dc.description = moss', 'd:moss'],
    ["lom.technical.location = 'http://a.example/moss'", 'u:a+example+moss'],
    ['dc.identifier = moss', 'u:moss'],
    ['mpeg7.mediainformation.mediaprofile.mediainstance.medialocator = moss', 'u:moss'],
    ['mpeg7.creationinformation.creation.abstract = moss', 'd:moss'],
    ['mpeg7.creationinformation.creation.abstract.freetextannotation = moss', 'd:moss'],
    ['mpeg7.creationinformation.creation.abstract.keywordannotation.keyword = moss', 'none'],
    ['dc.date = 1', 'none'],
  ])('compiles %s', (query, condition) => {
    const resolved = resolve('plql', query);
    if ('error' in resolved) throw new Error(resolved.error.message);
    expect(show(resolved.condition)).toBe(condition);
    if (condition.includes('none')) expect(resolved.ignored[0]?.detail).toContain('matches nothing');
  });
});
