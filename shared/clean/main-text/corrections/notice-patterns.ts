/** Patterns of notices to the reader, for texts in lower case: a search that ignores case takes twice the time. */

/** Notices of one subject. `subject`: what a page says in its title that is about it, and has such sentences in its text. */
export type NoticePattern = { notice: RegExp; subject: RegExp };

const NETWORKS =
  '(?:facebook|twitter|instagram|you ?tube|telegram|whats ?app|tik ?tok|linkedin|pinterest|google news|snapchat|flipboard|bluesky|mastodon|вконтакте|телеграм|фейсбук)';
const LETTERS = '(?:newsletters?|mailing list|infolettre|boletín|boletines|nieuwsbrief|nyhetsbrev|nyhedsbrev|рассылк)';

/** A pattern of notices that begin with one of these. */
const startsWith = (...starts: string[]): RegExp =>
  new RegExp(String.raw`^[^\p{L}\p{N}]{0,6}(?:${starts.join('|')})`, 'u');
const has = (...parts: string[]): RegExp => new RegExp(parts.join('|'), 'u');

const ACCOUNTS: NoticePattern = {
  notice: startsWith(
    // `Follow us and our friends on X`, but not `Follow our steps on X`.
    String.raw`(?:please )?(?:follow|like|find|join) (?:us|me|@\S+)(?: \S+){0,4}? (?:on|at|via)(?!\p{L}).{0,30}${NETWORKS}`,
    String.raw`(?:please )?(?:follow|like|join|subscribe to) (?:our|my) (?:\S+ )?(?:${NETWORKS}|(?:page|channel|account|group|profile)s? on .{0,30}${NETWORKS})`,
    String.raw`follow (?!(?:the|these|those|this|that|your|all|an?|instructions|steps) )(?:\S+ ){1,4}on ${NETWORKS}`,
    String.raw`follow the (?!(?:instructions|steps|rules|links?) )(?:\S+ ){1,4}on ${NETWORKS}(?:[^\p{L}]*$|[:@(])`,
    String.raw`folg(?:e|en|t)(?: sie)? (?:uns|mir)(?!\p{L}).{0,60}${NETWORKS}`,
    String.raw`(?:(?:suivez|rejoignez|retrouvez)[ -](?:nous|moi)|s[ií]gue(?:nos|me)|únete|segui(?:ci|mi|teci)|siga[ -]nos|volg (?:ons|mij)|följ oss|følg oss|følg os|obserwuj nas|polub nas|dołącz do nas|подписывайтесь|подпишитесь)(?!\p{L}).{0,60}${NETWORKS}`,
  ),
  subject: has(NETWORKS, 'social media|soziale|réseaux sociaux|redes sociales|соцсет'),
};

const SUBSCRIPTIONS: NoticePattern = {
  notice: startsWith(
    String.raw`subscribe (?:now )?(?:to|for) (?:continue|unlimited|full|our)(?!\p{L})`,
    String.raw`subscribe(?: (?:now|here|today))?(?: to (?:our|my|the|this) (?:\S+ ){0,3}?(?:podcast|show))?(?: on| via|:).{0,30}(?:apple podcasts|itunes|spotify|stitcher)`,
    String.raw`already (?:a|have a) subscri|(?:you(?: have|['’]ve) )?reached (?:your|the) (?:(?:monthly |free |article ){1,3}limit|limit of (?:\S+ )?(?:articles|stories))`,
    '(?:jetzt )?weiterlesen mit|il vous reste .{0,40}article|la suite est réservée|contenido exclusivo para suscriptores|per continuare a leggere',
    String.raw`for the latest .{0,60}download (?:the|our) .{0,40}apps?(?!\p{L})`,
    String.raw`if you (?:enjoyed|liked?) (?:this|reading) (?:post|article|story|this)(?!\p{L}).{0,80}(?<!\p{L})(?:please (?!you)|shar(?:e|ing)|subscrib|follow (?:us|me)|sign up|consider|donat|support|buy me|check out|leave a|let (?:me|us) know|you (?:might|may|will)|you['’]ll)`,
    'gefällt (?:ihnen|dir|euch) (?:dieser|unser)',
  ),
  subject: has(
    'subscri',
    'paywall',
    'podcasting',
    String.raw`(?:start|make|record|launch|host)\p{L}* (?:\S+ ){0,2}podcast`,
    'abonn',
  ),
};

/** What publishing systems write below a post, with links to its author and its topics. */
export const POSTED = startsWith(
  'this (?:entry|post) was posted (?:on|in|by)|dieser (?:beitrag|eintrag) wurde (?:am|unter|von|in) |cette entrée a été publiée|esta entrada fue publicada|questa voce è stata pubblicata|ten wpis został opublikowany|запись опубликована',
);

/** A line that is only the label of an advertisement. */
export const AD_LABEL = startsWith(
  String.raw`(?:advertisement|advertising|sponsored|anzeige|werbung|publicidad|publicité|pubblicità|publicidade|advertentie|annons|annonse|annonce|reklama?|mainos|реклама|広告|广告|광고|إعلان|विज्ञापन|(?:story|article) continues (?:below|after) (?:this )?advertisement|continue reading the main story)[^\p{L}\p{N}]*$`,
);

/** The start of a line that may be the credit of a picture. The first group tells whether its label says so. */
export const CREDIT = startsWith(
  String.raw`(?:(?:photos?|photographs?|images?|pictures?|fotos?|bild(?:er)?|imagen|fot\.|фото|kuvat?)(?:( (?:credits?|courtesy|source|by|via)\s?[:©]|\s?©|\s?:\s?©)|\s?:)|(crédit photo)\s?[:©]|credit\s?[:©])\s*(?!\d)`,
);

const NEWSLETTERS: NoticePattern = {
  notice: has(
    // A call at the start of a sentence. `Most visitors subscribe to newsletters` and `your newsletter` are about others.
    String.raw`(?:^|[^\p{L}\s'’,]\s?|,(?=.{0,25} (?:our|my) ) |(?<!\p{L})(?:please|and|now|today|here|click|here to|click to|forget to|want to|be sure to|free to|button to|you can|you may) )(?:sign[- ]?up|subscribe|join)(?!\p{L})(?:(?!your|their|his|her|an? )[^.!?]){0,50}(?:newsletter(?!s)|(?:our|my|best|other) (?:\S+ ){0,2}newsletters|mailing list|inbox)(?!\p{L}| subscri)`,
    String.raw`${LETTERS}[^\p{L}\p{N}]{1,4}(?:here )?(?:sign[- ]?up|subscribe|abonnieren|anmelden|bestellen|inscri|abonn|suscr|iscri|assin|zapisz)`,
    String.raw`(?<!\p{L})(?:our|my|the|free|daily|weekly) (?:\S+ ){0,3}?newsletters?[^\p{L}].{0,60}(?<!\p{L})(?:sign[- ]?up|subscribe)(?: (?:here|now|today|below|for free)|[^\p{L}]*$)`,
    String.raw`(?<!\p{L})(?:delivered|straight|right|(?<!(?:we|was|is|been|are) )sent)(?: \S+){0,3} to your inbox`,
    String.raw`(?<!\p{L})(?:(?:abonnieren|melden|tragen|bestellen|erhalten|holen) sie|(?:abonniere?|melde|trage?|bestelle?|hole?) (?:dich|dir|jetzt|hier|unseren|meinen|den)|meld deg|anmäl dig|tilmeld dig|prenumerera på|(?:inscri[vs]ez|abonnez)[ -]vous|inscris[ -]toi|abonne[ -]toi|recevez|suscr[ií]b(?:ete|ite|ase|anse|irse|irte|e|a)|(?:recibe|reciba|recibí) (?:nuestr|mi |gratis)\p{L}*|iscriviti|iscrivetevi|ricevi la|inscreva-se|assine|receba (?:a |nossa )|schrijf (?:je|u)|abonneer (?:je|u)|meld (?:je|u)|zapisz się|подпи(?:шитесь|шись|сывайтесь))(?!\p{L})[^.!?]{0,60}${LETTERS}`,
    String.raw`(?<!\p{L})(?:jetzt|hier|gleich)(?!\p{L})[^.!?]{0,50}newsletter[^.!?]{0,40}(?:abonnieren|anmelden|bestellen|eintragen)`,
    String.raw`(?<!\p{L})(?:unser|mein)\p{L}* (?:\S+ ){0,2}?newsletter(?!\p{L})[^.!?]{0,40}(?<!\p{L})(?:abonnieren|anmelden|bestellen|eintragen|an|ein)[^\p{L}]`,
  ),
  subject: has(LETTERS, 'e-?mail', 'inbox', 'рассыл'),
};

const AFFILIATES: NoticePattern = {
  notice: has(
    String.raw`this (?:post|article|page|site|website|blog|story|review|guide|recipe|video)(?: (?:may|might|also|does|can|will|\(?which\)?))*(?: (?:contains?|includes?|has|have|uses?|features?|is)(?!\p{L})).{0,40}affiliate links?`,
    // Who writes `we earn` is the publisher.
    String.raw`affiliate links?.{0,80}commission(?=.*(?<!\p{L})(?:we|i|us|me)(?!\p{L}))`,
    String.raw`(?<!\p{L})(?:we|i|us|me)(?!\p{L}).{0,120}affiliate links?.{0,80}commission`,
    String.raw`(?:purchase|buy|shop|bought).{0,40}(?:through|using|via) (?:our |my |the |these )?(?:affiliate )?links?.{0,80}(?:(?<!\p{L})(?:we|i)(?!\p{L}).{0,30}(?:commission|earn)|(?:commission|earn).{0,30}(?<!\p{L})(?:we|i|us|me)(?!\p{L})|earn (?:us|me)(?!\p{L}))`,
    String.raw`(?<!\p{L})(?:we|i) (?:may |might |can |will )?(?:earn|receive|get) (?:an? |some )?(?:\S+ )?commission.{0,60}links?(?!\p{L})`,
    String.raw`(?:^[^\p{L}]*|(?:artikel|beitrag|text|post|seite|video|rezept) )enthält (?:werbung|affiliate|werbelinks)`,
  ),
  subject: has('affiliate', 'referral'),
};

export const STARTING = [ACCOUNTS, SUBSCRIPTIONS] as const;
export const WITHIN = [NEWSLETTERS, AFFILIATES] as const;
/** Words that the notices of `WITHIN` have. */
export const WORDS =
  /newsletter|mailing list|inbox|affiliate|commission|infolettre|bolet[ií]n|nieuwsbrief|nyhe[dt]sbrev|рассылк|enthält w/;
/** Titles of policies, which say what the site does with addresses, accounts and links. */
export const POLICY =
  /privacy|cookies?[ -](?:polic|notice|statement|declaration|richtlinie|erklärung)|(?:politique|política|polityka|informativa).{0,20}cookies|^cookies$|(?:^|affiliate )disclosures?|disclaimer|(?<!\p{L})terms (?:of|and)|datenschutz|confidentialité|mentions légales|privacidad|privacidade|prywatności|конфиденциальн|プライバシー|隐私|隱私|الخصوصية/u;
