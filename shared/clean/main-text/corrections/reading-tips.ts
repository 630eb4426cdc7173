/**
 * Lowers the scores of references to other articles between the paragraphs of an article: `Read also: Moss grows in the north`. The trees know
 * the English labels of the sites that they were trained on. News sites of all languages have such lines, in the element of a paragraph.
 */
import { unlinkedLength } from '../../html/block-lengths.ts';
import { BLOCK_KINDS, elementId } from '../../html/elements.ts';
import type { Block } from '../../html/parsed-page.ts';
import type { PageSurvey } from '../page-survey.ts';
import { ENTRIES, isSearched, linePenalty } from './article-lines.ts';

/** Maximum length of a label with the linked title, and of a label alone, in UTF-16 units. */
const MAX_TIP = 250;
const MAX_LABEL = 60;
/** Minimum length of a linked title, and maximum length of what is beside label and title, such as quotation marks. UTF-16 units. */
const MIN_TITLE = 8;
const MAX_REST = 6;
/** Minimum share of link text in a block that is a link. */
const MIN_LINKED = 0.95;
/** Minimum share of link text in a block that refers to another page, beside a date or the name of a section. */
const MIN_REFERENCE = 0.5;
/** Minimum length of what a heading is the heading of, beside links. UTF-16 units. */
const MIN_SENTENCE = 20;
/** End of a sentence. Titles of other articles have none. */
const SENTENCE_END = /[.!?…。！？]["'”’»)]?$/u;
/** A task in the list of a course: `Read: Chapter 3`. */
const TASK = /^(?:read|watch|listen)\s?:/i;
const LI = elementId('li');
/** End of a label of references. */
const CALL_END = /[:!]$/;
/** Maximum number of links below a label that belong to it. */
const MAX_LINKS = 8;

const LABELS = [
  // English.
  '(?:(?:you )?(?:must|should|can|may|might)[ -])?(?:also |further )?(?:read|check(?: out)?|watch|listen)(?: (?:also|more|next|now|on|this|too|here))*',
  '(?:also )?see (?:also|more)|also see|(?:you )?(?:may|might|will)(?: also)? (?:like|love|enjoy|want to read|be interested(?: in)?)',
  "(?:related|recommended|suggested|further)(?: (?:articles?|posts?|stor(?:y|ies)|reading|content|news|coverage|topics?|links?|videos?))?|more (?:on (?:this|the) (?:topic|story|subject)|like this)|don[’']t miss|in case you missed it|(?:up|read) next",
  // German.
  '(?:lesen sie|lest|lies|siehe|sehen sie|hören sie)(?: (?:auch|hier|dazu|mehr|hierzu|jetzt|außerdem|weiter|zum thema))+|mehr (?:zum thema|dazu|lesen)|auch interessant|(?:das|dies) könnte (?:sie|dich|euch|ihnen)(?: auch)?(?: (?:interessieren|gefallen))?|passend (?:dazu|zum thema)|zum thema|lese-?tipps?|weiterlesen|ähnliche (?:artikel|beiträge)|schon gelesen',
  // French and Spanish.
  '(?:[àa] )?(?:lire|voir|écouter|regarder) (?:aussi|également|plus|encore)|à lire|sur le même (?:sujet|thème)|articles? (?:liés?|similaires?)|vous aimerez aussi',
  '(?:lea|le[eé]|vea|mir[aáe])(?: (?:también|además|más|aquí))*|también (?:lea|lee)|(?:le|te|les) (?:puede|podría) interesar|(?:notas?|noticias?|artículos?) relacionad[oa]s?',
  // Portuguese and Italian.
  '(?:leia|veja|saiba|confira)(?: (?:também|mais|ainda))+|(?:leggi|vedi|guarda|scopri)(?: (?:anche|pure))+|potrebbe(?:ro)? interessarti',
  // Dutch, Swedish, Norwegian, Danish, Finnish.
  '(?:lees|bekijk|zie)(?: (?:ook|verder|meer))+|(?:läs|se)(?: (?:också|mer|även|mera))+|(?:les|læs|se|hør)(?: (?:også|mer|mere|meir))+|(?:lue|katso)(?: (?:myös|lisää))+',
  // Polish, Czech and Slovak, Hungarian, Romanian, Turkish.
  '(?:czytaj|zobacz|przeczytaj|sprawdź|polecamy)(?: (?:też|także|również|więcej|dalej))*|(?:čtěte|přečtěte si|čítajte|prečítajte si)(?: (?:také|též|více|aj))+|olvas[sd] (?:el|tovább)|cite(?:ște|ști|şte|şti) și|bunu da oku(?:yun)?',
  // Russian and Ukrainian, Arabic, Hindi.
  '(?:читайте|смотрите)(?: (?:также|ещё|еще|подробнее))+|(?:материалы )?по теме|читайте також|(?:اقرأ|إقرأ|شاهد)(?: (?:أيضا|أيضاً|ايضا|المزيد))+|مواضيع ذات صلة|(?:यह|ये|इसे) भी (?:पढ़ें|पढ़ें|देखें)',
  // Japanese, Chinese, Korean.
  '関連(?:記事|ニュース|リンク)|(?:あわせて|合わせて)読みたい|相关(?:阅读|新闻|链接|报道|文章)|延伸(?:阅读|閱讀)|推荐阅读|관련 ?(?:기사|뉴스)',
];
const LABEL = new RegExp(String.raw`^[^\p{L}\p{N}]{0,6}(?:${LABELS.join('|')})(?![\p{L}\p{N}])`, 'iu');
/** What separates a label from the title, or ends it. */
const SEPARATOR = /^\W{0,2}[:>»|–—-]|^\s*$|^\W?\s*["“„«]/u;
/** What may follow a label that is a block of its own. */
const LABEL_END = /^[^\p{L}\p{N}]*$/u;
/** The end of a label that may be the button of the card before it: the links below it are other cards. */
const BUTTON =
  /(?:more|mehr|mehr lesen|weiterlesen|plus|más|mais|meer|verder|mer|mera|meir|mere|lisää|dalej|więcej|více|подробнее|المزيد)[^\p{L}\p{N}:]*$/iu;
/** Headings of sections of encyclopedias, which are text. */
const SECTION =
  /^(?:see also|further reading|siehe auch|voir aussi|véase también|veja também|zie ook|se (?:även|også)|katso myös|zobacz też)$/i;

/**
 * Lowers the scores in place, of labels with a linked title, labels alone, and the links below those.
 *
 * @param scores logarithms of the odds, by block
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 */
export function lowerReadingTips(scores: Float32Array, { page }: Pick<PageSurvey, 'page'>, kinds: Float32Array): void {
  const penalty = linePenalty(kinds);
  if (penalty === undefined) return;
  const { blocks } = page;
  const lower = (i: number) => {
    scores[i] = (scores[i] as number) - penalty;
  };
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[i] as Block;
    if (!isSearched(block, scores[i] as number)) continue;
    if (isTip(block)) lower(i);
    else if (isLabel(block) && !isOfText(block, blocks[i + 1])) {
      lower(i);
      const end = BUTTON.test(block.text) ? 0 : Math.min(blocks.length, i + 1 + MAX_LINKS);
      for (let k = i + 1; k < end && isLink(blocks[k] as Block); k++) lower(k);
    }
  }
}

/** Whether a block is a label and a linked title. The label may be part of the link. */
function isTip({ text, linked, element }: Block): boolean {
  if (linked < MIN_TITLE || text.length > MAX_TIP || (element === LI && TASK.test(text))) return false;
  const length = LABEL.exec(text)?.[0].length ?? 0;
  return (
    length > 0 &&
    text.length - length > MIN_TITLE &&
    text.length - linked <= length + MAX_REST &&
    SEPARATOR.test(text.slice(length))
  );
}

/** Whether a block is a label alone, without a link. */
function isLabel({ text, linked, element }: Block): boolean {
  if (linked > 0 || text.length > MAX_LABEL) return false;
  const length = LABEL.exec(text)?.[0].length ?? 0;
  return length > 0 && LABEL_END.test(text.slice(length)) && !(BLOCK_KINDS.heading.has(element) && SECTION.test(text));
}

/** Whether a label is a part of the text: the heading of a sentence, or an entry or value that no reference follows. */
function isOfText({ element, text }: Block, next: Block | undefined): boolean {
  const isHeading = BLOCK_KINDS.heading.has(element);
  if ((!isHeading && !ENTRIES.has(element)) || CALL_END.test(text)) return false;
  if (next === undefined || next.linked > next.text.length * MIN_REFERENCE) return false;
  return !isHeading || (unlinkedLength(next) >= MIN_SENTENCE && (next.linked > 0 || SENTENCE_END.test(next.text)));
}

const isLink = ({ text, linked }: Block): boolean => linked >= text.length * MIN_LINKED;
