/**
 * Detects soft 404s: pages that say, in about twenty languages, that a page (file, article …) was not found or no longer exists.
 * Resource and message must be in one line, and the page must have hardly any prose.
 */
import { ASIDE, PREFORMATTED } from '../html/elements.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';

const STATUS =
  /(?<![\p{L}\p{N}])(?:(?:error|fehler|erreur|errore|erro|fel|feil|fejl|błąd|chyba|hiba|hata|ошибка|http|status)\s?:?\s?(?:40[0134]|410|50[0-4])|40[34](?=\s*[-–—:|!.)]|\s*$|\s+(?:error|not|page|seite|fehler)))/iu;

/** Error messages that count only as a whole line or between separators; elsewhere they may be about something lost. */
const STATUS_ALONE =
  /(?:^|\n|[|·•–—]|\s-\s)\s*(?:\d{3}\s*[-–—:]?\s*)?(?:not found|forbidden|access denied|bad gateway|service (?:temporarily )?unavailable|nicht gefunden|nie znaleziono|non trovat[ao]|no encontrad[ao]|não encontrad[ao]|introuvable)\s*[.!]*\s*(?:$|\n|[|·•–—]|-\s)/iu;

/** Words for the missing resource. */
const RESOURCE =
  /(?<!\p{L})(?:(?:web)?(?:page|site|seite)|file|document|article|item|listing|url|datei|dokument|artikel|beitrag|eintrag|inhalt|página|pagina|artículo|articolo|artigo|documento|fichier|sid(?:an|en)|sivua?|stron(?:a|y|ie)|stránk[ay]|oldal|sayfa|страниц[аыу]|сторінк[ау]|статья|стаття|σελίδα|الصفحة)(?!\p{L})|页面|网页|頁面|網頁|ページ|페이지/iu;

/** Messages that it is missing. */
const MISSING = new RegExp(
  [
    String.raw`(?:(?:could|can|was|were|is|are)\s?(?:not|n?['’]t)|cannot)(?: be)? (?:found|find|located?|displayed|available)`,
    String.raw`(?:not |n['’]t )(?:be )?(?:found|exist|available)|no longer (?:available|exists?|here)|(?:has|have) been (?:\p{L}+ or )?(?:removed|deleted|moved)|unavailable`,
    String.raw`nicht (?:\p{L}+ ){0,2}(?:gefunden|vorhanden|verfügbar|erreichbar)|existier(?:t|en) (?:leider )?nicht|gibt es (?:leider )?nicht`,
    String.raw`n['’]exist\p{L}* (?:pas|plus)|n['’](?:a|ont) (?:pas|plus) (?:pu )?(?:être |été )?trouvé|n['’]est (?:pas|plus) disponible|introuvable|non trouvé|inexistant`,
    String.raw`no (?:se )?(?:h[ae](?:n|mos)? )?(?:sido |podido )?encontr\p{L}+|(?:ya )?no (?:existe|está disponible)|no fue encontrad`,
    'non (?:è (?:stat[ao] |più )?(?:trovat|disponibile)|esiste|trovat|(?:è )?più disponibile)',
    'não (?:existe|foi encontrad|encontrad|está (?:mais )?disponíve|pôde ser encontrad)',
    'bestaat niet|niet (?:meer )?(?:worden )?(?:gevonden|beschikbaar)',
    '(?:kunde|kunne|kan) (?:inte|ikke) (?:hittas|findes|finnes|bli funnet)|finns inte|finnes ikke|findes ikke|hittades inte|ikke (?:funnet|fundet)',
    String.raw`ei (?:löyd|löyt|ole olemassa)\p{L}*|nie (?:istnieje|została|znaleziono|odnaleziono)`,
    String.raw`neexistuje|(?:nebyla )?nenalezena|nebyla nalezena|nem (?:található|létezik)|bulunama\p{L}+|mevcut değil`,
    String.raw`не (?:найден|существует|знайден|існує|доступн)\p{L}*|δεν (?:βρέθηκε|υπάρχει)|غير موجود|لم يتم العثور`,
    '不存在|找不到|未找到|見つかりません|存在しません|찾을 수 없|존재하지',
  ].join('|'),
  'iu',
);

/** Words for goods and their availability: an item that is out of stock is not an error. */
const GOODS = /(?<!\p{L})(?:article|item|listing|artikel|artículo|articolo|artigo)(?!\p{L})/iu;
const UNAVAILABLE =
  /(?<!(?:longer|mehr|ya no está|plus|più|mais|meer) )(?<!\p{L})(?:(?:un)?available|verfügbar|disponib\p{L}+|disponíve\p{L}+|beschikbaar)/iu;

/** Maximum length of the prose on an error page, in UTF-16 units. */
const MAX_PROSE = 700;
/** Maximum length of the prose if the message is in a line of the text rather than in a title. */
const MAX_PROSE_BESIDE_MESSAGE = 200;
/** Maximum length of such a line, in UTF-16 units. */
const MAX_LINE_LENGTH = 200;
/** Number of link blocks from which a short text may be an item of a list. */
const MAX_LINK_BLOCKS = 8;
/** Maximum number of lines at the beginning of a page that are checked. */
const MAX_FIRST_LINES = 8;

/** `prose` is the length of the paragraphs, `linkBlocks` the number of blocks that are mostly links. */
type PageSummary = { title: string; page: ParsedPage; text: string; prose: number; linkBlocks: number };

/** Returns whether a page says that its content does not exist. A page with code and several sentences is about such errors. */
export function isSoft404(summary: PageSummary): boolean {
  return saysMissing(summary) && !explainsCode(summary.page.blocks);
}

function saysMissing({ title, page, text, prose, linkBlocks }: PageSummary): boolean {
  if (prose > MAX_PROSE) return false;
  const heads = [title, page.title ?? '', ...page.headings.slice(0, 3)].filter((line) => line.length < 120);
  if (heads.some((line) => hasStatus(line) || isMissing(line))) return true;
  if (
    text.length < 300 &&
    linkBlocks < MAX_LINK_BLOCKS &&
    (hasStatus(text.slice(0, 160)) || isMissing(text.slice(0, 160)))
  )
    return true;
  return (
    prose <= MAX_PROSE_BESIDE_MESSAGE && firstLines(page.blocks).some((line) => isMissing(line) && !isOutOfStock(line))
  );
}

/** Minimum length of a sentence, in UTF-16 units. */
const MIN_SENTENCE_LENGTH = 60;
/** Minimum number of sentences beside code. */
const MIN_SENTENCES = 3;

function explainsCode(blocks: readonly Block[]): boolean {
  const own = blocks.filter(({ roles }) => (roles & ASIDE) === 0);
  if (!own.some(({ roles }) => (roles & PREFORMATTED) !== 0)) return false;
  const isSentence = ({ text, linked, roles }: Block): boolean =>
    (roles & PREFORMATTED) === 0 && text.length - linked >= MIN_SENTENCE_LENGTH;
  return own.filter(isSentence).length >= MIN_SENTENCES;
}

const hasStatus = (line: string): boolean => STATUS.test(line) || STATUS_ALONE.test(line);
const isOutOfStock = (line: string): boolean => GOODS.test(line) && UNAVAILABLE.test(line);

function isMissing(line: string): boolean {
  return MISSING.test(line) && RESOURCE.test(line);
}

/** Returns the first lines that are neither links nor list items. */
function firstLines(blocks: readonly Block[]): string[] {
  const found: string[] = [];
  for (const { text, roles, linked, item } of blocks) {
    if ((roles & ASIDE) !== 0 || linked > 0 || item !== 0 || text.length > MAX_LINE_LENGTH) continue;
    found.push(text);
    if (found.length === MAX_FIRST_LINES) break;
  }
  return found;
}
