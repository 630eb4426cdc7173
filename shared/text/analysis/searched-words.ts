/**
 * Words that the stop lists of the package have and readers search for, by ISO 639-1 code, separated by blanks: nouns, adjectives, adverbs of
 * time, numbers, and words that look like a form of "be" or "have" (French `été`, summer).
 */
export const SEARCHED_WORDS = {
  cs: `ahoj blízko brzo čau článku články čtrnáct čtyři daleko den deset devatenáct devět děkuji děkujeme dnes dobrý dva dvacet dvanáct dvě
    jedenáct napište nové nový nula osm osmnáct patnáct pět pozdě pravé první prosím pta sedm sedmnáct sta sté sto strana šest šestnáct
    téma tipy tisíc tisíce tři třináct večer zprávy zpět`,
  fi: 'ensimmäinen ensimmäisen kaksi kauden kaudella kolme luvulla luvun mm osa the of vuoden vuodesta vuonna vuosina vuotta yksi',
  fr: 'été étés',
  he: 'דרך נגר עז שם',
  hi: 'घर दो वर्ग',
  hu: `bal balra búcsú cikk cikkek cikkeket ezer ezret fél fele felek felet halló harmadik harmadikat harminc hat hatodik hatodikat hatot hatvan
    három hármat hetedik hetediket hetet hetven hét holnap holnapot huszadik hurrá húsz idén jó jobbra kész késő később későn ketten kettő kettőt
    két kétszer kilenc kilencedik kilencediket kilencet kilencven lassan lehetetlen lehetőség második másodszor múltkor nagy nagyobb naponta
    napot négy negyedik negyediket negyven négyet nyolc nyolcadik nyolcadikat nyolcat nyolcvan ok öt ötödik ötödiket ötöt ötven pár régen régóta
    rendben saját semmiség szerbusz szervusz százat száz századik szépen szíves tavaly távol tegnap tegnapelőtt teljes
    tizedik tizediket tizenegy tizenegyedik tizenhat tizenhárom tizenhét tizenkettedik tizenkettő tizenkilenc tizenkét tizennyolc
    tizennégy tizenöt tizet tíz új újabb utolsó úr uram urak urat viszlát viszontlátásra év évben éve évek éves évi évvel`,
  mr: 'आज काम कोटी डॉ पाटील माहिती लाख हजार',
  ro: `astăzi azi bine bucur caut cinci departe doi doilea două drept fata fiu frumos graţie ieri mulţumesc mâine mîine nevoie noroc opt patra
    patru patrulea prima primul sută spate şapte şase timp trei treia treilea zece zero zi`,
  tr: `altmış altı az beş bin doksan dokuz dört elli ilk iki katrilyon kırk milyar milyon otuz sekiz seksen trilyon yedi yetmiş yirmi yüz üç
    yerine`,
  ur: 'افراد دور صفر ضرورت علاقوں علاقہ علاقے فرد گروپ لوگ لوگوں پل',
} as const;
