/** Tells names of bodies from those of people, for citations. Cleaning decides by fewer words, because there a doubtful name is that of a person. */
import { isOrganization } from '../../shared/clean/metadata/person-name.ts';

/** Source of a pattern for a word of a name, whose ends are not those of a longer word. */
const wordAmong = (...patterns: readonly string[]): string =>
  String.raw`(?<![\p{L}\p{N}])(?:${patterns.join('|')})(?![\p{L}\p{N}])`;

/** Words of names of bodies in the languages of the pages, and endings of compounds. Frequent surnames among them are in `SURNAMES`, too. */
const BODY = new RegExp(
  wordAmong(
    // English.
    'museums?|librar(?:y|ies)|archives?|galler(?:y|ies)|gardens|herbarium|zoo|aquarium|observatory|laborator(?:y|ies)|labs?|cent(?:er|re)s?',
    'council|committee|commissions?|organi[sz]ations?|institutions?|ministry|government|parliament|authority|bureau|agenc(?:y|ies)|administration',
    'academy|college|schools?|faculty|hospitals?|clinic|church|bank|court|trust|union|club|federation|confederation|consortium|alliance|coalition',
    'network|project|programme|forum|community|communications?|services|systems|solutions|technologies|partners|corporation|corp|company|co|plc|limited|holdings?|studios?',
    'publish(?:ers|ing)|publications?|books|contributors|editors|authors|research|science|newspapers?|news|daily|weekly|times|guardian|herald|tribune|gazette|chronicle|bulletin|review|broadcasting|wikipedia|wikimedia',
    'nations|states|world|international|national|european|british|federal|society',
    // German.
    String.raw`\p{L}*bibliothek|\p{L}*archiv|\p{L}*museen|\p{L}*galerie|\p{L}*sammlung|\p{L}*hochschule|\p{L}*schule|\p{L}*akademie|fakultät|\p{L}*klinik(?:um)?|\p{L}*krankenhaus|\p{L}*zentrum|\p{L}*universität`,
    String.raw`\p{L}*ministerium|\p{L}*kommission|ausschuss|bundestag|bundesrat|\p{L}*regierung|\p{L}+behörde|stadt|gemeinde|landkreis|kirche|kanton|\p{L}{3,}amt|\p{L}+anstalt`,
    String.raw`\p{L}+verband|\p{L}+verein|\p{L}{4,}bund|\p{L}+gesellschaft|\p{L}+stiftung|\p{L}+institut|\p{L}+gruppe|\p{L}+verlag|\p{L}+redaktion|\p{L}*zeitung|(?:tage|volks|wochen|amts|abend|handels|kirchen|morgen|mitteilungs|fach|sonntags)blatt|\p{L}+rundfunk|\p{L}*nachrichten|mitwirkende|europäische[rs]?|internationale[rs]?`,
    // Swedish.
    String.raw`\p{L}*bibliotek(?:et)?|\p{L}*arkiv(?:et)?|\p{L}*muse(?:um|et)|\p{L}*universitet(?:et)?|\p{L}*högskola(?:n)?|\p{L}*skola(?:n)?|\p{L}*sjukhus(?:et)?|\p{L}*kommun|stad|regionen?|länsstyrelsen|\p{L}*styrelsen|\p{L}*verket|\p{L}*myndighet(?:en)?|\p{L}*departementet`,
    String.raw`\p{L}*kyrkan|\p{L}*riksdagen?|regeringen|\p{L}*förbund(?:et)?|\p{L}*förening(?:en)?|\p{L}*sällskap(?:et)?|\p{L}*stiftelsen?|\p{L}*institutet|\p{L}+förlag(?:et)?|\p{L}*akademin?|akademien|\p{L}*tidning(?:en)?|\p{L}+bladet|\p{L}*nyheter|redaktionen|svenska|kungliga|nationella|europeiska`,
    // French.
    'bibliothèque|médiathèque|musée|archives|universités?|faculté|école|lycée|collège|académie|centre|laboratoire|observatoire|jardins|jardin botanique|hôpital|clinique',
    'ministère|conseil|comité|assemblée|sénat|mairie|ville d[eu]|préfecture|église|banque|fédération|fondation|société|association|syndicat|réseau|projet',
    'éditions|éditeurs|contributeurs|rédaction|nouvelles|nationale?s?|français(?:e|es)?|européenne?|internationale?',
    // Of several.
    'institut[oe]?|instituut|universit(?:à|eit|etet|ad|ade|y)|biblioteca|ministerio|museo',
  ),
  'iu',
);

/** Legal forms at the end, in upper case: `Moss AB`. In other places two letters are initials. */
const LEGAL_FORM = /\s(?:AB|AS|ASA|A\/S|BV|KG|NV|OY|Oy|SA|SE|SARL|SAS|ApS)$/u;

/**
 * Articles at the beginning, and an adjective that is like a surname: `Isaac Deutscher`. A name of a person that begins with an article, such
 * as `Le Corbusier`, is kept whole, too.
 */
const ARTICLE = /^(?:(?:the|der|die|das|le|la|les|el|deutsche[rs]?)\s|l['’])/iu;

/** Words of bodies that are surnames, too. */
const SURNAMES =
  'amt|bank|blatt|bund|church|court|daily|holding|labs?|liste|post|press|schule|science|stad|stadt|team|union|ville|welle';

/** Frequent given names in the languages of the pages. */
const GIVEN_NAMES = [
  'ada|adam|alan|albert|alex|alexander|alexandra|alice|amy|andrea|andreas|andrew|anders|angela|anna|anne|anthony|antoine|arthur|barbara|ben|benjamin|bengt|bernd|bernard|bill|birgit|bob|bo|brian|britta',
  'camille|carl|carla|carol|caroline|catherine|charles|charlotte|chris|christian|christina|christine|christopher|claire|clara|claude|cynthia|dan|daniel|david|deborah|dennis|dieter|donald|donna|dorothy',
  'edward|elisabeth|elizabeth|ella|elsa|emil|emily|emma|eric|erik|ernst|eva|florence|francis|françois|frank|frans|franz|fred|frederick|fredrik|friedrich|gary|george|georg|gerhard|gretchen|gunnar|günter|gustav',
  'hanna|hannah|hans|harry|heinrich|heinz|helen|helena|helga|helmut|henri|henry|hermann|hugo|ian|inga|ingrid|isabelle|jack|jacques|jakob|james|jan|jane|janet|jason|jean|jeff|jennifer|jessica|jim|joan|joe|johan|johann|johanna|john|jonas|jörg|joseph|judith|julia|julie|jürgen',
  'karen|karin|karl|kate|katherine|kathleen|keith|kenneth|kerstin|kevin|klaus|kristina|lars|laura|laurent|lena|lennart|linda|lisa|louis|louise|lucas|lucy|luise|magnus|manfred|marc|margaret|maria|marie|mark|markus|martha|martin|mary|matthew|matthias|max|melissa|michael|michel|mikael|monika|nancy|nathalie|nicholas|nicolas|nils|nina',
  'ola|ole|oliver|olivier|olof|oscar|otto|pamela|pascal|patricia|patrick|paul|paula|per|peter|petra|philip|philippe|pierre|rachel|ralph|raymond|rebecca|richard|robert|roger|roland|ronald|rose|ruth|sabine|sam|samuel|sandra|sara|sarah|scott|sebastian|simon|sofia|sophie|stefan|stephanie|stephen|steven|stig|sue|susan|susanne|sven|sylvie',
  'theodor|thomas|tim|timothy|tom|ulla|ulrich|ulf|ursula|uwe|victor|viktor|virginia|walter|werner|wilhelm|william|wolfgang|yves',
].join('|');

/** A given name or initial, further initials and one such surname: `Emily Post`, `Frank H. Press`. `Bog Press` is a body. */
const PERSON_OF_SURNAME = new RegExp(
  String.raw`^(?:${GIVEN_NAMES}|\p{L}\.)(?:[\s-](?:\p{L}\.|${GIVEN_NAMES}))*\s(?:${SURNAMES})$`,
  'iu',
);
const ENDS_WITH_SURNAME = new RegExp(String.raw`^\S+(?:\s\p{L}\.)*\s(?:${SURNAMES})$`, 'iu');

/**
 * Returns whether a name is that of a body, or may be one. If in doubt it is: programs also read the name of a person that is kept whole.
 *
 * @param text a name in natural order: `Natural History Museum`, `Emily Post`
 * @param options.isInverted it was written as `Post, Emily`, as only names of people are, so its surname is known
 */
export function isBodyName(text: string, { isInverted = false } = {}): boolean {
  if (isInverted && ENDS_WITH_SURNAME.test(text)) return false;
  return (
    hasBodyWord(text) || (!isInverted && !PERSON_OF_SURNAME.test(text) && (ARTICLE.test(text) || LEGAL_FORM.test(text)))
  );
}

/** Returns whether a name has a word of bodies. Unlike `isBodyName`, false for `Le Corbusier` and `Smith SE`, which may be people. */
export function hasBodyWord(text: string): boolean {
  return !PERSON_OF_SURNAME.test(text) && (isOrganization(text) || BODY.test(text));
}
