/** Labels of the controls of a list, as whole lines. */

const all = (...labels: string[]): RegExp =>
  new RegExp(String.raw`^[^\p{L}\p{N}]*(?:${labels.join('|')})[^\p{L}]*$`, 'iu');

/** Label of a filter. It may be the name of a group of products (`Filters` of an aquarium shop), so it needs options beside it. */
export const FILTER = all(
  'filters?(?: by| (?:&|and) sort| results| products| options)?|(?:all|more|show|hide|active|applied|alle) filters?|refine(?: by| results| (?:your|my) (?:search|results))?|narrow (?:by|(?:your )?(?:search|results))|shop by',
  'filtern(?: nach)?|filtres?|filtrer(?: par)?|affiner(?: par| la recherche)?|filtros?|filtrar(?: por)?|filtri|filtra(?: per)?|filteren(?: op)?|filtrera(?: efter)?|filtrér|filtrer etter|filtry|filtruj|suodata|фильтры?|絞り込み|筛选|篩選|필터',
);

/** What resets or applies a filter. */
export const CLEAR = all(
  '(?:clear|reset|remove|apply) (?:all(?: filters)?|filters?)|(?:show|view|see) [\\d.,]+ (?:results?|products?|items?)|(?:no|any) filters applied',
  'filter (?:anwenden|zurücksetzen|löschen)|alle filter (?:löschen|zurücksetzen)|appliquer les filtres|(?:effacer|réinitialiser) (?:tout|les filtres)|tout effacer|aplicar filtros|(?:borrar|limpiar|quitar) (?:todo|(?:los )?filtros)|applica (?:i )?filtri|cancella (?:tutto|(?:i )?filtri)|filters (?:toepassen|wissen)|alles wissen|limpar (?:tudo|filtros)',
);

/** Label of the orders of a list, alone or with the orders after it. */
export const SORT =
  /^[^\p{L}\p{N}]*(?:(?:sort(?:ed)? by|sort|sort \p{L}+ by|sort order|order by|sortierung|sortieren(?: nach)?|sortiert nach|trier par|trier|classer par|ordenar(?: por)?|ordina(?: per)?|ordinamento|sorteren(?: op)?|sorteer(?: op)?|sortera(?: efter)?|sorter(?: efter| etter)?|sortuj(?: według| wg)?|seřadit(?: podle)?|řadit (?:dle|podle)|sırala(?:ma)?|järjestä|сортировать(?: по)?|сортировка|並び替え|並べ替え|排序|정렬)\s*(?:[:：].{0,120})?)$/iu;

const PRICE =
  '(?:price|preis|prix|precios?|preço|prezzo|prijs|pris|cena|цена)(?:,|:| -| –)? ?(?:\\(?(?:de |du |da )?(?:low|high|lowest|highest|menor|mayor|maior|plus bas|plus élevé|basso|alto|più basso|laag|hoog)(?:est)?(?: first|(?: to | a | al? | à | au | naar | zu | - | – |-)(?:the )?(?:low|high|menor|mayor|maior|plus bas|plus élevé|basso|alto|laag|hoog)(?:est)?)?\\)?|auf(?:steigend|wärts)|absteigend|(?:dé)?croissant|(?:de|cre)crescente|crescente|decrescente|ascendente|descendente|oplopend|aflopend|ascending|descending)';

/** An order of a list. */
export const SORT_OPTION = all(
  PRICE,
  '(?:lowest|highest) price(?: first)?|best[- ]?sell(?:ing|ers?)|featured|relevance|most relevant|best match|recommended|(?:most )?popular(?:ity)?|newest(?: first| arrivals)?|(?:new|latest) arrivals|most recent|latest|oldest(?: first)?|(?:top|highest|best|avg\\.? (?:customer )?|average |customer )rat(?:ed|ing)s?|(?:customer )?reviews|most reviewed|alphabetical(?:ly)?(?:,? a ?[-–] ?z|,? z ?[-–] ?a)?|(?:name|title)?(?:,|:)? ?\\(?(?:a ?[-–] ?z|z ?[-–] ?a|a to z|z to a)\\)?|date,? (?:old|new) to (?:new|old)|discount|biggest (?:saving|discount)s?',
  'beliebtheit|beliebteste(?: zuerst)?|empfohlen|neueste(?: zuerst)?|neuheiten|relevanz|bewertung|bestseller|topseller|pertinence|nouveautés|popularité|meilleures (?:ventes|notes)|relevancia|más (?:recientes|vendidos|populares)|novedades|popularidad|rilevanza|più (?:recenti|venduti|popolari)|novità|popolarità|populariteit|nieuwste(?: eerst)?|relevantie|best verkocht|mais (?:recentes|vendidos|relevantes)|popularitet|nyast|popularność|najnowsze|trafność',
);

/** A line that consists of options with the number of their results. */
export const OPTION_COUNT = /^(?:[\p{L}\p{N}][^()]{0,40}\(\d{1,6}\)\s*)+$/u;
/** A title with its year in brackets: `Jaws (1975)`. */
export const YEAR_COUNT = /\((?:1[89]|20)\d\d\)\s*$/;

/** The heading of a form that subscribes to a newsletter. */
export const NEWSLETTER =
  /^[^\p{L}\p{N}]*(?:(?:subscribe|sign[- ]?up|join)(?: (?:now|today|here))?(?: (?:to|for))?(?: (?:our|the|us|my))?(?: \S+){0,2} (?:newsletters?|mailing list|email list|e-?mails)(?: \S+){0,3}|(?:our |the |get our |e-?mail )?newsletter(?: (?:sign[- ]?up|subscription|abonnieren|anmeldung|bestellen))?|(?:zum |unseren |den )?newsletter(?: jetzt)?(?: \S+){0,2} (?:abonnieren|anmelden|bestellen|erhalten)|(?:inscri[vs]ez|abonnez)[ -]vous à (?:la|notre) (?:newsletter|infolettre)|suscr[ií]bete a (?:la|nuestra|nuestro) (?:newsletter|bolet[ií]n)|iscriviti alla(?: nostra)? newsletter|(?:schrijf je in voor|abonneer je op|meld je aan voor) (?:de|onze) nieuwsbrief|(?:assine|receba) (?:a )?(?:nossa )?newsletter|prenumerera på (?:vårt )?nyhetsbrev|tilmeld (?:dig )?(?:vores )?nyhedsbrev(?:et)?|zapisz się do newslettera)[^\p{L}]*$/iu;

/** Heading of the cards that a reader has seen, or may like beside those of the list. */
export const VIEWED =
  /^(?:(?:your )?recently viewed|(?:products? |items? )?(?:you(?:['’]ve)? )?(?:recently )?viewed(?: (?:products?|items?))?$|you (?:may|might) also|(?:customers?|people|shoppers) also|zuletzt (?:angesehen|gesehen)|das könnte (?:ihnen|dir)|vus? récemment|(?:produits )?récemment (?:vus|consultés)|vous aimerez|(?:productos )?vistos? recientemente|también te|visti di recente|potrebbe(?:ro)? (?:piacerti|interessarti)|laatst bekeken|(?:recent|onlangs) bekeken|misschien vind je|senast visade|ostatnio (?:oglądane|przeglądane)|vistos recentemente)(?![\p{L}])/iu;
