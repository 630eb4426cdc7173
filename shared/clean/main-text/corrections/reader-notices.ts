/**
 * Lowers the scores of notices to the reader between the paragraphs of an article: newsletters, accounts to follow, subscriptions, links that earn
 * a commission, advertisements, credits of pictures. They are sentences in the element of a paragraph, and each site has its own.
 */
import type { Block } from '../../html/parsed-page.ts';
import type { PageSurvey } from '../page-survey.ts';
import { isSearched, linePenalty } from './article-lines.ts';

/** Maximum length of a notice, in UTF-16 units. Longer blocks mention such things beside their subject. */
const MAX_NOTICE = 300;

const NETWORKS =
  '(?:facebook|twitter|instagram|you ?tube|telegram|whats ?app|tik ?tok|linkedin|pinterest|google news|snapchat|flipboard|bluesky|mastodon|вконтакте|телеграм|фейсбук)';

/** Notices by their start. Of a text in lower case, because a search that ignores case takes twice the time. */
const STARTS = new RegExp(
  String.raw`^[^\p{L}\p{N}]{0,6}(?:${[
    // Accounts to follow.
    String.raw`(?:please )?(?:follow|like|join|find|subscribe to) (?:us|me|our|my|@\S+)(?!\p{L}).{0,60}${NETWORKS}`,
    String.raw`follow (?:\S+ ){1,4}on ${NETWORKS}`,
    String.raw`folg(?:e|en|t)(?: sie)? (?:uns|mir)(?!\p{L}).{0,60}${NETWORKS}`,
    String.raw`(?:(?:suivez|rejoignez|retrouvez)[ -](?:nous|moi)|s[ií]gue(?:nos|me)|únete|segui(?:ci|mi|teci)|siga[ -]nos|volg (?:ons|mij)|följ oss|følg oss|følg os|obserwuj nas|polub nas|dołącz do nas|подписывайтесь|подпишитесь)(?!\p{L}).{0,60}${NETWORKS}`,
    // Subscriptions and apps.
    String.raw`subscribe (?:now )?(?:to|for) (?:continue|unlimited|full|our)(?!\p{L})|subscribe(?: \S+){0,3}:? .{0,30}(?:apple podcasts|itunes|spotify|stitcher)|already (?:a|have a) subscri|(?:you(?: have|'ve|’ve) )?reached (?:your|the) (?:monthly |free )?(?:article )?limit`,
    '(?:jetzt )?weiterlesen mit|il vous reste .{0,40}article|la suite est réservée|contenido exclusivo para suscriptores|per continuare a leggere',
    String.raw`for the latest .{0,60}download (?:the|our) .{0,40}apps?(?!\p{L})`,
    'if you (?:enjoyed|liked?) (?:this|reading) (?:post|article|story|this)|gefällt (?:ihnen|dir|euch) (?:dieser|unser)',
    // What publishing systems write below a post.
    'this (?:entry|post) was posted (?:on|in|by)|dieser (?:beitrag|eintrag) wurde (?:am|unter|von|in) |cette entrée a été publiée|esta entrada fue publicada|questa voce è stata pubblicata|ten wpis został opublikowany|запись опубликована',
    // Whole lines: advertisements, credits of pictures.
    String.raw`(?:advertisement|advertising|sponsored|anzeige|werbung|publicidad|publicité|pubblicità|publicidade|advertentie|annons|annonse|annonce|reklama?|mainos|реклама|広告|广告|광고|إعلان|विज्ञापन|(?:story|article) continues (?:below|after) (?:this )?advertisement|continue reading the main story)[^\p{L}\p{N}]*$`,
    String.raw`(?:photos?|photographs?|images?|pictures?|fotos?|bild(?:er)?|imagen|crédit photo|credits?|fot\.|фото|kuvat?)(?: (?:credits?|courtesy|source|by|via))?\s?[:©].{2,80}$`,
  ].join('|')})`,
  'u',
);
/** Words that the notices of `WITHIN` have. */
const WORDS = /newsletter|mailing list|inbox|affiliate|links?|infolettre|boletín|nieuwsbrief|nyhe[dt]sbrev|рассылк/;
/** Notices by what is in them. */
const WITHIN = new RegExp(
  [
    String.raw`(?<!\p{L})(?:sign[- ]?up|subscribe|join)(?!\p{L}).{0,50}(?:newsletters?|mailing list|inbox)(?!\p{L}| subscri)`,
    String.raw`newsletter(?!\p{L}).{0,60}(?<!\p{L})(?:sign[- ]?up|subscribe(?![rd])|abonnier|anmeld|bestell|eintrag|inscri|abonn|suscr|iscri|assin|zapisz)`,
    String.raw`(?<!\p{L})(?:delivered|straight|sent|right)(?: \S+){0,3} to your inbox`,
    String.raw`(?<!\p{L})(?:abonnier|anmeld|meld|trag|inscri[vs]|abonne|recevez|suscr[ií]|recib|iscriv|ricevi|inscreva|assine|receba|schrijf|prenumerera|anmäl|tilmeld|zapisz|подпи)\p{L}*(?!\p{L}).{0,50}(?:newsletter|infolettre|boletín|nieuwsbrief|nyhetsbrev|nyhedsbrev|рассылк)`,
    String.raw`this (?:post|article|page|site|blog)(?!\p{L}).{0,60}affiliate links?|affiliate links?.{0,80}commission|(?:purchase|buy|shop|bought).{0,40}through (?:our |my |the |these )?links?.{0,80}(?:commission|earn)|enthält (?:werbung|affiliate|werbelinks)`,
  ].join('|'),
  'u',
);

/**
 * Lowers the scores in place.
 *
 * @param scores logarithms of the odds, by block
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 */
export function lowerReaderNotices(
  scores: Float32Array,
  { page }: Pick<PageSurvey, 'page'>,
  kinds: Float32Array,
): void {
  const penalty = linePenalty(kinds);
  if (penalty === undefined) return;
  for (let i = 0; i < page.blocks.length; i++) {
    const block = page.blocks[i] as Block;
    const score = scores[i] as number;
    if (isSearched(block, score) && isNotice(block)) scores[i] = score - penalty;
  }
}

function isNotice({ text }: Block): boolean {
  if (text.length > MAX_NOTICE) return false;
  const lower = text.toLowerCase();
  return STARTS.test(lower) || (WORDS.test(lower) && WITHIN.test(lower));
}
