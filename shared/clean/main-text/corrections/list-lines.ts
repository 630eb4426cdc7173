/**
 * Lowers the scores of the controls of a list: how many results there are, in which order, links to the next page and buttons of cards. Sites in
 * other languages than English have words for them that the trees do not know, beside the titles and prices of the cards.
 */
import { expectedValue } from '../../page-kind/page-kind.ts';
import type { PageKind } from '../../page-kind/page-kinds.ts';
import type { PageSurvey } from '../page-survey.ts';
import { CLEAR, FILTER, SORT } from './list-labels.ts';

/** Subtracted from the score on a page of a certain kind. */
const PENALTIES: Partial<Record<PageKind, number>> = { collection: 4, listing: 4 };
/** Minimum penalty of a page that is searched: it is a list with a probability of 0.4. */
const MIN_PENALTY = 1.6;
/** Maximum length of such a line, in UTF-16 units. */
const MAX_LENGTH = 80;

const NOUN = String.raw`(?:results?|products?|items?|titles|listings|properties|ergebnisse[n]?|produkte[n]?|artikeln?|treffern?|résultats?|produits?|articles?(?:\(s\))?|annonces|resultados?|productos?|artículos?|produtos?|itens|risultat[io]|prodott[io]|articol[io]|resultaten|producten|wynik(?:i|ów)|produkt(?:y|ów|er)?|träffar|varor|tuotetta|товар(?:ов|а)?|результат(?:ов|а)?|ürün|sonuç|courses|recipes|kurse|angebote|fahrzeuge|inserate|rezepte|offres|logements|ofertas|alojam[ie]+ntos|inmuebles|annunci|offerte|件|商品)`;
const NUMBER = String.raw`\d[\d.,]*\+?`;
const RANGE = String.raw`${NUMBER}(?:\s*(?:[-–—/~]|(?:out )?of|to|bis|von|aus|à|a|al|au|až|de|di|sur|tot|van|do|z|av|из)\s*(?:over |mehr als |plus de |más de |più di )?${NUMBER}){0,3}`;
const LEAD =
  '(?:about|showing|displaying|viewing|found|(?:we|your search) (?:found|returned)|results?|items?|products?|es (?:gibt|wurden)|zeige|angezeigt werden|artikel|il y a|affichage(?: de)?|mostrando(?: los)?|visualizzazione(?: di)?|exibindo|toont|resultaat|wyświetlanie|visar|viser|näytetään|zobrazuji|показано)';
/** Numbers of results: `Showing 1–12 of 34 results`, `8 Produkte`. */
const COUNT = String.raw`(?:${LEAD}:? (?:all |alle )?${RANGE}(?: ${NOUN})?|${RANGE}\s?${NOUN})(?: (?:found|gefunden|trouvés?|encontrados?|trovat[io]|gevonden)| (?:for|für|pour|para|per|in)(?: .{1,40})?| \(.{1,30}\))?[.:]?`;
/** Links to the next page. */
const PAGER = String.raw`(?:(?:next|previous|prev|older|newer)(?: (?:page|posts|entries|articles|results))?|(?:load|show|view) more(?: \p{L}+)?|(?:weiter|zurück|(?:nächste|vorherige) seite)|(?:mehr|weitere \p{L}+) (?:laden|anzeigen)|(?:page )?(?:suivante?|précédente?)|charger plus|(?:página )?(?:siguiente|anterior)|cargar más|(?:pagina )?(?:successiv[ao]|precedente)|avanti|indietro|próxim[ao]|(?:volgende|vorige)(?: pagina)?|następna|poprzednia|nästa(?: sida)?|föregående|далее|назад|次へ|前へ|次のページ|下一页|上一页)`;
/** Buttons of cards. */
const BUTTON = `(?:(?:add to|view|quick) (?:cart|basket|bag|trolley|wish ?list|favou?rites|compare|product|shop|view|add|look)|(?:buy|shop) now|(?:select|choose) options|(?:read|see) more|continue reading|(?:in den |zum )(?:warenkorb|einkaufswagen)(?: legen| hinzufügen)?|zum (?:produkt|artikel|angebot)|jetzt kaufen|weiterlesen|mehr (?:lesen|erfahren)|auf den (?:merk|wunsch)zettel|ajouter (?:au panier|aux favoris)|aperçu rapide|lire (?:la suite|plus|l[’']article)|en savoir plus|voir (?:plus|le produit)|(?:añadir|agregar) al carrito|vista rápida|(?:leer|ver) más|seguir leyendo|(?:aggiungi|vai) al carrello|leggi (?:tutto|di più|altro)|continua a leggere|scopri di più|acquista(?: ora)?|adicionar ao carrinho|comprar(?: agora| ahora)?|(?:leia|ler|saiba|ver) mais|in (?:de )?winkel(?:wagen|mand)|(?:toevoegen aan|in) winkel(?:wagen|mand)|lees (?:meer|verder)|(?:dodaj )?do koszyka|czytaj (?:więcej|dalej)|zobacz więcej|(?:přidat )?do košíku|číst dále|läs mer|lägg i (?:varukorg|kundvagn)(?:en)?|læs mere|les mer|læg i kurv(?:en)?|lue lisää|(?:добавить )?в корзину|читать (?:далее|дальше|полностью)|подробнее|sepete ekle|devamını oku|カートに入れる|続きを読む|もっと見る|加入购物车|阅读(?:更多|全文)|장바구니(?: 담기)?|더 보기)`;
/** Symbols beside such a word. */
const SIGNS = String.raw`[\s.…:+<>|«»‹›←→▸▾▼]{0,4}`;
const wholeLine = (...patterns: readonly string[]): RegExp =>
  new RegExp(`^${SIGNS}(?:${patterns.join('|')})${SIGNS}$`, 'u');
const CONTROL = wholeLine(COUNT, PAGER, BUTTON);
const LINK = wholeLine(PAGER, BUTTON);

/** Returns whether a line is a control of a list. */
export const isListLine = (text: string): boolean =>
  text.length <= MAX_LENGTH &&
  (CONTROL.test(text.toLowerCase()) || SORT.test(text) || FILTER.test(text) || CLEAR.test(text));

/** Returns whether a line is a link to the next page or a button. Numbers of results look like titles: `10 products for dry skin`. */
export const isListLink = (text: string): boolean => text.length <= MAX_LENGTH && LINK.test(text.toLowerCase());

/**
 * Lowers the scores in place.
 *
 * @param scores logarithms of the odds, by block
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 */
export function lowerListLines(scores: Float32Array, { page }: Pick<PageSurvey, 'page'>, kinds: Float32Array): void {
  const penalty = expectedValue(kinds, (kind) => PENALTIES[kind] ?? 0);
  if (penalty < MIN_PENALTY) return;
  for (const [i, { text }] of page.blocks.entries()) if (isListLine(text)) scores[i] = (scores[i] as number) - penalty;
}
